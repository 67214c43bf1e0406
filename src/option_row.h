/* OptionRow: an option that belongs to a solver, to a problem, or to a problem's generators, written once. The command line, the help,
 * job files, the texts in checkpoints and the tables of docs/reference.md are all made from it. */
#ifndef CORDEE_OPTION_ROW_H
#define CORDEE_OPTION_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum OptionKind {
  KIND_COUNT,
  KIND_REAL,
  KIND_SECONDS,
  KIND_LIST,
  KIND_CHOICE,
  KIND_COUNTED, /* a choice, too; a word of it that ends in ':' takes a count: "exactly:5", or "exactly 5" */
  KIND_TEXT,
  KIND_PATH, /* of a file that is read; in a job file as seen from there */
  KIND_FLAG
} OptionKind;

typedef struct OptionRow {
  const char *name; /* without dashes; NULL ends a list of rows. Two solvers may have options of one name */
  OptionKind
      kind; /* these options are counts, reals and choices, counted ones too; an evaluator's and a problem's also texts */
  size_t offset,
      bytes; /* the value in the owner's settings: count uint32_t or uint64_t, real double, choice an enum, counted int64_t, text char[4096], a problem's const char *: text_kept */
  const char *standard;       /* default, as it would be typed */
  const char *const *choices; /* ended by NULL; these words stand in files, so they never change */
  const char *const *shown;   /* the words that people read and may type instead of choices; NULL: the same */
  const char *argument, *help;
  const char *least, *most; /* of a number, both included, as they would be typed */
  int bare;                 /* counted: the word that a number alone stands for; 0: none */
  const char *alias;        /* another name that is accepted; NULL: none */
  bool amount;              /* an amount of work: results of several are one series against it */
  bool bench;               /* `cordee bench` takes it, too */
  bool certify; /* of a solver's row: so does `cordee verify` beside its certificate (solver/certify.h) */
  int place; /* ascending in help, plans and task lines; these are kept in files, so a place never changes */
  const char
      *of; /* of a generators' row: the kinds that read it, with blanks between; NULL: all of the problem */
} OptionRow;

/* offset and bytes of a member of the owner's settings. */
#define OPTION_FIELD(TYPE, member) offsetof(TYPE, member), sizeof(((TYPE *)0)->member)

/* A counted value in the owner's settings: the index of its word, and its count (0: that word has none). */
enum { COUNTED_WORDS = 16 };
static inline int counted_word(int64_t value) { return (int)(value % COUNTED_WORDS); }
static inline int64_t counted_count(int64_t value) { return value / COUNTED_WORDS; }
static inline int64_t counted_make(int word, int64_t count) { return word + count * COUNTED_WORDS; }

/* Places of options that all solvers share. A solver takes a number of its own between them; 10 to 70 are taken by the solvers
 * that there are, and PLACE_PROBLEM - 1 is the last that is free. Rows of problems are at PLACE_PROBLEM, those of generators need
 * none. */
enum { PLACE_SHARED = 20, PLACE_SEED = 50, PLACE_PROBLEM = 900, PLACE_GENERATORS = 999, PLACE_END = 1000 };

#endif
