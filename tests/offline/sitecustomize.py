"""Python imports this by itself in each process that a test starts: its folder is on the `PYTHONPATH` then."""

import network_guard

network_guard.forbid()
