/* What `cordee report` shows, computed once from the rows: gaps, rows of the same instance, totals. Host only. */
#ifndef CORDEE_CMD_REPORT_REPORT_DATA_H
#define CORDEE_CMD_REPORT_REPORT_DATA_H

#include "io/results/results.h"
#include "io/results/results_file.h"

typedef struct ReportGroup { /* rows of one instance */
  const ResultRow *row;      /* its first one; names and sizes are that one's */
  const char *name;
  size_t first, rows, verified; /* member[first .. first + rows) of Report */
  int64_t best;                 /* of its verified rows; COST_NONE: none */
  double gap, median;           /* of its best and of its verified rows, in per cent; NAN: not known */
} ReportGroup;

typedef struct ReportMethod {
  const char *name;
  size_t rows;
  double elapsed_s, searches, moves, median;
} ReportMethod;

enum { REPORT_METHODS = 16, REPORT_SERIES = 12, REPORT_SERIES_TEXT = 128 };

typedef struct Report {
  const char *path;
  ResultsAbout about;
  ResultRow *row; /* (rows), owned; texts end in a NUL, numbers are in their ranges */
  size_t rows, state[RESULT_STATES], incomplete; /* incomplete: of the verified ones */
  double *gap; /* (rows) above the row's reference, in per cent; NAN: none */
  ReportGroup *group;
  size_t groups;
  size_t *member; /* (rows) indices of rows, a group's one after another, in the file's order */
  ReportMethod method[REPORT_METHODS]; /* of rows that ran; the first ones met */
  size_t methods;
  /* verified rows with the same method and options, but for the amount of work and the seed; the last one: all others */
  char series_name[REPORT_SERIES][REPORT_SERIES_TEXT];
  int series_count;
  uint8_t *series;      /* (rows) */
  size_t gaps, optimal; /* rows with a gap to the best known value; those where it is 0 or less */
  double median, elapsed_s, moves, begin_s,
      end_s; /* median of these gaps; the first and last row's end, Unix time; 0: none */
} Report;

/* Takes rows over, freed here on failure too. ERR_MEMORY. */
Status report_make(const char *path, ResultRow *rows, size_t count, Report *out);
void report_free(Report *report);

/* The instance's name, or its file's for a row that never read it. */
const char *report_name(const ResultRow *row);

/* The gap of a row's best to a reference, in per cent (cost_gap_percent); NAN if either is unknown, or the row incomplete. */
double report_gap(const ResultRow *row, int64_t reference);

/* Of value[count], which is sorted by this; NAN if there is none. NANs must not be in it. */
double report_median(double *value, size_t count);

#endif
