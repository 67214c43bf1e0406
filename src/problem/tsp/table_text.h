/* Tables of cities and of distances as text: rows of fields, separated by semicolons, tabs, commas or blanks, whichever the first row has. Lines that are blank
 * or begin with '#' are no rows. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_TABLE_TEXT_H
#define CORDEE_PROBLEM_TSP_TABLE_TEXT_H

#include "io/csv.h"
#include "status.h"

enum { TABLE_SHOWN_MAX = 40 /* bytes of a row or field in a message */ };

typedef struct TableText {
  const char *path;
  CsvText rest;
  int line; /* of the row that was read last */
  char separator;
} TableText;

TableText table_begin(const char *path, const char *text, size_t bytes);

/* The next row without blanks around it. False: there is none. */
bool table_row(TableText *t, CsvText *row);
/* The next field of a row, which then begins behind it. */
bool table_field(const TableText *t, CsvText *row, CsvText *field);
uint32_t table_fields(const TableText *t, CsvText row);

/* The number that a field is, never -0. */
bool table_number(CsvText field, double *value);

/* Bytes of it that a message shows. */
int table_shown(CsvText text);

/* Names, each ended by a NUL, as TspInstance.names has them. */
typedef struct NameList {
  char *text; /* owned; NULL: none */
  size_t bytes, room;
} NameList;

/* ERR_FORMAT: it has a zero byte; ERR_MEMORY. */
Status names_add(const TableText *t, CsvText name, NameList *names);

#endif
