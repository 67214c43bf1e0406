/* See graph_share.h. */
#include "graph_share.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "graph.h"
#include "node.h"

/* ---- ranks of a host ---- */

enum { PART = 64 << 20, PLACES = 6, LINE = 64 };

typedef struct GraphHead { /* what rank 0 says of its graph */
  bool there, shared;
  Graph graph; /* without its arrays */
  uint64_t bytes;
  char name[SHARED_NAME_MAX];
} GraphHead;

static uint64_t ids_bytes(const Graph *g) {
  return g->ids.id ? (g->n + (g->ids.names ? 1ull : 0)) * sizeof *g->ids.id : 0;
}

/* Where offset, to, in_offset, in_to, the ids and the names begin, and the end. */
static uint64_t places_find(const Graph *g, uint64_t place[PLACES]) {
  const uint64_t offsets = (g->n + 1ull) * sizeof *g->offset, heads = g->arcs * sizeof *g->to;
  const uint64_t size[] = {offsets,      heads,       g->directed ? offsets : 0, g->directed ? heads : 0,
                           ids_bytes(g), g->ids.bytes};
  uint64_t end = 0;
  for (int k = 0; k < PLACES; k++) {
    place[k] = end;
    end += (size[k] + LINE - 1) / LINE * LINE;
  }
  if (!g->directed) {
    place[2] = place[0];
    place[3] = place[1];
  }
  return end;
}

static void arrays_point(Graph *g, const SharedMemory *memory) {
  uint64_t place[PLACES] = {0};
  char *const at = memory->at;
  places_find(g, place);
  g->offset = (void *)(at + place[0]);
  g->to = (void *)(at + place[1]);
  g->in_offset = (void *)(at + place[2]);
  g->in_to = (void *)(at + place[3]);
  if (g->ids.id) g->ids.id = (void *)(at + place[4]);
  if (g->ids.names) g->ids.names = at + place[5];
  g->shared = *memory;
}

/* What was copied is given back part by part, so that a large array is not there twice; `from` is freed afterwards. */
static void array_move(char *to, void *from, uint64_t bytes) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (uint64_t at = 0; at < bytes; at += PART) {
    char *const part = (char *)from + at;
    const uint64_t size = bytes - at < PART ? bytes - at : PART;
    memcpy(to + at, part, size);
    const uintptr_t first = ((uintptr_t)part + page - 1) / page * page, end = (uintptr_t)part + size;
    if (size == PART) madvise((void *)first, (end - first) / page * page, MADV_DONTNEED);
  }
  free(from);
}

static void graph_move(Graph *g, const SharedMemory *memory) {
  uint64_t place[PLACES] = {0};
  char *const at = memory->at;
  const uint64_t offsets = (g->n + 1ull) * sizeof *g->offset, heads = g->arcs * sizeof *g->to;
  places_find(g, place);
  array_move(at + place[0], g->offset, offsets);
  array_move(at + place[1], g->to, heads);
  if (g->directed) {
    array_move(at + place[2], g->in_offset, offsets);
    array_move(at + place[3], g->in_to, heads);
  }
  if (g->ids.id) array_move(at + place[4], g->ids.id, ids_bytes(g));
  if (g->ids.names) array_move(at + place[5], g->ids.names, g->ids.bytes);
  arrays_point(g, memory);
}

/* On rank 0. Where no memory can be shared its graph stays where it is. */
static void graph_offer(Graph *g, GraphHead *head, int *handle) {
  uint64_t place[PLACES] = {0};
  SharedMemory memory;
  *head = (GraphHead){.there = g};
  *handle = -1;
  if (!g) return;
  head->bytes = places_find(g, place);
  head->shared = shared_memory_make(head->bytes, &memory, handle, head->name) == OK;
  if (head->shared) graph_move(g, &memory);
  head->graph = *g;
  status_clear();
}

static Status graph_take(const GraphHead *head, Graph **graph, bool *own) {
  SharedMemory memory;
  *own = !head->shared || shared_memory_find(head->name, head->bytes, false, &memory) != OK;
  status_clear();
  if (*own) return OK;
  *graph = malloc(sizeof **graph);
  if (!*graph) {
    shared_memory_free(&memory);
    return status_fail(ERR_MEMORY, "no memory for a graph");
  }
  **graph = head->graph;
  arrays_point(*graph, &memory);
  return OK;
}

