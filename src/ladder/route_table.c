/* See route_table.h. */
#include "route_table.h"

#include "text.h"
#include "c_locale.h"

static uint64_t distinct(int32_t n) {
  const uint64_t m = (uint64_t)n - 1;
  return 4 * (route_ladder_moves(n) / THREE_OPT_WAYS) + m * (m - 1) / 2;
}

void route_ladder_print_size(FILE *out, int32_t n) {
  const uint64_t moves = route_ladder_moves(n);
  c_fprintf(out, "%d nodes, %llu moves (%llu distinct), list of %.2f GB\n", n, (unsigned long long)moves,
            (unsigned long long)distinct(n), 1e-9 * (double)(moves * sizeof(RouteLadderMove)));
}

void route_ladder_print_header(FILE *out) {
  fprintf(out, "%15s %41s %10s %23s %15s\n", "", "ms", "", "GB/s at least", "published, ms");
  fprintf(out, "%4s %-10s %10s %9s %10s %9s %10s %7s %7s %7s %7s %7s  %s\n", "", "design", "objective",
          "criterion", "choice", "all", "moves/s", "obj.", "crit.", "choice", "obj.", "crit.", "change");
}

static double rate_of(const RouteLadderFigure *f) {
  return (double)route_ladder_moves(f->n) / f->times.total;
}

/* 1e9 bytes a second of what a stage must read and write. */
static double bandwidth_of(const RouteLadderFigure *f, int stage) {
  return 1e-9 * (double)route_ladder_moves(f->n) * f->design->bytes[stage] / f->times.stage[stage];
}

/* A number, or a blank cell. */
static void cell_print(FILE *out, int width, int digits, bool known, double value) {
  if (known)
    c_fprintf(out, " %*.*f", width, digits, value);
  else
    fprintf(out, " %*s", width, "");
}

void route_ladder_print_row(FILE *out, int number, const RouteLadderFigure *f) {
  static const int widths[] = {10, 9, 10};
  const RouteLadderDesign *d = f->design;
  fprintf(out, "%4d %-10s", number, d->name);
  for (int s = 0; s < ROUTE_LADDER_STAGES; s++)
    cell_print(out, widths[s], 3, d->stages, 1e3 * f->times.stage[s]);
  c_fprintf(out, " %9.3f %10.3g", 1e3 * f->times.total, rate_of(f));
  for (int s = 0; s < ROUTE_LADDER_STAGES; s++)
    cell_print(out, 7, 0, d->stages, d->stages ? bandwidth_of(f, s) : 0);
  for (int s = 0; s < ROUTE_LADDER_CHOICE; s++)
    cell_print(out, 7, 0, d->published_ms[s] > 0, d->published_ms[s]);
  fprintf(out, "  %s\n", d->change);
}

void route_ladder_print_best(FILE *out, int designs, const ThreeOptMove *best) {
  if (best->delta)
    fprintf(out, "best move: delta %d, edges %d %d %d, way %d: the same by all %d designs\n", best->delta,
            best->i, best->j, best->k, best->way, designs);
  else
    fprintf(out, "no improving move: the same by all %d designs\n", designs);
}

void route_ladder_csv_header(FILE *csv) {
  fprintf(csv, "design,n,moves,objective_ms,criterion_ms,choice_ms,all_ms,low_ms,high_ms,moves_per_s,"
               "objective_gb_s,criterion_gb_s,choice_gb_s,published_objective_ms,published_criterion_ms,"
               "device\n");
}

static void csv_number(FILE *csv, bool known, double value) {
  if (known) c_fprintf(csv, "%.6g", value);
  fputc(',', csv);
}

void route_ladder_csv_row(FILE *csv, const RouteLadderFigure *f, const char *device) {
  const RouteLadderDesign *d = f->design;
  fprintf(csv, "%s,%d,%llu,", d->name, f->n, (unsigned long long)route_ladder_moves(f->n));
  for (int s = 0; s < ROUTE_LADDER_STAGES; s++) csv_number(csv, d->stages, 1e3 * f->times.stage[s]);
  c_fprintf(csv, "%.6g,%.6g,%.6g,%.6g,", 1e3 * f->times.total, 1e3 * f->low, 1e3 * f->high, rate_of(f));
  for (int s = 0; s < ROUTE_LADDER_STAGES; s++)
    csv_number(csv, d->stages, d->stages ? bandwidth_of(f, s) : 0);
  for (int s = 0; s < ROUTE_LADDER_CHOICE; s++) csv_number(csv, d->published_ms[s] > 0, d->published_ms[s]);
  text_csv(csv, device);
  fputc('\n', csv);
}
