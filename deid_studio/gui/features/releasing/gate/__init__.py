"""What the gate holds, to be answered."""
