"""What the country is made of: canyons, floors, coasts, unknown land, and the sheet all of it is drawn on."""
