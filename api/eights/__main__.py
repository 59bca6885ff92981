"""``python -m eights`` is ``eights``."""

from eights.cli import main

main(prog_name="eights")
