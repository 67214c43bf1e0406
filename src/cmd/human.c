/* See human.h. */
#include "human.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "individual.h"
#include "instance.h"
#include "io/checkpoint/checkpoint.h"
#include "io/json.h"
#include "io/output.h"
#include "io/results/results.h"
#include "problem.h"
#include "problem/judge.h"
#include "run/run.h"
#include "solver.h"
#include "text.h"

/* ---- figures ---- */

enum { LINE = 64, LINES = 8 };

static char *next_line(void) {
  static char lines[LINES][LINE];
  static int next;
  return lines[next++ % LINES];
}

const char *human_count(double value) {
  static const char *const units[] = {"", "k", "M", "G", "T", "P"};
  int unit = 0;
  while (value >= 1000 && unit < 5) {
    value /= 1000;
    unit++;
  }
  char *line = next_line();
  int decimals = 0;
  if (unit && value < 100) decimals = value < 10 ? 2 : 1;
  c_snprintf(line, LINE, "%.*f%s", decimals, value, units[unit]);
  return line;
}

const char *human_seconds(double seconds) {
  char *line = next_line();
  if (seconds < 60)
    c_snprintf(line, LINE, "%.1fs", seconds);
  else if (seconds < 3600)
    snprintf(line, LINE, "%dm%02ds", (int)seconds / 60, (int)seconds % 60);
  else
    snprintf(line, LINE, "%dh%02dm", (int)(seconds / 3600), (int)fmod(seconds / 60, 60));
  return line;
}

const char *human_moment(double seconds) {
  char *line = next_line();
  if (seconds >= 0.9995) return human_seconds(seconds);
  c_snprintf(line, LINE, seconds >= 0.0009995 ? "%.3gms" : "%.3gus",
             seconds * (seconds >= 0.0009995 ? 1e3 : 1e6));
  return line;
}

/* The plural ends in an s, or does before " of". */
const char *human_things(double value, const char *plural) {
  char number[20] = "", word[40] = "", *line = next_line();
  strncat(number, human_count(value), sizeof number - 1);
  strncat(word, plural, sizeof word - 1);
  char *of = strstr(word, " of "), *end = of ? of : word + strlen(word);
  if (value == 1 && end > word && end[-1] == 's') memmove(end - 1, end, strlen(end) + 1);
  snprintf(line, LINE, "%s %s", number, word);
  return line;
}

static double percent(int64_t cost, int64_t reference) {
  return 100.0 * ((double)cost - (double)reference) / fabs((double)reference);
}

/* 0.520%; "" of NAN. */
static const char *percent_text(double gap) {
  char *line = next_line();
  line[0] = 0;
  if (isnan(gap)) return line;
  c_snprintf(line, LINE, "%.3f%%", fabs(gap) < 0.0005 ? 0.0 : gap); /* no -0.000% */
  return line;
}

/* "" if either is unknown. */
static const char *human_gap(int64_t cost, int64_t best_known) {
  return percent_text(best_known <= 0 || cost == COST_NONE ? NAN : percent(cost, best_known));
}

CostForm cost_form(const Instance *inst) {
  const Problem *problem = inst->problem;
  const int64_t unit = problem->cost_unit ? problem->cost_unit(inst) : 0;
  int32_t decimals = 0;
  const char *size = unit && problem->cost_part ? problem->cost_part(inst, &decimals) : NULL;
  return (CostForm){.decimals = inst->decimals,
                    .unit = unit,
                    .part = size ? size : problem->words.part,
                    .rest = problem->words.rest,
                    .measured = size != NULL,
                    .part_decimals = decimals,
                    .worth = problem->worth ? problem->worth(inst) : 0};
}

CostForm cost_form_told(const Problem *problem, const char *options, int32_t decimals, int64_t worth) {
  if (!problem || !problem->cost_unit_told) return (CostForm){.decimals = decimals, .worth = worth};
  return (CostForm){.decimals = decimals,
                    .unit = problem->cost_unit_told(options, decimals),
                    .part = problem->words.part,
                    .rest = problem->words.rest,
                    .worth = worth};
}

/* Of what is collected, where costs count what is left: the reference's may be nothing. */
static double percent_collected(int64_t worth, int64_t cost, int64_t reference) {
  return reference < worth ? 100.0 * (double)(cost - reference) / (double)(worth - reference) : NAN;
}

double cost_gap_percent(CostForm form, int64_t cost, int64_t reference) {
  const int64_t unit = form.unit;
  if (cost == COST_NONE || reference == 0 || reference == COST_NONE) return NAN;
  if (form.worth) return percent_collected(form.worth, cost, reference);
  if (!unit || reference < unit) return percent(cost, reference);
  if (cost / unit != reference / unit) return percent(cost / unit, reference / unit);
  return reference % unit ? percent(cost % unit, reference % unit) : percent(cost, reference);
}

