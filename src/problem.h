/* Problem: what an optimisation problem is, as a table of functions. The registry is problem.c: a line a problem.
 *
 * A problem owns its instances' data, their files, the length and meaning of a solution, its cost, a bound on that, and
 * the words for all of it. Nothing outside src/problem and the solvers of a problem knows more. Local, host only. */
#ifndef CORDEE_PROBLEM_H
#define CORDEE_PROBLEM_H

#include <stdbool.h>
#include <stdio.h>
#include "generator.h"
#include "instance.h"
#include "option_row.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { INSTANCE_HEAD_MAX = 14, PROBLEMS_MAX = 8, SETTINGS_BYTES = 80, PROBLEM_HEAD_BYTES = 4096 };

/* What options say of instances, as the problems' settings, by their place in the registry: a value, which may be copied and
 * compared by its bytes. Zeros: nothing is said. */
typedef struct InstanceSettings {
  unsigned char own[PROBLEMS_MAX][SETTINGS_BYTES] __attribute__((aligned(16)));
} InstanceSettings;

/* Words for people. */
typedef struct ProblemWords {
  const char *title;    /* "TSP" */
  const char *form;     /* an instance as the command line names it: "a TSPLIB file" */
  const char *items;    /* what n counts: "cities" */
  const char *solution; /* "tour" */
  const char *example;  /* an instance that the project ships: "instances/uniform-200-1.tsp" */
  int first; /* what people call a gene of 0: 1 for cities and machines, 0 where genes are as people say them */
  const char
      *part; /* what the first part of a cost counts (Problem.cost_unit): "vehicles"; NULL: it has one part */
  const char *rest;   /* and its second: "distance" */
  const char *suffix; /* of solutions in a folder of them: ".sol"; NULL: none is looked for there */
} ProblemWords;

/* Another form of solutions than the problem's own, by the suffix of the file that is written. */
typedef struct SolutionForm {
  const char *suffix; /* ".csv"; NULL ends a list */
  Status (*check)(
      const Instance *inst); /* whether solutions of it have this form: ERR_USAGE. NULL: all have */
  Status (*write)(const char *path, const Instance *inst, const int32_t *gene, int64_t cost);
  const char *mark; /* what every such file has near its beginning: it alone is replaced (io/output.h) */
} SolutionForm;

