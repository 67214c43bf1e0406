/* The table of options: a row an option of a command. It drives the command line, job files, the help and the text in
 * checkpoints. For options*.c and their tests alone; others use options.h. */
#ifndef CORDEE_OPTIONS_OPTIONS_TABLE_H
#define CORDEE_OPTIONS_OPTIONS_TABLE_H

#include "options.h"

typedef enum OptionKind {
  KIND_COUNT,
  KIND_REAL,
  KIND_SECONDS,
  KIND_LIST,
  KIND_CHOICE,
  KIND_TEXT,
  KIND_FLAG
} OptionKind;

typedef struct OptionSpec {
  const char *name;
  OptionKind kind;
  size_t offset;
  bool plan; /* kept in checkpoints */
  CommandMask commands;
  const char *standard; /* default, as it would be typed; NULL: unset */
  const char *const *choices;
  const char *argument, *help;
  const char *of; /* what reads it, names with blanks between: methods; of `generate` KINDs; NULL: all */
  const char *least, *most; /* the numbers it takes (each of a list), both included, as they would be typed */
} OptionSpec;

extern const OptionSpec option_specs[];
extern const int option_count;

/* Sets the option from its text. ERR_USAGE: what was expected, and the text. */
Status option_set(const OptionSpec *spec, const char *text, Options *options);

/* Its value as text that option_set reads back to the last bit; of a text at most 60 characters. */
void option_print(const OptionSpec *spec, const Options *options, char *text, size_t size);

/* Is `name` one of the words of spec->of, or all of them? */
bool option_of(const OptionSpec *spec, const char *name);

#endif
