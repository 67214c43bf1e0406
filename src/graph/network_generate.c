/* Networks of generators, and the words for them. */
#include <stdlib.h>
#include <string.h>
#include "draws.h"
#include "io/decimal.h"
#include "network_grid.h"
#include "rng.h"

/* ---- kinds ---- */

/* The kinds of generated networks. */

typedef struct Maker {
  const NetworkSpec *spec;
  uint64_t item;
  Network *network;
  uint32_t arcs;
} Maker;

typedef struct Setting {
  const char *name;
  uint32_t standard, least, most;
} Setting;

struct NetworkKind {
  const char *name;
  uint32_t most; /* capacity, unless the words say another */
  Setting setting[NETWORK_SETTINGS];
  void (*sizes)(const NetworkSpec *spec, uint64_t *vertices, uint64_t *arcs); /* without own ones */
  Status (*make)(Maker *m);
};

enum { NETWORK_KINDS = 4 };

/* ---- generators ---- */

static RngStream stream_of(const Maker *m, uint32_t individual) {
  /* items beyond 2^32 take another seed */
  return (RngStream){m->spec->seed + (m->item >> 32 << 40), (uint32_t)m->item, individual, RNG_INSTANCE};
}

static void arc_add(Maker *m, uint32_t tail, uint32_t head, int64_t capacity) {
  Network *const n = m->network;
  n->tail[m->arcs] = tail;
  n->head[m->arcs] = head;
  n->capacity[m->arcs++] = capacity;
}

/* Draw 2k + 1 as a capacity; *other is draw 2k as a number below `below`. */
static int64_t capacity_draw(const Maker *m, RngStream s, uint32_t k, uint32_t below, uint32_t *other) {
  uint32_t number;
  rng_below_pair(s, k, below, other, m->spec->most - m->spec->least + 1, &number);
  return (int64_t)m->spec->least + number;
}

/* ---- genrmf ---- */

static void genrmf_sizes(const NetworkSpec *spec, uint64_t *vertices, uint64_t *arcs) {
  const uint64_t a = spec->setting[0], b = spec->setting[1];
  *vertices = a * a * b;
  *arcs = 4 * a * (a - 1) * b + a * a * (b - 1);
}

static void frame_make(Maker *m, uint32_t frame) {
  const uint32_t a = m->spec->setting[0], first = frame * a * a;
  const int64_t wide = (int64_t)a * a * m->spec->most;
  for (uint32_t v = 0; v < a * a; v++) {
    if (v % a + 1 < a) {
      arc_add(m, first + v, first + v + 1, wide);
      arc_add(m, first + v + 1, first + v, wide);
    }
    if (v + a < a * a) {
      arc_add(m, first + v, first + v + a, wide);
      arc_add(m, first + v + a, first + v, wide);
    }
  }
}

/* Arcs to the next frame, by a permutation (Fisher and Yates). */
static void frames_join(Maker *m, uint32_t frame, uint32_t *to) {
  const uint32_t size = m->spec->setting[0] * m->spec->setting[0], first = frame * size;
  const RngStream s = stream_of(m, frame);
  for (uint32_t v = 0; v < size; v++) to[v] = v;
  for (uint32_t v = size - 1; v > 0; v--) {
    const uint32_t k = rng_below(s, 2 * v, v + 1), swap = to[v];
    to[v] = to[k];
    to[k] = swap;
  }
  for (uint32_t v = 0, unused; v < size; v++)
    arc_add(m, first + v, first + size + to[v], capacity_draw(m, s, v, 1, &unused));
}

static Status genrmf_make(Maker *m) {
  const uint32_t frames = m->spec->setting[1], size = m->spec->setting[0] * m->spec->setting[0];
  uint32_t *const to = malloc(size * sizeof *to);
  if (!to) FAIL(ERR_MEMORY, "no memory for a frame of %u vertices", size);
  for (uint32_t f = 0; f < frames; f++) {
    frame_make(m, f);
    if (f + 1 < frames) frames_join(m, f, to);
  }
  free(to);
  m->network->source = 0;
  m->network->sink = m->network->vertices - 1;
  return OK;
}

/* ---- rlg ---- */

static void rlg_sizes(const NetworkSpec *spec, uint64_t *vertices, uint64_t *arcs) {
  const uint64_t rows = spec->setting[0], levels = spec->setting[1];
  *vertices = rows * levels + 2;
  *arcs = 3 * rows * (levels - 1) + 2 * rows;
}

