/* Networks as items: a file, the lines of a list, a generator's, or networks in memory. Items.data is a FlowHead,
 * then a FlowPlace for each line, then their text. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "evaluator.h"
#include "flow_kernels.h"
#include "flow_parts.h"
#include "graph/network.h"
#include "io/file_digest.h"
#include "io/input.h"
#include "io/path.h"
#include "pseudoflow.h"
#include "push_relabel.h"

/* ---- items ---- */

typedef struct FlowPlace { /* of a network of a list */
  uint64_t at;             /* of its name, or of the network, in Items.data */
  uint64_t arcs;           /* as its size makes one think */
  uint64_t digest;         /* of its file (io/file_digest.h) or its words; 0: of one in memory */
} FlowPlace;

enum { ARC_BYTES = 16 }; /* of a line, as a rule */

static FlowPlace *places_of(const Items *items) {
  return (FlowPlace *)((char *)items->data + sizeof(FlowHead));
}

/* Of networks in memory: all their bytes. */
static uint64_t packed_digest(const Items *items) {
  return XXH3_64bits((const char *)items->data + sizeof(FlowHead), items->bytes - sizeof(FlowHead));
}

/* Of networks that are named: what the names mean, one after another. */
static uint64_t places_digest(const Items *items) {
  const FlowPlace *const place = places_of(items);
  uint64_t digest = items->count;
  for (uint64_t k = 0; k < items->count; k++)
    digest = XXH3_64bits_withSeed(&place[k].digest, sizeof place[k].digest, digest);
  return digest;
}

static uint64_t what_digest(const Items *items) {
  const FlowHead *const head = items->data;
  if (head->generated) return XXH3_64bits(&head->spec, sizeof head->spec);
  return head->packed ? packed_digest(items) : places_digest(items);
}

/* Is anything asked for that records depend on? */
static bool asks(const FlowSettings *s) {
  return s->source[0] || s->sink[0] || s->undirected || s->smoothness != FLOW_SMOOTHNESS || s->neighbours;
}

/* Of what there is. The paths that are written are no matter of records, nor are those that are read. */
static void flow_items_digest(Items *items) {
  const FlowHead *const head = items->data;
  const FlowSettings *const s = &head->settings;
  const uint64_t parts[] = {what_digest(items), head->generated, s->method};
  items->digest = XXH3_64bits(parts, sizeof parts);
  if (!asks(s)) return;
  const uint64_t grid = (uint64_t)s->smoothness << 32 | s->neighbours;
  const uint64_t asked[] = {items->digest, XXH3_64bits(s->source, strlen(s->source)),
                            XXH3_64bits(s->sink, strlen(s->sink)), s->undirected, grid};
  items->digest = XXH3_64bits(asked, sizeof asked);
}

/* A head with `more` bytes behind it, and the digest of what there is then. ERR_MEMORY. */
static Status flow_head_make(const char *words, const FlowSettings *settings, uint64_t count, size_t more,
                             Items *out) {
  FlowHead *const head = calloc(1, sizeof *head + more);
  if (!head) FAIL(ERR_MEMORY, "%s: no memory for its items", words);
  out->count = count;
  out->bytes = sizeof *head + more;
  out->data = head;
  head->settings = *settings;
  snprintf(head->words, sizeof head->words, "%s", words);
  return OK;
}

static uint64_t words_digest(const char *words) { return XXH3_64bits(words, strlen(words)) | 2; }

/* Digests of what the places name. ERR_STOPPED, ERR_MEMORY. */
static Status places_open(Items *items) {
  FlowPlace *const place = places_of(items);
  for (uint64_t k = 0; k < items->count; k++) {
    const char *const name = (const char *)items->data + place[k].at;
    if (network_spec_is(name))
      place[k].digest = words_digest(name);
    else
      TRY(file_digest(name, &place[k].digest));
  }
  return OK;
}

/* ---- lists ---- */

static uint64_t arcs_guess(const char *name) {
  struct stat about;
  NetworkSpec spec;
  uint64_t vertices, arcs;
  if (!network_spec_is(name)) return stat(name, &about) == 0 ? (uint64_t)about.st_size / ARC_BYTES : 0;
  if (network_spec_read(name, &spec) != OK) {
    status_clear();
    return 0;
  }
  network_spec_sizes(&spec, &vertices, &arcs);
  return arcs;
}

