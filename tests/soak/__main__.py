"""The door of the long run: `python -m tests.soak`."""

import sys

if __name__ == "__main__":  # the processes of the slices come past here, too
    from tests.soak.command import main

    sys.exit(main())
