"""The rules of the house: which room includes which, no circles, no foreign names, libraries in their rooms, short files."""
import functools
import re

from .tree import circles

LINES_MAX = 500
GROUPS = ("problem", "search", "solver", "evaluator")  # a folder below one of these is a name that other rooms do not say
TWINS = ("cpu", "gpu")


def table_read(text):
    """{room: names of rooms} of the table's rows; '-' is none."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {row[0]: [] if row[1:] == ["-"] else row[1:] for row in rows}


class House:
    """The architecture's table applied to a tree.

    A row names rooms and patterns: `io/*` is every folder below io. `solver/<s>` in a row `cpu/<s>` is the folder of the same
    name; a row of that form holds for the folders that have none of their own, and gives them what that solver may include of
    problems, searches and solvers.
    """

    def __init__(self, tree, table, tables, names):
        self.tree, self.table, self.tables, self.names = tree, table_read(table), tables, names
        self.sources = tree.below("src")
        self.rooms = {s.room for s in self.sources}

    def row(self, room):
        """What the table gives a room; None: it has no row."""
        top, _, name = room.partition("/")
        if room in self.table:
            return self.table[room]
        general = self.table.get(top + "/<s>") or self.table.get(top + "/<p>")
        if not name or general is None:
            return None
        row = [entry.replace("<s>", name).replace("<p>", name) for entry in general]
        if top in TWINS:
            shared = (self.row("solver/" + name) or []) + (self.row("search/" + name) or [])
            row += [r for r in shared if r.startswith(("problem/", "search/", "solver/"))]
        return row

    def may(self, room, other):
        row = self.row(room) or []
        return other == room or any(e == other or e.endswith("/*") and other.startswith(e[:-1]) for e in row)

    def rows(self):
        """Rooms without a row."""
        return [("row " + room, "src/%s: the table of rooms has no row for it" % room)
                for room in sorted(self.rooms) if self.row(room) is None]

    def includes(self):
        found = []
        for source in self.sources + [s for s in self.tree.below("tests") if s.room in self.table]:
            for line, header, path in self.tree.includes(source):
                other = self.tree.sources[path].room if path else None
                if path and path.startswith("tests/") and source.path.startswith("src/"):
                    found.append((source.room + " -> tests", "%s:%d: src may not include tests (%s)" % (source.path, line, header)))
                elif path and path.startswith("src/") and source.path not in self.tables and not self.may(source.room, other):
                    found.append(("%s -> %s" % (source.room, other),
                                  "%s:%d: %s may not include %s (%s)" % (source.path, line, source.room, other, header)))
        return found

    def file_circles(self):
        """Files that include, call or read each other. Tables are left out: they name what includes their header."""
        graph = {path: below for path, below in self.tree.uses(self.sources).items() if path not in self.tables}
        return [(path, "circle: %s needs %s" % (path, ", ".join("%s (%s)" % (other, graph[path][other])
                                                                for other in sorted(graph[path]) if other in part)))
                for part in circles(graph) for path in part]

    def room_circles(self):
        graph = {room: {} for room in self.rooms}
        for path, below in self.tree.uses(self.sources).items():
            for other, why in below.items() if path not in self.tables else ():
                if self.tree.sources[other].room != self.tree.sources[path].room:
                    graph[self.tree.sources[path].room].setdefault(self.tree.sources[other].room, "%s: %s" % (path, why))
        return [(room, "circle: %s needs %s" % (room, ", ".join("%s (%s)" % (other, graph[room][other])
                                                                for other in sorted(graph[room]) if other in part)))
                for part in circles(graph) for room in part]

    def words(self):
        """{word: rooms that own it}: the folders below the groups, and more words for some."""
        owners = {}
        for room in self.rooms:
            group, _, name = room.partition("/")
            if group in GROUPS and name:
                for word in self.names.get(name, [name]):
                    owners.setdefault(word, set()).add(room)
        return owners

    def foreign_names(self, exceptions):
        """Identifiers and strings with a word of a problem's or solver's folder that the room may not include."""
        owners, found = self.words(), []
        for source in self.sources:
            if source.path in self.tables:
                continue
            own = source.room.split("/")
            mine = {w for w, rooms in owners.items() if own[-1] in {r.split("/")[-1] for r in rooms} and len(own) > 1
                    or any(self.may(source.room, r) for r in rooms)}
            foreign = set(owners) - mine - set(own[-1].split("_"))
            for line, text in source.tokens():
                for word in sorted(words_of(text) & foreign):
                    if (source.room, word) not in exceptions and (source.path, "*") not in exceptions:
                        found.append(("%s %s" % (source.room, word), "%s:%d: %s names %s (%s): %s" % (
                            source.path, line, source.room, word, ", ".join(sorted(owners[word])), text[:60])))
        return found

    def belongs(self, libraries):
        """Headers and calls of a library outside its rooms; libraries: (name, header, call, rooms)."""
        found = []
        for source in self.sources:
            for name, header, call, rooms in libraries:
                if any(source.room == room or source.room.startswith(room + "/") for room in rooms):
                    continue
                hits = [(line, "includes " + h) for line, h, path in self.tree.includes(source) if not path and re.match(header, h)]
                called = re.compile(call).match
                hits += [(line, "uses " + text) for line, text in source.tokens() if called(text)]
                if hits:
                    found.append(("%s %s" % (name, source.room), "%s:%d: %s belongs to src/%s: %s%s" % (
                        source.path, hits[0][0], name, ", src/".join(rooms), hits[0][1],
                        " and %d more" % (len(hits) - 1) if hits[1:] else "")))
        return found

    def lengths(self, long):
        """Files of more than LINES_MAX lines that are not on the list of long ones, and those on it that are not long."""
        found = [(s.path, "%s: %d lines, more than %d" % (s.path, s.text.count("\n"), LINES_MAX))
                 for s in self.tree.sources.values() if s.text.count("\n") > LINES_MAX and s.path not in long]
        return found + [(p, "%s: has at most %d lines now: delete it from LONG" % (p, LINES_MAX))
                        for p in long if p not in self.tree.sources or self.tree.sources[p].text.count("\n") <= LINES_MAX]


@functools.lru_cache(maxsize=None)
def words_of(token):
    """The words of an identifier (ils_plan_make, IlsPlan, RNG_TOUR) or a string; names of files in a string are not words, nor
    are those of the compiler (__match_any_sync)."""
    if token.startswith("__"):
        return set()
    if token.startswith(('"', "'")):
        token = re.sub(r"\S*/\S+|\w+(?:-\w+)*\.(?:tsp|etc|job|h5|tour)\b", "", token)
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", token)}
