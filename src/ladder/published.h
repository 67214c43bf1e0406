/* Published designs as texts, and the one form of every ladder's table. A row has a design, a size, columns of its ladder, and at its end a
 * measure: ours, the published figure in the same unit with its card and year, and the ratio ours / published. */
#ifndef CORDEE_LADDER_PUBLISHED_H
#define CORDEE_LADDER_PUBLISHED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "status.h"

/* ---- designs ---- */

/* A figure in print. It is text, as its source has it: nothing is ever tested against it. */
typedef struct LadderFigure {
  const char *measure; /* LadderMeasure.name that it is compared with */
  const char *size;    /* "1000": for rows of this size; "": for any */
  const char *value;   /* "459.7", "over 175"; the ratio is to the first number in it */
  const char *card, *year;
} LadderFigure;

typedef enum LadderPlace { LADDER_GPU, LADDER_CPU /* or both */ } LadderPlace;

typedef struct LadderDesign {
  const char *name;              /* in tables and for --designs */
  const char *publication;       /* what this is our implementation of; "": this project's own */
  const char *change;            /* from the design before it, or what it fixes */
  const LadderFigure *published; /* ended by a NULL value; NULL: none */
  LadderPlace place;             /* where it runs */
} LadderDesign;

/* That of a name in an array ended by a NULL name; NULL: there is none. */
const LadderDesign *ladder_design_named(const LadderDesign *designs, const char *name);
/* Whether the list "a,b" of --designs has the name; an empty list has all. */
bool ladder_list_has(const char *list, const char *name);
/* ERR_USAGE: the list has a name that no design has. */
Status ladder_list_check(const LadderDesign *designs, const char *list);
/* Its name, change and publication. */
void ladder_design_print(FILE *out, const LadderDesign *design);

/* ---- tables ---- */

typedef struct LadderColumn {
  const char *key;   /* in the first line of --csv */
  const char *title; /* in the table; NULL: in --csv alone */
  int width;         /* of the table's column */
} LadderColumn;

typedef struct LadderCell {
  const char *text; /* NULL: the number */
  double number;    /* NAN: the cell is empty */
} LadderCell;

#define LADDER_NUMBER(X) ((LadderCell){NULL, (double)(X)})
#define LADDER_TEXT(X)   ((LadderCell){X, 0})

typedef struct LadderMeasure {
  const char *name, *unit; /* the same name in all rows that can be compared */
  double ours;
} LadderMeasure;

typedef struct LadderTable {
  const char *ladder, *device;
  const LadderColumn *columns; /* ended by a NULL key */
  FILE *out, *csv;             /* csv: or NULL */
  int digits;                  /* of ours and the ratio; 0: 4 */
} LadderTable;

/* The first line of --csv, once a run. */
void ladder_table_csv(const LadderTable *table);
/* The heading of the table, as often as a ladder has tables. */
void ladder_table_heading(const LadderTable *table);
/* A row: a cell for each column. Measures are ended by a NULL name; of several the first is in the row, each further one in a line of its
 * own, which has no cells. */
void ladder_table_row(const LadderTable *table, const LadderDesign *design, int64_t n,
                      const LadderCell *cells, const LadderMeasure *measures);
/* A row without figures, and why: "n too large for this design". */
void ladder_table_left_out(const LadderTable *table, const LadderDesign *design, int64_t n, const char *why);

/* The published figure of a design for a measure and a size; NULL: none. */
const LadderFigure *ladder_figure(const LadderDesign *design, const char *measure, int64_t n);
/* The first number in a text; NAN: there is none. */
double ladder_figure_number(const char *value);

#endif
