/* The loops of search_body.h in plain C: any processor, and what vectors are tested against. */
#include <stdint.h>

static uint32_t bounds_within(const int32_t *bound, int32_t most) {
  uint32_t lanes = 0;
  for (int j = 0; j < 32; j++) lanes |= (uint32_t)(bound[j] <= most) << j;
  return lanes;
}

static uint32_t near_bounds(const uint16_t *near, const int32_t *nearby, int32_t beyond, const int32_t *reach,
                            int32_t most, int32_t *bound) {
  for (int j = 0; j < 32; j++)
    bound[j] = nearby[j] + (nearby[j] < beyond ? nearby[j] : beyond) - reach[near[j]];
  return bounds_within(bound, most);
}

static uint32_t ends_within(const int32_t *load, int32_t room, const int32_t *span, int32_t least) {
  uint32_t lanes = 0;
  for (int j = 0; j < 16; j++) lanes |= (uint32_t)(load[j] <= room && span[j] >= least) << j;
  return lanes;
}

static uint32_t keys_below(const uint32_t *key, uint32_t mine, uint32_t *same) {
  uint32_t less = 0;
  *same = 0;
  for (int j = 0; j < 32; j++) {
    less |= (uint32_t)(key[j] < mine) << j;
    *same |= (uint32_t)(key[j] == mine) << j;
  }
  return less;
}

#include "search_body.h"

const SearchOps search_plain = {body_place, body_words, body_limit, body_sort};
