/* The command line: finds the command, runs it on every rank, prints the message of a failure, exits. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "cmd/command.h"
#include "evaluator.h"
#include "io/hdf/hdf.h"
#include "halt.h"
#include "mpi/bind.h"
#include "mpi/stop.h"
#include "problem.h"
#include "text.h"
#include "threads.h"
#include "version.h"

static const char exit_codes[] = "\nexit codes: 0 finished (or the time limit or target was reached), 1 some "
                                 "tasks of a sweep failed, or a\n"
                                 "move improves what `verify` was to certify, 75 stopped by a\n"
                                 "signal or before the job's time limit with a checkpoint to resume (a "
                                 "sweep: the same command goes on), 128+N stopped by\n"
                                 "signal N without one, 64 wrong command line, 65 malformed input,\n"
                                 "66 no such input, 69 no device, or the launcher belongs to another MPI, 70 "
                                 "a result did not verify, 71 out of memory,\n"
                                 "74 cannot write, 76 MPI does not start\n";

static void forms_tell(FILE *out) {
  char forms[1024];
  problem_forms(forms, sizeof forms);
  fprintf(out, "INSTANCE: %s.\n", forms);
}

/* Those of evaluators stand before EVALUATORS_BEFORE. */
#define EVALUATORS_BEFORE "generate"
static const Command own_commands[] = {
    {"solve", "INSTANCE", "solve an instance",
     "-: standard input; from there or from a pipe at most 1 GiB is read.\n"
     "TSP: iterated local search, wide populations of tours that are kicked, repaired, and recombined with "
     "those of the island\n"
     "before, until none gets better; above 50,000 cities (200,000 on a GPU) one long search with a falling "
     "temperature\n"
     "instead; or random-restart 2-opt climbers (--method climb). Matching: chains of simulated annealing on "
     "islands, from\n"
     "machine prices; list heuristics; or particle swarms (--method pso), a swarm an island. The answer "
     "depends on the\n"
     "instance, the seed and the method's options alone: not on ranks, GPUs or threads (chains, whether "
     "tours meet, and how\n"
     "many never meet, if not given, are chosen for the kind of processor), and with --time on the clock. "
     "SIGTERM, SIGINT\n"
     "and SIGUSR1 stop the run in good order.\n\n"
     "  cordee solve instances/uniform-200-1.tsp\n"
     "  cordee solve pr1002.tsp --time 10\n"
     "  mpirun -n 8 cordee solve d18512.tsp --time 60 --checkpoint run.h5\n"
     "  cordee solve instances/etc-i-hihi-60x10-1.etc --method pso --islands 16\n",
     FOR_SOLVE, command_solve, forms_tell},
    {"resume", "FILE", "go on from a checkpoint",
     "Any number of ranks, any backend, the same answer. What the answer depends on comes from FILE.\n\n"
     "With --or-start, for scripts that are run again and again, the first one starts the run; then the "
     "options of `cordee\n"
     "solve` that the answer depends on may be given too, and must be FILE's.\n\n"
     "  mpirun -n 3 cordee resume run.h5 --backend cpu\n"
     "  cordee resume run.h5 --or-start kroA200.tsp --kicks 1000\n",
     FOR_RESUME, command_resume, NULL},
    {"sweep", "FILE.job", "solve many tasks in one job",
     "The job file (-: standard input) names instances and lists of options; every combination is a task. "
     "Results go to one HDF5 file, a row a\n"
     "task; the same command goes on where a sweep was stopped or killed. Exit code 1: some tasks failed, "
     "their rows say why.\n\n"
     "  cordee sweep jobs/smoke.job --out smoke.h5\n"
     "  mpirun -n 8 cordee sweep jobs/tsplib.job --time 3600\n",
     FOR_SWEEP, command_sweep, NULL},
    {"show", "FILE", "tell what a checkpoint holds", "  cordee show run.h5 --json\n", FOR_SHOW, command_show,
     NULL},
    {"report", "RESULTS", "results of a sweep as a page or as CSV",
     "The page is one HTML file that needs nothing else: open it in a browser.\n\n"
     "  cordee report sweep.h5\n"
     "  cordee report sweep.h5 --csv - | head\n",
     FOR_REPORT, command_report, NULL},
    {"verify", "INSTANCE SOLUTION | --batch LIST | RECORDS", "judge a tour or an assignment, or records",
     "Prints its cost in the instance's own measure; fails if it is no solution.\n"
     "With --3opt the ranks look at all 3-opt moves of a vehicle routing solution. A line says that none "
     "improves it, or names\n"
     "the best one (exit code 1): the change of the cost, the edges that it removes and adds (0: the depot), "
     "and their routes.\n"
     "With --batch many solutions are judged, by all ranks: a line of LIST names an instance and a solution "
     "file, with blanks or\n"
     "a tab between, relative to LIST. Records go to one HDF5 file, a few bytes a solution; the same command "
     "goes on where a\n"
     "run was stopped or killed. Exit code 1: some solutions did not verify. `cordee report FILE` shows the "
     "records.\n"
     "RECORDS is a file that --batch or `cordee price` made: a sample of its records is computed again by "
     "other means, shared by the\nranks. Exit code 70: the first record that is wrong is named; 75: some "
     "items have no record yet.\n\n"
     "  cordee verify berlin52.tsp berlin52.opt.tour\n"
     "  mpirun -n 2 cordee verify X-n101-k25.vrp X-n101-k25.sol --3opt\n"
     "  mpirun -n 8 cordee verify --batch solutions.list --out verified.h5\n"
     "  mpirun -n 8 cordee verify prices.h5 --check-every 1\n",
     FOR_VERIFY | FOR_CERTIFY | FOR_RECORDS, command_verify, NULL},
    {"generate", "KIND", "make a seeded instance",
     "\n"
     "  cordee generate E1k.0 --out E1k.0.tsp\n"
     "  cordee generate uniform --cities 200 --seed 7 > u200.tsp\n"
     "  cordee generate etc --tasks 512 --machines 16 --consistency i --out i.etc\n"
     "  cordee generate cvrp-x --customers 200 --seed 7 --out c.vrp\n",
     FOR_GENERATE, command_generate, generators_help},
    {"bench", "[ladder|matching|batch|routes|price|bfs|flow|heuristics]", "measure moves per second",
     "With the word ladder: published GPU designs of 2-opt beside the library's own kernels, on the same "
     "start tours; with --routes those of exhaustive 3-opt for vehicle routing.\n"
     "With the word matching: the published experiments of particle swarms for task matching.\n"
     "With the word batch: small tasks a second that share launches; --sizes 52,100,200 (1 to 1000 each) "
     "and\n"
     "1,000 climbers each, unless --sizes and options of solve say otherwise.\n"
     "With the word routes: exhaustive 3-opt of vehicle routing, scans and iterations of the descent.\n"
     "With the word price: lookback options a second on lattices, and the published method beside them.\n"
     "With the word bfs: edges a second of breadth-first search, by each method, and of 256 sources at "
     "once.\n"
     "With the word flow: maximum flows a second of small and large networks, by waves and by "
     "push-relabel.\n"
     "With the word heuristics: every method for the TSP on the same instances, at equal time (--time, 10 s) "
     "and "
     "at equal work\n(--evaluations).\n\n"
     "  cordee bench --sizes 52,1000 --time 2\n"
     "  cordee bench ladder --csv ladder.csv\n",
     FOR_BENCH | FOR_LADDER | FOR_SWARMS | FOR_ROUTES | FOR_PRICES | FOR_SEARCHES | FOR_FLOWS |
         FOR_HEURISTICS,
     command_bench, NULL},
    {.name = NULL}};

