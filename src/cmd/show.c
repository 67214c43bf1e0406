/* `cordee show FILE`: the content of a checkpoint, for people or as JSON. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "c_locale.h"
#include "command.h"
#include "cost.h"
#include "human.h"
#include "io/checkpoint/checkpoint.h"
#include "io/columns/columns.h"
#include "io/json.h"
#include "io/optima.h"
#include "io/results/results.h"
#include "problem.h"
#include "problem/instance_file.h"
#include "problem/judge.h"
#include "progress.h"
#include "run/checkpoint_ranks.h"
#include "solver.h"
#include "text.h"

/* ---- JSON ---- */

/* What `cordee show --json` prints. */

/* The problem of a run: of its solver's the one whose sizes are told like this. NULL: another version's solver. */
static const Problem *show_problem(const CheckpointMeta *meta) {
  const Solver *solver = solver_named(meta->solver);
  for (int k = 0; solver && k < SOLVER_PROBLEMS && solver->problems[k]; k++)
    if (strstr(meta->instance_size, solver->problems[k]->words.items)) return solver->problems[k];
  return solver ? solver->problems[0] : NULL;
}

static void texts_add(json_t *all, const CheckpointMeta *m) {
  json_add(all, "instance", json_foreign(m->instance_name));
  json_add(all, "instance_path", json_foreign(m->instance_path));
  json_add(all, "instance_size", json_foreign(m->instance_size));
  json_add(all, "solver", json_foreign(m->solver));
  json_add(all, "version", json_foreign(m->version));
  json_add(all, "host", json_foreign(m->host));
  json_add(all, "backend", json_foreign(m->backend));
  json_add(all, "device", json_foreign(m->device));
  json_add(all, "created", json_foreign(m->created));
}

typedef struct Told { /* what is known of a run from elsewhere */
  int64_t best_known;
  int64_t worth;   /* Problem.worth of the instance, if it is at hand; else 0 */
  int32_t missing; /* items that the best solution leaves out, and has to serve; 0: none, or not known */
  char text[MISSING_TEXT_MAX]; /* which (judge_missing) */
} Told;

static CostForm form_of(const CheckpointMeta *m, const Told *told) {
  return cost_form_told(show_problem(m), m->options, m->decimals, told->worth);
}

static void gap_add(json_t *all, const CheckpointMeta *m, const Told *told) {
  const double gap = cost_gap_percent(form_of(m, told), m->best, told->best_known);
  if (told->best_known > 0 && !isnan(gap)) json_add(all, "gap_percent", json_rounded(gap, 6));
}

static void numbers_add(json_t *all, const CheckpointMeta *m, const Told *told) {
  json_add(all, "n", json_integer(m->n));
  json_add(all, "instance_digest", json_key(m->instance_digest));
  json_add(all, "ranks", json_integer(m->ranks));
  json_add(all, "islands", json_integer(m->islands));
  json_add(all, "finished", json_boolean(m->finished));
  json_add(all, "epoch", json_integer(m->epoch));
  json_add(all, "epochs", json_integer(m->epochs == EPOCHS_OPEN ? 0 : m->epochs));
  json_add(all, "searches", json_count(m->searches));
  json_add(all, "moves", json_count(m->moves));
  json_add(all, "elapsed_s", json_rounded(m->elapsed_s, 3));
  json_add(all, "best", json_cost(m->best, m->decimals));
  json_add(all, "best_island", json_integer(m->best_island));
  const int64_t collected = cost_collected(form_of(m, told), m->best);
  if (collected != COST_NONE) json_add(all, "collected", json_cost(collected, m->decimals));
  json_add(all, "best_known", json_cost(told->best_known > 0 ? told->best_known : COST_NONE, m->decimals));
  gap_add(all, m, told);
  if (told->missing) json_add(all, "missing", json_integer(told->missing));
}

static json_t *legs_json(const Checkpoint *c) {
  json_t *legs = json_array();
  for (size_t r = 0; r < c->leg_rows; r++) {
    const LegRow *leg = &c->legs[r];
    json_t *one = json_object();
    json_add(one, "leg", json_integer(leg->leg));
    json_add(one, "rank", json_integer(leg->rank));
    json_add(one, "started_s", json_rounded(leg->started_s, 3));
    json_add(one, "host", json_foreign(leg->host));
    json_add(one, "backend", json_foreign(leg->backend));
    json_add(one, "device", json_foreign(leg->device));
    json_add(one, "version", json_foreign(leg->version));
    json_add(one, "started", json_foreign(leg->started));
    json_push(legs, one);
  }
  return legs;
}

/* A checkpoint's content as an object. */
static json_t *show_json(const Checkpoint *c, const Told *told) {
  const CheckpointMeta *m = &c->meta;
  const Problem *problem = show_problem(m);
  json_t *all = json_object();
  texts_add(all, m);
  numbers_add(all, m, told);
  json_add(all, "options", json_options(m->options));
  json_add(all, "best_solution", result_solution(problem, c->best_gene, c->best_gene ? (size_t)m->n : 0));
  json_add(all, "legs", legs_json(c));
  json_add(all, "history", result_trace(c->history, c->history_rows, m->decimals));
  return all;
}

