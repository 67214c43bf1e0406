/* The four steps have the names of Jonker and Volgenant's paper (Computing 38, 1987). */
#include <stdlib.h>
#include "halt.h"
#include "instance.h"
#include "tsp_bounds.h"

typedef struct Work {
  int32_t n;
  const int32_t *cost;
  int64_t *v;          /* (n) dual values of the columns */
  int32_t *x, *y;      /* (n) column of each row, row of each column; -1: none */
  int32_t *freed;      /* (n) rows without a column */
  int32_t *list;       /* (n) columns: those that are done, that are to be scanned, and the others */
  int32_t *from;       /* (n) the row before each column on its shortest path */
  int64_t *d;          /* (n) its length */
  int32_t free, steps; /* rows without a column; row reductions that are left in a pass */
} Work;

static const int32_t *row_of(const Work *w, int32_t i) { return w->cost + (size_t)i * (size_t)w->n; }

static void work_free(Work *w) {
  free(w->v);
  free(w->x);
  free(w->y);
  free(w->freed);
  free(w->list);
  free(w->from);
  free(w->d);
}

static Status work_make(Work *w, int32_t n, const int32_t *cost) {
  const size_t size = (size_t)n;
  *w = (Work){.n = n, .cost = cost, .v = malloc(size * sizeof *w->v), .x = malloc(size * sizeof *w->x)};
  w->y = malloc(size * sizeof *w->y);
  w->freed = malloc(size * sizeof *w->freed);
  w->list = malloc(size * sizeof *w->list);
  w->from = malloc(size * sizeof *w->from);
  w->d = malloc(size * sizeof *w->d);
  if (w->v && w->x && w->y && w->freed && w->list && w->from && w->d) return OK;
  work_free(w);
  FAIL(ERR_MEMORY, "no memory for an assignment of %d cities", n);
}

/* Each column's least cost; its row gets the column, unless it has one. */
static void columns_reduce(Work *w) {
  for (int32_t j = 0; j < w->n; j++) {
    w->v[j] = row_of(w, 0)[j];
    w->y[j] = 0;
    w->x[j] = -1;
  }
  for (int32_t i = 1; i < w->n && !halt_poll(); i++) {
    const int32_t *row = row_of(w, i);
    for (int32_t j = 0; j < w->n; j++)
      if (row[j] < w->v[j]) {
        w->v[j] = row[j];
        w->y[j] = i;
      }
  }
  for (int32_t j = w->n - 1; j >= 0; j--) {
    if (w->x[w->y[j]] < 0)
      w->x[w->y[j]] = j;
    else
      w->y[j] = -1;
  }
}

/* A row that has a column leaves it so much value that a second column would cost as much. */
static void reduction_transfer(Work *w) {
  for (int32_t i = 0; i < w->n && !halt_poll(); i++) {
    int64_t least = INT64_MAX;
    if (w->x[i] < 0) {
      w->freed[w->free++] = i;
      continue;
    }
    for (int32_t j = 0; j < w->n; j++) {
      const int64_t h = row_of(w, i)[j] - w->v[j];
      if (j != w->x[i] && h < least) least = h;
    }
    if (w->n > 1) w->v[w->x[i]] -= least;
  }
}

/* The two cheapest columns of a row, by reduced cost. */
typedef struct Two {
  int64_t least, second;
  int32_t j1, j2;
} Two;

static Two row_two(const Work *w, int32_t i) {
  const int32_t *row = row_of(w, i);
  Two two = {INT64_MAX, INT64_MAX, -1, -1};
  for (int32_t j = 0; j < w->n; j++) {
    const int64_t h = row[j] - w->v[j];
    if (h >= two.second) continue;
    if (h < two.least) {
      two.second = two.least;
      two.j2 = two.j1;
      two.least = h;
      two.j1 = j;
    } else {
      two.second = h;
      two.j2 = j;
    }
  }
  return two;
}

/* One row takes its cheapest column, and pays for it. *place: of the next row; returns a row to keep for later, -1: none. */
static int32_t row_reduce(Work *w, int32_t i, int32_t *place) {
  const Two two = row_two(w, i);
  int32_t j = two.j1, before = w->y[j];
  const bool dearer = two.least < two.second;
  if (dearer)
    w->v[j] -= two.second - two.least;
  else if (before >= 0) {
    j = two.j2;
    before = w->y[j];
  }
  w->x[i] = j;
  w->y[j] = i;
  if (before < 0) return -1;
  w->x[before] = -1;
  if (!dearer || w->steps <= 0) return before;
  w->freed[--*place] = before; /* it is the next */
  return -1;
}

/* Two passes over the rows without a column. Rows may take columns from each other for long: steps are limited, as the augmentation
 * ends in any case. */
