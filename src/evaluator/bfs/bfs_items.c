/* Sources: Items.data is a list of vertices, empty if all of them are meant. */
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "bfs_asset.h"
#include "halt.h"
#include "io/decimal.h"
#include "io/input.h"
#include "memory.h"
#include "rng.h"
#include "text.h"

enum { DRAWS_MOST = 1 << 20 };
#define LISTED "id:"

uint32_t bfs_source(const Items *items, uint64_t item) {
  return items->bytes > sizeof(uint32_t) ? ((const uint32_t *)items->data)[1 + item] : (uint32_t)item;
}

Status bfs_sources_alloc(uint64_t count, Items *out) {
  TRY(memory_claim("sources", (count + 1) * sizeof(uint32_t), "a list of %llu vertices",
                   (unsigned long long)count));
  *out = (Items){.count = count, .bytes = (count + 1) * sizeof(uint32_t)};
  out->data = calloc(count + 1, sizeof(uint32_t));
  if (!out->data) FAIL(ERR_MEMORY, "no memory for %llu sources", (unsigned long long)count);
  return OK;
}

/* ---- random ones, all different ---- */

static uint32_t source_draw(uint64_t seed, uint64_t k, uint32_t draw, uint32_t below) {
  return rng_below((RngStream){seed, (uint32_t)k, (uint32_t)(k >> 32), RNG_EDGE}, draw, below);
}

/* Number k that has an arc and is none before: the first that is drawn. taken: a bit a vertex. */
static Status random_source(const Graph *g, uint64_t seed, uint64_t k, uint64_t *taken, uint32_t *out) {
  for (uint32_t draw = 0; draw < DRAWS_MOST; draw++) {
    *out = source_draw(seed, k, draw, g->n);
    uint64_t *const word = &taken[*out / 64], bit = 1ull << *out % 64;
    if (graph_degree(g, *out) == 0 || (*word & bit)) continue;
    *word |= bit;
    return OK;
  }
  FAIL(ERR_FORMAT, "expected a graph with arcs, found none from %d random vertices", DRAWS_MOST);
}

/* A few of many: draws that are repeated are rare. */
static Status few_sources(const Graph *g, uint64_t seed, uint64_t count, uint32_t *to) {
  uint64_t *const taken = calloc(g->n / 64 + 1ull, sizeof *taken);
  Status status = taken ? OK : status_fail(ERR_MEMORY, "no memory for a mark of %u vertices", g->n);
  for (uint64_t k = 0; k < count && status == OK; k++) status = random_source(g, seed, k, taken, &to[k]);
  free(taken);
  return status;
}

/* Most or all of `there` vertices: the first ones of their list, shuffled (Fisher and Yates). */
static Status many_sources(const Graph *g, uint64_t seed, uint64_t there, uint64_t count, uint32_t *to) {
  uint32_t *const list = malloc(there * sizeof *list);
  if (!list) FAIL(ERR_MEMORY, "no memory for a list of %llu vertices", (unsigned long long)there);
  for (uint32_t v = 0, used = 0; v < g->n; v++)
    if (graph_degree(g, v) > 0) list[used++] = v;
  for (uint64_t k = 0; k < count; k++) {
    const uint64_t other = k + source_draw(seed, k, 0, (uint32_t)(there - k));
    to[k] = list[other];
    list[other] = list[k];
  }
  free(list);
  return OK;
}

Status bfs_sources_random(const Graph *g, uint64_t seed, uint64_t count, bool *all, Items *out) {
  uint64_t there = 0;
  for (uint32_t v = 0; v < g->n; v++) there += graph_degree(g, v) > 0;
  if (!there)
    FAIL(ERR_FORMAT, "expected a graph with arcs, found none: --sources all searches from vertices alone");
  *all = count > there;
  if (*all) count = there;
  TRY(bfs_sources_alloc(count, out));
  uint32_t *const to = (uint32_t *)out->data + 1;
  return count > there / 2 ? many_sources(g, seed, there, count, to) : few_sources(g, seed, count, to);
}

bool bfs_sources_all(const BfsAsset *a, const Items *items) {
  const Graph *const g = a->at.graph;
  uint64_t there = 0;
  if (items->bytes <= sizeof(uint32_t)) return items->count == g->n;
  if (!a->random) return false; /* a list may repeat some */
  for (uint32_t v = 0; v < g->n; v++) there += graph_degree(g, v) > 0;
  return items->count == there;
}

/* ---- a file ---- */

/* The vertex of a line; false: it is none. */
static bool line_vertex(const Graph *g, const char *line, size_t bytes, uint32_t *out) {
  double value;
  if (g->ids.id) return graph_vertex_find(g, line, bytes, out);
  if (!decimal_read(line, bytes, &value) || value < g->first || value >= (double)g->n + g->first)
    return false;
  *out = (uint32_t)value - g->first;
  return (double)*out + g->first == value;
}

