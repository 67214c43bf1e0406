/* The loops in plain C: any processor, and what the vectors are tested against. */
#include "three_opt_body.h"

#define MINIMA(name, Value)                                                                                  \
  static int32_t name##_pair(const Value *ij, const Value *ik, const Value *jk, int32_t from,                \
                             int32_t width) {                                                                \
    int32_t pure = INT32_MAX, turned = INT32_MAX, crossed = INT32_MAX;                                       \
    for (int32_t k = from; k < width; k++) {                                                                 \
      pure = least(pure, least(ik[TABLE_FN * PANEL + k] + jk[TABLE_NF * PANEL + k],                          \
                               ik[TABLE_NN * PANEL + k] + jk[TABLE_FF * PANEL + k]));                        \
      turned = least(turned, ik[TABLE_FN * PANEL + k] + jk[TABLE_NN * PANEL + k]);                           \
      crossed = least(crossed, ik[TABLE_FF * PANEL + k] + jk[TABLE_NF * PANEL + k]);                         \
    }                                                                                                        \
    if (pure == INT32_MAX) return 0;                                                                         \
    return least(least(pure + ij[TABLE_NF * PANEL], turned + ij[TABLE_FF * PANEL]),                          \
                 crossed + ij[TABLE_NN * PANEL]);                                                            \
  }                                                                                                          \
  static void name(const Block *b, int32_t *row) {                                                           \
    for (int32_t i = 0; i < b->ni; i++)                                                                      \
      for (int32_t j = 0; j < b->nj; j++) {                                                                  \
        const Value *ij = (const Value *)b->ij + i * TABLES * PANEL + b->column + j;                         \
        const Value *ik = (const Value *)b->ik + i * TABLES * PANEL;                                         \
        const Value *jk = (const Value *)b->jk + j * TABLES * PANEL;                                         \
        row[i] = least(row[i], name##_pair(ij, ik, jk, b->k + j > 0 ? b->k + j : 0, b->width));              \
      }                                                                                                      \
  }
MINIMA(minima_plain, int32_t)
MINIMA(minima_plain_packed, int16_t)

const ThreeOptOps three_opt_plain = {"plain C",           1,
                                     body_distances,      body_fold,
                                     body_narrow,         minima_plain,
                                     minima_plain_packed, body_strip_ends,
                                     body_strip_mask,     body_strip,
                                     body_strip_timed,    body_smallest,
                                     body_pairs};
