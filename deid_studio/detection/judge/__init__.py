"""What all detectors together say of a suggestion where the layout is strange: PHI, or not."""
