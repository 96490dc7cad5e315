"""Word documents as they leave: read into parts, cleaned of all but letters and layout, packed anew and searched."""
