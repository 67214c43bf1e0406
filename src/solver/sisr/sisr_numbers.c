/* See sisr_numbers.h. */
#include "sisr_numbers.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "problem/cvrp/cvrp.h"

uint64_t sisr_numbers_bytes(const SisrShape *shape) {
  const uint64_t nodes = (uint64_t)shape->data.customers + 1, stride = (uint64_t)shape->part_most + 1;
  return (2 * shape->chains * nodes + shape->parts_most * stride) * sizeof(int32_t) + stride;
}

Status sisr_numbers_make(const SisrShape *shape, SisrNumbers *out) {
  *out = (SisrNumbers){.nodes = (size_t)shape->data.customers + 1, .stride = (size_t)shape->part_most + 1};
  out->part = calloc(shape->chains * out->nodes, sizeof *out->part);
  out->local = calloc(shape->chains * out->nodes, sizeof *out->local);
  out->id = calloc(shape->parts_most * out->stride, sizeof *out->id);
  out->customers = calloc(shape->parts_most + (size_t)1, sizeof *out->customers);
  out->done = malloc(out->stride);
  if (out->part && out->local && out->id && out->customers && out->done) return OK;
  FAIL(ERR_MEMORY, "no memory for %u chains of %d customers", shape->chains, shape->data.customers);
}

void sisr_numbers_free(SisrNumbers *numbers) {
  free(numbers->part), free(numbers->local), free(numbers->id), free(numbers->customers), free(numbers->done);
}

static void parts_mark(SisrNumbers *numbers, const SisrPart *part, uint32_t p, const int32_t *gene) {
  int32_t *const row = numbers->part + part->chain * numbers->nodes;
  const int32_t *const genes = gene + part->chain * (numbers->nodes - 1);
  for (int32_t i = part->first; i < part->first + part->customers; i++)
    row[cvrp_customer(genes[i])] = (int32_t)p;
}

void sisr_numbers_set(SisrNumbers *numbers, const SisrPart *parts, uint32_t count, uint32_t chains,
                      const int32_t *gene) {
  for (uint32_t p = 0; p < count; p++) {
    parts_mark(numbers, &parts[p], p, gene);
    numbers->id[p * numbers->stride] = 0, numbers->customers[p] = 0;
  }
  for (uint32_t c = 0; c < chains; c++)
    for (size_t g = 1; g < numbers->nodes; g++) {
      const size_t p = (size_t)numbers->part[c * numbers->nodes + g];
      numbers->local[c * numbers->nodes + g] = ++numbers->customers[p];
      numbers->id[p * numbers->stride + (size_t)numbers->customers[p]] = (int32_t)g;
    }
}

void sisr_links_of(const SisrNumbers *numbers, const SisrPart *part, const int32_t *gene, uint32_t *link) {
  const int32_t *const local = numbers->local + part->chain * numbers->nodes;
  link[0] = 0;
  for (int32_t i = 0; i < part->customers; i++) {
    const bool begins = gene[i] < 0, ends = i + 1 == part->customers || gene[i + 1] < 0;
    const uint32_t prev = begins ? 0 : (uint32_t)local[cvrp_customer(gene[i - 1])],
                   next = ends ? 0 : (uint32_t)local[gene[i + 1]];
    link[local[cvrp_customer(gene[i])]] = next | prev << 16;
  }
}

void sisr_genes_of(SisrNumbers *numbers, uint32_t p, int32_t customers, const uint32_t *link, int32_t *gene) {
  const int32_t *const id = numbers->id + p * numbers->stride;
  int32_t at = 0;
  memset(numbers->done, 0, numbers->stride);
  for (int32_t c = 1; c <= customers; c++) {
    if (numbers->done[c]) continue;
    uint32_t u = (uint32_t)c;
    while (link[u] >> 16) u = link[u] >> 16;
    for (bool first = true; u; u = link[u] & 0xffff, first = false)
      numbers->done[u] = 1, gene[at++] = first ? -id[u] : id[u];
  }
}
