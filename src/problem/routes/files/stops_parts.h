/* Parts of the reader of tables of stops: see stops_files.h. */
#ifndef CORDEE_PROBLEM_ROUTES_FILES_STOPS_PARTS_H
#define CORDEE_PROBLEM_ROUTES_FILES_STOPS_PARTS_H

#include "draft.h"
#include "io/csv.h"
#include "problem/tsp/files/tsp_files.h"

/* ---- columns ---- */

enum { STOP_WINDOWS_MAX = 7 /* beside the first */ };

typedef enum StopColumn {
  STOP_ID,
  STOP_NAME,
  STOP_X,
  STOP_Y,
  STOP_Z,
  STOP_LATITUDE,
  STOP_LONGITUDE,
  STOP_READY,
  STOP_DUE,
  STOP_SERVICE,
  STOP_PRIZE,
  STOP_SKILLS,
  STOP_RELEASE,
  STOP_TYPE,
  STOP_PARTNER,                                   /* of a delivery the id of its pickup */
  STOP_DELIVERY,                                  /* of dimension 1; then of the others */
  STOP_PICKUP = STOP_DELIVERY + ROUTES_LOADS_MAX, /* and so on */
  STOP_GROUP = STOP_PICKUP + ROUTES_LOADS_MAX,
  STOP_MORE_READY,                                    /* of window 2; then of the others */
  STOP_MORE_DUE = STOP_MORE_READY + STOP_WINDOWS_MAX, /* and so on */
  STOP_COLUMNS = STOP_MORE_DUE + STOP_WINDOWS_MAX
} StopColumn;

/* STOP_COLUMNS: no column of that name. */
StopColumn stop_column(CsvText name);

typedef struct StopRow {
  DraftStop stop;
  CsvText id, partner; /* as they are written; partner: of a delivery its pickup's id; empty: none */
  CsvText group;       /* of alternatives, as it is written; empty: none */
  DraftWindow more[STOP_WINDOWS_MAX];
  bool due[STOP_WINDOWS_MAX]; /* their ends are said */
  double where[2];            /* longitude and latitude, or x and y */
  bool depot;
  bool numbered; /* its id is a whole number */
} StopRow;

typedef struct Stops {
  TableText text;
  const RoutesSettings *settings;
  Draft draft;
  int column[STOP_COLUMNS]; /* where each stands; -1: it is not there */
  uint32_t fields;          /* of a row */
  StopRow *row;             /* owned */
  int32_t rows;
  bool sphere, plane; /* which coordinates there are */
  bool seconds;       /* times are seconds */
  bool numbered;      /* all ids of customers are whole numbers */
  bool timed;         /* some time is said */
  char unused[256];
} Stops;

/* The first line, and all others. ERR_FORMAT, ERR_MEMORY. */
Status stops_head_read(Stops *s);
Status stops_rows_read(Stops *s);

/* Which row is whose partner. ERR_FORMAT, ERR_MEMORY. */
Status stops_pairs_find(Stops *s);

/* The windows of a row beside the first, behind it. ERR_FORMAT, ERR_MEMORY. */
Status stops_windows_settle(Stops *s, StopRow *row);
/* Numbers of groups, in the order of their first rows; the prize of a group is one. ERR_FORMAT, ERR_MEMORY. */
Status stops_groups_find(Stops *s);

/* Which rows are depots, and whether the ids of the others are whole numbers. */
void stops_depots_find(Stops *s);

/* ---- matrices ---- */

bool osrm_is_answer(const char *text, size_t bytes);

/* The matrix of a text as the only one of the draft; draft->places is its rows. ERR_FORMAT, ERR_MEMORY. */
Status stops_matrix_read(const char *path, const char *text, size_t bytes, Draft *draft);

/* What the cost of its ways counts, and what times are: `timed` if any are said. */
Status stops_matrix_way(Draft *draft, bool timed);

#endif
