/* Instances of every problem: see instance_file.h. On rank 0. */
#include "instance_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "io/input.h"
#include "io/lexer.h"
#include "io/optima.h"
#include "io/output.h"
#include "io/path.h"

/* The problem that is surest; NULL: none is. */
static const Problem *problem_probe(const char *path, const char *head, size_t bytes) {
  const Problem *surest = NULL;
  int most = 0;
  for (int k = 0; problems[k]; k++) {
    const int sure = problems[k]->probe(path, head, bytes);
    if (sure > most) {
      most = sure;
      surest = problems[k];
    }
  }
  return surest;
}

/* The problem whose settings claim the text, else the one that is surest. */
static const Problem *problem_choose(const char *path, const char *text, size_t bytes,
                                     const InstanceSettings *settings) {
  for (int k = 0; problems[k]; k++)
    if (problems[k]->claims && problems[k]->claims(path, text, bytes, settings->own[k])) return problems[k];
  return problem_probe(path, text, bytes);
}

Status instance_best_known(const char *path, const Instance *inst, const InstanceSettings *settings,
                           int64_t *best_known) {
  const Problem *problem = inst->problem;
  const int64_t worth = problem->worth ? problem->worth(inst) : 0;
  TRY(optima_find_column(path, inst->name, inst->decimals, problem_optima_column(problem, settings),
                         best_known));
  if (worth > 0 && *best_known > 0) *best_known = *best_known < worth ? worth - *best_known : 0;
  return OK;
}

bool instance_is_name(const char *path) { return problem_probe(path, NULL, 0) != NULL; }

const Problem *instance_probe(const char *path) {
  char head[PROBLEM_HEAD_BYTES];
  if (access(path, F_OK) != 0) return problem_probe(path, NULL, 0);
  const size_t bytes = text_head(path, head, sizeof head);
  return bytes > 0 ? problem_probe(path, head, bytes) : NULL;
}

Status instance_read(const char *path, Instance **out) {
  static const InstanceSettings none;
  return instance_read_set(path, &none, out);
}

/* What was tried, and why it is none of these. */
static Status instance_refuse(const char *path, const char *text, size_t bytes) {
  char tried[2048] = "", why[512], found[LEXER_FOUND_MAX];
  size_t used = 0;
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  for (int k = 0; problems[k]; k++) {
    if (!problems[k]->reject) continue;
    problems[k]->reject(path, text, bytes, why, sizeof why);
    used += (size_t)snprintf(tried + used, sizeof tried - used, "%s%s", used ? "; " : "", why);
  }
  lexer_skip_space(&lx);
  lexer_found(&lx, found, sizeof found);
  FAIL(ERR_FORMAT, "%s:%d: expected an instance of a format that is known, found %s: %s", path, lx.line,
       found, tried);
}

static Status instance_parse(const Problem *problem, const char *path, const char *text, size_t bytes,
                             const InstanceSettings *settings, Instance **out) {
  return problem->parse(path, text, bytes, settings->own[problem_index(problem)], out);
}

/* A whole text that is as long as a head is told from one by a blank behind it. *bytes: with the blank. */
static Status text_close(const char *path, char **text, size_t *bytes) {
  if (*bytes != PROBLEM_HEAD_BYTES) return OK;
  char *const longer = realloc(*text, *bytes + 1);
  if (!longer) FAIL(ERR_MEMORY, "%s: no memory for its text", path);
  longer[(*bytes)++] = ' ';
  *text = longer;
  return OK;
}

/* text: of the caller's memory, grown by a blank where that tells more. */
static Status text_parse(const char *path, char **text, size_t bytes, const InstanceSettings *settings,
                         Instance **out) {
  size_t closed = bytes;
  TRY(text_close(path, text, &closed));
  const Problem *surest = problem_choose(path, *text, closed, settings);
  return surest ? instance_parse(surest, path, *text, bytes, settings, out)
                : instance_refuse(path, *text, closed);
}

/* The text is freed. */
static Status text_take(const char *path, char *text, size_t bytes, const InstanceSettings *settings,
                        Instance **out) {
  Instance *inst = NULL;
  Status status = text_parse(path, &text, bytes, settings, &inst);
  free(text);
  status = text_over(path, status);
  if (status != OK) {
    instance_free(inst);
    return status;
  }
  *out = inst;
  return OK;
}

Status instance_read_set(const char *path, const InstanceSettings *settings, Instance **out) {
  char *text;
  size_t bytes;
  const Problem *named = access(path, F_OK) != 0 ? problem_probe(path, NULL, 0) : NULL;
  if (named) return instance_parse(named, path, NULL, 0, settings, out);
  TRY(text_read(path, &text, &bytes));
  return text_take(path, text, bytes, settings, out);
}

Status instance_text_set(const char *path, const char *text, size_t bytes, const InstanceSettings *settings,
                         Instance **out) {
  char *const copy = malloc(bytes + 1);
  if (!copy) FAIL(ERR_MEMORY, "%s: no memory for its text", path);
  memcpy(copy, text, bytes);
  copy[bytes] = 0;
  return text_take(path, copy, bytes, settings, out);
}

/* NULL: the problem's own. */
static const SolutionForm *form_find(const char *path, const Problem *problem) {
  for (const SolutionForm *form = problem->forms; form && form->suffix; form++)
    if (path_ends(path, form->suffix)) return form;
  return NULL;
}

bool solution_has_form(const char *path, const Instance *inst) {
  return form_find(path, inst->problem) != NULL;
}

/* Is it the suffix of a form of another problem? */
static const char *form_foreign(const char *path) {
  for (int k = 0; problems[k]; k++) {
    const SolutionForm *form = form_find(path, problems[k]);
    if (form) return form->suffix;
  }
  return NULL;
}

/* A solution of the same form alone is replaced. */
static Status replace_check(const char *path, const Problem *problem, const SolutionForm *form) {
  const char *const of_form[] = {form ? form->mark : NULL, NULL};
  char what[64];
  snprintf(what, sizeof what, "a file of a solution (%s)", problem->words.solution);
  return output_may_replace(path, what, form ? of_form : problem->solution_marks);
}

Status solution_form_check(const char *path, const Instance *inst) {
  const SolutionForm *form = form_find(path, inst->problem);
  const char *foreign = form ? NULL : form_foreign(path);
  if (foreign)
    FAIL(ERR_USAGE, "%s: expected a suffix of solutions of %s, found %s", path, inst->problem->words.title,
         foreign);
  if (form && form->check) TRY(status_at(path, form->check(inst)));
  return replace_check(path, inst->problem, form);
}

Status solution_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  const SolutionForm *form = form_find(path, inst->problem);
  TRY(replace_check(path, inst->problem, form));
  if (form) return form->write(path, inst, gene, cost);
  return inst->problem->solution_write(path, inst, gene, cost);
}

Status solution_read(const char *path, const Instance *inst, int32_t *gene) {
  char remark[INSTANCE_REMARK_MAX];
  return solution_read_told(path, inst, gene, remark);
}

Status solution_read_told(const char *path, const Instance *inst, int32_t *gene,
                          char remark[INSTANCE_REMARK_MAX]) {
  remark[0] = 0;
  return text_over(path, inst->problem->solution_read(path, inst, gene, remark));
}
