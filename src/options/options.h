/* Options of a run: one table of rows drives the command line, the help, job files, and the texts kept in checkpoints. The rows
 * that nobody owns are members here; those of a solver (Solver.options), of a problem (Problem.options), of generators
 * (Generators.options) or of an evaluator (Evaluator.options) are values by row. */
#ifndef CORDEE_OPTIONS_OPTIONS_H
#define CORDEE_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>
#include "generator.h"
#include "page.h"
#include "problem.h"
#include "solver.h"
#include "suggest.h"

struct Evaluator;

enum {
  OPTION_PATH_MAX = 4096,
  OPTION_SHORT_MAX = 512 /* of a text that a plan keeps */,
  OPTION_ROWS_MAX = 256,
  OPTION_TEXTS_MAX = 16
};

typedef union OptionValue { /* by the row's kind */
  int64_t whole;            /* a count; of a choice the index; counted_make */
  double real;
} OptionValue;

typedef struct Options {
  /* the plan: what the answer depends on; kept in checkpoints, fixed on resume. What was given: 0 may leave it to the solver, whose choice is
   * in Plan */
  char method[OPTION_PATH_MAX]; /* "": the problem's default */
  uint64_t islands, epoch, seed;
  OptionValue own[OPTION_ROWS_MAX]; /* of rows that have an owner, by row of the table */
  double target;                    /* stop at this cost or below; -infinity: none */
  double target_gap;                /* the same, in per cent above the best known value */
  /* the run: may differ from leg to leg */
  double time_s; /* stop after; 0: no limit */
  double
      cut_s; /* stop after, too, for others' reasons, which no schedule follows: a sweep's end; 0: no limit */
  int64_t backend;   /* index of option_backends */
  uint64_t threads;  /* 0: this rank's share of the cores */
  double every_s;    /* seconds between checkpoints */
  double best_known; /* 0: look it up */
  uint64_t inputs;   /* CheckpointMeta.inputs: a checkpoint of others is refused; 0: nobody asks */
  char checkpoint[OPTION_PATH_MAX], log[OPTION_PATH_MAX], instance[OPTION_PATH_MAX];
  char initial[OPTION_PATH_MAX];  /* the solution to start from, or the folder of it; "": none */
  char or_start[OPTION_PATH_MAX]; /* resume: the instance to start with if there is no checkpoint */
  double stop_before_s;           /* of a SLURM job's end */
  bool quiet, json, force, verbose;
  bool hybrid; /* blocks of islands by speed, CPUs beside GPUs */
  bool
      lazy; /* no checkpoint at the beginning and none of a finished run: a sweep's tasks, whose rows say it all */
  /* of single commands */
  char out[OPTION_PATH_MAX], sizes[OPTION_PATH_MAX], batch_sizes[OPTION_PATH_MAX],
      route_sizes[OPTION_PATH_MAX], csv[OPTION_PATH_MAX];
  uint64_t ranks_per_task;
  bool dry_run, retry_failed, check, certify;
  uint64_t port, jobs, queue, megabytes; /* serve */
  double longest_s;
  char host[OPTION_PATH_MAX], token_file[OPTION_PATH_MAX], folder[OPTION_PATH_MAX];
  uint64_t check_every;                          /* price, verify RECORDS */
  char items[OPTION_PATH_MAX];                   /* verify RECORDS: what they were made from */
  char batch[OPTION_PATH_MAX];                   /* verify: the list */
  char texts[OPTION_TEXTS_MAX][OPTION_PATH_MAX]; /* of rows that have an owner and are texts */
  bool given[OPTION_ROWS_MAX];                   /* on the command line, by row of the table */
  bool refused
      [OPTION_ROWS_MAX]; /* the value that was set is another row's of the same name, and none of this one's */
} Options;

extern const char *const option_backends[]; /* "auto", "cpu", "cuda", NULL */

