"""Where both programs of a frozen folder begin: `deid` runs a verb, `deid-studio` shows the window."""

import multiprocessing
import sys
from pathlib import Path

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if Path(sys.argv[0]).stem == "deid":
        from deid_studio.cli.main import main
    else:
        from deid_studio.gui.app import main
    sys.exit(main())
