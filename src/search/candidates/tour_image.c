/* See tour_image.h. */
#include "tour_image.h"

#include <stdlib.h>
#include "halt.h"
#include "problem/tsp/bounds/tsp_bounds.h"

/* Three distances, and sums that fit DISTANCE_MAX with room for the perturbed edges of start tours. */
#define IMAGE_PENALTY (4 * (DIRECTED_MAX + 1))

static bool is_directed(const Instance *inst) { return tsp_of(inst)->metric == METRIC_DIRECTED; }

bool tour_has_image(const Instance *inst) { return is_directed(inst) || tsp_is_constrained(tsp_of(inst)); }

int32_t tour_nodes(const Instance *inst) {
  return tsp_fixed_nodes(tsp_of(inst)) * (is_directed(inst) ? 2 : 1);
}

uint32_t tour_image_fixed(const Instance *inst) {
  const TspInstance *tsp = tsp_of(inst);
  const uint32_t fixed = tsp->fixed_count > 0 || (tsp->path && (tsp->from >= 0 || tsp->to >= 0));
  return is_directed(inst) ? 1 + fixed : 2 * fixed;
}

bool tour_images_alike(const Instance *a, const Instance *b) {
  return tour_has_image(a) == tour_has_image(b) && tour_nodes(a) == tour_nodes(b) &&
         tour_image_fixed(a) == tour_image_fixed(b);
}

Status tour_image_refuse(const Instance *inst) {
  if (!tour_has_image(inst)) return OK;
  FAIL(ERR_USAGE, "--method: expected one for directed instances, paths and fixed edges, such as the "
                  "default, found one for "
                  "symmetric tours");
}

/* ---- distances ---- */

typedef struct Image {
  const Instance *inst;
  int32_t cities; /* with the one beyond a path's ends */
  bool directed;
  const Assignment *assignment; /* of a directed instance */
  bool reduces;                 /* its dual values are used */
  int32_t fixed_count;
  int32_t *fixed;      /* (fixed_count, 2) */
  int32_t *fixed_node; /* (nodes, 2) the other nodes of each one's fixed edges, pairs apart; -1: none */
} Image;

static void image_free(Image *m) {
  free(m->fixed);
  free(m->fixed_node);
}

/* From city a to b, which is reduced. */
static int64_t image_arc(const Image *m, int32_t a, int32_t b) {
  const bool beyond = a >= m->inst->n || b >= m->inst->n;
  const int64_t cost = beyond ? 0 : metric_cities(tsp_of(m->inst), a, b);
  return m->reduces ? cost - m->assignment->row[a] - m->assignment->column[b] : cost;
}

static int64_t image_longest(const Image *m) {
  int64_t longest = 0;
#pragma omp parallel for reduction(max : longest) schedule(dynamic, 16)
  for (int32_t a = 0; a < m->cities; a++)
    for (int32_t b = 0; b < m->cities && !halt_poll(); b++) {
      const int64_t d = a == b ? 0 : image_arc(m, a, b);
      longest = d > longest ? d : longest;
    }
  return longest;
}

static Status image_limit(Image *m) {
  int64_t longest = image_longest(m);
  if (longest > DIRECTED_MAX && m->reduces) {
    m->reduces = false;
    longest = image_longest(m);
  }
  TRY(halt_after("the distances of the image"));
  if (longest <= DIRECTED_MAX) return OK;
  FAIL(ERR_USAGE, "%s: expected distances up to %d of a path or with fixed edges, found %lld", m->inst->name,
       DIRECTED_MAX, (long long)longest);
}

static void fixed_note(Image *m, int32_t a, int32_t b) {
  m->fixed_node[2 * (size_t)a + (m->fixed_node[2 * (size_t)a] >= 0)] = b;
}

static Status image_fixed(Image *m) {
  const size_t nodes = (size_t)tour_nodes(m->inst), most = (size_t)tsp_of(m->inst)->fixed_count + 2;
  m->fixed = malloc(2 * most * sizeof *m->fixed);
  m->fixed_node = malloc(2 * nodes * sizeof *m->fixed_node);
  if (!m->fixed || !m->fixed_node) FAIL(ERR_MEMORY, "no memory for the fixed edges of %zu nodes", nodes);
  m->fixed_count = tsp_fixed_edges(tsp_of(m->inst), m->fixed);
  for (size_t k = 0; k < 2 * nodes; k++) m->fixed_node[k] = -1;
  for (int32_t k = 0; k < m->fixed_count; k++) {
    const int32_t a = m->fixed[2 * k] + (m->directed ? m->cities : 0), b = m->fixed[2 * k + 1];
    fixed_note(m, a, b);
    fixed_note(m, b, a);
  }
  return OK;
}

static Status image_open(const Instance *inst, Image *m) {
  *m = (Image){.inst = inst, .cities = tsp_fixed_nodes(tsp_of(inst)), .directed = is_directed(inst)};
  if (m->directed) TRY(tsp_assignment(inst, &m->assignment));
  m->reduces = m->directed;
  TRY(image_limit(m));
  return image_fixed(m);
}

/* ---- the matrix ---- */

static int32_t entry_of(const Image *m, int32_t node, int32_t other) {
  const int32_t n = m->cities, *fixed = m->fixed_node + 2 * (size_t)node;
  if (node == other || fixed[0] == other || fixed[1] == other) return 0;
  if (!m->directed) return (int32_t)(IMAGE_PENALTY + image_arc(m, node, other));
  if ((node >= n) == (other >= n)) return DISTANCE_MAX;
  if (node == other + n || other == node + n) return 0;
  return (int32_t)(IMAGE_PENALTY +
                   (node >= n ? image_arc(m, node - n, other) : image_arc(m, other - n, node)));
}

