/* The table of commands: see commands.h. Paragraphs of the help end with a line end; a line that begins with a blank is an
 * example. */
#include "commands.h"

#include <string.h>
#include "evaluator.h"
#include "problem.h"

static void forms_tell(const Page *page) {
  char forms[1024], line[1100];
  problem_forms(forms, sizeof forms);
  snprintf(line, sizeof line, "INSTANCE is %s; or - for standard input.\n", forms);
  page_prose(page, line);
}

static const char solve_help[] =
    "Without --method the problem's default method runs. The answer depends on the instance, the seed and "
    "the options of the "
    "method: not on the number of ranks, GPUs or threads. Only --time can make two runs differ.\n"
    "SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGXCPU and SIGHUP stop the run; it then prints its best solution "
    "and keeps a checkpoint if "
    "--checkpoint is "
    "given.\n"
    "  cordee solve instances/uniform-200-1.tsp\n"
    "  cordee solve pr1002.tsp --time 10 --out pr1002.tour\n"
    "  mpirun -n 8 cordee solve d18512.tsp --time 60 --checkpoint run.h5\n"
    "  cordee solve instances/etc-i-hihi-60x10-1.etc --method pso --islands 16\n";

static const char resume_help[] =
    "FILE is a checkpoint of `cordee solve --checkpoint`. Any number of ranks and any backend give the same "
    "answer as an "
    "uninterrupted run. The options that the answer depends on come from FILE.\n"
    "With --or-start the first call starts the run, and later calls resume it: for scripts that are run "
    "again and again. The "
    "options of `cordee solve` may be given too; on a resume they must agree with FILE.\n"
    "  mpirun -n 3 cordee resume run.h5 --backend cpu\n"
    "  cordee resume run.h5 --or-start kroA200.tsp --kicks 1000\n";

static const char sweep_help[] =
    "FILE.job (- for standard input) names instances and lists of option values; every combination is a "
    "task. The results go "
    "to one HDF5 file, one row per task. The same command resumes a sweep that was stopped or killed.\n"
    "If some tasks fail, their rows say why and the exit code is 1.\n"
    "  cordee sweep jobs/smoke.job --out smoke.h5\n"
    "  mpirun -n 8 cordee sweep jobs/tsplib.job --time 3600\n";

static const char show_help[] =
    "FILE is a checkpoint. For the results of a sweep and for records use `cordee report`.\n"
    "  cordee show run.h5\n"
    "  cordee show run.h5 --out best.tour\n"
    "  cordee show run.h5 --json\n";

static const char report_help[] = "RESULTS is a file of `cordee sweep`, or of records (`cordee price`, "
                                  "`bfs`, `flow` and `verify --batch`). The page is one "
                                  "HTML file without external parts: open it in a browser.\n"
                                  "  cordee report sweep.h5\n"
                                  "  cordee report sweep.h5 --csv - | head\n";

static const char verify_help[] = "INSTANCE SOLUTION: computes the cost of the solution again, by code that "
                                  "shares nothing with the solvers, and prints it. "
                                  "Exit code 65 if SOLUTION is not a solution of INSTANCE.\n"
                                  "--3opt: evaluates every 3-opt move of a vehicle routing solution, on all "
                                  "ranks. If no move improves it, one line "
                                  "certifies that. Else the exit code is 1, and the best move is printed: "
                                  "its change of the cost, the edges that it removes "
                                  "and adds (0 is the depot), and their routes.\n"
                                  "--batch LIST: judges many solutions, on all ranks. A line of LIST has the "
                                  "paths of an instance and of a solution, relative "
                                  "to LIST, with blanks or a tab between them. The records go to one HDF5 "
                                  "file. The same command resumes a batch that was "
                                  "stopped or killed. Exit code 1: some solutions did not verify.\n"
                                  "RECORDS: a file of --batch or of `cordee price`, `bfs` or `flow`. A "
                                  "sample of its records is computed again by "
                                  "independent code. Exit code 70: a record is wrong, and the first one is "
                                  "named; 75: some records are missing.\n"
                                  "  cordee verify berlin52.tsp berlin52.opt.tour\n"
                                  "  mpirun -n 2 cordee verify X-n101-k25.vrp X-n101-k25.sol --3opt\n"
                                  "  mpirun -n 8 cordee verify --batch solutions.list --out verified.h5\n"
                                  "  mpirun -n 8 cordee verify prices.h5 --check-every 1\n";

