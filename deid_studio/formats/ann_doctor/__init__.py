"""What is wrong in an `.ann`, and the file as it was meant; a person decides whether it is written."""
