/* The options that nobody owns: see options_table.h. Bounds that depend on the instance or on other options stand where these
 * are known, in the solvers' plans and the generators. */
#include <stddef.h>
#include "options_table.h"
#include "problem.h"

const char *const option_backends[] = {"auto", "cpu", "cuda", NULL};

static const char *islands_detail(const Solver *solver) { return solver->islands_help; }
static const char *initial_detail(const Solver *solver) { return solver->initial_help; }
static const char *epoch_detail(const Solver *solver) { return solver->epoch_help; }

/* Prints "TSP: ils, climb; ...": the methods of every problem. */
static void methods_list(FILE *out) {
  const Solver *solver;
  for (int p = 0; problems[p]; p++) {
    fprintf(out, "%s%s: ", p ? "; " : "", problems[p]->words.title);
    for (int k = 0, listed = 0; (solver = solver_at(k)); k++)
      if (solver_accepts(solver, problems[p])) fprintf(out, "%s%s", listed++ ? ", " : "", solver->name);
  }
  fprintf(out, " (the first is the default)");
}

/* Prints " (TSP: tour; ...": the solutions of every problem. */
static void solutions_list(FILE *out) {
  for (int p = 0; problems[p]; p++)
    fprintf(out, "%s%s: %s", p ? "; " : " (", problems[p]->words.title, problems[p]->words.solution);
  fprintf(out, "; -: standard output)");
}