typedef struct Problem {
  const char *name; /* a plain word, as results keep it: "tsp" */
  size_t bytes;     /* of an instance: a struct that begins with Instance */
  ProblemWords words;

  /* What can be said of an instance beside its file: rows of a struct of at most SETTINGS_BYTES, which zeros mean the defaults of,
   * ended by a NULL name. NULL: nothing. */
  const OptionRow *options;

  /* The column of optima.tsv that an instance with these settings has its value in, as optima_find_column takes it. NULL: always the
   * table's own. */
  const char *(*optima_column)(const void *settings);

  /* How sure it is, 0 to 100, that `path` is its own, by the marks of its format, from the text or its first PROBLEM_HEAD_BYTES; head NULL: nothing is there,
   * the path itself may be an instance. The surest problem reads; 0: it is none. */
  int (*probe)(const char *path, const char *head, size_t bytes);
  /* Whether its settings make a text its own that another problem is surer of: a table of cities is one of customers where they ask for vehicles.
   * NULL: never. */
  bool (*claims)(const char *path, const char *text, size_t bytes, const void *settings);
  /* Why a text that no problem accepts is none of its own, "no TSPLIB file (...)", for a message that lists what was tried. NULL: it has no files. */
  void (*reject)(const char *path, const char *text, size_t bytes, char *why, size_t size);
  /* The instance of a whole file, or of the path if text is NULL. `text` need not end in a NUL. settings: by its options. *out is
   * owned by the caller (instance_free). "file:line: expected ..., found ...". ERR_FORMAT, ERR_USAGE, ERR_MEMORY. */
  Status (*parse)(const char *path, const char *text, size_t bytes, const void *settings, Instance **out);
  /* Its inverse, as text with the same digest. ERR_IO. NULL: instances have no file. */
  Status (*write)(FILE *out, const Instance *inst);

  /* Allocates the arrays of an instance whose sizes are set and whose array pointers are not; none is left if it fails.
   * NULL: it has none. ERR_MEMORY. */
  Status (*alloc)(Instance *inst);
  void (*release)(Instance *inst); /* frees them; pointers may be NULL. NULL: nothing to free */
  /* The arrays, in a fixed order, for digests and broadcasts. NULL: none. */
  void (*arrays)(const Instance *inst, InstanceArray arrays[INSTANCE_ARRAYS]);
  /* What the digest begins with: numbers that tell instances of equal arrays apart, of all problems. How many. */
  int (*head)(const Instance *inst, int32_t head[INSTANCE_HEAD_MAX]);
  /* "52 cities, EUC_2D" */
  void (*size_text)(const Instance *inst, char *text, size_t size);

  /* What people should know of an instance before they trust its costs, a sentence; "": nothing. NULL: never anything. */
  void (*advice)(const Instance *inst, char *text, size_t size);

  size_t (*genes)(const Instance *inst); /* int32 values of a solution */
  /* The cost of a solution, by code that shares nothing with the kernels. ERR_FORMAT names what makes it none; ERR_MEMORY. */
  Status (*judge)(const Instance *inst, const int32_t *gene, int64_t *cost);
  /* The cost before distances are rounded, in the same units; without its first part where it has two (cost_unit). *most: the share of it by
   * which rounding may change it; *help: the option that helps where it changes it by more. NAN: costs are not rounded. NULL: never. */
  double (*unrounded)(const Instance *inst, const int32_t *gene, double *most, const char **help);
  /* Whether places differ, and nothing is said of a scale: then a cost of 0 means that rounding has lost all distances. NULL: no. */
  bool (*scattered)(const Instance *inst);
  /* The unit of a cost's first part, where costs have two: first * unit + second, of which the first decides. 0: they have one part. NULL:
   * always. */
  int64_t (*cost_unit)(const Instance *inst);
  /* What the first part is called, "longest route", where it is no number of words.part but a size, in units of 10^-decimals. NULL: a number; also if it
   * is NULL. */
  const char *(*cost_part)(const Instance *inst, int32_t *decimals);
  /* cost_unit of an instance that is not at hand, by the options of its plan or task, "name = value" a line. */
  int64_t (*cost_unit_told)(const char *options, int32_t decimals);
  /* How many items that have to be served a solution leaves out, as problems may allow at a price; *first: what people call the first of them. NULL:
   * solutions are complete. */
  int32_t (*missing)(const Instance *inst, const int32_t *gene, int64_t *first);
  /* Where a cost counts what a solution leaves out of a sum, as prizes that are not collected: that sum. 0: it does not. NULL: never. */
  int64_t (*worth)(const Instance *inst);
  /* What people are told of a solution beside its cost: the name of a size, "longest route", and the size, in units of 10^-decimals. NULL: nothing; also
   * if it is NULL. */
  const char *(*told)(const Instance *inst, const int32_t *gene, int64_t *size, int32_t *decimals);
  /* How far rounding alone can take a solver's cost from the judge's. NULL: costs are exact, 0. */
  int64_t (*margin)(const Instance *inst, const int32_t *gene);
  /* A proven lower bound on any cost; computed once and kept with the instance. NULL: none is known. ERR_MEMORY. */
  Status (*bound)(const Instance *inst, int threads, int64_t *bound);
  /* Whether it takes so long that runs with a best known value go without. NULL: never. */
  bool (*bound_slow)(const Instance *inst);
  /* Solutions as files: to a path as io/output.h knows them, ERR_IO; and back, ERR_NO_INPUT, ERR_FORMAT. Counts and ranges are
   * checked, the rest is the judge's; a cost in the file is not looked at. remark (INSTANCE_REMARK_MAX): left, or how the file was taken, of
   * the ways in which such files can be. */
  Status (*solution_write)(const char *path, const Instance *inst, const int32_t *gene, int64_t cost);
  Status (*solution_read)(const char *path, const Instance *inst, int32_t *gene, char *remark);

  const char *const *solution_marks; /* of these files, ended by NULL, as SolutionForm.mark */

  const SolutionForm *forms; /* NULL: only its own */

  const Generators *generators; /* its seeded instances; needs `write`. NULL: it makes none */
} Problem;

extern const Problem *const problems[]; /* ended by NULL */

/* The problem of that name; NULL: there is none. */
const Problem *problem_find(const char *name);

/* The place of a problem in the registry, and the problem at a place: how ranks tell each other. */
int problem_index(const Problem *problem);

/* Problem.optima_column, NULL too where the problem has none. settings NULL: nothing is said. */
const char *problem_optima_column(const Problem *problem, const InstanceSettings *settings);

/* "a TSPLIB file; an ETC file; ...", of all problems. */
void problem_forms(char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
