"""The window without a person before it: pictures of it, the demo, the smoke test."""