static Status rlg_make(Maker *m) {
  const uint32_t rows = m->spec->setting[0], levels = m->spec->setting[1], all = rows * levels;
  const int64_t wide = 3 * (int64_t)m->spec->most;
  m->network->source = all;
  m->network->sink = all + 1;
  for (uint32_t v = 0; v < rows; v++) arc_add(m, all, v, wide);
  for (uint32_t v = 0; v < all - rows; v++) {
    const RngStream s = stream_of(m, v);
    for (uint32_t k = 0, row; k < 3; k++) {
      const int64_t capacity = capacity_draw(m, s, k, rows, &row);
      arc_add(m, v, (v / rows + 1) * rows + row, capacity);
    }
  }
  for (uint32_t v = all - rows; v < all; v++) arc_add(m, v, all + 1, wide);
  return OK;
}

/* ---- random ---- */

static void random_sizes(const NetworkSpec *spec, uint64_t *vertices, uint64_t *arcs) {
  *vertices = spec->setting[0];
  *arcs = *vertices * spec->setting[1];
}

/* All arcs of DRAWS vertices, or of those that are left. */
static void vertices_make(Maker *m, DrawPairs draw, uint32_t v) {
  const uint32_t n = m->spec->setting[0], degree = m->spec->setting[1], wide = m->spec->most - m->spec->least;
  const uint32_t count = n - v < DRAWS ? n - v : DRAWS;
  const RngStream s = stream_of(m, v);
  Network *const to = m->network;
  for (uint32_t k = 0; k < degree; k++) {
    uint32_t other[DRAWS], more[DRAWS], a = v * degree + k;
    draw(s, k, n - 1, other, wide + 1, more);
    for (uint32_t j = 0; j < count; j++, a += degree) {
      to->tail[a] = v + j;
      to->head[a] = other[j] + (other[j] >= v + j);
      to->capacity[a] = (int64_t)m->spec->least + more[j];
    }
  }
}

/* Sums up the capacities of arcs into vertices from `first` on. The few that there are stand in a list first, for which nothing branches. */
static void sinks_sum(const Network *n, uint32_t arcs, uint32_t first, int64_t *sum) {
  enum { PART = 256 };
  for (uint32_t from = 0; from < arcs; from += PART) {
    uint32_t list[PART], count = 0;
    for (uint32_t a = from; a < arcs && a < from + PART; a++) {
      list[count] = a;
      count += n->head[a] >= first;
    }
    for (uint32_t k = 0; k < count; k++) sum[n->head[list[k]] - first] += n->capacity[list[k]];
  }
}

/* The program's own source and sink, as network_join makes them, which looks at all arcs for what their ends tell here. */
static void terminals_join(Maker *m) {
  Network *const to = m->network;
  const uint32_t n = m->spec->setting[0], degree = m->spec->setting[1], terminals = m->spec->setting[2];
  const uint32_t arcs = m->arcs, sinks = arcs + terminals, first = n - terminals;
  memset(to->capacity + arcs, 0, 2 * (size_t)terminals * sizeof *to->capacity);
  for (uint32_t k = 0; k < terminals; k++) {
    to->tail[arcs + k] = n;
    to->head[arcs + k] = k;
    to->tail[sinks + k] = first + k;
    to->head[sinks + k] = n + 1;
    for (uint32_t a = k * degree; a < (k + 1) * degree; a++) to->capacity[arcs + k] += to->capacity[a];
  }
  sinks_sum(to, arcs, first, to->capacity + sinks);
  to->source = n;
  to->sink = n + 1;
  to->vertices = n + 2;
  to->arcs = arcs + 2 * terminals;
  to->own_vertices = 2;
  to->own_arcs = 2 * terminals;
}

static Status random_make(Maker *m) {
  const uint32_t n = m->spec->setting[0];
  const DrawPairs draw = draw_pairs();
  for (uint32_t v = 0; v < n; v += DRAWS) vertices_make(m, draw, v);
  m->arcs = n * m->spec->setting[1];
  m->network->source = 0;
  m->network->sink = n - 1;
  if (m->spec->setting[2] > 1) terminals_join(m);
  return OK;
}

/* ---- grid ---- */

enum { GRID_ROWS, GRID_COLUMNS, GRID_SMOOTHNESS, GRID_NOISE, GRID_NEIGHBOURS };

static void grid_sizes(const NetworkSpec *spec, uint64_t *vertices, uint64_t *arcs) {
  network_grid_sizes(spec->setting[GRID_COLUMNS], spec->setting[GRID_ROWS],
                     spec->setting[GRID_NEIGHBOURS] == 8, vertices, arcs);
}

