/* Methods of a job's tasks: see job_methods.h. A section is a product, so one that lists several methods has options that some
 * of its tasks do not read; an option that none reads was written by mistake. */
#include "job_methods.h"

#include <string.h>
#include "options/options.h"
#include "solver.h"
#include "problem/instance_file.h"

static const JobKey *key_named(JobKey *const *key, size_t keys, const char *name) {
  for (size_t k = 0; k < keys; k++)
    if (strcmp(key[k]->name, name) == 0) return key[k];
  return NULL;
}

/* An alias may stand for several. */
static bool method_reads(int row, const char *method) {
  const Solver *solver;
  bool reads = options_row_read(row, method);
  for (int k = 0; (solver = solver_at(k)); k++)
    reads |= solver_called(solver, method) && options_row_read(row, solver->name);
  return reads;
}

/* method NULL: not known, so it may read all. Are all keys read now? */
static bool method_marks(JobKey *const *key, size_t keys, const char *method) {
  bool all = true;
  for (size_t k = 0; k < keys; k++) {
    key[k]->said = true;
    key[k]->read |= key[k]->row < 0 || !method || method_reads(key[k]->row, method);
    all &= key[k]->read;
  }
  return all;
}

/* NULL: there is no telling. */
static const char *default_method(const char *instance) {
  const Problem *problem = instance_probe(instance);
  const Solver *solver;
  return problem && solver_find("", problem, &solver) == OK ? solver->name : NULL;
}

void job_keys_mark(JobKey *const *key, size_t keys) {
  const JobKey *method = key_named(key, keys, "method"), *instance = key_named(key, keys, "instance");
  if (method)
    for (size_t w = 0; w < method->words; w++) (void)method_marks(key, keys, method->word[w].text);
  else
    /* lint: null-dereference: every section has an instance */
    for (uint64_t v = 0; v < instance->values; v++)
      if (method_marks(key, keys, default_method(instance->value[v].text))) return;
}

static Status key_read(const char *path, const JobSection *section, const JobKey *key) {
  char readers[128];
  if (!key->said || key->read) return OK;
  options_row_readers(key->row, readers, sizeof readers);
  FAIL(ERR_FORMAT,
       "%s:%d: %s belongs to method %s, and no task with what [%s] says uses that: say method = %s, or drop "
       "it",
       path, key->line, key->name, readers, section->name, readers);
}

Status job_keys_read(const char *path, const JobLines *lines) {
  for (size_t s = 0; s < lines->sections; s++)
    for (size_t k = 0; k < lines->section[s].keys; k++)
      TRY(key_read(path, &lines->section[s], &lines->section[s].key[k]));
  return OK;
}
