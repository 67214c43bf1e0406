/* See vertex_map.h. */
#include "vertex_map.h"

#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "memory.h"

enum { ROOM_FIRST = 1 << 10 };

typedef struct Key { /* names NULL: a number */
  const char *name;
  uint64_t bytes, number;
} Key;

/* ---- hash table ---- */

static uint64_t key_hash(Key key) {
  return key.name ? XXH3_64bits(key.name, key.bytes) : digest_mix(0, key.number);
}

static Key vertex_key(const VertexMap *m, bool named, uint64_t vertex) {
  if (!named) return (Key){.number = m->id[vertex]};
  return (Key){.name = m->names + m->id[vertex], .bytes = m->id[vertex + 1] - m->id[vertex]};
}

static bool key_same(Key a, Key b) {
  return a.name ? a.bytes == b.bytes && memcmp(a.name, b.name, a.bytes) == 0 : a.number == b.number;
}

/* Where that vertex is, or a free place for it. */
static uint32_t *slot_find(const VertexMap *m, Key key) {
  const uint64_t mask = m->slots - 1;
  uint64_t at = key_hash(key) & mask;
  while (m->slot[at] && !key_same(key, vertex_key(m, key.name != NULL, m->slot[at] - 1)))
    at = (at + 1) & mask;
  return &m->slot[at];
}

static Status slots_grow(const char *path, VertexMap *m, bool named) {
  const uint64_t slots = m->slots ? 2 * m->slots : 2 * ROOM_FIRST;
  TRY(memory_claim(path, slots * sizeof *m->slot, "a map of more than %llu vertices",
                   (unsigned long long)m->count));
  uint32_t *const slot = calloc(slots, sizeof *slot);
  if (!slot) FAIL(ERR_MEMORY, "%s: no memory for a map of %llu vertices", path, (unsigned long long)m->count);
  free(m->slot);
  m->slot = slot;
  m->slots = slots;
  for (uint64_t v = 0; v < m->count; v++) *slot_find(m, vertex_key(m, named, v)) = (uint32_t)v + 1;
  return OK;
}

static Status ids_grow(const char *path, VertexMap *m) {
  const uint64_t room = m->room ? 2 * m->room : ROOM_FIRST;
  TRY(memory_claim(path, (room - m->room) * sizeof *m->id, "a map of more than %llu vertices",
                   (unsigned long long)m->count));
  uint64_t *const id = realloc(m->id, (room + 1) * sizeof *id);
  if (!id) FAIL(ERR_MEMORY, "%s: no memory for a map of %llu vertices", path, (unsigned long long)m->count);
  m->id = id;
  m->room = room;
  return OK;
}

static Status name_keep(const char *path, VertexMap *m, Key key) {
  const uint64_t begin = m->count ? m->id[m->count] : 0;
  if (begin + key.bytes > m->names_room) {
    const uint64_t room = 2 * (begin + key.bytes) + ROOM_FIRST;
    TRY(memory_claim(path, room - m->names_room, "names of more than %llu vertices",
                     (unsigned long long)m->count));
    char *const names = realloc(m->names, room);
    if (!names) FAIL(ERR_MEMORY, "%s: no memory for %llu names", path, (unsigned long long)m->count);
    m->names = names;
    m->names_room = room;
  }
  memcpy(m->names + begin, key.name, key.bytes);
  m->id[m->count] = begin;
  m->id[m->count + 1] = begin + key.bytes;
  return OK;
}

static Status vertex_add(const char *path, VertexMap *m, Key key, uint32_t *vertex) {
  if (m->count == GRAPH_VERTICES_MAX)
    FAIL(ERR_FORMAT, "%s: expected at most %llu different vertices, found more", path,
         (unsigned long long)GRAPH_VERTICES_MAX);
  if (m->count == m->room) TRY(ids_grow(path, m));
  if (2 * (m->count + 1) > m->slots) TRY(slots_grow(path, m, key.name != NULL));
  if (key.name)
    TRY(name_keep(path, m, key));
  else
    m->id[m->count] = key.number;
  *vertex = (uint32_t)m->count++;
  *slot_find(m, key) = *vertex + 1;
  return OK;
}

