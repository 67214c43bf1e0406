"""A line a check, and the count at the end."""


class Report:
    """A check gives findings (key, message). A finding whose key is on the list of known ones is no failure; a key on that list
    that no finding has is one, so that the list gets shorter with the code."""

    def __init__(self, known):
        self.known = [(check, key.strip()) for check, _, keys in (line.partition(":") for line in known.strip().splitlines())
                      for key in keys.split(";")]
        self.passed = self.failed = self.skipped = 0

    def check(self, name, findings):
        """Prints `ok NAME` or `not ok NAME: N findings` with a line each."""
        keys = {key for key, _ in findings}
        expected = {key for check, key in self.known if check == name}
        wrong = [message for key, message in findings if key not in expected]
        wrong += ["not found any more: delete it from KNOWN in tools/lint: %s: %s" % (name, key)
                  for key in sorted(expected - keys)]
        self.passed, self.failed = self.passed + (not wrong), self.failed + bool(wrong)
        if wrong:
            print("not ok %s: %d found" % (name, len(wrong)))
            print("\n".join("  " + message for message in wrong))
        else:
            known = len(findings)
            print("ok %s%s" % (name, " (%d known, to be removed)" % known if known else ""), flush=True)

    def skip(self, name, why):
        self.skipped += 1
        print("skip %s: %s" % (name, why))

    def finish(self):
        """The exit status."""
        print("%d passed, %d failed, %d skipped" % (self.passed, self.failed, self.skipped))
        return 1 if self.failed or not self.passed else 0
