/* How large a trimmed lattice gets: forecasts, for what is sorted, cut into chunks or shown. No digit depends on them. The same in C
 * and in CUDA, but for the last bits. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_LATTICE_SIZE_H
#define CORDEE_EVALUATOR_LOOKBACK_LATTICE_SIZE_H

#include "lattice.h"

typedef struct LatticeSize {
  double top;   /* the highest node that is computed */
  double nodes; /* all that are computed */
} LatticeSize;

LATTICE_FN double lattice_within(double x, double least, double most) {
  if (x < least) return least;
  if (x > most) return most;
  return x;
}

/* A cubic in three numbers; of a call a plane more. */
LATTICE_FN double lattice_cubic(const double w[24], double a, double b, double c, int call) {
  const double linear = w[0] + a * w[1] + b * w[2] + c * w[3];
  const double square = a * (a * w[4] + b * w[5] + c * w[6]) + b * (b * w[7] + c * w[8]) + c * c * w[9];
  const double cube =
      a * (a * (a * w[10] + b * w[11] + c * w[12]) + b * (b * w[13] + c * w[14]) + c * c * w[15]) +
      b * (b * (b * w[16] + c * w[17]) + c * c * w[18]) + c * c * c * w[19];
  return linear + square + cube + (call ? w[20] + a * w[21] + b * w[22] + c * w[23] : 0);
}

/* The highest node of american options by the root of the steps, by least squares; early and late are r T and q T of a put, q T and r T of
 * a call, `ahead` is LatticeSize's. Without `late` within 3% of what 2,000 random puts had (sigma 0.1 to 0.6, T 0.1 to 2, r 0.01 to 0.1; N =
 * 1,000 and 4,000). With both within 5% of 96% of 26,000 random options, within 10% of 99% (sigma 0.05 to 0.8, T 0.02 to 3, r and q 0.002 to
 * 0.15; N = 250 to 4,000). A season does not matter. */
LATTICE_FN double lattice_reach(double early, double late, double variance, double ahead, int call) {
  const double less[] = {-0.25062,  -0.4638,    0.13028,   0.1857,    -0.072287,   0.056566,
                         0.0016563, -0.026616,  -0.011742, -0.22723,  -0.0039344,  0.0039358,
                         0.029682,  -0.0024312, -0.055362, 0.21264,   -3.0907e-05, 0.017413,
                         -0.27996,  0.49027,    -0.16342,  -0.019934, -0.013784,   0.067646};
  const double more[] = {-0.033159, -0.29558,   -0.036147,  0.092513,   -0.016902,   -0.0028293,
                         0.17669,   -0.010325,  -0.02316,   0.59666,    -0.00042145, 6.562e-05,
                         0.0041287, -0.0003986, -0.0011707, -0.030225,  -0.00066891, 0.0003113,
                         0.0071483, -0.10064,   -0.052952,  -0.0043656, -0.0050842,  0.011548};
  double a = lattice_within(log(early), -9, 0.5), b = lattice_within(log(variance), -9, 2.5);
  if (late == 0) return 0.7931 - 0.3998 * a - 0.0083 * a * a + 0.1529 * b + 0.0145 * a * b - 0.0107 * b * b;
  a = lattice_within(a, -9, 0);
  b = lattice_within(b, -9.5, 1);
  if (late <= early) return exp(lattice_cubic(less, a, b, log(1 + late / early), call));
  return exp(lattice_cubic(more, a, b, lattice_within(log(1 + ahead), 0, 3.5), call));
}

LATTICE_FN LatticeSize lattice_size(const LookbackLattice *l) {
  const double steps = l->steps, root = sqrt(steps), s = l->sigma * sqrt(l->years / steps);
  const int call = (l->flags & LOOKBACK_CALL) != 0;
  const double early = call ? l->q : l->r, late = call ? l->r : l->q;
  LatticeSize out;
  if (lattice_european(l)) { /* what is above LATTICE_TAIL, and can still be reached */
    out.top = lattice_within(8 * root, 1, 0.7 * steps + 1);
    out.nodes = out.top * steps * 0.62;
    return out;
  }
  const double ahead = late > early ? log(late / early) / s : 0; /* nodes with a source above 0 */
  out.top = lattice_within(root * lattice_reach(early * l->years, late * l->years,
                                                l->sigma * l->sigma * l->years, ahead / root, call) -
                               (late > 0 ? 0.7 : 0),
                           ahead + 1, steps);
  if (out.top < 1) out.top = 1;
  out.nodes = steps * (ahead + 0.73 * (out.top - ahead) + 1);
  return out;
}

#endif
