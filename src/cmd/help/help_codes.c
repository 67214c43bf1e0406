/* The exit codes: those of each Status, and those that commands set themselves: see help.h. */
#include <stdio.h>
#include "help.h"
#include "version.h"

/* The meanings of all statuses with that code. */
static void statuses_join(int code, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int status = 0; status < STATUS_COUNT; status++)
    if (status != ERR_STOPPED && status_exit_code((Status)status) == code)
      used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "; or " : "",
                               status_meaning((Status)status));
}

void help_exit_codes(const Page *page) {
  static const struct {
    int code;
    const char *meaning;
  } own[] = {
      {EXIT_SOME_FAILED,
       "some tasks, solutions or items failed, and their rows say why; or a move improves the solution "
       "of `verify --3opt`"},
      {EXIT_RESUMABLE,
       "stopped by a signal or before the time limit of a SLURM job: resume from the checkpoint, or "
       "run the same sweep or batch again"}};
  char left[16], text[512];
  page_begin(page, "cordee-exit-codes", program_version, "exit codes of cordee");
  page_heading(page, "exit codes");
  for (int code = 0; code < 128; code++) {
    statuses_join(code, text, sizeof text);
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
      if (own[k].code == code) snprintf(text, sizeof text, "%s", own[k].meaning);
    snprintf(left, sizeof left, "%d", code);
    if (text[0]) page_item(page, left, text);
  }
  page_item(page, "128 + N", "stopped by signal N, and there is no checkpoint to resume");
  page_heading(page, "example");
  page_prose(page, "  cordee resume run.h5 --or-start kroA200.tsp || [ $? = 75 ] && echo resume later\n");
}