/* ---- show ---- */

/* Prints each option with ", " between them. */
static void options_print(const char *options) {
  for (const char *at = options; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    char name[64], value[128];
    if (c_sscanf(at, "%63s = %127s", name, value) != 2) continue;
    printf("%s%s %s", at == options ? "" : ", ", text_line(name), text_line(value));
  }
}

/* Names of what the run counts, by its solver. */
typedef struct Words {
  const char *finished, *work;
} Words;

static Words words_of(const CheckpointMeta *meta) {
  const Solver *solver = solver_named(meta->solver);
  return solver ? (Words){solver->finished, solver->work} : (Words){"finished", "work"};
}

static void history_print(const Checkpoint *c, CostForm form, Words words) {
  const size_t most = 12, rows = c->history_rows;
  const int width = form.unit ? 26 : 14; /* of two parts or one */
  if (!rows) return;
  printf("\n%8s %19s %12s %10s %*s %7s\n", "epoch", words.finished, words.work, "elapsed", width, "best",
         "island");
  for (size_t r = 0; r < rows; r++) {
    if (rows > most && r == most / 2) {
      printf("%8s\n", "...");
      r = rows - most / 2;
    }
    const HistoryRow *h = &c->history[r];
    printf("%8u %19" PRIu64 " %12s %10s %*s %7u\n", h->epoch, h->searches, human_count((double)h->moves),
           human_seconds(h->elapsed_s), width, h->best == COST_NONE ? "none" : human_cost(form, h->best),
           h->island);
  }
}

/* One line a leg: its start, version, hosts and devices, each once. */
static void leg_print(const LegRow *leg, size_t ranks) {
  printf("  leg %-7u %s, at %s, by cordee %s, %zu rank%s:", leg->leg, text_line(leg->started),
         human_seconds(leg->started_s), text_line(leg->version), ranks, ranks == 1 ? "" : "s");
  for (size_t r = 0; r < ranks; r++) {
    size_t before = 0;
    while (before < r &&
           (strcmp(leg[before].host, leg[r].host) != 0 || strcmp(leg[before].device, leg[r].device) != 0))
      before++;
    if (before == r)
      printf("%s %s (%s: %s)", r ? "," : "", text_line(leg[r].host), text_line(leg[r].backend),
             text_line(leg[r].device));
  }
  printf("\n");
}

static void legs_print(const Checkpoint *c) {
  for (size_t at = 0, end; at < c->leg_rows; at = end) {
    for (end = at; end < c->leg_rows && c->legs[end].leg == c->legs[at].leg;) end++;
    leg_print(&c->legs[at], end - at);
  }
}

/* ", collected 902 of 1306", ", gap 1.2%": what of these is known. */
static const char *best_tell(CostForm form, int64_t best, int64_t best_known, char *text, size_t size) {
  const char *collected = human_collected(form, best), *gap = human_gap_of(form, best, best_known);
  snprintf(text, size, "%s%s%s%s", *collected ? ", " : "", collected, *gap ? ", gap " : "", gap);
  return text;
}

static void checkpoint_print(const char *file, const Checkpoint *c, const Told *told) {
  const CheckpointMeta *m = &c->meta;
  const CostForm form = form_of(m, told);
  char best[256];
  printf("%s: %s run of %s, %s\n", text_line(file), m->finished ? "finished" : "unfinished",
         text_line(m->instance_name), text_line(m->instance_size));
  if (m->best == COST_NONE)
    printf("  best        none yet\n");
  else
    printf("  best        %s%s, found on island %u%s%s\n", human_cost(form, m->best),
           best_tell(form, m->best, told->best_known, best, sizeof best), m->best_island,
           told->text[0] ? ", " : "", told->text);
  const Words words = words_of(m);
  printf("  progress    epoch %u%s, ", m->epoch, human_of_epochs(m->epochs));
  if (m->searches == 1)
    printf("%s, ", human_things(1, words.finished));
  else
    printf("%" PRIu64 " %s, ", m->searches, words.finished);
  printf("%s %s in %s (%s/s)\n", human_count((double)m->moves), words.work, human_seconds(m->elapsed_s),
         human_count(m->elapsed_s > 0 ? (double)m->moves / m->elapsed_s : 0));
  printf("  solver      %s; ", text_line(m->solver));
  options_print(m->options);
  printf("\n  instance    %s, digest %016" PRIx64 "\n", text_line(m->instance_path), m->instance_digest);
  printf("  written     %s by cordee %s on %s, %d rank%s, %s: %s\n", text_line(m->created),
         text_line(m->version), text_line(m->host), m->ranks, m->ranks == 1 ? "" : "s", text_line(m->backend),
         text_line(m->device));
  legs_print(c);
  history_print(c, form, words);
  if (!m->finished)
    printf("\ngo on with: cordee resume %s%s\n", text_line(file),
           m->epochs == EPOCHS_OPEN ? " --time S" : "");
}

