/* Solutions as files: see instance_file.h. Tours are TSPLIB's (tour.h); the others have a form of the house:
 *
 *   # cordee assignment               # cordee position
 *   # instance 512x16/u_c_hihi.0      # instance rastrigin:30
 *   # makespan 7358942.8              # value 0.000000001
 *   # tasks 512                       # dimensions 30
 *   # machines 16                     -0.994958639
 *   3                                 ... */
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "text.h"
#include "instance_file.h"
#include "io/output.h"
#include "problem/tsp/tour.h"
#include "io/lexer.h"

enum { WORD_MAX = 64 };

typedef struct SolutionForm {
  const char *title, *cost, *genes, *machines; /* words of the head; machines: NULL if there are none */
  void (*write)(FILE *out, int32_t gene);
  Status (*read)(Lexer *lx, const Instance *inst, int32_t k, int32_t *gene);
} SolutionForm;

static void machine_write(FILE *out, int32_t machine) { fprintf(out, "%d\n", machine + 1); }

static Status machine_read(Lexer *lx, const Instance *inst, int32_t k, int32_t *gene) {
  long long machine;
  if (!lexer_integer(lx, 1, inst->machines, &machine))
    return lexer_fail(lx, "the machine of task %d of %d: a number from 1 to %d", k + 1, inst->n,
                      inst->machines);
  *gene = (int32_t)(machine - 1);
  return OK;
}

/* Nine digits give the same float back. */
static void coordinate_write(FILE *out, int32_t gene) {
  float x;
  memcpy(&x, &gene, sizeof x);
  fprintf(out, "%.9g\n", (double)x);
}

static Status coordinate_read(Lexer *lx, const Instance *inst, int32_t k, int32_t *gene) {
  double value;
  const Lexer place = *lx;
  const double range = function_range(inst->function);
  if (!lexer_number(lx, &value) || !(fabs((double)(float)value) <= range))
    return lexer_fail(&place, "coordinate %d of %d, from %g to %g", k + 1, inst->n, -range, range);
  const float x = (float)value;
  memcpy(gene, &x, sizeof x);
  return OK;
}

static const SolutionForm forms[PROBLEM_COUNT] = {
    [PROBLEM_MATCHING] = {"assignment", "makespan", "tasks", "machines", machine_write, machine_read},
    [PROBLEM_FUNCTION] = {"position", "value", "dimensions", NULL, coordinate_write, coordinate_read},
};

typedef struct SolutionText {
  const Instance *inst;
  const int32_t *gene;
  int64_t cost;
} SolutionText;

static void solution_print(FILE *out, const void *what) {
  const SolutionText *s = what;
  const Instance *inst = s->inst;
  const SolutionForm *form = &forms[inst->problem];
  char text[COST_TEXT_MAX];
  fprintf(out, "# cordee %s\n# instance %s\n# %s %s\n# %s %d\n", form->title, text_line(inst->name),
          form->cost, cost_text(s->cost, inst->decimals, text), form->genes, inst->n);
  if (form->machines) fprintf(out, "# %s %d\n", form->machines, inst->machines);
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0),
           before = uselocale(c); /* a decimal point, not a comma */
  for (int32_t k = 0; k < inst->n; k++) form->write(out, s->gene[k]);
  uselocale(before);
  freelocale(c);
}

Status solution_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  if (inst->problem == PROBLEM_TSP) return tour_write(path, inst->name, inst->n, gene, cost);
  return output_write(path, solution_print, &(SolutionText){inst, gene, cost});
}

/* A '#' line: a size, which must be the instance's, or anything else. */
static Status head_line(Lexer *lx, const SolutionForm *form, const Instance *inst) {
  char word[WORD_MAX];
  long long size;
  lx->at++;
  if (lexer_word(lx, word, sizeof word)) {
    const bool genes = strcmp(word, form->genes) == 0,
               machines = form->machines && strcmp(word, form->machines) == 0;
    const int32_t expected = genes ? inst->n : inst->machines;
    if ((genes || machines) && !lexer_integer(lx, expected, expected, &size)) {
      lexer_skip_blanks(lx);
      return lexer_fail(lx, "%s %d as in %s", word, expected, inst->name);
    }
  }
  return lexer_text(lx, word, sizeof word);
}

static Status form_parse(Lexer *lx, const SolutionForm *form, const Instance *inst, int32_t *gene) {
  for (lexer_skip_space(lx); lx->at < lx->end && *lx->at == '#'; lexer_skip_space(lx))
    TRY(head_line(lx, form, inst));
  for (int32_t k = 0; k < inst->n; k++) {
    lexer_skip_space(lx);
    TRY(form->read(lx, inst, k, &gene[k]));
  }
  lexer_skip_space(lx);
  return lx->at == lx->end ? OK : lexer_fail(lx, "the end of the file after %d %s", inst->n, form->genes);
}

Status solution_read(const char *path, const Instance *inst, int32_t *gene) {
  char *text;
  size_t bytes;
  if (inst->problem == PROBLEM_TSP) return tour_read(path, inst->n, gene);
  TRY(text_read(path, &text, &bytes));
  Lexer lx = {.path = path, .at = text, .end = text + bytes, .line = 1};
  Status status = form_parse(&lx, &forms[inst->problem], inst, gene);
  free(text);
  return status;
}