/* Of the word for several of them, the one for `count`: without the s for one. */
static int letters_of(const char *several, int64_t count) {
  return (int)strlen(several) - (count == 1 || count == -1);
}

const char *human_cost(CostForm form, int64_t cost) {
  char text[COST_TEXT_MAX], first[COST_TEXT_MAX], *line = next_line();
  if (form.measured)
    snprintf(line, LINE, "%s %s, %s %s", form.part, cost_text(cost / form.unit, form.part_decimals, first),
             form.rest, cost_text(cost % form.unit, form.decimals, text));
  else if (form.unit)
    snprintf(line, LINE, "%" PRId64 " %.*s, %s", cost / form.unit, letters_of(form.part, cost / form.unit),
             form.part, cost_text(cost % form.unit, form.decimals, text));
  else
    snprintf(line, LINE, "%s", cost_text(cost, form.decimals, text));
  return line;
}

const char *human_gap_of(CostForm form, int64_t cost, int64_t best_known) {
  const int64_t unit = form.unit;
  if (form.worth) return percent_text(cost_gap_percent(form, cost, best_known));
  if (!unit || best_known <= 0 || cost == COST_NONE) return human_gap(cost, best_known);
  if (cost / unit == best_known / unit) return human_gap(cost % unit, best_known % unit);
  if (form.measured) return human_gap(cost / unit, best_known / unit);
  char *line = next_line();
  const int64_t more = cost / unit - best_known / unit;
  snprintf(line, LINE, "%+" PRId64 " %.*s", more, letters_of(form.part, more), form.part);
  return line;
}

const char *human_of(double all) {
  char *line = next_line();
  snprintf(line, LINE, "%s%s", all > 0 ? " of " : "", all > 0 ? human_count(all) : "");
  return line;
}

const char *human_of_epochs(uint32_t epochs) {
  char *line = next_line();
  line[0] = 0;
  if (epochs != EPOCHS_OPEN) snprintf(line, LINE, " of %u", epochs);
  return line;
}

int64_t cost_collected(CostForm form, int64_t cost) {
  return form.worth && cost <= form.worth ? form.worth - cost : COST_NONE;
}

const char *human_collected(CostForm form, int64_t cost) {
  const int64_t collected = cost_collected(form, cost);
  char some[COST_TEXT_MAX], all[COST_TEXT_MAX];
  if (collected == COST_NONE) return "";
  char *line = next_line();
  snprintf(line, LINE, "collected %s of %s", cost_text(collected, form.decimals, some),
           cost_text(form.worth, form.decimals, all));
  return line;
}

/* "longest route 94.1" */
static void told_print(const Instance *inst, const int32_t *gene) {
  char text[COST_TEXT_MAX];
  int64_t size;
  int32_t decimals;
  const char *name = inst->problem->told ? inst->problem->told(inst, gene, &size, &decimals) : NULL;
  if (name) printf(", %s %s", name, cost_text(size, decimals, text));
}

void result_print(const Instance *inst, const int32_t *gene, int64_t cost, int64_t best_known,
                  int64_t bound) {
  char missing[MISSING_TEXT_MAX];
  const CostForm form = cost_form(inst);
  const char *gap = human_gap_of(form, cost, best_known), *collected = human_collected(form, cost);
  printf("%s: %s%s%s%s", text_line(inst->name), human_cost(form, cost), *gap ? ", gap " : "", gap,
         *gap ? " to the best known" : "");
  if (bound > 0)
    printf(", %s above the proven bound %s", human_gap_of(form, cost, bound), human_cost(form, bound));
  (void)judge_missing(inst, gene, missing, sizeof missing);
  printf("%s%s", *collected ? ", " : "", collected);
  told_print(inst, gene);
  printf(", verified%s%s\n", missing[0] ? ", " : "", missing);
  fflush(stdout);
}

void instance_tell(const Instance *inst) {
  if (inst->warning[0]) fprintf(stderr, "warning: %s\n", text_line(inst->warning));
  if (inst->remark[0]) fprintf(stderr, "note: %s\n", text_line(inst->remark));
}

void caution_tell(const Instance *inst, const int32_t *gene, int64_t cost, int64_t best_known) {
  char text[256];
  judge_caution(inst, gene, cost, best_known, text, sizeof text);
  if (text[0]) fprintf(stderr, "warning: %s\n", text_line(text));
}

Status log_open(const char *path, FILE **log) {
  static const char *const marks[] = {"{\"event\": ", NULL};
  TRY(output_may_replace(path, "a log", marks));
  return output_append(path, log);
}

