"""Annotated reports in the forms of other programs: read, written, and what each of the forms cannot hold."""