/* "PLACE: expected a vertex from 0 to 59, found '60'", PLACE a line of a file or an option. */
static Status vertex_fail(const Graph *g, const char *place, const char *at, size_t bytes) {
  char first[GRAPH_VERTEX_TEXT_MAX], last[GRAPH_VERTEX_TEXT_MAX];
  graph_vertex_text(g, 0, first);
  graph_vertex_text(g, g->n - 1, last);
  FAIL(ERR_FORMAT, "%s: expected %s from %s to %s, found '%.*s'", place,
       g->ids.id ? "one of the graph's vertices," : "a vertex", first, last, (int)(bytes < 40 ? bytes : 40),
       at);
}

static Status line_fail(const Graph *g, const char *path, long long number, const char *at,
                        const char *stop) {
  char place[BFS_TEXT_MAX + 24];
  snprintf(place, sizeof place, "%s:%lld", path, number);
  return vertex_fail(g, place, at, (size_t)(stop - at));
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Counts the lines that hold a vertex, or keeps them. */
static Status lines_read(const Graph *g, const char *path, const char *text, size_t bytes, uint32_t *to,
                         uint64_t *count) {
  const char *const end = text + bytes;
  long long number = 1;
  uint32_t v;
  *count = 0;
  for (const char *at = text; at < end && (to || !halt_poll()); number++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at)), *const next = stop ? stop + 1 : end;
    if (!stop) stop = end;
    while (at < stop && is_blank(*at)) at++;
    while (at < stop && is_blank(stop[-1])) stop--;
    if (at < stop && *at != '#') {
      if (!line_vertex(g, at, (size_t)(stop - at), &v)) return line_fail(g, path, number, at, stop);
      if (to) to[*count] = v;
      ++*count;
    }
    at = next;
  }
  return to ? OK : halt_after("the reading of sources");
}

Status bfs_sources_parse(const Graph *g, const char *path, const char *text, size_t bytes, Items *out) {
  uint64_t count;
  TRY(lines_read(g, path, text, bytes, NULL, &count));
  if (!count) FAIL(ERR_FORMAT, "%s: expected vertices, one a line, found none", path);
  TRY(bfs_sources_alloc(count, out));
  return lines_read(g, path, text, bytes, (uint32_t *)out->data + 1, &count);
}

static Status file_sources(const Graph *g, const char *path, Items *out) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  const Status status = bfs_sources_parse(g, path, text, bytes, out);
  free(text);
  return status;
}

/* ---- a list in the option ---- */

/* "17,42": the vertices between commas, as the graph's file calls them. */
static Status named_sources(const Graph *g, const char *list, Items *out) {
  uint64_t count = 1;
  for (const char *at = list; *at; at++) count += *at == ',';
  TRY(bfs_sources_alloc(count, out));
  uint32_t *const to = (uint32_t *)out->data + 1;
  for (uint64_t k = 0; k < count; k++) {
    const size_t bytes = strcspn(list, ",");
    if (!line_vertex(g, list, bytes, &to[k])) {
      free(out->data);
      out->data = NULL;
      return vertex_fail(g, "--sources", list, bytes);
    }
    list += bytes + 1;
  }
  return OK;
}

/* ---- all kinds ---- */

static Status sources_make(BfsAsset *a, Items *out) {
  const char *const words = a->settings.sources;
  double count;
  if (strcmp(words, "all") == 0) {
    TRY(bfs_sources_alloc(0, out));
    out->count = a->at.graph->n;
    return OK;
  }
  if (strncmp(words, LISTED, strlen(LISTED)) == 0)
    return named_sources(a->at.graph, words + strlen(LISTED), out);
  if (!decimal_read(words, strlen(words), &count)) return file_sources(a->at.graph, words, out);
  if (!(count >= 1 && count <= 1e9) || count != (double)(uint64_t)count)
    FAIL(ERR_USAGE,
         "--sources: expected all, a whole number from 1 to 1e9, id: and vertices, or a file, found %s",
         words);
  a->random = true;
  return bfs_sources_random(a->at.graph, a->settings.seed, (uint64_t)count, &a->all, out);
}

/* The same graph whose vertices are called otherwise gives other records. */
static uint64_t ids_digest(const GraphIds *ids, uint64_t n, uint64_t seed) {
  if (!ids->names) return XXH3_64bits_withSeed(ids->id, n * sizeof *ids->id, seed);
  const uint64_t places = XXH3_64bits_withSeed(ids->id, (n + 1) * sizeof *ids->id, seed);
  return XXH3_64bits_withSeed(ids->names, ids->bytes, places);
}

uint64_t bfs_items_digest(const Graph *g, const Items *items) {
  const uint64_t part[] = {g->digest, g->first, items->count, XXH3_64bits(items->data, items->bytes)};
  const uint64_t graph = XXH3_64bits(part, sizeof part);
  return g->ids.id ? ids_digest(&g->ids, g->n, graph) : graph;
}