typedef struct List {
  const char *path;
  int folder; /* characters of `path` up to its last slash */
  FlowPlace *place;
  char *data; /* Items.data; NULL while sizes are counted */
  uint64_t count, bytes;
} List;

static void name_add(List *l, const char *name, size_t length) {
  char plain[FLOW_PATH_MAX];
  snprintf(plain, sizeof plain, "%.*s", (int)length, name);
  const int folder = name[0] == '/' || network_spec_is(plain) ? 0 : l->folder;
  if (l->data) {
    sprintf(l->data + l->bytes, "%.*s%s", folder, l->path, plain);
    l->place[l->count] = (FlowPlace){.at = l->bytes, .arcs = arcs_guess(l->data + l->bytes)};
  }
  l->bytes += (uint64_t)folder + length + 1;
  l->count++;
}

static Status lines_read(List *l, const char *text, size_t bytes) {
  int number = 0;
  for (const char *at = text, *const end = text + bytes, *next; at < end; at = next) {
    const char *const stop = memchr(at, '\n', (size_t)(end - at));
    next = stop ? stop + 1 : end;
    number++;
    size_t length = (size_t)((stop ? stop : end) - at);
    while (length && strchr(" \t\r", at[length - 1])) length--;
    if (!length || at[0] == '#') continue;
    if (length + (size_t)l->folder >= FLOW_PATH_MAX || memchr(at, 0, length))
      FAIL(ERR_FORMAT, "%s:%d: expected the name of a network, found a line of %zu bytes", l->path, number,
           length);
    name_add(l, at, length);
  }
  return OK;
}

/* Once to count, once to keep. */
static Status list_make(const char *path, const char *text, size_t bytes, const FlowSettings *settings,
                        Items *out) {
  const char *const slash = strrchr(path, '/');
  List l = {.path = path, .folder = slash ? (int)(slash - path) + 1 : 0};
  TRY(lines_read(&l, text, bytes));
  if (!l.count) FAIL(ERR_FORMAT, "%s: expected a network a line, found none", path);
  TRY(flow_head_make(path, settings, l.count, l.count * sizeof *l.place + l.bytes, out));
  l.data = out->data;
  l.place = (FlowPlace *)(l.data + sizeof(FlowHead));
  l.bytes = sizeof(FlowHead) + l.count * sizeof *l.place;
  l.count = 0;
  return lines_read(&l, text, bytes);
}

static Status list_read(const char *path, const FlowSettings *settings, Items *out) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  const Status status = list_make(path, text, bytes, settings, out);
  free(text);
  return status;
}

/* ---- all kinds ---- */

static Status file_make(const char *path, const FlowSettings *settings, Items *out) {
  const size_t length = strlen(path);
  if (length >= FLOW_PATH_MAX) FAIL(ERR_USAGE, "path too long: %s", path);
  TRY(flow_head_make(path, settings, 1, sizeof(FlowPlace) + length + 1, out));
  FlowPlace *const place = (FlowPlace *)((char *)out->data + sizeof(FlowHead));
  *place = (FlowPlace){.at = sizeof(FlowHead) + sizeof *place, .arcs = arcs_guess(path)};
  memcpy(place + 1, path, length);
  return OK;
}

/* What is asked for is of files, and of images. */
static Status asked_check(const FlowSettings *s, const char *found) {
  const struct {
    bool given;
    const char *option, *expected;
  } asked[] = {{s->source[0] != 0, "source", "a file of a network"},
               {s->sink[0] != 0, "sink", "a file of a network"},
               {s->undirected != 0, "undirected", "a file of a network"},
               {s->smoothness != FLOW_SMOOTHNESS, "smoothness", "an image (PGM)"},
               {s->neighbours != 0, "neighbours", "an image (PGM)"}};
  for (size_t k = 0; k < sizeof asked / sizeof *asked; k++)
    if (asked[k].given)
      FAIL(ERR_USAGE, "--%s: expected %s, found %s", asked[k].option, asked[k].expected, found);
  return OK;
}

static Status generated_make(const char *words, const FlowSettings *settings, Items *out) {
  NetworkSpec spec;
  TRY(asked_check(settings, "a generator's words"));
  TRY(network_spec_read(words, &spec));
  TRY(flow_head_make(words, settings, spec.count, 0, out));
  FlowHead *const head = out->data;
  head->generated = true;
  head->spec = spec;
  return OK;
}

