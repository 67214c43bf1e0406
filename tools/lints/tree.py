"""The sources: files, the room of each, includes, words, and who uses what another file defines."""
import os
import re

CODE = (".c", ".h", ".cu", ".cuh")
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\b[A-Za-z_]\w*', re.S)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)
# Defines in a module what the program defines, and asks the program.
FORWARDING = ("src/gpu/module_entrance.cuh",)
# A definition starts at the left margin (clang-format sees to that); static ones are nobody else's.
FUNCTION = re.compile(r"^(?!static\b|typedef\b|#|\}|extern\b)[A-Za-z_][\w \t*]*?[ *](\w+)\((?:[^;{}()]|\([^()]*\))*\)\s*\{", re.M)
STATIC = re.compile(r"^static\b[^(;={]*?[ *](\w+)[\[(]", re.M)
VTABLE = re.compile(r"(?:problem|solver|evaluator)_\w+$")  # objects that say whose data it is: to name one is to need nothing of its file
OBJECT = re.compile(r"^(?!static\b|typedef\b|#|\}|extern\b)[A-Za-z_][\w \t*]*?[ *](\w+)(?:\[\w*\])*[ \t]*=", re.M)


class Source:
    """A file: path as in the repository, room (its folder below src, two levels at most, 'nouns' for src itself), text."""

    def __init__(self, root, path):
        self.path, self.found = path, None
        folder = os.path.dirname(path)
        room = "/".join(folder.split("/")[1:3])  # folders below are parts of the room: src/problem/tsp/files
        self.room = "main" if path == "src/main.c" else room or "nouns" if folder.startswith("src") else folder
        with open(os.path.join(root, path), encoding="utf-8") as file:
            self.text = file.read()
        self.code = TOKEN.sub(lambda m: "" if m.group().startswith(("//", "/*")) else m.group(), self.text)

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def tokens(self):
        """(line, text) of identifiers and literals; comments and includes are left out."""
        if self.found is None:
            self.found, line, at = [], 1, 0
            included = {number for number, text in enumerate(self.text.split("\n"), 1) if INCLUDE.match(text)}
            for found in TOKEN.finditer(self.text):
                line, at = line + self.text.count("\n", at, found.start()), found.start()
                if line not in included and not found.group().startswith(("//", "/*")):
                    self.found.append((line, found.group()))
        return self.found

    def defined(self):
        """Names of functions and objects that other files can use."""
        return set(FUNCTION.findall(self.code)) | set(OBJECT.findall(self.code)) if self.path.endswith((".c", ".cu")) else set()


class Tree:
    """Every source file of `root` below src and tests."""

    def __init__(self, root):
        self.root, self.sources = root, {}
        for top in ("src", "tests"):
            for folder, below, names in os.walk(os.path.join(root, top)):
                below.sort()
                for name in sorted(names):
                    if name.endswith(CODE):
                        path = os.path.relpath(os.path.join(folder, name), root)
                        self.sources[path] = Source(root, path)

    def below(self, top):
        return [s for s in self.sources.values() if s.path.startswith(top + "/")]

    def includes(self, source):
        """(line, header as written, path in the repository or None for the system's)."""
        for found in INCLUDE.finditer(source.text):
            header = found.group(2)
            places = [os.path.normpath(os.path.join(place, header)) for place in (os.path.dirname(source.path), "src", "tests")]
            path = next((p for p in places if p in self.sources), None) if found.group(1) == '"' else None
            yield source.line(found.start()), header, path

    def reached(self, source, seen=None):
        """The source and every header of the tree that it includes, at any depth."""
        seen = {} if seen is None else seen
        if source.path not in seen:
            seen[source.path] = source
            for _, _, path in self.includes(source):
                if path:
                    self.reached(self.sources[path], seen)
        return seen

    def uses(self, sources):
        """{path: {path of a file that it needs: why}}: what it includes, and where what it names is defined."""
        words = {s.path: set(re.findall(r"[A-Za-z_]\w*", INCLUDE.sub("", s.code))) for s in sources}
        headers = "\n".join(s.code for s in sources if s.path.endswith((".h", ".cuh")))
        declared = set(re.findall(r"(?<![.>\w])(\w+)\(", headers)) | set(
            word for line in re.findall(r"^[A-Za-z_][\w *,\[\]]*;", headers, re.M) for word in re.findall(r"\w+", line))
        homes = {name: s.path for s in sources if s.path not in FORWARDING for name in s.defined() if name in declared}
        for source in sources:
            for name in filter(VTABLE.match, OBJECT.findall(source.code)):
                homes.pop(name, None)
        graph = {}
        for source in sources:
            needs = {path: "its header" for _, _, path in self.includes(source) if path}
            if source.path.endswith((".c", ".cu")):
                for name in sorted(words[source.path] - set(STATIC.findall(source.code)), reverse=True):
                    if homes.get(name, source.path) != source.path:
                        needs[homes[name]] = name
            graph[source.path] = needs
        return graph


def circles(graph):
    """The strongly connected parts of {node: nodes} with more than one node (Tarjan, without recursion)."""
    index, low, stack, on_stack, found = {}, {}, [], set(), []
    for first in sorted(graph):
        work = [] if first in index else [(first, iter(sorted(graph[first])))]
        while work:
            node, below = work[-1]
            if node not in index:
                index[node] = low[node] = len(index)
                stack.append(node)
                on_stack.add(node)
            for other in below:
                if other not in graph or other == node:
                    continue
                if other not in index:
                    work.append((other, iter(sorted(graph[other]))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part = []
                    while not part or part[-1] != node:
                        part.append(stack.pop())
                        on_stack.discard(part[-1])
                    if len(part) > 1:
                        found.append(sorted(part))
    return found