static Status vertex_of(const char *path, VertexMap *m, Key key, uint32_t *vertex) {
  const uint32_t slot = m->slots ? *slot_find(m, key) : 0;
  if (!slot) return vertex_add(path, m, key, vertex);
  *vertex = slot - 1;
  return OK;
}

Status vertex_map_number(const char *path, VertexMap *map, uint64_t number, uint32_t *vertex) {
  return vertex_of(path, map, (Key){.number = number}, vertex);
}

Status vertex_map_name(const char *path, VertexMap *map, const char *name, size_t bytes, uint32_t *vertex) {
  return vertex_of(path, map, (Key){.name = name, .bytes = bytes}, vertex);
}

void vertex_map_free(VertexMap *map) {
  free(map->id);
  free(map->names);
  free(map->slot);
  *map = (VertexMap){.count = 0};
}

/* ---- order ---- */

static int number_order(const void *a, const void *b, void *map) {
  const uint64_t *const id = ((const VertexMap *)map)->id;
  const uint64_t x = id[*(const uint32_t *)a], y = id[*(const uint32_t *)b];
  return (x > y) - (x < y);
}

static int name_order(const void *a, const void *b, void *map) {
  const Key x = vertex_key(map, true, *(const uint32_t *)a), y = vertex_key(map, true, *(const uint32_t *)b);
  const int order = memcmp(x.name, y.name, x.bytes < y.bytes ? x.bytes : y.bytes);
  return order ? order : (x.bytes > y.bytes) - (x.bytes < y.bytes);
}

/* The numbers or names in that order. */
static void ids_fill(const VertexMap *m, const uint32_t *order, GraphIds *to) {
  uint64_t at = 0;
  for (uint64_t k = 0; k < m->count; k++) {
    if (!to->names) {
      to->id[k] = m->id[order[k]];
      continue;
    }
    const Key key = vertex_key(m, true, order[k]);
    memcpy(to->names + at, key.name, key.bytes);
    to->id[k] = at;
    at += key.bytes;
  }
  if (to->names) to->id[m->count] = at;
}

static Status ids_alloc(const char *path, const VertexMap *m, GraphIds *out, uint32_t **order,
                        uint32_t **rank) {
  const uint64_t bytes = m->names ? m->id[m->count] : 0;
  TRY(memory_claim(path, m->count * (sizeof(uint64_t) + 2 * sizeof(uint32_t)) + bytes,
                   "a map of %llu vertices", (unsigned long long)m->count));
  *out = (GraphIds){.id = malloc((m->count + 1) * sizeof *out->id),
                    .names = m->names ? malloc(bytes + 1) : NULL,
                    .bytes = bytes};
  *order = malloc((m->count + 1) * sizeof **order);
  *rank = malloc((m->count + 1) * sizeof **rank);
  if (out->id && *order && *rank && (out->names || !m->names)) return OK;
  FAIL(ERR_MEMORY, "%s: no memory for a map of %llu vertices", path, (unsigned long long)m->count);
}

Status vertex_map_settle(const char *path, VertexMap *map, uint32_t *ends, uint64_t count, GraphIds *out) {
  uint32_t *order = NULL, *rank = NULL;
  *out = (GraphIds){.id = NULL};
  free(map->slot);
  map->slot = NULL;
  const Status status = ids_alloc(path, map, out, &order, &rank);
  if (status == OK) {
    for (uint64_t v = 0; v < map->count; v++) order[v] = (uint32_t)v;
    qsort_r(order, map->count, sizeof *order, map->names ? name_order : number_order, map);
    for (uint64_t k = 0; k < map->count; k++) rank[order[k]] = (uint32_t)k;
    for (uint64_t k = 0; k < count; k++) ends[k] = rank[ends[k]];
    ids_fill(map, order, out);
  } else {
    graph_ids_free(out);
  }
  free(order);
  free(rank);
  vertex_map_free(map);
  return status;
}