/* Commands, as a mask of the options they take. */
typedef enum CommandMask {
  FOR_SOLVE = 1,
  FOR_RESUME = 2,
  FOR_SHOW = 4,
  FOR_BENCH = 8,
  FOR_GENERATE = 16,
  FOR_PROGRAM = 32, /* of another program than cordee: the rows of options_extend */
  FOR_SERVE = 64,
  FOR_SWEEP = 128,
  FOR_REPORT = 256,
  FOR_OR_START = 512 /* with FOR_RESUME: the plan's options too, beside --or-start */,
  FOR_BATCH = 1024,
  FOR_VERIFY = 2048,
  FOR_CERTIFY = 4096, /* with FOR_VERIFY: what may stand beside a certificate */
  FOR_ROUTES = 8192,
  FOR_PRICES = 16384,          /* bench price */
  FOR_SEARCHES = 32768,        /* bench bfs */
  FOR_FLOWS = 65536,           /* bench flow */
  FOR_RECORDS = 131072,        /* with FOR_VERIFY: what may stand beside a file of records */
  FOR_EVALUATOR = 1 << 20,     /* the command of evaluator_at(k): this times 2^k, k < EVALUATORS_MAX */
  FOR_EVALUATORS = 0x3ff << 20 /* those of all evaluators */
} CommandMask;

enum { EVALUATORS_MAX = 10 };

typedef struct CommandName { /* of one command, in full */
  CommandMask mask;
  const char *name;
} CommandName;

void options_default(Options *options);

/* Parses argv[1..] (argv[0] is the command): the options of `mask`, then exactly `positional` words, which are left in
 * argv[*first..]. Counts accept 1e6 and 2.5e3; names are written whole: a beginning of one may mean another elsewhere. ERR_USAGE names the
 * option, what was expected and what was found. positional OPTIONS_WORDS_SOME: one word or more. */
enum { OPTIONS_WORDS_SOME = -1 };
Status options_parse(Options *options, CommandMask mask, int argc, char **argv, int positional, int *first);

/* Whether the option of that name was on the command line. */
bool options_given(const Options *options, const char *name);

/* Checks that every option that was given is one that this run reads, its method's or any method's, with a value that the method
 * takes. ERR_USAGE names the first that is not, and the methods it belongs to. */
Status options_belong(const Options *options, const Solver *solver, const struct Problem *problem);
/* Whether an option was given that this run does not read; values are not looked at. */
bool options_stray(const Options *options, const Solver *solver);
/* Checks the same of `generate` and the KIND of instance it makes. */
Status options_belong_kind(const Options *options, const char *kind);
/* Fills in the settings of these generators (Generators.bytes) as the options say. */
void options_generator(const Options *options, const Generators *generators, void *settings);
/* Checks that every option given that a problem owns is one of this problem's. ERR_USAGE names the first that is not, and its problem. */
Status options_belong_instance(const Options *options, const struct Problem *problem);
/* Another program than cordee has options of its own: `rows` (of any kind, ended by a NULL name) are taken with FOR_PROGRAM, and messages name
 * `program`. Before any other call, once a process. Their values, into the settings that the rows describe. */
void options_extend(const char *program, const OptionRow *rows);
void options_extension(const Options *options, void *settings);
/* The name of the program in messages: "cordee" unless it is another one. */
const char *options_program(void);
/* Fills in the settings of the evaluator (Evaluator.settings_bytes) as the options say. */
void options_evaluator(const Options *options, const struct Evaluator *evaluator, void *settings);
/* "name = value" a line for each of these settings, and its inverse. ERR_FORMAT: file is named in the message. */
void options_print_evaluator(const Options *options, const struct Evaluator *evaluator, char *text,
                             size_t size);
Status options_read_evaluator(const char *file, const struct Evaluator *evaluator, const char *text,
                              void *settings);
/* Checks that the options are there that an item of the evaluator needs (Evaluator.needed). ERR_USAGE names those that are not. */
Status options_needed(const Options *options, const struct Evaluator *evaluator);
CommandMask options_evaluator_mask(const struct Evaluator *evaluator);
/* The number of rows of the table. */
int options_rows(void);
/* Whether a problem owns the option of that row. */
bool options_row_of_instance(int row);
/* Whether a command of the mask takes it. */
bool options_row_taken(int row, CommandMask mask);

