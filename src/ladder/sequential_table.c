/* The comparison of sequential methods of a source, on swiss42 there: its table, its curves and what the source says beside. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "clock.h"
#include "problem/tsp/tsp.h"
#include "race.h"
#include "sequential.h"
#include "solver/aco/aco_plan.h"
#include "text.h"

enum {
  OPTIMA = 1000,     /* local optima of 2-opt */
  ITERATIONS = 1000, /* of ants, as published */
  ITERATIONS_POINT = 10,
  POINTS = 246, /* of annealing, as published, */
  PROPOSALS_POINT = 10
};

/* ---- what the source says ---- */

#define SOURCE "bachelor thesis 2023"
static const LadderFigure figures_2opt[] = {{"best tour", "42", "1273", "CPU", "2023"},
                                            {"optima until then", "42", "625", "CPU", "2023"},
                                            {.value = NULL}};
static const LadderFigure figures_ants[] = {{"iterations until then", "42", "about 400", "CPU", "2023"},
                                            {.value = NULL}};
static const LadderDesign designs[] = {
    {"2opt", SOURCE, "local optima from random tours", figures_2opt, LADDER_CPU},
    {"as", SOURCE, "ant system: n ants, alpha 1, beta 5, rho 0.5, Q 100", figures_ants, LADDER_CPU},
    {"anneal-0.999", SOURCE, "T0 = n^3, T0 alpha^t; alpha is not said there: 0.999", NULL, LADDER_CPU},
    {"anneal-0.99", SOURCE, "the same with 0.99", NULL, LADDER_CPU},
    {.name = NULL}};

static const LadderColumn columns[] = {
    {"work", "work", 8}, {"unit", "unit", 10}, {"seconds", "seconds", 9}, {.key = NULL}};

/* ---- a course ---- */

typedef struct Compared {
  const LadderRun *run;
  const Instance *inst;
  int64_t best_known;
  Sequential s;
  int32_t *tour; /* (n) */
  LadderTable table;
  int64_t first_optimum, ants_best; /* of 2-opt, of the ant system */
} Compared;

typedef struct Course { /* of one method */
  const LadderDesign *design;
  const char *unit;
  double began, seconds, work; /* work: done so far */
  int64_t best;                /* 0: none yet */
  double until;                /* the work until then */
} Course;

static void gap_csv(const Compared *c, int64_t cost) {
  if (c->best_known)
    c_fprintf(c->run->csv, "%.3f\n", 100 * ((double)cost / (double)c->best_known - 1));
  else
    fprintf(c->run->csv, "-\n");
}

/* The best so far. */
static void course_csv(const Compared *c, const Course *course) {
  if (!c->run->csv) return;
  text_csv(c->run->csv, c->inst->name);
  c_fprintf(c->run->csv, ",%d,%s,%s,cpu,%llu,%.6f,%.10g,%lld,", c->inst->n, course->design->name,
            course->unit, (unsigned long long)c->s.seed, course->seconds, course->work,
            (long long)course->best);
  gap_csv(c, course->best);
}

static Course course_begin(int design, const char *unit) {
  return (Course){.design = &designs[design], .unit = unit, .began = clock_s()};
}

/* A point: after so much work there was a tour of that cost. */
static void course_point(const Compared *c, Course *course, double work, int64_t cost) {
  course->seconds = clock_s() - course->began;
  course->work = work;
  if (!course->best || cost < course->best) {
    course->best = cost;
    course->until = work;
  }
  course_csv(c, course);
}

static void course_row(const Compared *c, const Course *course) {
  char until[32];
  snprintf(until, sizeof until, "%s until then", course->unit);
  const LadderCell cells[] = {LADDER_NUMBER(course->work), LADDER_TEXT(course->unit),
                              LADDER_NUMBER(course->seconds)};
  const LadderMeasure measures[] = {
      {"best tour", "", (double)course->best}, {until, "", course->until}, {.name = NULL}};
  ladder_table_row(&c->table, course->design, c->inst->n, cells, measures);
}