static const char serve_help[] =
    "Problems come as files in the body of requests, wait in a queue and are solved by `cordee solve`. "
    "Answers, the best so far and progress can be asked for; "
    "jobs can be cancelled. What was begun goes on from its checkpoint when the service is started again. It "
    "needs Python 3 with Starlette and uvicorn.\n"
    "  cordee serve --port 8080\n"
    "  curl --data-binary @instances/day-10.json 'http://127.0.0.1:8080/jobs?name=day.json&time=2'\n";

static const char generate_help[] =
    "The same KIND, options and seed give the same file, byte for byte.\n"
    "  cordee generate E1k.0 --out E1k.0.tsp\n"
    "  cordee generate uniform --cities 200 --seed 7 > u200.tsp\n"
    "  cordee generate etc --tasks 512 --machines 16 --consistency i --out i.etc\n"
    "  cordee generate cvrp-x --customers 200 --seed 7 --out c.vrp\n";

static const char bench_help[] =
    "Without a word: moves per second of the 2-opt climbers, on random tours. Published designs are "
    "measured by a program of their own, cordee-ladder.\n"
    "  cordee bench --sizes 52,1000 --time 2\n"
    "  cordee bench routes --sizes 199,1000\n";

/* Those of evaluators stand before EVALUATORS_BEFORE. */
#define EVALUATORS_BEFORE "generate"
static const Command own_commands[] = {
    {"solve", "INSTANCE", "solve an instance", solve_help, FOR_SOLVE, command_solve, forms_tell},
    {"resume", "FILE", "resume a run from its checkpoint", resume_help, FOR_RESUME, command_solve, NULL},
    {"sweep", "FILE.job", "solve many tasks in one job", sweep_help, FOR_SWEEP, command_sweep, NULL},
    {"show", "FILE", "show what a checkpoint holds", show_help, FOR_SHOW, command_show, NULL},
    {"report", "RESULTS", "show the results of a sweep, or records, as an HTML page or as CSV", report_help,
     FOR_REPORT, command_report, NULL},
    {"verify", "INSTANCE SOLUTION | --batch LIST | RECORDS", "judge a solution, many solutions, or records",
     verify_help, FOR_VERIFY | FOR_CERTIFY | FOR_RECORDS, command_verify, NULL},
    {"serve", "", "answer problems over HTTP", serve_help, FOR_SERVE, command_serve, NULL},
    {"generate", "KIND", "make an instance from a seed", generate_help, FOR_GENERATE, command_generate,
     generators_help},
    {"bench", "[WORD]", "measure the speed of this machine", bench_help, FOR_BENCH, command_bench, NULL},
    {"bench batch", "", "small tasks per second that share launches",
     "The tasks are solved with --method climb and 1,000 climbers each, unless the options say otherwise.\n"
     "  cordee bench batch --sizes 52,200\n",
     FOR_BATCH, command_bench, NULL},
    {"bench routes", "", "exhaustive 3-opt of vehicle routing: scans and iterations per second",
     "  cordee bench routes --sizes 199,1000\n", FOR_ROUTES, command_bench, NULL},
    {"bench price", "", "lookback options per second on lattices", "  cordee bench price --time 5\n",
     FOR_PRICES, command_bench, NULL},
    {"bench bfs", "", "edges per second of breadth-first search, by each method and of 256 sources at once",
     "  cordee bench bfs --instance kron:scale=14,edgefactor=16,seed=1\n", FOR_SEARCHES, command_bench, NULL},
    {"bench flow", "", "maximum flows per second of small and large networks, by waves and by push-relabel",
     "  cordee bench flow --time 5\n", FOR_FLOWS, command_bench, NULL},
    {.name = NULL}};

enum { OWN_COMMANDS = sizeof own_commands / sizeof *own_commands };
static Command table[OWN_COMMANDS + EVALUATORS_MAX];
static CommandName names[OWN_COMMANDS + EVALUATORS_MAX];

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

static void table_fill(void) {
  Command *to = table;
  for (const Command *c = own_commands; c->name; c++) {
    if (strcmp(c->name, EVALUATORS_BEFORE) == 0) to = evaluators_add(to);
    *to++ = *c;
  }
  for (int k = 0; table[k].name; k++) names[k] = (CommandName){table[k].mask, table[k].name};
}

const Command *command_table(void) {
  if (!table[0].name) table_fill();
  return table;
}

const CommandName *command_names(void) {
  command_table();
  return names;
}

const Command *command_find(const char *name) {
  for (const Command *c = command_table(); c->name; c++)
    if (strcmp(c->name, name) == 0) return c;
  return NULL;
}

bool command_is_part(const Command *command) { return strchr(command->name, ' ') != NULL; }
