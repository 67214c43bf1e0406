/* The table of options: a row an option of a command. It drives the command line, job files, the help, the tables of docs/reference.md
 * and the texts in checkpoints. For options*.c and their tests alone; others use options.h. */
#ifndef CORDEE_OPTIONS_OPTIONS_TABLE_H
#define CORDEE_OPTIONS_OPTIONS_TABLE_H

#include "option_row.h"
#include "options.h"

typedef struct OptionSpec {
  const char *name;
  OptionKind kind;
  size_t offset; /* of the value in Options: int64_t, double, bool, or char[OPTION_PATH_MAX] */
  bool plan;     /* kept in checkpoints */
  CommandMask commands;
  const char *standard; /* default, as it would be typed; NULL: unset */
  const char *const *choices;
  const char *argument, *help;
  const char *of; /* what reads it, names with blanks between: methods; of `generate` KINDs; NULL: all */
  const char *least, *most; /* the numbers it takes (each of a list), both included, as they would be typed */
  int place;                /* as OptionRow's; 0: PLACE_END */
  const char *(*detail)(
      const Solver *);     /* each solver's part of the help; NULL from one that does not read it */
  void (*more)(FILE *out); /* the rest of the help */
  /* of an option that a solver, a problem or its generators, or an evaluator own; NULL otherwise */
  const Solver *solver;
  const struct Problem *problem;
  const Generators *generators;
  const struct Evaluator *evaluator;
  bool extends; /* a row of options_extend */
  const OptionRow *row;
  const char *alias;
  int bare;
  const char *const *shown;
} OptionSpec;

/* The options that nobody owns, ended by a NULL name. */
extern const OptionSpec option_shared[];

/* All of them with those of solvers, generators and evaluators, in the order of their places, ended by a NULL name. Made at the first call. */
const OptionSpec *option_specs(void);
/* The row of an option in the table. */
int option_row(const OptionSpec *spec);

/* Whether its value is a text: a path, a list. */
bool option_is_text(const OptionSpec *spec);
/* Whether a command of the mask takes it. */
bool option_taken(const OptionSpec *spec, CommandMask mask);
/* Whether two rows of the table have the same name. */
bool option_same_name(const OptionSpec *a, const OptionSpec *b);
/* An option of a problem with the name of another problem's, which comes before it and has the same value: what is said once of both. */
bool option_repeated(const OptionSpec *spec);

/* A row of the commands that has `name` as its alias; NULL: there is none. */
const OptionSpec *option_aliased(const char *name, CommandMask mask);

/* An option of a method and another one's alias may have one name: 3opt's --start star, and --start FILE. Whether the value is none of this
 * row's, and was given to the other. */
bool option_elsewhere(const OptionSpec *spec, const Options *options);

/* Whether the option has that name, or it is its alias. */
bool option_named(const OptionSpec *spec, const char *name);

/* Sets the option from its text. ERR_USAGE: what was expected, and the text. */
Status option_set(const OptionSpec *spec, const char *text, Options *options);

/* Sets every option of spec's name that one of the commands takes: two owners may have one each, with values of their own. It
 * is enough that one of them takes the value; the others are marked as refused. ERR_USAGE: none does. */
Status option_set_all(const OptionSpec *spec, CommandMask mask, const char *text, Options *options);

/* The message that a value of it was refused: what it takes with ("method", "ils") or ("generate", "uniform"). ERR_USAGE. */
Status option_expected(const OptionSpec *spec, const char *what, const char *name);

/* Its value as text that option_set reads back to the last bit; of a text what fits into size. shown: for people. */
void option_print(const OptionSpec *spec, const Options *options, char *text, size_t size);
void option_print_shown(const OptionSpec *spec, const Options *options, char *text, size_t size);
/* The same of a value that lies elsewhere. */
void option_print_value(const OptionSpec *spec, const void *at, bool shown, char *text, size_t size);

/* Whether that word of its choices takes a count. */
bool option_word_counts(const OptionSpec *spec, int word);

/* Whether `name` (a method; of `generate` a KIND) reads options of that name; whether it reads this very row. */
bool option_of(const OptionSpec *spec, const char *name);
bool option_own(const OptionSpec *spec, const char *name);

/* Prints what it means, without bounds and default. */
void option_explain(const OptionSpec *spec, FILE *out);

#endif