/* ---- the methods ---- */

static void climb_run(Compared *c) {
  Course course = course_begin(0, "optima");
  for (uint32_t k = 0; k < OPTIMA; k++) {
    course_point(c, &course, k + 1, sequential_climb(&c->s, k, c->tour));
    if (k == 0) c->first_optimum = course.best;
  }
  course_row(c, &course);
}

static Status ants_run(Compared *c) {
  const AcoPlan own = {.variant = ACO_AS,
                       .alpha = 1,
                       .beta = 5,
                       .rho = 0.5,
                       .q = 100,
                       .iterations = ITERATIONS,
                       .candidates = 16};
  Plan plan = aco_plan_make((Plan){.seed = c->s.seed, .islands = 1, .epoch = ITERATIONS}, own);
  Course course = course_begin(1, "iterations");
  Race race;
  TRY(solver_aco.complete(c->inst, c->run->be->ops, &plan));
  const Status status = race_steps(c->run->be, &solver_aco, c->inst, &plan, ITERATIONS_POINT, &race);
  for (size_t k = 0; k < race.count && status == OK; k++) {
    course_point(c, &course, race.point[k].evaluations / aco_plan(&plan)->ants, race.point[k].cost);
    course.seconds = race.point[k].seconds;
  }
  course.seconds = race.seconds;
  course.work = ITERATIONS;
  c->ants_best = course.best;
  if (status == OK) course_row(c, &course);
  race_free(&race);
  return status;
}

static void anneal_run(Compared *c, int design, double alpha) {
  Course course = course_begin(design, "proposals");
  sequential_random(&c->s, 0, c->tour);
  for (uint32_t k = 0; k < POINTS; k++) {
    const int64_t cost = sequential_anneal(&c->s, alpha, k * PROPOSALS_POINT, PROPOSALS_POINT, c->tour);
    course_point(c, &course, (k + 1) * PROPOSALS_POINT, cost);
  }
  course_row(c, &course);
}

/* ---- the comparison ---- */

static void words_print(const Compared *c) {
  const char *where = c->ants_best > c->first_optimum ? "above" : "not above";
  printf("The ant system ends at %lld, %s the first local optimum of 2-opt, %lld; published: above it.\n"
         "Annealing: published as stopped after 246 points of 10 proposals, far above the optimum.\n"
         "2-opt: published as the best after 625 evaluations, whose unit the source does not say.\n",
         (long long)c->ants_best, where, (long long)c->first_optimum);
}

static Status methods_run(Compared *c) {
  ladder_table_heading(&c->table);
  climb_run(c);
  TRY(ants_run(c));
  anneal_run(c, 2, 0.999);
  anneal_run(c, 3, 0.99);
  words_print(c);
  return OK;
}

static void distances_make(const Instance *inst, int64_t *distance) {
  for (int32_t a = 0; a < inst->n; a++)
    for (int32_t b = 0; b < inst->n; b++)
      distance[(size_t)a * (size_t)inst->n + (size_t)b] = a == b ? 0 : judge_distance(inst, a, b);
}

Status sequential_compare(const LadderRun *run, const Instance *inst, int64_t best_known) {
  const size_t n = (size_t)inst->n;
  if (n < 8 || n > 200)
    FAIL(ERR_USAGE, "heuristics --as-published: expected 8 to 200 cities, found %d", inst->n);
  int64_t *distance = malloc(n * n * sizeof *distance);
  Compared c = {.run = run,
                .inst = inst,
                .best_known = best_known,
                .s = {inst->n, distance, run->settings->seed},
                .tour = malloc(n * sizeof *c.tour),
                .table = {"heuristics", run->be->device_name, columns, stdout, NULL, 0}};
  Status status = OK;
  if (!distance || !c.tour) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for distances of %zu cities", n);
  distances_make(inst, distance);
  for (const LadderDesign *d = designs; d->name; d++) ladder_design_print(stdout, d);
  status = methods_run(&c);
cleanup:
  free(distance);
  free(c.tour);
  return status;
}