/* The level of a pixel: of its square, and noise. */
static uint16_t pixel_draw(const Maker *m, uint32_t x, uint32_t y) {
  enum { SIDE = 32, DARK = 96, BRIGHT = 160, WHITE = 255 };
  const uint32_t columns = m->spec->setting[GRID_COLUMNS], noise = m->spec->setting[GRID_NOISE];
  const uint32_t square = y / SIDE * ((columns - 1) / SIDE + 1) + x / SIDE;
  const bool bright = rng_below(stream_of(m, square), 0, 2) == 1;
  const int more = (int)rng_below(stream_of(m, y), 2 * x + 2, 2 * noise + 1) - (int)noise;
  const int level = (bright ? BRIGHT : DARK) + more, above = level > 0 ? level : 0;
  return (uint16_t)(above < WHITE ? above : WHITE);
}

static Status grid_make(Maker *m) {
  const uint32_t *const s = m->spec->setting;
  const GridCut cut = {s[GRID_SMOOTHNESS], s[GRID_NEIGHBOURS] == 8};
  GreyImage image = {s[GRID_COLUMNS], s[GRID_ROWS], UINT8_MAX, NULL};
  image.level = malloc((size_t)image.width * image.height * sizeof *image.level);
  if (!image.level) FAIL(ERR_MEMORY, "no memory for %u x %u pixels", image.width, image.height);
  for (uint32_t y = 0; y < image.height; y++)
    for (uint32_t x = 0; x < image.width; x++) image.level[(size_t)y * image.width + x] = pixel_draw(m, x, y);
  network_grid_fill(&image, &cut, m->network);
  pgm_free(&image);
  return OK;
}

/* ---- all kinds ---- */

/* (NETWORK_KINDS) by NetworkSpec.kind. */
static const NetworkKind network_kinds[] = {
    {"genrmf", 10000, {{"a", 16, 2, 20000}, {"b", 16, 1, 1000000}}, genrmf_sizes, genrmf_make},
    {"rlg", 10000, {{"rows", 64, 1, 100000000}, {"levels", 64, 1, 100000000}}, rlg_sizes, rlg_make},
    {"random",
     1000,
     {{"n", 1000, 2, 1000000000}, {"degree", 6, 0, 1000}, {"terminals", 1, 1, 500000000}},
     random_sizes,
     random_make},
    {"grid",
     GRID_SMOOTHNESS_MAX,
     {{"rows", 256, 1, 30000},
      {"columns", 256, 1, 30000},
      {"smoothness", 40, 0, GRID_SMOOTHNESS_MAX},
      {"noise", 90, 0, 255},
      {"neighbours", 4, 4, 8}},
     grid_sizes,
     grid_make}};
_Static_assert(sizeof network_kinds / sizeof *network_kinds == NETWORK_KINDS, "a kind a number");

void network_spec_sizes(const NetworkSpec *spec, uint64_t *vertices, uint64_t *arcs) {
  network_kinds[spec->kind].sizes(spec, vertices, arcs);
  if (spec->kind == NETWORK_RANDOM && spec->setting[2] > 1) {
    *vertices += 2;
    *arcs += 2 * (uint64_t)spec->setting[2];
  }
}

Status network_regenerate(const NetworkSpec *spec, uint64_t i, Network *io) {
  uint64_t vertices, arcs, more, all; /* without the program's own, with them */
  network_kinds[spec->kind].sizes(spec, &vertices, &arcs);
  network_spec_sizes(spec, &more, &all);
  if (all > io->room || !io->tail) {
    network_free(io);
    TRY(network_alloc((uint32_t)vertices, all, io));
  }
  io->vertices = (uint32_t)vertices;
  io->arcs = (uint32_t)arcs;
  io->own_vertices = io->own_arcs = io->columns = io->white = io->decimals = 0;
  io->edges = false;
  Maker m = {.spec = spec, .item = i, .network = io};
  return network_kinds[spec->kind].make(&m);
}

Status network_generate(const NetworkSpec *spec, uint64_t i, Network *out) {
  *out = (Network){.vertices = 0};
  const Status status = network_regenerate(spec, i, out);
  if (status != OK) network_free(out);
  return status;
}

/* ---- words ---- */

static bool name_is(const char *spec, const NetworkKind *kind) {
  const size_t length = strlen(kind->name);
  return strncmp(spec, kind->name, length) == 0 && spec[length] == ':';
}

bool network_spec_is(const char *spec) {
  for (int k = 0; k < NETWORK_KINDS; k++)
    if (name_is(spec, &network_kinds[k])) return true;
  return false;
}

/* A whole number of least..most. */
static Status whole_read(const char *spec, const char *text, size_t bytes, double least, double most,
                         double *out) {
  if (!decimal_read(text, bytes, out) || *out < least || *out > most || *out != (double)(uint64_t)*out)
    FAIL(ERR_FORMAT, "%s: expected a whole number from %.17g to %.17g, found '%.*s'", spec, least, most,
         (int)bytes, text);
  return OK;
}