static Status items_finish(const FlowSettings *s, Items *out) {
  if (!flow_head(out)->generated) TRY(places_open(out));
  flow_items_digest(out);
  const struct {
    const char *path, *option;
  } outputs[] = {{s->cut, "cut"}, {s->flow, "flow"}, {s->segmentation, "segmentation"}};
  for (size_t k = 0; k < sizeof outputs / sizeof *outputs && out->count != 1; k++)
    if (outputs[k].path[0])
      FAIL(ERR_USAGE, "--%s: expected one network, found %" PRIu64, outputs[k].option, out->count);
  return OK;
}

Status flow_items(const char *spec, const void *settings, Items *out) {
  const FlowSettings *const s = settings;
  TRY(network_vertices_check("source", s->source));
  TRY(network_vertices_check("sink", s->sink));
  if (network_spec_is(spec))
    TRY(generated_make(spec, s, out));
  else if (path_ends(spec, ".list"))
    TRY(list_read(spec, s, out));
  else
    TRY(file_make(spec, s, out));
  const Status status = items_finish(s, out);
  if (status != OK) {
    free(out->data);
    out->data = NULL;
  }
  return status;
}

bool flow_alone(const char *spec) {
  NetworkSpec s;
  if (!network_spec_is(spec)) return !path_ends(spec, ".list");
  if (network_spec_read(spec, &s) == OK) return s.count == 1;
  status_clear();
  return true;
}

static const FlowPlace *place_of(const Items *items, uint64_t item) { return places_of(items) + item; }

static const char *path_of(const Items *items, uint64_t item) {
  return (const char *)items->data + place_of(items, item)->at;
}

void flow_input(const Items *items, uint64_t item, ItemInput out[EVALUATOR_INPUTS]) {
  const FlowHead *const head = flow_head(items);
  *out = head->generated || head->packed ? (ItemInput){head->words, 0}
                                         : (ItemInput){path_of(items, item), place_of(items, item)->digest};
}

double flow_arcs(const Items *items, uint64_t item) {
  const FlowHead *const head = flow_head(items);
  uint64_t vertices, arcs;
  if (!head->generated) return (double)place_of(items, item)->arcs + 1;
  network_spec_sizes(&head->spec, &vertices, &arcs);
  return (double)arcs + 1;
}

/* Each rank reads the file itself, perhaps from another folder, or later. */
static Status file_read(const char *path, uint64_t expected, const FlowSettings *s, Network *out) {
  uint64_t found;
  const NetworkAsk ask = {s->source, s->sink, s->undirected != 0, {s->smoothness, s->neighbours == 1}};
  TRY(file_digest(path, &found));
  if (found == FILE_DIGEST_NONE || found == expected) return network_read(path, &ask, out);
  FAIL(ERR_NO_INPUT, "%s: expected the file that was there when the run began, found another one", path);
}

static Status network_take(const Items *items, uint64_t item, Network *out) {
  const FlowHead *const head = flow_head(items);
  NetworkSpec spec;
  *out = (Network){.vertices = 0};
  if (head->generated) return network_generate(&head->spec, item, out);
  if (head->packed) return flow_unpack(path_of(items, item), out);
  const char *const path = path_of(items, item);
  if (!network_spec_is(path)) return file_read(path, place_of(items, item)->digest, &head->settings, out);
  TRY(asked_check(&head->settings, "a generator's words"));
  TRY(network_spec_read(path, &spec));
  return network_generate(&spec, 0, out);
}

Status flow_network(const Items *items, uint64_t item, Network *out) {
  TRY(network_take(items, item, out));
  if (!flow_head(items)->settings.segmentation[0] || out->columns) return OK;
  network_free(out);
  FAIL(ERR_USAGE, "--segmentation: expected an image (PGM) or grid:, found another network");
}

void flow_name(const Items *items, uint64_t item, char name[FLOW_NAME_MAX]) {
  const FlowHead *const head = flow_head(items);
  if (!head->generated && !head->packed)
    snprintf(name, FLOW_NAME_MAX, "%s", path_of(items, item));
  else if (items->count == 1)
    snprintf(name, FLOW_NAME_MAX, "%s", head->words);
  else
    snprintf(name, FLOW_NAME_MAX, "network %" PRIu64 " of %s", item + 1, head->words);
}

/* ---- networks in memory ---- */

