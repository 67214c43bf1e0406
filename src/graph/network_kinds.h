/* The kinds of generated networks. Inside src/graph. */
#ifndef CORDEE_GRAPH_NETWORK_KINDS_H
#define CORDEE_GRAPH_NETWORK_KINDS_H

#include "network.h"

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

enum { NETWORK_KINDS = 3 };
extern const NetworkKind network_kinds[]; /* (NETWORK_KINDS) by NetworkSpec.kind */

#endif
