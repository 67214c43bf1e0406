/* Options and checkpoint of one task: see sweep_state.h. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "c_locale.h"
#include "io/temporary.h"
#include "sweep_state.h"

Status task_options(const Sweep *s, const char *lines, Options *out) {
  char name[64], value[OPTION_PATH_MAX];
  options_default(out);
  for (const char *at = lines; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    int begins = 0;
    if (c_sscanf(at, "%63s = %n", name, &begins) != 1 || !begins)
      FAIL(ERR_INTERNAL, "expected name = value, found '%s'", at);
    snprintf(value, sizeof value, "%.*s", (int)strcspn(at + begins, "\n"), at + begins);
    TRY(options_assign(out, FOR_SOLVE, name, value));
  }
  out->stop_before_s = s->options->stop_before_s;
  out->threads = s->options->threads;
  tasks_options(&s->tasks, out);
  return OK;
}

void task_checkpoint_path(const Sweep *s, const SweepTask *task, char *path, size_t size) {
  snprintf(path, size, "%s/%016" PRIx64 ".h5", s->folder, task->key);
}

bool task_checkpoint_exists(const Sweep *s, const SweepTask *task) {
  char path[OPTION_PATH_MAX + 64];
  task_checkpoint_path(s, task, path, sizeof path);
  return access(path, F_OK) == 0;
}

void task_checkpoint_remove(const Sweep *s, const SweepTask *task) {
  static const char *const suffixes[] = {"", ".prev", ".lock", NULL};
  char path[OPTION_PATH_MAX + 64], file[OPTION_PATH_MAX + 80];
  task_checkpoint_path(s, task, path, sizeof path);
  for (int k = 0; suffixes[k]; k++) {
    snprintf(file, sizeof file, "%s%s", path, suffixes[k]);
    unlink(file);
  }
  temporary_tidy(path, 0);
}