void results_cut_tell(const char *path) {
  uint64_t expected, found;
  if (!results_cut(path, &expected, &found)) return;
  fprintf(stderr,
          "warning: %s: cut short: expected %" PRIu64 " bytes, found %" PRIu64
          ": tasks whose rows are not there are pending\n",
          text_line(path), expected, found);
}

/* ---- best of a run ---- */

enum { HEIGHTS = 8 };

static const char *const blocks[HEIGHTS] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                            "\u2585", "\u2586", "\u2587", "\u2588"};
static const char *const ascii[HEIGHTS] = {"_", ".", "-", "~", "=", "+", "*", "#"};

/* Of the last row at that time, 0 to 1; negative: there is none yet. */
static double height_at(const TraceRow *row, size_t rows, double seconds, int64_t reference) {
  size_t at = rows;
  while (at > 0 && row[at - 1].elapsed_s > seconds) at--;
  if (at == 0) return -1;
  const double low = log1p((double)row[rows - 1].best - (double)reference),
               high = log1p((double)row[0].best - (double)reference);
  return high > low ? (log1p((double)row[at - 1].best - (double)reference) - low) / (high - low) : 0;
}

void sparkline(char text[SPARK_BYTES], const TraceRow *row, size_t rows, double elapsed_s, int64_t reference,
               bool utf8) {
  char *end = text;
  *end = 0;
  if (rows < 2) return;
  if (reference <= 0 || reference > row[rows - 1].best) reference = row[rows - 1].best;
  for (int k = 1; k <= SPARK_COLUMNS; k++) {
    const double height = height_at(row, rows, elapsed_s * k / SPARK_COLUMNS, reference);
    const int step = (int)lround(height * (HEIGHTS - 1));
    const char *mark;
    if (height < 0)
      mark = " ";
    else if (utf8)
      mark = blocks[step];
    else
      mark = ascii[step];
    end = stpcpy(end, mark);
  }
}

bool terminal_utf8(void) {
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    const char *value = getenv(names[k]);
    if (value && *value) return c_strcasestr(value, "utf-8") || c_strcasestr(value, "utf8");
  }
  return false;
}

/* ---- shares of ranks ---- */

enum { RANKS_FEW = 8 };

static double share_percent(uint64_t part, uint64_t all) {
  return all ? 100 * (double)part / (double)all : 0;
}

static uint64_t moves_all(const RunView *view) {
  uint64_t sum = 0;
  for (int r = 0; r < view->ranks; r++) sum += view->shares[r].moves;
  return sum;
}

/* The islands of rank r, and of those with the same backend if there are many ranks. 0: told with an earlier rank. */
static uint32_t islands_told(const RunView *view, int r) {
  uint32_t sum = 0;
  for (int q = 0; q < view->ranks; q++) {
    const bool same =
        view->ranks > RANKS_FEW && strcmp(view->shares[q].backend, view->shares[r].backend) == 0;
    if (same && q < r) return 0;
    if (same || q == r) sum += view->shares[q].islands;
  }
  return sum;
}

void shares_tell(FILE *out, const RunView *view) {
  for (int r = 0, told = 0; view->shares && r < view->ranks; r++) {
    const uint32_t islands = islands_told(view, r);
    if (islands || view->ranks <= RANKS_FEW)
      c_fprintf(out, "%s%s %.1f%%", told++ ? ", " : "", view->shares[r].backend,
                share_percent(islands, view->plan->islands));
  }
}

static void share_print(FILE *out, const RunView *view, int r) {
  const RunShare *s = &view->shares[r];
  c_fprintf(out, "rank %d, %s: %u of %u islands, %.1f%% of the %s", r, s->backend, s->islands,
            view->plan->islands, share_percent(s->moves, moves_all(view)), view->solver->work);
  if (s->epoch_s > 0) c_fprintf(out, ", an epoch takes it %.3fs", s->epoch_s);
  fprintf(out, "\n");
}

void shares_list(FILE *out, const RunView *view) {
  int idle = 0;
  for (int r = 0; view->shares && r < view->ranks; r++) {
    share_print(out, view, r);
    idle += view->shares[r].islands == 0;
  }
  if (idle)
    fprintf(out, "%u islands are too few for %d of %d ranks: expected a larger --islands\n",
            view->plan->islands, idle, view->ranks);
}

void shares_log(json_t *event, const RunView *view) {
  if (!view->shares) return;
  json_t *all = json_array();
  for (int r = 0; r < view->ranks; r++) {
    const RunShare *s = &view->shares[r];
    json_t *one = json_object();
    json_add(one, "rank", json_integer(r));
    json_add(one, "backend", json_foreign(s->backend));
    json_add(one, "islands", json_integer(s->islands));
    json_add(one, "moves", json_count(s->moves));
    json_add(one, "epoch_s", json_rounded(s->epoch_s, 6));
    json_push(all, one);
  }
  json_add(event, "shares", all);
}
