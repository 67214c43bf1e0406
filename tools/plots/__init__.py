"""What tools/plot draws: read.py and instance.py get the data, a module a figure, style.py says how figures look."""
