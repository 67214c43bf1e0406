/* See scan.h. */
#include "scan.h"

#include "halt.h"

void scan_poll(Scan *s) {
  if (halt_due()) s->end = s->at;
}

Status scan_fail(const Scan *s, const char *what) {
  const char *stop = memchr(s->at, '\n', (size_t)(s->end - s->at));
  const size_t left = (size_t)((stop ? stop : s->end) - s->at);
  if (!left)
    FAIL(ERR_FORMAT, "%s:%llu: expected %s, found the end of the line", s->path, (unsigned long long)s->line,
         what);
  FAIL(ERR_FORMAT, "%s:%llu: expected %s, found '%.*s'", s->path, (unsigned long long)s->line, what,
       (int)(left < 60 ? left : 60), s->at);
}

Status scan_expect(Scan *s, uint64_t least, uint64_t most, const char *what, uint64_t *value) {
  const char *const from = (scan_blanks(s), s->at);
  if (scan_count(s, value) && *value >= least && *value <= most) return OK;
  s->at = from;
  return scan_fail(s, what);
}