/* Whether these sources tell the closeness: all, or a random sample of a graph without directions. */
static Status closeness_possible(const BfsAsset *a, const Items *items) {
  const BfsSettings *const s = &a->settings;
  if (s->levels[0] || s->parents[0])
    FAIL(ERR_USAGE, "--closeness: expected no --%s beside it", s->levels[0] ? "levels" : "parents");
  if (bfs_sources_all(a, items)) return OK;
  if (!a->random)
    FAIL(ERR_USAGE, "--closeness: expected --sources all, or a number of random ones, found %s", s->sources);
  if (a->at.graph->directed)
    FAIL(ERR_USAGE,
         "--closeness: expected --sources all for a graph with directions, whose sample has no bound "
         "of its error, found %s",
         s->sources);
  return OK;
}

Status bfs_items(const char *spec, const void *settings, Items *out) {
  BfsAsset *const a = out->asset;
  (void)spec;
  (void)settings; /* the asset has both */
  Items items = {.data = NULL};
  Status status = sources_make(a, &items);
  if (status == OK && a->settings.levels[0] && items.count != 1)
    status = status_fail(ERR_USAGE, "--levels: expected one source beside it, found %llu",
                         (unsigned long long)items.count);
  if (status == OK && a->settings.closeness[0]) status = closeness_possible(a, &items);
  if (status != OK) {
    free(items.data);
    return status;
  }
  items.digest = bfs_items_digest(a->at.graph, &items);
  *out = items;
  return OK;
}

/* ---- what a file calls them ---- */

void bfs_id_print(FILE *out, const Items *items, uint64_t item) {
  const Graph *const g = ((const BfsAsset *)items->asset)->at.graph;
  size_t bytes;
  if (!g->ids.id) return;
  if (item == UINT64_MAX) {
    fputs("id,", out);
    return;
  }
  const uint32_t v = bfs_source(items, item);
  if (g->ids.names) {
    const char *const name = graph_vertex_name(g, v, &bytes);
    char text[GRAPH_NAME_MAX + 1];
    snprintf(text, sizeof text, "%.*s", (int)bytes, name);
    text_csv(out, text);
  } else {
    fprintf(out, "%llu", (unsigned long long)g->ids.id[v]);
  }
  fputc(',', out);
}

Status bfs_names_make(const Graph *g, const uint32_t *list, uint64_t count, char **out, size_t *bytes) {
  size_t length;
  *bytes = 1;
  for (uint64_t k = 0; k < count; k++) {
    graph_vertex_name(g, list ? list[k] : (uint32_t)k, &length);
    if (length > *bytes) *bytes = length;
  }
  TRY(memory_claim("names", bytes_times(count, *bytes), "a column of %llu names", (unsigned long long)count));
  char *const names = calloc(count + 1, *bytes);
  if (!names) FAIL(ERR_MEMORY, "no memory for a column of %llu names", (unsigned long long)count);
  for (uint64_t k = 0; k < count; k++) {
    const char *const name = graph_vertex_name(g, list ? list[k] : (uint32_t)k, &length);
    memcpy(names + k * *bytes, name, length);
  }
  *out = names;
  return OK;
}

Status bfs_ids_array(const Graph *g, char **owned, Array *out) {
  size_t bytes;
  *owned = NULL;
  *out = (Array){.name = "id", .dtype = DTYPE_U64, .count = g->n, .values = g->ids.id};
  if (!g->ids.names) return OK;
  TRY(bfs_names_make(g, NULL, g->n, owned, &bytes));
  out->dtype = DTYPE_COUNT;
  out->values = *owned;
  out->bytes = bytes;
  return OK;
}

Status bfs_id_kept(const Items *items, int k, TableColumn *out) {
  const Graph *const g = ((const BfsAsset *)items->asset)->at.graph;
  const uint32_t *const list =
      items->bytes > sizeof(uint32_t) ? (const uint32_t *)items->data + 1 : NULL; /* else all vertices */
  *out = (TableColumn){.dtype = g->ids.names ? DTYPE_COUNT : DTYPE_U64, .bytes = sizeof(uint64_t)};
  if (k > 0 || !g->ids.id) return OK;
  snprintf(out->name, sizeof out->name, "id");
  if (g->ids.names) {
    char *names;
    TRY(bfs_names_make(g, list, items->count, &names, &out->bytes));
    out->values = out->owned = names;
    return OK;
  }
  uint64_t *const id = malloc((items->count + 1) * sizeof *id);
  if (!id) FAIL(ERR_MEMORY, "no memory for a column of %llu ids", (unsigned long long)items->count);
  for (uint64_t i = 0; i < items->count; i++) id[i] = g->ids.id[bfs_source(items, i)];
  out->values = out->owned = id;
  return OK;
}
