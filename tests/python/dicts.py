"""Instances as the package vrplib reads them, which need not be there."""
import numpy


def vrplib(path):
    """Lower-case names, arrays without the numbers of nodes, depots from 0."""
    found, section = {}, None
    with open(path, encoding="utf-8") as file:
        for line in map(str.strip, file):
            if line.endswith("_SECTION"):
                section = line[:-len("_SECTION")].lower()
                found[section] = []
            elif line == "EOF":
                break
            elif section:
                found[section].append([float(word) for word in line.split()])
            elif ":" in line:
                name, value = (part.strip() for part in line.split(":", 1))
                found[name.lower()] = int(value) if value.isdigit() else value
    for name in [key for key in found if isinstance(found[key], list)]:
        rows = numpy.array([row if name == "depot" else row[1:] for row in found[name] if name != "depot" or row != [-1]])
        found[name] = (rows[:, 0] if rows.shape[1] == 1 else rows) - (1 if name == "depot" else 0)
    return found