/* How the run's options say that its instance is read, as far as this version knows them. */
static void settings_find(const char *file, const Checkpoint *c, InstanceSettings *settings) {
  Options options;
  options_default(&options);
  if (options_read_plan(file, c->meta.options, &options) != OK) status_clear();
  options_instance(&options, settings);
}

/* The run's instance, read once for all that needs it. */
typedef struct Source {
  const char *path;
  InstanceSettings settings;
  Instance *inst; /* NULL: it is not needed, or not at hand */
} Source;

static bool is_of_run(const Instance *inst, const CheckpointMeta *m) {
  return inst->digest == m->instance_digest && instance_genes(inst) == (size_t)m->n;
}

/* For --out: there has to be a solution, and its instance. */
static Status source_demand(const char *file, const Checkpoint *c, Source *source) {
  const CheckpointMeta *m = &c->meta;
  if (!c->best_gene) FAIL(ERR_NO_SOLUTION, "%s: expected a solution for --out, found none yet", file);
  TRY(instance_read_set(source->path, &source->settings, &source->inst));
  if (is_of_run(source->inst, m)) return OK;
  FAIL(ERR_FORMAT, "%s: expected the instance of the run, of digest %016" PRIx64 ", found %016" PRIx64,
       m->instance_path, m->instance_digest, source->inst->digest);
}

/* Where the problem has what only an instance tells, if that is still where it was. */
static void source_look(const Checkpoint *c, Source *source) {
  const Problem *problem = show_problem(&c->meta);
  if (!problem || !problem->missing || !c->best_gene || access(source->path, R_OK) != 0) return;
  if (instance_read_set(source->path, &source->settings, &source->inst) != OK) status_clear();
  if (source->inst && is_of_run(source->inst, &c->meta)) return;
  instance_free(source->inst);
  source->inst = NULL;
}

/* Writes the best solution as `cordee solve --out` does. */
static Status best_out(const Checkpoint *c, const Instance *inst, const char *path) {
  int64_t cost;
  TRY(judge_solution(inst, c->best_gene, &cost));
  TRY(solution_form_check(path, inst));
  return solution_write(path, inst, c->best_gene, cost);
}

/* What the best solution leaves out, and what there was to collect. */
static void missing_find(const Checkpoint *c, const Instance *inst, Told *told) {
  int64_t cost;
  if (inst->problem->worth) told->worth = inst->problem->worth(inst);
  if (judge_solution(inst, c->best_gene, &cost) == OK)
    told->missing = judge_missing(inst, c->best_gene, told->text, sizeof told->text);
  else
    status_clear();
}

/* The published value, and what is missing. Where only the instance says whether published values are costs or sums of prizes
 * (Problem.worth), the value is not known without it. */
static Status told_find(const Checkpoint *c, const Source *source, Told *told) {
  const CheckpointMeta *meta = &c->meta;
  const Problem *problem = show_problem(meta);
  if (source->inst) {
    missing_find(c, source->inst, told);
    return instance_best_known(meta->instance_path, source->inst, &source->settings, &told->best_known);
  }
  if (problem && problem->worth) return OK;
  const char *column = problem ? problem_optima_column(problem, &source->settings) : NULL;
  return optima_find_column(meta->instance_path, meta->instance_name, meta->decimals, column,
                            &told->best_known);
}

static Status checkpoint_tell(const char *file, const Checkpoint *c, const Options *asked, Source *source) {
  Told told = {.text = ""};
  settings_find(file, c, &source->settings);
  if (asked->out[0]) {
    TRY(source_demand(file, c, source));
    TRY(best_out(c, source->inst, asked->out));
  } else {
    source_look(c, source);
  }
  TRY(told_find(c, source, &told));
  if (asked->json) return json_print(stdout, show_json(c, &told));
  checkpoint_print(file, c, &told);
  return OK;
}

static Status checkpoint_show(const char *file, const Options *asked) {
  Checkpoint c = {0};
  Source source = {.inst = NULL};
  TRY(checkpoint_read_meta(file, &c));
  source.path = asked->instance[0] ? asked->instance : c.meta.instance_path;
  const Status status = checkpoint_tell(file, &c, asked, &source);
  instance_free(source.inst);
  checkpoint_free(&c);
  return status;
}

/* Files that `report` shows. */
static Status reportable_refuse(const char *file) {
  const bool results = results_are(file);
  if (!results && !columns_are(file)) return OK;
  FAIL(ERR_FORMAT, "%s: expected a checkpoint, found %s: cordee report %s", file,
       results ? "results of a sweep" : "records", file);
}

Status command_show(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  Options options;
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_SHOW, argc, argv, 1, &first));
  TRY(comm_agree(comm, comm->rank == 0 ? reportable_refuse(argv[first]) : OK));
  TRY(checkpoint_check(comm, argv[first]));
  return comm_agree(comm, comm->rank == 0 ? checkpoint_show(argv[first], &options) : OK);
}
