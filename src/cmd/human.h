/* Figures and results as text for people. Local. */
#ifndef CORDEE_CMD_HUMAN_H
#define CORDEE_CMD_HUMAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "instance.h"
#include "io/checkpoint/checkpoint.h"
#include "io/json.h"
#include "problem.h"
#include "run/run.h"

/* ---- figures ---- */

/* How a cost is told: in units of 10^-decimals, of one part or of two (Problem.cost_unit). */
typedef struct CostForm {
  int32_t decimals;
  int64_t unit;            /* of the first part; 0: there is one part */
  const char *part, *rest; /* what the parts are called */
  bool measured; /* the first part is a size, in units of 10^-part_decimals, and no number of things */
  int32_t part_decimals;
  int64_t worth; /* Problem.worth: costs count what is left of it; 0: they do not */
} CostForm;

CostForm cost_form(const Instance *inst);
/* Of a checkpoint or a row, with the options of its plan or task; problem NULL: not known, costs of one part. */
CostForm cost_form_told(const Problem *problem, const char *options, int32_t decimals, int64_t worth);
/* 100 (cost - reference) / |reference|, of the part that differs first, or of what is collected where costs count what is left; NAN if either is
 * unknown (COST_NONE; reference 0). */
double cost_gap_percent(CostForm form, int64_t cost, int64_t reference);

/* What the reader of an instance has to say, on standard error: "warning: ...", "note: ...". */
void instance_tell(const Instance *inst);
/* And what judge_caution says of a solution. */
void caution_tell(const Instance *inst, const int32_t *gene, int64_t cost, int64_t best_known);

/* Opens a log of events to append to. ERR_IO; ERR_USAGE: another file is there. */
Status log_open(const char *path, FILE **log);

/* A warning on standard error if the results file at `path` was cut short (results_cut). */
void results_cut_tell(const char *path);

/* The texts are in static storage and valid during the next seven calls of any of these. */
const char *human_count(double value);     /* 950, 12.3k, 4.56M, 7.89G */
const char *human_seconds(double seconds); /* 12.3s, 3m07s, 1h02m */
const char *human_moment(double seconds);  /* the same, but 29ms, 350us below a second */
const char *human_things(double value,
                         const char *plural); /* 1 schedule, 12.3k schedules, 1 epoch of chains */
const char *human_cost(CostForm form,
                       int64_t cost); /* 7542; 10 vehicles, 828.9; longest route 94.1, cost 828.9 */
/* The gap between such costs: of the part that differs first, "+1 vehicle" or 0.520%; "": unknown, as in cost_gap_percent. */
const char *human_gap_of(CostForm form, int64_t cost, int64_t best_known);
/* Where costs count what is left: what is collected; COST_NONE elsewhere, and of a cost above the whole. */
int64_t cost_collected(CostForm form, int64_t cost);
/* "collected 90 of 320", or "" where cost_collected is COST_NONE. */
const char *human_collected(CostForm form, int64_t cost);
const char *human_of(double all);             /* " of 12.3k"; "" for 0, which means unknown */
const char *human_of_epochs(uint32_t epochs); /* " of 40"; "" if the clock decides (EPOCHS_OPEN) */

/* Prints the line of a judged result on standard output: "berlin52: 7542, gap 0.000% to the best known, verified", with
 * ", 0.183% above the proven bound 7346524.2" after the gap if bound is not 0. */
void result_print(const Instance *inst, const int32_t *gene, int64_t cost, int64_t best_known, int64_t bound);

/* ---- best of a run ---- */

/* How the best of a run came down, in a line of a terminal: a column a share of the running time. */

enum { SPARK_COLUMNS = 40, SPARK_BYTES = 3 * SPARK_COLUMNS + 1 };

/* The best after each share of elapsed_s, as a height: the logarithm of its distance from `reference` (a cost that no row is below; what is
 * closest, if it is not known), from the first best at the top to the last at the bottom. "" with less than two rows. utf8: the terminal
 * shows eight heights of blocks; else ASCII. */
void sparkline(char text[SPARK_BYTES], const TraceRow *row, size_t rows, double elapsed_s, int64_t reference,
               bool utf8);

/* Whether the environment says that the terminal takes UTF-8: LC_ALL, else LC_CTYPE, else LANG. */
bool terminal_utf8(void);

/* ---- shares of ranks ---- */

/* The shares of ranks of different speed, for people and logs. Nothing is written of a run whose ranks share equally. */

/* "cuda 96.1%, cpu 3.9%" of the islands: by rank, of many ranks by backend. */
void shares_tell(FILE *out, const RunView *view);
/* At the end: a line a rank, with its islands, its part of the work, and how long an epoch takes it. */
void shares_list(FILE *out, const RunView *view);
/* A member "shares" of a JSON object. */
void shares_log(json_t *event, const RunView *view);

#endif
