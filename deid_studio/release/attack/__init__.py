"""Attack: what an adversary with a list of people can make of what was released."""