/* Takes the next number of a list of them with commas between ("52,1e3"), from *at on, which moves behind it. false: the end. */
bool options_list_next(const char **at, int32_t *number);

/* "name = value" a line for every option of the plan, as it is used: solver and plan are what options_plan has made; NULL: as they were given. And
 * its inverse. ERR_FORMAT: file is named in the message. */
void options_print_plan(const Options *options, const Solver *solver, const Plan *plan, char *text,
                        size_t size);
Status options_read_plan(const char *file, const char *text, Options *options);

/* Checks that the plan of `text` says what `options` were given on the command line; those of other methods, and a 0 that leaves the
 * choice to the program, agree with anything. ERR_USAGE: the first that differs, and both values. */
Status options_agree(const char *file, const char *text, const Options *options);

/* Sets one option of `mask` by name, as `--name value` would. ERR_USAGE: no such option, or not such a value. */
Status options_assign(Options *options, CommandMask mask, const char *name, const char *value);

/* The row of `name` in the table, if a sweep's task may say it (the options of solve's plan, initial, time and best-known); -1: it may not. */
int options_task_row(const char *name);
/* Offers the names of those options for "did you mean ...". */
void options_task_offer(Suggestion *near);
/* Whether the value of that row is the path of a file. */
bool options_row_path(int row);

/* Whether a method reads the option of that row; and which do: "climb", "ils, climb or pso"; "" where all do. */
bool options_row_read(int row, const char *method);
void options_row_readers(int row, char *list, size_t size);

/* "name = value\n", the value in its shortest form: the same text for 1e3 and 1000. ERR_USAGE as options_assign. */
Status options_task_line(int row, const char *value, char *line, size_t size);

/* The same on one line, for people. */
void options_summary(const Options *options, const Solver *solver, const Plan *plan, char *text, size_t size);

/* Prints the options of `mask` on a page of the help, with their bounds and defaults. Those that a method or a problem owns are on its page
 * alone, where so many are taken that nobody would find the others: options_help_elsewhere says so. */
void options_help(const Page *page, CommandMask mask);
bool options_help_elsewhere(CommandMask mask);
/* Prints those of a method, with the shared ones that it reads in a way of its own; those that say how a problem's instances are read. */
void options_help_solver(const Page *page, const Solver *solver);
void options_help_problem(const Page *page, const struct Problem *problem);
/* Prints the options of that name, each with the commands or what owns it. False: there is none. */
bool options_help_named(const Page *page, const char *name);
/* Prints all options and methods, a line each with tabs between its columns, which the first line names: for tools/options-table. `names` of
 * the commands, ended by NULL. */
void options_list(FILE *out, const CommandName *names);
/* Prints what completion needs: bash arrays of the options and of the values of choices, by the name of a command, a method or a problem. */
void options_completion(FILE *out, const CommandName *names);

/* Puts the solver's settings as the options say into the plan: nothing is filled in or checked. */
void options_settings(const Options *options, const Solver *solver, Plan *plan);

/* Fills in what the options say of instances, for instance_read_set. */
void options_instance(const Options *options, InstanceSettings *settings);

/* The plan in the solver's form: what is used. Defaults that depend on others are filled in. ERR_USAGE if it is too large, or if an option was
 * given that is another method's (options_belong). */
Status options_plan(const Options *options, const Solver *solver, const Instance *inst,
                    const BackendOps *backend, Plan *plan);

typedef struct PlanRanks { /* of Plan: what a run has found of its ranks */
  uint32_t ranks, threads;
  uint64_t room;
} PlanRanks;
/* The same of a run on these ranks. */
Status options_plan_ranks(const Options *options, const Solver *solver, const Instance *inst,
                          const BackendOps *backend, const PlanRanks *on, Plan *plan);

#endif