#define AT(member) offsetof(Options, member)
#define RUN        (FOR_SOLVE | FOR_RESUME)
#define SOLVES     (FOR_SOLVE | FOR_BATCH)
#define BENCHES    (FOR_BENCH | FOR_BATCH | FOR_ROUTES)
const OptionSpec option_shared[] = {
    {"method", KIND_TEXT, AT(method), true, SOLVES, "", .argument = "NAME", .help = "", .place = PLACE_SHARED,
     .more = methods_list},
    {"islands", KIND_COUNT, AT(islands), true, SOLVES, "0", .argument = "N", .least = "0", .most = "1e6",
     .help = "islands on the ring", .place = PLACE_SHARED, .detail = islands_detail},
    {"epoch", KIND_COUNT, AT(epoch), true, SOLVES, "0", .argument = "N", .least = "0", .most = "1e9",
     .help = "work of an island between two migrations", .place = PLACE_SHARED, .detail = epoch_detail},
    {"seed", KIND_COUNT, AT(seed), true,
     SOLVES | FOR_BENCH | FOR_ROUTES | FOR_GENERATE | FOR_PRICES | FOR_SEARCHES, "1", .argument = "N",
     .least = "0", .most = "9223372036854775807", .help = "seed of all random numbers", .place = PLACE_SEED},
    {"initial", KIND_PATH, AT(initial), false, FOR_SOLVE | FOR_OR_START, .argument = "FILE",
     .help =
         "start from this solution, and never end with a worse one; FILE may be a folder with a file of the "
         "instance's name, NAME.tour or NAME.sol",
     .detail = initial_detail, .alias = "start"},
    {"target", KIND_REAL, AT(target), true, FOR_SOLVE, .argument = "COST", .least = "-1e19", .most = "1e19",
     .help = "stop at the end of the epoch in which the best cost is at most COST"},
    {"target-gap", KIND_REAL, AT(target_gap), true, FOR_SOLVE, .argument = "PERCENT", .least = "0",
     .most = "1e6",
     .help = "the same for a cost at most PERCENT above the best known value, if that is known"},
    {"time", KIND_SECONDS, AT(time_s), false,
     RUN | FOR_SWEEP | FOR_VERIFY | FOR_EVALUATORS | BENCHES | FOR_PRICES | FOR_SEARCHES | FOR_FLOWS, "0",
     .argument = "SECONDS", .least = "0", .most = "1e9",
     .help = "stop after this time, in seconds; 0: no limit"},
    {"backend", KIND_CHOICE, AT(backend), false,
     RUN | FOR_SWEEP | BENCHES | FOR_CERTIFY | FOR_EVALUATORS | FOR_PRICES | FOR_SEARCHES | FOR_FLOWS |
         FOR_SERVE,
     "auto", option_backends, "NAME", .help = "processor. auto: a GPU if there is one, else the CPU"},
    {"threads", KIND_COUNT, AT(threads), false,
     RUN | FOR_SWEEP | BENCHES | FOR_CERTIFY | FOR_EVALUATORS | FOR_PRICES | FOR_SEARCHES | FOR_FLOWS |
         FOR_SERVE,
     "0", .argument = "N", .least = "0", .most = "1024",
     .help = "CPU threads per rank; 0: OMP_NUM_THREADS, or the rank's share of the cores"},
    {"hybrid", KIND_FLAG, AT(hybrid), false, RUN,
     .help = "ranks of a host beyond its number of GPUs run on CPU cores; each rank has islands in "
             "proportion to its measured speed"},
    {"checkpoint", KIND_TEXT, AT(checkpoint), false, RUN, .argument = "FILE",
     .help = "keep a checkpoint in FILE (resume: default the FILE that is resumed)"},
    {"checkpoint-every", KIND_SECONDS, AT(every_s), false, RUN, "60", .argument = "SECONDS", .least = "0",
     .most = "1e9", .help = "minimum time between the starts of two checkpoints, in seconds"},
    {"force", KIND_FLAG, AT(force), false, FOR_SOLVE, .help = "overwrite an existing checkpoint"},
    {"out", KIND_TEXT, AT(out), false, RUN, .argument = "FILE",
     .help =
         "write the best solution to FILE: .json with everything, .csv, and of degrees .geojson; any other "
         "suffix: the problem's own form",
     .more = solutions_list},
    {"best-known", KIND_REAL, AT(best_known), false, RUN, "0", .argument = "COST", .least = "0",
     .most = "1e19", .help = "best known cost, for the gap; 0: from optima.tsv beside the instance"},
    {"instance", KIND_TEXT, AT(instance), false, FOR_RESUME | FOR_SHOW, .argument = "FILE",
     .help = "path of the instance, if it has moved or was read from standard input"},
    {"or-start", KIND_TEXT, AT(or_start), false, FOR_RESUME, .argument = "INSTANCE",
     .help = "if neither FILE nor FILE.prev exists, solve INSTANCE with FILE as checkpoint"},
    {"stop-before", KIND_SECONDS, AT(stop_before_s), false, RUN | FOR_SWEEP | FOR_VERIFY | FOR_EVALUATORS,
     "30", .argument = "SECONDS", .least = "0", .most = "1e9",
     .help = "stop this long before the time limit of the SLURM job, in seconds; 0: ignore the limit"},
    {"ranks-per-task", KIND_COUNT, AT(ranks_per_task), false, FOR_SWEEP, "1", .argument = "N", .least = "1",
     .most = "1e6",
     .help = "ranks that share a task; the last group is smaller if the number of ranks is not a multiple"},
    {"retry-failed", KIND_FLAG, AT(retry_failed), false, FOR_SWEEP,
     .help = "run the tasks again that failed"},
    {"dry-run", KIND_FLAG, AT(dry_run), false, FOR_SWEEP,
     .help = "print the tasks, those that cannot run, and an estimate of their time; write nothing"},
    {"log", KIND_TEXT, AT(log), false, RUN | FOR_SWEEP, .argument = "FILE",
     .help = "append progress to FILE, one JSON object per line (-: standard output)"},
    {"quiet", KIND_FLAG, AT(quiet), false,
     RUN | FOR_SWEEP | FOR_VERIFY | FOR_CERTIFY | FOR_RECORDS | FOR_EVALUATORS | FOR_SHOW | FOR_GENERATE |
         FOR_REPORT,
     .help = "print the result only"},
    {"verbose", KIND_FLAG, AT(verbose), false, RUN | FOR_SWEEP | FOR_BENCH | FOR_ROUTES,
     .help = "print how the kernels run"},
    {"json", KIND_FLAG, AT(json), false, FOR_SHOW | RUN,
     .help = "print one JSON object; of a run its whole result"},
    {"sizes", KIND_LIST, AT(sizes), false, FOR_BENCH, "52,100,200,439,1000,4000", .argument = "N,N,...",
     .least = "1", .most = "1e6", .help = "numbers of cities to measure"},
    {"sizes", KIND_LIST, AT(batch_sizes), false, FOR_BATCH, "52,100,200", .argument = "N,N,...", .least = "1",
     .most = "1000", .help = "numbers of cities to measure"},
    {"sizes", KIND_LIST, AT(route_sizes), false, FOR_ROUTES, "199,1000,3000", .argument = "N,N,...",
     .least = "4", .most = "100000", .help = "numbers of customers to measure"},
    {"instance", KIND_TEXT, AT(instance), false, BENCHES, .argument = "FILE",
     .help = "measure on this instance instead"},
    {"instance", KIND_TEXT, AT(instance), false, FOR_FLOWS, .argument = "NETWORK",
     .help = "measure on this network instead: a file, or a generator's words"},
    {"instance", KIND_TEXT, AT(instance), false, FOR_SEARCHES, .argument = "GRAPH",
     .help = "measure on this graph instead: a file, or a generator's words"},
    {"out", KIND_TEXT, AT(out), false, FOR_SWEEP, .argument = "FILE",
     .help = "keep the results in FILE (default: JOB with .h5 for .job)"},
    {"out", KIND_TEXT, AT(out), false, FOR_SHOW, .argument = "FILE",
     .help =
         "write the best solution to FILE, in the form that its suffix names; the run's instance must lie "
         "where it was"},
    {"out", KIND_TEXT, AT(out), false, FOR_REPORT, .argument = "FILE",
     .help = "write the page to FILE (default: RESULTS with .html for .h5; -: standard output)"},
    {"csv", KIND_TEXT, AT(csv), false, FOR_REPORT, .argument = "FILE",
     .help = "write a table to FILE instead of the page (-: standard output); with --out both"},
    {"out", KIND_TEXT, AT(out), false, FOR_GENERATE, .argument = "FILE",
     .help = "write to FILE instead of standard output"},
    {"port", KIND_COUNT, AT(port), false, FOR_SERVE, "8080", .argument = "N", .least = "0", .most = "65535",
     .help = "listen on this port; 0: on a free one, which is printed"},
    {"host", KIND_TEXT, AT(host), false, FOR_SERVE, .argument = "ADDRESS",
     .help = "listen on this address (default: 127.0.0.1, for programs of this host alone); others need "
             "--token-file"},
    {"token-file", KIND_TEXT, AT(token_file), false, FOR_SERVE, .argument = "FILE",
     .help = "whoever asks must show the token in FILE"},
    {"folder", KIND_TEXT, AT(folder), false, FOR_SERVE, .argument = "DIR",
     .help = "keep problems and answers in DIR, and go on with those that are there (default: cordee-jobs)"},
    {"jobs", KIND_COUNT, AT(jobs), false, FOR_SERVE, "1", .argument = "N", .least = "1", .most = "1024",
     .help = "problems that are solved at the same time"},
    {"queue", KIND_COUNT, AT(queue), false, FOR_SERVE, "1000", .argument = "N", .least = "1", .most = "1e6",
     .help = "problems that may wait; more are refused (503)"},
    {"megabytes", KIND_COUNT, AT(megabytes), false, FOR_SERVE, "64", .argument = "N", .least = "1",
     .most = "4096", .help = "of a problem at most; larger ones are refused (413)"},
    {"longest", KIND_REAL, AT(longest_s), false, FOR_SERVE, "3600", .argument = "SECONDS", .least = "0.1",
     .most = "1e9", .help = "that a problem may be searched, in seconds"},
    {"batch", KIND_TEXT, AT(batch), false, FOR_VERIFY, .argument = "LIST",
     .help = "judge many solutions: each line of LIST names an instance and a solution of it"},
    {"out", KIND_TEXT, AT(out), false, FOR_VERIFY, .argument = "FILE",
     .help = "with --batch: keep the records in FILE (default: LIST with .h5 for .list)"},
    {"check", KIND_FLAG, AT(check), false, FOR_VERIFY, .help = "with --batch: judge every solution twice"},
    {"check-every", KIND_COUNT, AT(check_every), false, FOR_RECORDS, "0", .argument = "N", .least = "0",
     .most = "1e12", .help = "with RECORDS: check one of N records; 0: about 100 in all; 1: every one"},
    {"items", KIND_TEXT, AT(items), false, FOR_RECORDS, .argument = "FILE",
     .help = "with RECORDS: path of what they were made from, if it has moved"},
    {.name = NULL}};
