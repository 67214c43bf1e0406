/* The cube's loop in vectors, included once for each width of values. An instruction set defines for LANES values of type Value
 *   V  v_load(p)  v_set(f)  v_add(a, b)  v_last(a, b) (the same, saturating in 16 bits)  v_min(a, b)  v_smallest(a)
 * and the shape of a tile: ROWS edges i by COLUMNS edges j, whose minima stay in registers. NAME(f) names the functions.
 *
 * Four sums and four minima a triple. The values of (i, j) do not depend on k, so they are added to minima over a panel. A group of
 * tiles' edges j stays in the first cache while all edges i pass by; those come from the second. */

/* Columns of a table, and elements of a row. */
#define WIDE (ROW_BYTES / TABLES / (int)sizeof(Value))
#define ROW  (ROW_BYTES / (int)sizeof(Value))

/* The tables of an edge in its two places, and those of a pair. */
#define IK(b, a)    ((const Value *)(b)->ik + (size_t)(a)*ROW)
#define JK(b, c)    ((const Value *)(b)->jk + (size_t)(c)*ROW)
#define IJ(b, a, c) ((const Value *)(b)->ij + (size_t)(a)*ROW + (b)->column + (c))

/* Keeps a vector in a register: it is not loaded again where it is used again. */
#define HOLD(v) __asm__("" : "+v"(v))
/* Keeps it in memory: registers are for the loop. */
#define SPILL(v) __asm__("" : "+m"(v))

/* Edges a.. of i and c.. of j; smallest (rows): of each i so far. */
static inline __attribute__((always_inline)) void NAME(tile)(const Block *b, int32_t a, int32_t c, int rows,
                                                             int columns, V *smallest) {
  V pure[ROWS][COLUMNS], turned[ROWS][COLUMNS], crossed[ROWS][COLUMNS];
  const Value *ik = IK(b, a), *jk = JK(b, c);
  int32_t k = b->k + c > 0 ? (b->k + c) / LANES * LANES : 0;
  if (k >= b->width) return;
  V far = v_set(FAR);
  HOLD(far);
#pragma GCC unroll 4
  for (int r = 0; r < rows; r++) SPILL(smallest[r]);
#pragma GCC unroll 4
  for (int r = 0; r < rows; r++)
#pragma GCC unroll 4
    for (int s = 0; s < columns; s++) pure[r][s] = turned[r][s] = crossed[r][s] = far;
  do {
    V fn[ROWS], ff[ROWS], nn[ROWS];
#pragma GCC unroll 4
    for (int r = 0; r < rows; r++) {
      const Value *i = ik + r * ROW + k;
      fn[r] = v_load(i + TABLE_FN * WIDE);
      ff[r] = v_load(i + TABLE_FF * WIDE);
      nn[r] = v_load(i + TABLE_NN * WIDE);
      HOLD(fn[r]);
      HOLD(ff[r]);
      HOLD(nn[r]);
    }
#pragma GCC unroll 4
    for (int s = 0; s < columns; s++) {
      const Value *j = jk + s * ROW + k;
      V j_ff = v_load(j + TABLE_FF * WIDE), j_nn = v_load(j + TABLE_NN * WIDE);
      V j_nf = v_load(j + TABLE_NF * WIDE);
      HOLD(j_ff);
      HOLD(j_nn);
      HOLD(j_nf);
#pragma GCC unroll 4
      for (int r = 0; r < rows; r++) {
        pure[r][s] = v_min(pure[r][s], v_add(fn[r], j_nf));
        turned[r][s] = v_min(turned[r][s], v_add(fn[r], j_nn));
        pure[r][s] = v_min(pure[r][s], v_add(nn[r], j_ff));
        crossed[r][s] = v_min(crossed[r][s], v_add(ff[r], j_nf));
        HOLD(pure[r][s]);
        HOLD(turned[r][s]);
        HOLD(crossed[r][s]);
      }
    }
    k += LANES;
  } while (k < b->width);
#pragma GCC unroll 4
  for (int r = 0; r < rows; r++)
#pragma GCC unroll 4
    for (int s = 0; s < columns; s++) {
      const Value *ij = IJ(b, a + r, c + s);
      smallest[r] = v_min(smallest[r], v_last(pure[r][s], v_set(ij[TABLE_NF * WIDE])));
      smallest[r] = v_min(smallest[r], v_last(turned[r][s], v_set(ij[TABLE_FF * WIDE])));
      smallest[r] = v_min(smallest[r], v_last(crossed[r][s], v_set(ij[TABLE_NN * WIDE])));
    }
}

/* Edges a.. of i and all c..end - 1 of j. */
static inline __attribute__((always_inline)) void NAME(strip)(const Block *b, int32_t a, int32_t c,
                                                              int32_t end, int rows, int32_t *row) {
  V smallest[ROWS];
#pragma GCC unroll 4
  for (int r = 0; r < rows; r++) smallest[r] = v_set(0);
  for (; c + COLUMNS <= end; c += COLUMNS) NAME(tile)(b, a, c, rows, COLUMNS, smallest);
  for (; c < end; c++) NAME(tile)(b, a, c, rows, 1, smallest);
#pragma GCC unroll 4
  for (int r = 0; r < rows; r++) row[a + r] = least(row[a + r], v_smallest(smallest[r]));
}

static void NAME(minima)(const Block *b, int32_t *row) {
  for (int32_t c = 0; c < b->nj; c += GROUP) {
    const int32_t end = least(c + GROUP, b->nj);
    int32_t a = 0;
    for (; a + ROWS <= b->ni; a += ROWS) NAME(strip)(b, a, c, end, ROWS, row);
    for (; a < b->ni; a++) NAME(strip)(b, a, c, end, 1, row);
  }
}

#undef HOLD
#undef SPILL
#undef WIDE
#undef ROW
#undef IK
#undef JK
#undef IJ
