/* The forms of a report, each printed to a file. For output_write: `report` is a Report. Failures to write are the
 * stream's (ferror). */
#ifndef CORDEE_CMD_REPORT_REPORT_PAGE_H
#define CORDEE_CMD_REPORT_REPORT_PAGE_H

#include <stdio.h>
#include "report_data.h"

/* A page that needs nothing but itself: style, script and figures are in it. */
void report_print_page(FILE *out, const void *report);

/* RFC 4180: a line of names, then a line a row, with every member of ResultRow. */
void report_print_csv(FILE *out, const void *report);

/* Figures of the page, as SVG. */
void report_print_gaps(FILE *out, const Report *report); /* how many rows have which gap */
void report_print_accuracy(FILE *out,
                           const Report *report); /* gap against work or seed, a plot an instance */

/* Tables of the page: the median gap by instance and method, if there are several; by instance and work, if there are few amounts of it; all
 * rows, as data that the script draws. */
void report_print_matrix(FILE *out, const Report *report);
void report_print_table(FILE *out, const Report *report);
void report_print_rows(FILE *out, const Report *report);

/* Made from report.css and report.js by the build. */
extern const char report_css[], report_js[];

#endif