enum { ROWS = 64 }; /* at a time */

static Status matrix_fill(const Image *m, int32_t nodes, Backend *be, int32_t *matrix) {
  const size_t n = (size_t)nodes;
  Status status = OK;
  int32_t *rows = malloc(ROWS * n * sizeof *rows);
  if (!rows) FAIL(ERR_MEMORY, "no memory for distances of %d nodes", nodes);
  for (int32_t first = 0; first < nodes && status == OK; first += ROWS) {
    const int32_t count = nodes - first < ROWS ? nodes - first : ROWS;
#pragma omp parallel for
    for (int32_t k = 0; k < count; k++)
      for (int32_t other = 0; other < nodes; other++)
        rows[(size_t)k * n + (size_t)other] = entry_of(m, first + k, other);
    status = be->ops->upload(be, matrix + (size_t)first * n, rows, (size_t)count * n * sizeof *rows);
    if (status == OK) status = halt_check("the matrix of distances");
  }
  free(rows);
  return status;
}

/* What a tour that has all fixed edges costs more than the instance's. */
static int64_t image_base(const Image *m) {
  int64_t base =
      ((int64_t)m->cities - m->fixed_count) * IMAGE_PENALTY - (m->reduces ? m->assignment->total : 0);
  for (int32_t k = 0; k < m->fixed_count; k++) base -= image_arc(m, m->fixed[2 * k], m->fixed[2 * k + 1]);
  return base;
}

/* The matrix of one image, onto the backend. */
static Status image_place(const Instance *inst, Backend *be, int32_t *matrix, int64_t *base) {
  Image m;
  Status status = image_open(inst, &m);
  if (status == OK) {
    *base = image_base(&m);
    status = matrix_fill(&m, tour_nodes(inst), be, matrix);
  }
  image_free(&m);
  return status;
}

Status tour_images_make(const Instance *const *inst, uint32_t instances, Backend *be, TourProblem *problem,
                        int64_t *base) {
  const size_t nodes = (size_t)tour_nodes(inst[0]), entries = nodes * nodes;
  void *matrix = NULL;
  TRY(be->ops->alloc(be, instances * entries * sizeof(int32_t), &matrix));
  problem->matrix = matrix;
  problem->penalty = IMAGE_PENALTY;
  problem->pairs = is_directed(inst[0]) ? tsp_fixed_nodes(tsp_of(inst[0])) : 0;
  for (uint32_t k = 0; k < instances; k++)
    TRY(image_place(inst[k], be, (int32_t *)matrix + k * entries, &base[k]));
  return OK;
}

Status tour_image_make(const Instance *inst, Backend *be, TourProblem *problem) {
  return tour_images_make(&inst, 1, be, problem, &problem->base);
}

/* ---- back to cities ---- */

/* The cities, the one beyond a path's ends included, in the direction of the tour. */
static void cities_in_order(int32_t n, bool directed, const int32_t *node, int32_t *city) {
  const int32_t nodes = directed ? 2 * n : n;
  const bool enters = node[0]<n, paired = nodes> 1 && (node[1] == node[0] + n || node[1] == node[0] - n);
  const bool forward = !directed || paired == enters;
  for (int32_t k = 0, count = 0; k < nodes; k++) {
    const int32_t at = node[forward ? k : nodes - 1 - k];
    if (at < n) city[count++] = at;
  }
}

static void reverse(int32_t *city, int32_t n) {
  for (int32_t k = 0; k < n - 1 - k; k++) {
    const int32_t kept = city[k];
    city[k] = city[n - 1 - k];
    city[n - 1 - k] = kept;
  }
}

/* The path begins behind the city beyond its ends. */
static void path_begin(const TspInstance *tsp, const int32_t *all, int32_t *city) {
  const int32_t n = tsp->head.n;
  int32_t at = 0;
  while (all[at] != n) at++;
  for (int32_t k = 0; k < n; k++) city[k] = all[(at + 1 + k) % (n + 1)];
  const bool wrong = (tsp->from >= 0 && city[0] != tsp->from) || (tsp->to >= 0 && city[n - 1] != tsp->to);
  if (tsp->metric != METRIC_DIRECTED && wrong) reverse(city, n);
}

Status tour_image_cities(const Instance *inst, const int32_t *node, int32_t *city) {
  const TspInstance *tsp = tsp_of(inst);
  const int32_t n = tsp_fixed_nodes(tsp);
  if (!tsp->path) {
    cities_in_order(n, is_directed(inst), node, city);
    return OK;
  }
  int32_t *all = malloc((size_t)n * sizeof *all);
  if (!all) FAIL(ERR_MEMORY, "no memory for a path of %d cities", inst->n);
  cities_in_order(n, is_directed(inst), node, all);
  path_begin(tsp, all, city);
  free(all);
  return OK;
}

void tour_image_nodes(const Instance *inst, const int32_t *city, int32_t *node) {
  const int32_t cities = tsp_fixed_nodes(tsp_of(inst));
  for (int32_t k = 0; k < cities; k++) {
    const int32_t c = k < inst->n ? city[k] : k; /* the city beyond a path's ends */
    if (is_directed(inst)) {
      node[2 * k] = c;
      node[2 * k + 1] = cities + c;
    } else
      node[k] = c;
  }
}
