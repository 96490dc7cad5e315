"""Regular expressions read, and written as programs that the kernel runs."""