static void rows_reduce(Work *w) {
  for (int pass = 0; pass < 2 && w->n > 1; pass++) {
    const int32_t before = w->free;
    w->free = 0;
    w->steps = 4 * w->n;
    for (int32_t k = 0; k < before && !halt_poll(); w->steps--) {
      const int32_t i = w->freed[k++], kept = row_reduce(w, i, &k);
      if (kept >= 0) w->freed[w->free++] = kept;
    }
  }
}

static void list_swap(Work *w, int32_t a, int32_t b) {
  const int32_t kept = w->list[a];
  w->list[a] = w->list[b];
  w->list[b] = kept;
}

/* Moves the columns of least distance among list[low ..] to list[low .. up). Returns the first without a row, -1: none. */
static int32_t columns_nearest(Work *w, int32_t low, int32_t *up, int64_t *least) {
  *least = w->d[w->list[low]];
  *up = low + 1;
  for (int32_t k = low + 1; k < w->n; k++) {
    const int64_t h = w->d[w->list[k]];
    if (h > *least) continue;
    if (h < *least) {
      *up = low;
      *least = h;
    }
    list_swap(w, k, (*up)++);
  }
  for (int32_t k = low; k < *up; k++)
    if (w->y[w->list[k]] < 0) return w->list[k];
  return -1;
}

/* Paths by the row of column `by` to the columns list[*up ..]. Returns one without a row at the least distance, -1: none. */
static int32_t paths_extend(Work *w, int32_t by, int32_t *up, int64_t least) {
  const int32_t i = w->y[by], *row = row_of(w, i);
  const int64_t h = row[by] - w->v[by] - least;
  for (int32_t k = *up; k < w->n; k++) {
    const int32_t j = w->list[k];
    const int64_t d = row[j] - w->v[j] - h;
    if (d >= w->d[j]) continue;
    w->from[j] = i;
    w->d[j] = d;
    if (d > least) continue;
    if (w->y[j] < 0) return j;
    list_swap(w, k, (*up)++);
  }
  return -1;
}

/* The column without a row at the end of the shortest path from row `first`; values of columns that are done change. */
static int32_t path_find(Work *w, int32_t first) {
  int32_t low = 0, up = 0, done = 0, end = -1;
  int64_t least = 0;
  for (int32_t j = 0; j < w->n; j++) {
    w->d[j] = row_of(w, first)[j] - w->v[j];
    w->from[j] = first;
    w->list[j] = j;
  }
  while (end < 0) {
    if (low == up) {
      done = low;
      end = columns_nearest(w, low, &up, &least);
    }
    if (end < 0) end = paths_extend(w, w->list[low++], &up, least);
  }
  for (int32_t k = 0; k < done; k++) w->v[w->list[k]] += w->d[w->list[k]] - least;
  return end;
}

static void augment(Work *w) {
  for (int32_t k = 0; k < w->free && !halt_due(); k++) {
    int32_t i, j = path_find(w, w->freed[k]);
    do {
      const int32_t next = w->x[i = w->from[j]];
      w->y[j] = i;
      w->x[i] = j;
      j = next;
    } while (i != w->freed[k]);
  }
}

static Status duals_give(const Work *w, Assignment *out) {
  TRY(halt_after("the assignment bound"));
  out->row = malloc((size_t)w->n * sizeof *out->row);
  out->column = malloc((size_t)w->n * sizeof *out->row);
  out->to = malloc((size_t)w->n * sizeof *out->to);
  if (!out->row || !out->column || !out->to)
    FAIL(ERR_MEMORY, "no memory for an assignment of %d cities", w->n);
  out->total = 0;
  for (int32_t i = 0; i < w->n; i++) {
    out->row[i] = row_of(w, i)[w->x[i]] - w->v[w->x[i]];
    out->column[i] = w->v[i];
    out->to[i] = w->x[i];
    out->total += row_of(w, i)[w->x[i]];
  }
  return OK;
}

Status assignment_solve(int32_t n, const int32_t *cost, Assignment **out) {
  Work w;
  Assignment *made = calloc(1, sizeof *made);
  if (!made) FAIL(ERR_MEMORY, "no memory for an assignment of %d cities", n);
  Status status = work_make(&w, n, cost);
  if (status == OK) {
    columns_reduce(&w);
    reduction_transfer(&w);
    rows_reduce(&w);
    augment(&w);
    status = duals_give(&w, made);
    work_free(&w);
  }
  if (status != OK) {
    assignment_free(made);
    return status;
  }
  *out = made;
  return OK;
}

void assignment_free(Assignment *assignment) {
  if (!assignment) return;
  free(assignment->row);
  free(assignment->column);
  free(assignment->to);
  free(assignment);
}
