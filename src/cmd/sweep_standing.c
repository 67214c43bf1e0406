/* What is said of rows of earlier sweeps, a line a reason: see sweep_report.h. */
#include "sweep_report.h"
#include "text.h"

/* "3 tasks run", "1 task runs". */
static void count_print(FILE *out, size_t count, const char *noun, const char *one, const char *many) {
  fprintf(out, "%zu %s%s %s ", count, noun, count == 1 ? "" : "s", count == 1 ? one : many);
}

static void again_print(FILE *out, size_t count, const char *why, const char *instance) {
  if (!count) return;
  count_print(out, count, "task", "runs", "run");
  fprintf(out, "again: %s", why);
  if (instance) fprintf(out, " (%s%s)", text_line(instance), count == 1 ? "" : ", ...");
  fputc('\n', out);
}

static void kept_print(FILE *out, size_t count, const char *why, const char *instance) {
  if (!count) return;
  count_print(out, count, "row", "is", "are");
  fputs(why, out);
  if (instance) fprintf(out, " (%s%s)", text_line(instance), count == 1 ? "" : ", ...");
  fputc('\n', out);
}

void sweep_standing_print(FILE *out, const SweepView *view) {
  const SweepStanding *s = &view->standing;
  again_print(out, s->changed, "what they were made from has changed", s->first_changed);
  again_print(out, s->version, "the rows are of a version with other answers", NULL);
  again_print(out, s->unknown, "the rows are of a version that did not keep what they were made from", NULL);
  kept_print(out, s->moved, "taken over: the same instance at another place", NULL);
  kept_print(out, s->unread, "kept without a look at the instance, which cannot be read", s->first_unread);
}