Status flow_memory_items(const Network *networks, uint64_t count, const void *settings, Items *out) {
  size_t bytes = count * sizeof(FlowPlace);
  TRY(asked_check(settings, "a network in memory"));
  for (uint64_t k = 0; k < count; k++) bytes += flow_packed_bytes(&networks[k]);
  TRY(flow_head_make("network in memory", settings, count, bytes, out));
  FlowHead *const head = out->data;
  FlowPlace *const places = (FlowPlace *)(head + 1);
  head->packed = true;
  bytes = sizeof *head + count * sizeof *places;
  for (uint64_t k = 0; k < count; k++) {
    places[k] = (FlowPlace){.at = bytes, .arcs = networks[k].arcs};
    flow_pack(&networks[k], (char *)head + bytes);
    bytes += flow_packed_bytes(&networks[k]);
  }
  flow_items_digest(out);
  return OK;
}

/* ---- choice of a method ---- */

/* By a search from the sink, with FLOW_AUTO: waves if the network is no deeper than FLOW_DEPTH or at least FLOW_WIDTH wide, else pseudoflows. It
 * depends on the network alone, so that records do. The network is as it was in the beginning. ERR_MEMORY. */
enum { FLOW_DEPTH = 24, FLOW_WIDTH = 4096 };

enum { NEAR_PLACES = 1 << 17 };

const char *const flow_methods[] = {"auto", "push-relabel", "waves", "mpm", "mpm-active", "pseudoflow", NULL};

/* The vertices before queue[q], to the queue from `count` on. Returns where it ends. The one without a branch that nobody can foresee is for networks
 * that are near in memory. */
static uint32_t vertex_expand_near(const FlowView *n, uint32_t *level, uint32_t *queue, uint32_t q,
                                   uint32_t count) {
  const uint32_t next = level[queue[q]] + 1, end = n->first[queue[q] + 1];
  for (uint32_t a = n->first[queue[q]]; a < end; a++) {
    const uint32_t u = n->head[a], was = level[u];
    const bool won = (was == UINT32_MAX) & (n->residual[n->mate[a]] > 0);
    level[u] = won ? next : was;
    queue[count] = u;
    count += won;
  }
  return count;
}

static uint32_t vertex_expand_far(const FlowView *n, uint32_t *level, uint32_t *queue, uint32_t q,
                                  uint32_t count) {
  for (uint32_t a = n->first[queue[q]]; a < n->first[queue[q] + 1]; a++) {
    const uint32_t u = n->head[a];
    if (level[u] != UINT32_MAX || n->residual[n->mate[a]] == 0) continue;
    level[u] = level[queue[q]] + 1;
    queue[count++] = u;
  }
  return count;
}

/* The queue is sorted by level: its last vertex has the highest one. Returns how many vertices it has. */
static uint32_t levels_search(const FlowView *n, uint32_t *level, uint32_t *queue) {
  uint32_t count = 1;
  memset(level, 0xff, n->vertices * sizeof *level);
  level[n->sink] = 0;
  queue[0] = n->sink;
  for (uint32_t q = 0; q < count; q++)
    count = (n->places <= NEAR_PLACES ? vertex_expand_near : vertex_expand_far)(n, level, queue, q, count);
  return count;
}

FlowChoice flow_choice(FlowMethod asked, uint32_t depth, uint32_t reached) {
  const uint32_t width = depth ? reached / depth : reached;
  const bool flat = depth <= FLOW_DEPTH || width >= FLOW_WIDTH;
  const FlowMethod measured = flat ? FLOW_WAVES : FLOW_PSEUDOFLOW;
  return (FlowChoice){asked != FLOW_AUTO ? asked : measured, depth, width};
}

Status flow_choose(const FlowView *n, FlowMethod asked, FlowChoice *out) {
  uint32_t *const level = malloc((2 * (size_t)n->vertices + 1) * sizeof *level);
  if (!level) FAIL(ERR_MEMORY, "no memory for a search of %u vertices", n->vertices);
  uint32_t *const queue = level + n->vertices;
  const uint32_t count = levels_search(n, level, queue);
  *out = flow_choice(asked, level[queue[count - 1]], count);
  free(level);
  return OK;
}

Status flow_host_solve(const FlowView *network, FlowMethod method) {
  return method == FLOW_PSEUDOFLOW ? pseudoflow(network) : push_relabel(network);
}

Status flow_kernels_run(Backend *be, const FlowBatch *batch, FlowMethod method) {
  const FlowKernels *const kernels = be->ops->flow;
  if (method != FLOW_MPM && method != FLOW_MPM_ACTIVE) return kernels->waves(be, batch);
  return kernels->mpm(be, batch, method == FLOW_MPM ? MPM_BASE : MPM_ACTIVE);
}
