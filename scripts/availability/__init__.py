"""The symbols of a system that are newer than the promised version, and their uses in sources."""
