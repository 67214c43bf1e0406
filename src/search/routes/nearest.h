/* The `width` nearest of all that are offered: a buffer of twice as many, cut to the nearest when it is full. */
#ifndef CORDEE_SEARCH_ROUTES_NEAREST_H
#define CORDEE_SEARCH_ROUTES_NEAREST_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Near {
  int64_t distance;
  int32_t customer;
} Near;

typedef struct Nearest {
  Near *item; /* (2 width) */
  int32_t count, width;
  Near far; /* nothing beyond it is among the nearest */
} Nearest;

static inline bool nearer(Near a, Near b) {
  return a.distance != b.distance ? a.distance < b.distance : a.customer < b.customer;
}

/* Brings the `width` nearest to the front (Hoare's select). */
static inline void near_select(Near *item, int32_t count, int32_t width) {
  int32_t low = 0, high = count - 1;
  while (low < high) {
    const Near pivot = item[low + (high - low) / 2];
    int32_t l = low, h = high;
    while (l <= h) {
      while (nearer(item[l], pivot)) l++;
      while (nearer(pivot, item[h])) h--;
      if (l > h) break;
      const Near kept = item[l];
      item[l++] = item[h];
      item[h--] = kept;
    }
    if (width - 1 <= h)
      high = h;
    else if (width - 1 >= l)
      low = l;
    else
      return;
  }
}

static inline void nearest_begin(Nearest *all) {
  all->count = 0;
  all->far = (Near){INT64_MAX, INT32_MAX};
}

static inline void nearest_cut(Nearest *all) {
  if (all->count < all->width) return;
  near_select(all->item, all->count, all->width);
  all->count = all->width;
  all->far = all->item[0];
  for (int32_t k = 1; k < all->width; k++)
    if (nearer(all->far, all->item[k])) all->far = all->item[k];
}

static inline void nearest_offer(Nearest *all, Near one) {
  if (!nearer(one, all->far)) return;
  all->item[all->count++] = one;
  if (all->count == 2 * all->width) nearest_cut(all);
}

#endif
