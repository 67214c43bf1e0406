/* The test functions' row of the registry. "rastrigin:30" is an instance. */
#include <math.h>
#include <string.h>
#include "c_locale.h"
#include "function.h"
#include "instance.h"
#include "io/lexer.h"
#include "problem/list_file.h"

/* ---- positions as files ---- */

/* Positions as files: a coordinate a line (list_file.h). Problem.solution_write, solution_read. */

static void sizes_tell(const Instance *inst, ListSize size[2]) {
  size[0] = (ListSize){"dimensions", inst->n};
  size[1] = (ListSize){NULL, 0};
}

/* Nine digits give the same float back. */
static void coordinate_write(FILE *out, int32_t gene) {
  float x;
  memcpy(&x, &gene, sizeof x);
  c_fprintf(out, "%.9g\n", (double)x);
}

static Status coordinate_read(Lexer *lx, const Instance *inst, int32_t k, int32_t *gene) {
  double value;
  const Lexer place = *lx;
  const double range = function_range(function_of(inst)->function);
  if (!lexer_number(lx, &value) || !(fabs((double)(float)value) <= range))
    return lexer_fail(&place, "coordinate %d of %d, from %g to %g", k + 1, inst->n, -range, range);
  const float x = (float)value;
  memcpy(gene, &x, sizeof x);
  return OK;
}

static const ListForm form = {"position", "value", sizes_tell, coordinate_write, coordinate_read};

static Status position_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  return list_write(path, &form, inst, gene, cost);
}

static Status position_read(const char *path, const Instance *inst, int32_t *gene, char *remark) {
  (void)remark;
  return list_read(path, &form, inst, gene);
}

/* ---- row of the registry ---- */

enum { DIMENSIONS_MAX = 1000000 };

/* The function before the path's colon; FUNCTION_COUNT: none. */
static FunctionKind function_find(const char *path) {
  const char *colon = strchr(path, ':');
  FunctionKind f = 0;
  for (; f < FUNCTION_COUNT; f++) {
    const char *name = function_name(f);
    if (colon && strlen(name) == (size_t)(colon - path) && strncmp(name, path, strlen(name)) == 0) break;
  }
  return f;
}

static int function_probe(const char *path, const char *head, size_t bytes) {
  (void)bytes;
  return !head && function_find(path) < FUNCTION_COUNT ? 100 : 0;
}

static Status function_parse(const char *path, const char *text, size_t bytes, const void *settings,
                             Instance **out) {
  (void)settings; /* it has no options */
  (void)text;
  (void)bytes;
  const FunctionKind function = function_find(path);
  const char *dimensions = strchr(path, ':') + 1;
  Lexer lx = {.path = path, .at = dimensions, .end = dimensions + strlen(dimensions), .line = 1};
  long long n;
  if (!lexer_integer(&lx, 1, DIMENSIONS_MAX, &n) || lx.at != lx.end)
    FAIL(ERR_USAGE, "%s: expected dimensions from 1 to %d after the colon, found '%s'", path, DIMENSIONS_MAX,
         dimensions);
  TRY(function_alloc(function, (int32_t)n, out));
  snprintf((*out)->name, sizeof(*out)->name, "%s:%lld", function_name(function), n);
  (*out)->digest = instance_digest(*out);
  return OK;
}

static int function_head(const Instance *inst, int32_t head[INSTANCE_HEAD_MAX]) {
  const int32_t words[] = {2, 0, inst->n, 0, inst->decimals, (int32_t)function_of(inst)->function};
  memcpy(head, words, sizeof words);
  return sizeof words / sizeof *words;
}

static void function_size_text(const Instance *inst, char *text, size_t size) {
  snprintf(text, size, "%s in %d dimension%s", function_name(function_of(inst)->function), inst->n,
           inst->n == 1 ? "" : "s");
}

static size_t function_genes(const Instance *inst) { return (size_t)inst->n; }

const Problem problem_function = {.name = "function",
                                  .bytes = sizeof(FunctionInstance),
                                  .words = {"functions", "a test function such as rastrigin:30", "dimensions",
                                            "position", "rastrigin:30", 0},
                                  .probe = function_probe,
                                  .parse = function_parse,
                                  .head = function_head,
                                  .size_text = function_size_text,
                                  .genes = function_genes,
                                  .judge = judge_position,
                                  .margin = judge_margin,
                                  .solution_write = position_write,
                                  .solution_read = position_read,
                                  .solution_marks = (const char *const[]){"# cordee position", NULL}};
