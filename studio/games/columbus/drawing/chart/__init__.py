"""The portolan chart, part by part: coast and country, names, roses and rhumb lines, the sheet of vellum."""