static const CommandName own_names[] = {{FOR_SOLVE, "solve"},
                                        {FOR_RESUME, "resume"},
                                        {FOR_SHOW, "show"},
                                        {FOR_BENCH, "bench"},
                                        {FOR_GENERATE, "generate"},
                                        {FOR_LADDER, "bench ladder"},
                                        {FOR_SWARMS, "bench matching"},
                                        {FOR_SWEEP, "sweep"},
                                        {FOR_REPORT, "report"},
                                        {FOR_BATCH, "bench batch"},
                                        {FOR_ROUTES, "bench routes"},
                                        {FOR_PRICES, "bench price"},
                                        {FOR_SEARCHES, "bench bfs"},
                                        {FOR_FLOWS, "bench flow"},
                                        {FOR_HEURISTICS, "bench heuristics"},
                                        {FOR_VERIFY | FOR_CERTIFY | FOR_RECORDS, "verify"},
                                        {.name = NULL}};

enum {
  OWN_COMMANDS = sizeof own_commands / sizeof *own_commands,
  OWN_NAMES = sizeof own_names / sizeof *own_names
};
static Command commands[OWN_COMMANDS + EVALUATORS_MAX];
static CommandName command_names[OWN_NAMES + EVALUATORS_MAX];

static Command *evaluators_add(Command *to) {
  const struct Evaluator *e;
  for (int k = 0; (e = evaluator_at(k)); k++)
    if (e->command)
      *to++ = (Command){e->name,
                        e->command->arguments,
                        e->command->summary,
                        e->command->help,
                        options_evaluator_mask(e),
                        command_evaluate,
                        NULL};
  return to;
}

