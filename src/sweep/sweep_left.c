/* How long a sweep will still take: see sweep_state.h. On rank 0.
 *
 * Estimates are wrong in proportion, and differently for each kind of task. So each kind is corrected by how long its finished tasks took,
 * and kinds without finished tasks by the mean of the others. */
#include "sweep_state.h"

void kind_task(KindTime *kind, double estimate_s) {
  kind->left_s += estimate_s;
  kind->tasks++;
}

void kind_row(KindTime *kind, double estimate_s, double took_s) {
  kind->left_s -= estimate_s;
  if (kind->left_s < 0 || --kind->tasks == 0) kind->left_s = 0;
  if (took_s > 0) {
    kind->done_s += estimate_s;
    kind->took_s += took_s;
    kind->rows++;
  }
}

double kinds_left(const KindTime *kind, int kinds, int groups, double wall_s) {
  double done = 0, took = 0, left = 0;
  size_t rows = 0;
  for (int k = 0; k < kinds; k++) {
    done += kind[k].done_s;
    took += kind[k].took_s;
    rows += kind[k].rows;
  }
  if (!(done > 0 && took > 0)) return -1;
  for (int k = 0; k < kinds; k++)
    left += kind[k].left_s * (kind[k].done_s > 0 ? kind[k].took_s / kind[k].done_s : took / done);
  /* of the first rows it is not known how long the other groups have worked */
  const double each = rows < 2 * (size_t)groups ? 1.0 / groups : wall_s / took;
  return left * each;
}
