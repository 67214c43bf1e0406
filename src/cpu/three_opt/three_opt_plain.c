/* The loops in plain C: any processor, and what the vectors are tested against. */
#include "three_opt_body.h"

#define WIDE(Value) (ROW_BYTES / TABLES / (int)sizeof(Value))

#define MINIMA(name, Value)                                                                                  \
  static int32_t name##_pair(const Value *ij, const Value *ik, const Value *jk, int32_t from,                \
                             int32_t width) {                                                                \
    int32_t pure = INT32_MAX, turned = INT32_MAX, crossed = INT32_MAX;                                       \
    for (int32_t k = from; k < width; k++) {                                                                 \
      pure = least(pure, least(ik[TABLE_FN * WIDE(Value) + k] + jk[TABLE_NF * WIDE(Value) + k],              \
                               ik[TABLE_NN * WIDE(Value) + k] + jk[TABLE_FF * WIDE(Value) + k]));            \
      turned = least(turned, ik[TABLE_FN * WIDE(Value) + k] + jk[TABLE_NN * WIDE(Value) + k]);               \
      crossed = least(crossed, ik[TABLE_FF * WIDE(Value) + k] + jk[TABLE_NF * WIDE(Value) + k]);             \
    }                                                                                                        \
    if (pure == INT32_MAX) return 0;                                                                         \
    return least(least(pure + ij[TABLE_NF * WIDE(Value)], turned + ij[TABLE_FF * WIDE(Value)]),              \
                 crossed + ij[TABLE_NN * WIDE(Value)]);                                                      \
  }                                                                                                          \
  static void name(const Block *b, int32_t *row) {                                                           \
    for (int32_t i = 0; i < b->ni; i++)                                                                      \
      for (int32_t j = 0; j < b->nj; j++) {                                                                  \
        const Value *ij = (const Value *)b->ij + i * TABLES * WIDE(Value) + b->column + j;                   \
        const Value *ik = (const Value *)b->ik + i * TABLES * WIDE(Value);                                   \
        const Value *jk = (const Value *)b->jk + j * TABLES * WIDE(Value);                                   \
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
