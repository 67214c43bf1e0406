/* Pieces of the page of `cordee report`. */
#ifndef CORDEE_CMD_REPORT_REPORT_HTML_H
#define CORDEE_CMD_REPORT_REPORT_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- texts ---- */

/* Texts of a page's rows, each kept once: rows name them by number. */

typedef struct ReportTexts {
  char **text; /* (count), owned */
  size_t count, capacity;
  void *tree; /* of their numbers, sorted by text */
} ReportTexts;

/* The number of the text, which is added if it is new; 0, which is "", if there is no memory. */
size_t texts_number(ReportTexts *texts, const char *text);
/* A JSON array of all, safe inside an HTML script element. */
void texts_print(FILE *out, const ReportTexts *texts);
void texts_free(ReportTexts *texts);

/* ---- pieces ---- */

/* Pieces of the page of `cordee report`: escaped text, cells of tables, short figures. A cell whose text does not
 * sort as it stands carries what does in data-v; one without a value is empty, and sorted last. */

/* The text made safe (text_html), open and close as they are. */
void html_element(FILE *out, const char *open, const char *text, const char *close);

/* kind: the cell's class, "" if it has none. */
void cell_text(FILE *out, const char *kind, const char *text);
void cell_percent(FILE *out, double value);                /* NAN: none */
void cell_cost(FILE *out, int64_t cost, int32_t decimals); /* COST_NONE: none */
void cell_figure(FILE *out, double value, const char *text,
                 const char *unit); /* text, which value sorts; 0 or less: none */

typedef struct TableHead { /* a column; the array ends with a NULL label */
  const char *label, *key; /* key: its name in an address, #sort=KEY; NULL: it is not sorted by */
  bool number;
} TableHead;

/* A section of the page, which links to #anchor; a table in it, that the script sorts; id: its own, or "". */
void section_open(FILE *out, const char *anchor, const char *title);
void table_open(FILE *out, const char *id, const TableHead *heads);
void table_close(FILE *out); /* the section, too */

/* Figures in few letters, in static storage that lasts for seven further calls: 10k, 2.5M; 3.2ms, 12.3s, 3m07s. */
const char *short_count(double value);
const char *short_seconds(double seconds);

#endif
