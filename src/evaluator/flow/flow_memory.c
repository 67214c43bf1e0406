/* See flow_memory.h. */
#include "flow_memory.h"

#include "flow_items.h"
#include "flow_pack.h"

Status flow_memory_items(const Network *networks, uint64_t count, const void *settings, Items *out) {
  size_t bytes = count * sizeof(FlowPlace);
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
