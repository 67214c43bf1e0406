/* The page of `cordee-ladder report`: of each table of --csv its pictures, ours and published figures by size, and its rows. */
#ifndef CORDEE_LADDER_REPORT_PAGE_H
#define CORDEE_LADDER_REPORT_PAGE_H

#include <stdio.h>
#include "io/csv.h"
#include "status.h"

/* A line of a table; texts are kept ones (text_kept). */
typedef struct LadderLine {
  const char *design, *measure, *unit, *published, *card, *year;
  double n, ours, figure; /* figure: the number in `published`; NAN: none */
} LadderLine;

typedef struct LadderSheet { /* a file */
  const char *path, *ladder, *device;
  char *text; /* of the file, owned */
  size_t bytes;
  LadderLine *line; /* (count), owned */
  size_t count;
} LadderSheet;

typedef struct LadderPage {
  LadderSheet *sheet; /* (count) */
  int count;
} LadderPage;

/* ERR_FORMAT: not a table of a ladder, with file:line. The sheet is to be freed in any case. */
Status ladder_sheet_read(const char *path, LadderSheet *sheet);
void ladder_sheet_free(LadderSheet *sheet);

void ladder_page_print(FILE *out, const LadderPage *page);
/* A picture: lines of one measure, from `first` on; of several sizes a line a design against n, of one size a row of dots a design. */
void ladder_picture_print(FILE *out, const LadderSheet *sheet, const LadderLine *first);

#endif