Status graph_share(const Node *node, Graph **graph, bool *own) {
  GraphHead head;
  int handle = -1;
  Status status = OK;
  *own = false;
  if (node->rank == 0) graph_offer(*graph, &head, &handle);
  node->bcast(node->self, &head, sizeof head);
  if (node->rank != 0 && head.there) status = graph_take(&head, graph, own);
  node->all(node->self, true); /* all have found it */
  shared_memory_named(handle);
  return status;
}

/* ---- hosts ---- */

enum { BCAST_PART = 1 << 30 }; /* bytes of a broadcast */

/* false: no memory. */
static bool ids_alloc_like(const GraphIds *like, uint64_t bytes, GraphIds *out) {
  *out = (GraphIds){.bytes = like->bytes};
  if (like->id) out->id = malloc(bytes);
  if (like->names) out->names = malloc(like->bytes + 1);
  return (out->id || !like->id) && (out->names || !like->names);
}

/* Memory for a graph like that one, whose arrays are another process's. */
static Status graph_alloc_like(const Graph *like, Graph **out) {
  const size_t offsets = (like->n + 1ull) * sizeof(uint64_t), heads = (like->arcs + 1) * sizeof(uint32_t);
  Graph *g = calloc(1, sizeof *g);
  if (!g) FAIL(ERR_MEMORY, "no memory for a graph");
  *g = (Graph){.n = like->n,
               .directed = like->directed,
               .arcs = like->arcs,
               .first = like->first,
               .digest = like->digest,
               .offset = malloc(offsets),
               .to = malloc(heads)};
  g->in_offset = g->directed ? malloc(offsets) : g->offset;
  g->in_to = g->directed ? malloc(heads) : g->to;
  const bool ids = ids_alloc_like(&like->ids, ids_bytes(like), &g->ids);
  *out = g;
  if (g->offset && g->to && g->in_offset && g->in_to && ids) return OK;
  graph_free(g);
  *out = NULL;
  FAIL(ERR_MEMORY, "no memory for a graph of %llu arcs", (unsigned long long)like->arcs);
}

static void array_give(const Node *node, void *data, uint64_t bytes) {
  for (uint64_t at = 0; at < bytes; at += BCAST_PART)
    node->bcast(node->self, (char *)data + at, bytes - at < BCAST_PART ? bytes - at : BCAST_PART);
}

/* Every rank of that node gets a copy of its own, of rank 0's; there NULL: no rank gets one. */
static Status copies_give(const Node *node, Graph **graph) {
  Graph head = {.n = 0};
  if (node->rank == 0 && *graph) head = **graph;
  node->bcast(node->self, &head, sizeof head);
  if (head.n == 0) return OK;
  const Status status = node->rank == 0 ? OK : graph_alloc_like(&head, graph);
  if (!node->all(node->self, status == OK)) return status;
  Graph *const g = *graph;
  const uint64_t offsets = (g->n + 1ull) * sizeof *g->offset, heads = g->arcs * sizeof *g->to;
  array_give(node, g->offset, offsets);
  array_give(node, g->to, heads);
  if (g->directed) {
    array_give(node, g->in_offset, offsets);
    array_give(node, g->in_to, heads);
  }
  if (g->ids.id) array_give(node, g->ids.id, ids_bytes(g));
  if (g->ids.names) array_give(node, g->ids.names, g->ids.bytes);
  return OK;
}

Status graph_give(const Node *hosts, const Node *host, Graph **graph) {
  bool own;
  const Status given = hosts ? copies_give(hosts, graph) : OK;
  const Status shared = graph_share(host, graph, &own);
  if (host->all(host->self, shared == OK && !own)) return given;
  if (host->rank != 0) {
    graph_free(*graph);
    *graph = NULL;
  }
  const Status copied = copies_give(host, graph); /* where memory cannot be shared */
  return given != OK ? given : copied;
}