/* "1-10000" */
static Status capacities_read(const char *spec, const char *text, size_t bytes, NetworkSpec *out) {
  const char *const dash = memchr(text, '-', bytes);
  const size_t first = dash ? (size_t)(dash - text) : bytes;
  double least, most;
  TRY(whole_read(spec, text, first, 0, 1e9, &most));
  least = most;
  if (dash) TRY(whole_read(spec, dash + 1, bytes - first - 1, least, 1e9, &most));
  out->least = (uint32_t)least;
  out->most = (uint32_t)most;
  return OK;
}

static bool word_is(const char *word, size_t bytes, const char *name) {
  return bytes == strlen(name) && memcmp(word, name, bytes) == 0;
}

static Status setting_read(const char *spec, const char *word, size_t bytes, NetworkSpec *out) {
  const NetworkKind *const kind = &network_kinds[out->kind];
  const char *const equals = memchr(word, '=', bytes);
  const size_t name = equals ? (size_t)(equals - word) : bytes, rest = equals ? bytes - name - 1 : 0;
  double value;
  const struct {
    const char *name;
    uint64_t *value;
    double most;
  } shared[] = {{"seed", &out->seed, 9e15}, {"count", &out->count, 1e12}};
  for (int k = 0; k < NETWORK_SETTINGS && kind->setting[k].name; k++) {
    const Setting *const s = &kind->setting[k];
    if (!equals || !word_is(word, name, s->name)) continue;
    TRY(whole_read(spec, equals + 1, rest, s->least, s->most, &value));
    out->setting[k] = (uint32_t)value;
    return OK;
  }
  for (int k = 0; k < 2; k++) {
    if (!equals || !word_is(word, name, shared[k].name)) continue;
    TRY(whole_read(spec, equals + 1, rest, k, shared[k].most, &value));
    *shared[k].value = (uint64_t)value;
    return OK;
  }
  if (equals && word_is(word, name, "c") && out->kind != NETWORK_GRID)
    return capacities_read(spec, equals + 1, rest, out);
  FAIL(ERR_FORMAT, "%s: expected a setting of %s such as %s=%u, found '%.*s'", spec, kind->name,
       kind->setting[0].name, kind->setting[0].standard, (int)bytes, word);
}

static Status spec_check(const char *spec, const NetworkSpec *s) {
  uint64_t vertices, arcs;
  network_spec_sizes(s, &vertices, &arcs);
  const double widest = s->kind == NETWORK_GENRMF ? (double)s->setting[0] * s->setting[0] : 3;
  if (vertices < 2 || vertices > NETWORK_VERTICES_MAX || arcs > NETWORK_ARCS_MAX ||
      (double)arcs * s->most * widest > 0x1p60)
    FAIL(ERR_FORMAT,
         "%s: expected 2 to %d vertices, at most %d arcs and capacities within 2^60 together, found %llu "
         "vertices and %llu arcs",
         spec, NETWORK_VERTICES_MAX, NETWORK_ARCS_MAX, (unsigned long long)vertices,
         (unsigned long long)arcs);
  if (s->kind == NETWORK_RANDOM && 2 * (uint64_t)s->setting[2] > s->setting[0])
    FAIL(ERR_FORMAT, "%s: expected at most n/2 terminals, found %u of n = %u", spec, s->setting[2],
         s->setting[0]);
  if (s->kind == NETWORK_GRID && s->setting[GRID_NEIGHBOURS] != 4 && s->setting[GRID_NEIGHBOURS] != 8)
    FAIL(ERR_FORMAT, "%s: expected neighbours=4 or neighbours=8, found %u", spec,
         s->setting[GRID_NEIGHBOURS]);
  return OK;
}

Status network_spec_read(const char *spec, NetworkSpec *out) {
  NetworkSpec s = {.seed = 1, .count = 1};
  while (!name_is(spec, &network_kinds[s.kind]))
    if (++s.kind == NETWORK_KINDS) FAIL(ERR_FORMAT, "%s: expected genrmf:, rlg:, random: or grid:", spec);
  const NetworkKind *const kind = &network_kinds[s.kind];
  s.least = 1;
  s.most = kind->most;
  for (int k = 0; k < NETWORK_SETTINGS; k++) s.setting[k] = kind->setting[k].standard;
  for (const char *at = spec + strlen(kind->name) + 1; *at; at += *at == ',') {
    const size_t bytes = strcspn(at, ",");
    TRY(setting_read(spec, at, bytes, &s));
    at += bytes;
  }
  TRY(spec_check(spec, &s));
  *out = s;
  return OK;
}