/* All commands, and their names, with those of evaluators. */
static void commands_fill(void) {
  Command *to = commands;
  CommandName *name = command_names;
  const struct Evaluator *e;
  for (const Command *c = own_commands; c->name; c++) {
    if (strcmp(c->name, EVALUATORS_BEFORE) == 0) to = evaluators_add(to);
    *to++ = *c;
  }
  for (const CommandName *n = own_names; n->name; n++) *name++ = *n;
  for (int k = 0; (e = evaluator_at(k)); k++)
    if (e->command) *name++ = (CommandName){options_evaluator_mask(e), e->name};
}

static void print_overview(FILE *out) {
  fprintf(out, "cordee %s: batches of hard optimisation problems on many GPUs\n\n", cordee_version);
  for (const Command *c = commands; c->name; c++)
    fprintf(out, "  cordee %-8s %-14s %s\n", c->name, c->arguments, c->summary);
  fprintf(out, "\n`cordee COMMAND --help` tells more.\n%s", exit_codes);
}

static void print_help(const Command *c) {
  printf("usage: cordee %s %s%s\n\n%s: %s.\n\n", c->name, c->mask ? "[OPTIONS] " : "", c->arguments, c->name,
         c->summary);
  if (c->tell) c->tell(stdout);
  fputs(c->help, stdout);
  if (c->mask) options_help(stdout, c->mask);
  fputs(exit_codes, stdout);
}

/* Prints text that needs no run, such as help. 1 if the arguments ask for it. */
static int text_asked(int argc, char **argv, const Command *command) {
  int help = argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
             strcmp(argv[1], "help") == 0;
  if (help) print_overview(stdout);
  if (argc >= 2 && strcmp(argv[1], "--version") == 0) help = printf("cordee %s\n", cordee_version);
  if (argc >= 2 && strcmp(argv[1], "--options") == 0) options_list(stdout, command_names), help = 1;
  for (int k = 2; k < argc && command && !help; k++)
    if (strcmp(argv[k], "--help") == 0 || strcmp(argv[k], "-h") == 0) print_help(command), help = 1;
  return help;
}

static Status output_flush(void) {
  if (fflush(stdout) != 0 || ferror(stdout)) FAIL(ERR_IO, "standard output could not be written");
  return OK;
}

/* Prints the message of a failure, on rank 0. Returns its exit code; of OK, the given one. */
static int status_report(Status status, int rank, int exit_code) {
  if (status != OK && rank == 0) fprintf(stderr, "cordee: %s\n", text_line(status_message()));
  if (status == ERR_STOPPED) return exit_code ? exit_code : stop_signal() ? 128 + stop_signal() : 0;
  return status != OK ? status_exit_code(status) : exit_code;
}

enum { STOPPABLE = FOR_SOLVE | FOR_RESUME | FOR_SWEEP }; /* commands that a signal stops with their result */

int main(int argc, char **argv) {
  threads_settle(argv);
  commands_fill();
  const Command *command = commands;
  while (argc >= 2 && command->name && strcmp(command->name, argv[1]) != 0) command++;
  if (text_asked(argc, argv, command->name ? command : NULL))
    return status_report(output_flush(), 0, argc < 2 ? status_exit_code(ERR_USAGE) : 0);
  if (command->mask & STOPPABLE) stop_listen(); /* before anything that takes time */
  Comm comm;
  hdf5_quiet(); /* before MPI: HDF5 that is initialised later ends with it, and crashes over a file that could not be closed */
  Status status = comm_open(&argc, &argv, &comm);
  if (status != OK) return status_report(status, comm.rank, 0);
  if (command->mask & STOPPABLE) stop_listen(); /* again: MPI may have signal handlers of its own */
  int exit_code = 0;
  halt_watch(stop_signal, INFINITY);
  status = command->name ? threads_check()
                         : status_fail(ERR_USAGE, "unknown command '%s' (cordee --help)", argv[1]);
  if (status == OK) status = command->run(&comm, argc - 1, argv + 1, &exit_code);
  if (status == OK) status = output_flush();
  status = comm_agree(&comm, status);
  exit_code = status_report(status, comm.rank, exit_code);
  comm_close(&comm);
  return exit_code;
}
