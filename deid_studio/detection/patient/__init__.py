"""Patient fields: what the hospital's system knows of a patient, found in the report however it is written there."""
