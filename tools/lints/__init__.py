"""What tools/lint checks: tree.py reads the sources, house.py has the rules of the house, programs.py runs other checkers,
pages.py compares the documentation, report.py counts."""
