/* The rows of every option: see options_table.h. Bounds that depend on the instance or on other options stand where these are
 * known, in the solvers' plans. */
#include "options_table.h"

#include <stddef.h>
#include "problem/matching/generate_etc.h"

const char *const option_backends[] = {"auto", "cpu", "cuda", NULL};
static const char *const restarts[] = {"random", "kick", NULL};
static const char *const inertias[] = {"decay", "linear", "constriction", NULL};
static const char *const forms[] = {"real", "discrete", NULL};
static const char *const recombinations[] = {"auto", "eax", "none", "apart", NULL};
static const char *const moves[] = {"2opt", "swap", NULL};

#define AT(member) offsetof(Options, member)
#define RUN        (FOR_SOLVE | FOR_RESUME)
#define SOLVES     (FOR_SOLVE | FOR_BATCH)
const OptionSpec option_specs[] = {
    {"climbers", KIND_COUNT, AT(climbers), true, SOLVES, "1000", NULL, "N",
     "local searches in all, shared out over the islands", "climb", "1", "3e15"},
    {"method", KIND_TEXT, AT(method), true, SOLVES, "", NULL, "NAME",
     "TSP: ils, climb; task matching: anneal, lists (the best of the next four), fcfs, min-min, max-min, "
     "sufferage, pso; functions: pso"
     " (the first is the default)",
     NULL, NULL, NULL},
    {"islands", KIND_COUNT, AT(islands), true, SOLVES, "0", NULL, "N",
     "islands on the ring (0: ils 8, or fewer if there are fewer tours, and where the clock decides how much "
     "tours meet one a rank, on GPUs as many as one has room for; climb 8; pso 10 swarms; anneal 8 on the "
     "CPU, up to 80 on a GPU)",
     "ils climb pso anneal", "0", "1e6"},
    {"epoch", KIND_COUNT, AT(epoch), true, SOLVES, "0", NULL, "N",
     "work of an island between two exchanges; ils: kicks a city (0: a tenth of --kicks; without those 5, "
     "more on fewer than 400 cities); climb: climbers (0: 1024 to 16384 by size, or 32 with --restart kick); "
     "pso: iterations (0: 50); anneal: steps of a chain (0: 256 a task, 2^16 to 2^20)",
     "ils climb pso anneal", "0", "1e9"},
    {"recombine", KIND_CHOICE, AT(recombination), true, SOLVES, "auto", recombinations, "HOW",
     "tours that meet; eax: edge assembly crossover; apart: the same, but tours of an island meet each other "
     "alone; none: they never meet; auto: eax for 8 to 50,000 cities, 200,000 on a GPU, none for more, and "
     "apart where the clock decides and one population does not fill the GPUs",
     "ils", NULL, NULL},
    {"tours", KIND_COUNT, AT(tours), true, SOLVES, "0", NULL, "N",
     "on all islands together, rounded up to as many on each (0: 30 and one for 8 cities, at most 300, fewer "
     "for more than 20,000 cities, and so many on each island if they are apart; where tours do not meet 1 "
     "on the CPU, and on a GPU so many that it is busy)",
     "ils", "0", "1e6"},
    {"kicks", KIND_REAL, AT(kicks), true, SOLVES, "0", NULL, "X",
     "for every city of a tour before tours meet, twice as many in every later population (0: 1); where they "
     "do not meet, in all (0: 100; with --time as many as there is time for)",
     "ils", "0", "1e9"},
    {"populations", KIND_COUNT, AT(populations), true, SOLVES, "0", NULL, "N",
     "of tours that meet, one after the other (0: 1; with --time and without --kicks as many as there is "
     "time for)",
     "ils", "0", "10000"},
    {"generations", KIND_COUNT, AT(generations), true, SOLVES, "0", NULL, "N",
     "of a population at most: it ends when hardly a tour gets better (0: 200)", "ils", "0", "100000"},
    {"kick-temperature", KIND_REAL, AT(kick_temperature), true, SOLVES, "0", NULL, "X",
     "at the start, in edges of mean length: how much longer a kick may make a tour and be kept; falls to 0 "
     "(where tours do not meet 0: 0.5, or less for more than 20,000 cities)",
     "ils", "0", "100"},
    {"candidates", KIND_COUNT, AT(candidates), true, SOLVES, "7", NULL, "N",
     "nearest cities of each that moves may join it to", "ils", "1", "8"},
    {"quadrant", KIND_COUNT, AT(quadrant), true, SOLVES, "0", NULL, "N",
     "so many of the candidates from each quadrant around a city", "ils", "0", "16"},
    {"restart", KIND_CHOICE, AT(restart), true, SOLVES, "random", restarts, "HOW",
     "random: a fresh tour each; kick: the island's champion after a double bridge", "climb", NULL, NULL},
    {"move", KIND_CHOICE, AT(move), true, SOLVES | FOR_BENCH, "2opt", moves, "MOVE",
     "of a climber; 2opt: two edges, by reversing a piece; swap: two cities change places", "climb", NULL,
     NULL},
    {"seed", KIND_COUNT, AT(seed), true, SOLVES | FOR_BENCH | FOR_LADDER | FOR_MATCHING | FOR_GENERATE, "1",
     NULL, "N", "of all randomness", NULL, "0", "9223372036854775807"},
    {"particles", KIND_COUNT, AT(particles), true, SOLVES, "128", NULL, "N", "of a swarm", "pso", "1", "1e6"},
    {"iterations", KIND_COUNT, AT(iterations), true, SOLVES, "1000", NULL, "N", "of every particle", "pso",
     "1", "1e9"},
    {"migrants", KIND_COUNT, AT(migrants), true, SOLVES, "2", NULL, "N",
     "best of a swarm that replace the next one's worst", "pso", "0", "1e6"},
    {"form", KIND_CHOICE, AT(form), true, SOLVES, "real", forms, "FORM", "of positions", "pso", NULL, NULL},
    {"inertia", KIND_CHOICE, AT(inertia), true, SOLVES, "decay", inertias, "HOW",
     "decay: w times --decay an iteration; linear: w to 0.4; constriction: Clerc and Kennedy's", "pso", NULL,
     NULL},
    {"w", KIND_REAL, AT(w), true, SOLVES, "0.9", NULL, "X", "inertia at the start", "pso", "0", "10"},
    {"decay", KIND_REAL, AT(decay), true, SOLVES, "0.995", NULL, "X", "of the inertia", "pso", "0", "1"},
    {"c1", KIND_REAL, AT(c1), true, SOLVES, "2.0", NULL, "X", "pull of a particle's own best", "pso", "0",
     "100"},
    {"c2", KIND_REAL, AT(c2), true, SOLVES, "1.4", NULL, "X", "pull of its swarm's best", "pso", "0", "100"},
    {"c3", KIND_REAL, AT(c3), true, SOLVES, "1.0", NULL, "X",
     "push of the neighbour's best, in every second swarm", "pso", "0", "100"},
    {"chains", KIND_COUNT, AT(chains), true, SOLVES, "0", NULL, "N",
     "an island (0: 1 on the CPU, 32 on a GPU)", "anneal", "0", "1e6"},
    {"epochs", KIND_COUNT, AT(epochs), true, SOLVES, "50", NULL, "N", "anneals of every chain", "anneal", "1",
     "1e9"},
    {"temperature", KIND_REAL, AT(temperature), true, SOLVES, "0.15", NULL, "X", "at the start", "anneal",
     "1e-6", "1000"},
    {"reheat", KIND_REAL, AT(reheat), true, SOLVES, "0.05", NULL, "X", "at the start of later epochs",
     "anneal", "1e-6", "1000"},
    {"cold", KIND_REAL, AT(cold), true, SOLVES, "0.005", NULL, "X", "at the end of every epoch", "anneal",
     "1e-6", "1000"},
    {"aim", KIND_REAL, AT(aim), true, SOLVES, "0.003", NULL, "X",
     "how far below its best makespan a chain aims, of it", "anneal", "0", "0.5"},
    {"target", KIND_REAL, AT(target), true, FOR_SOLVE, NULL, NULL, "COST",
     "stop at the end of the epoch that reaches it", NULL, "-1e19", "1e19"},
    {"time", KIND_SECONDS, AT(time_s), false, RUN | FOR_SWEEP | FOR_BENCH | FOR_BATCH | FOR_LADDER, "0", NULL,
     "S", "stop after S seconds (0: no limit)", NULL, "0", "1e9"},
    {"backend", KIND_CHOICE, AT(backend), false,
     RUN | FOR_SWEEP | FOR_BENCH | FOR_BATCH | FOR_LADDER | FOR_MATCHING, "auto", option_backends, "NAME",
     "where to run: a GPU if there is one, else the CPU", NULL, NULL, NULL},
    {"threads", KIND_COUNT, AT(threads), false, RUN | FOR_SWEEP | FOR_BENCH | FOR_BATCH | FOR_MATCHING, "0",
     NULL, "N", "CPU threads a rank (0: its share of the cores, or OMP_NUM_THREADS)", NULL, "0", "1024"},
    {"checkpoint", KIND_TEXT, AT(checkpoint), false, RUN, NULL, NULL, "FILE",
     "keep a checkpoint there (resume: FILE that was given)", NULL, NULL, NULL},
    {"checkpoint-every", KIND_SECONDS, AT(every_s), false, RUN, "60", NULL, "S",
     "seconds from the start of a checkpoint to that of the next, at least", NULL, "0", "1e9"},
    {"force", KIND_FLAG, AT(force), false, FOR_SOLVE, NULL, NULL, NULL, "overwrite a checkpoint that exists",
     NULL, NULL, NULL},
    {"out", KIND_TEXT, AT(out), false, RUN, NULL, NULL, "FILE",
     "write the best solution there (TSPLIB tour, or assignment; -: standard output)", NULL, NULL, NULL},
    {"best-known", KIND_REAL, AT(best_known), false, RUN, "0", NULL, "COST",
     "for the gap (0: looked up in optima.tsv beside the instance)", NULL, "0", "1e19"},
    {"instance", KIND_TEXT, AT(instance), false, FOR_RESUME, NULL, NULL, "FILE",
     "the instance, if it has moved", NULL, NULL, NULL},
    {"or-start", KIND_TEXT, AT(or_start), false, FOR_RESUME, NULL, NULL, "INSTANCE",
     "solve it, with FILE as checkpoint, if neither FILE nor FILE.prev is there yet", NULL, NULL, NULL},
    {"stop-before", KIND_SECONDS, AT(stop_before_s), false, RUN | FOR_SWEEP, "30", NULL, "S",
     "stop so many seconds before the SLURM job's time limit (0: never look)", NULL, "0", "1e9"},
    {"ranks-per-task", KIND_COUNT, AT(ranks_per_task), false, FOR_SWEEP, "1", NULL, "N",
     "ranks that share a task", NULL, "1", "1e6"},
    {"retry-failed", KIND_FLAG, AT(retry_failed), false, FOR_SWEEP, NULL, NULL, NULL,
     "run the tasks again whose rows say failed", NULL, NULL, NULL},
    {"dry-run", KIND_FLAG, AT(dry_run), false, FOR_SWEEP, NULL, NULL, NULL,
     "print the tasks and an estimate of their time", NULL, NULL, NULL},
    {"log", KIND_TEXT, AT(log), false, RUN | FOR_SWEEP, NULL, NULL, "FILE",
     "append progress there, a JSON object a line (-: standard output)", NULL, NULL, NULL},
    {"quiet", KIND_FLAG, AT(quiet), false, RUN | FOR_SWEEP, NULL, NULL, NULL, "print the result only", NULL,
     NULL, NULL},
    {"verbose", KIND_FLAG, AT(verbose), false, RUN | FOR_SWEEP | FOR_BENCH | FOR_MATCHING, NULL, NULL, NULL,
     "tell how the kernels run", NULL, NULL, NULL},
    {"json", KIND_FLAG, AT(json), false, FOR_SHOW, NULL, NULL, NULL, "print JSON", NULL, NULL, NULL},
    {"sizes", KIND_LIST, AT(sizes), false, FOR_BENCH, "52,100,200,439,1000,4000", NULL, "N,N,...",
     "cities to measure", NULL, "1", "1e6"},
    {"sizes", KIND_LIST, AT(ladder_sizes), false, FOR_LADDER, "100,200,439,1000,2000,4000,10000,18512", NULL,
     "N,N,...", "ladder: first cities of the instance", NULL, "4", "46340"},
    {"sizes", KIND_LIST, AT(batch_sizes), false, FOR_BATCH, "52,100,200", NULL, "N,N,...",
     "batch: cities to measure", NULL, "1", "1000"},
    {"instance", KIND_TEXT, AT(instance), false, FOR_BENCH | FOR_LADDER | FOR_BATCH, NULL, NULL, "FILE",
     "measure on it instead; ladder: its first cities, EUC_2D (else TSPLIB's d18512, else uniform)", NULL,
     NULL, NULL},
    {"csv", KIND_TEXT, AT(csv), false, FOR_LADDER, NULL, NULL, "FILE",
     "ladder: write the figures there too (-: standard output)", NULL, NULL, NULL},
    {"cities", KIND_COUNT, AT(cities), false, FOR_GENERATE, "1000", NULL, "N", "cities of the instance",
     "uniform clustered dimacs-e dimacs-c", "1", "2147483647"},
    {"generator-version", KIND_COUNT, AT(generator_version), false, FOR_GENERATE, "0", NULL, "N",
     "of the kind's generator (0: the newest); clustered: 1 to make files of an older one again",
     "uniform clustered dimacs-e dimacs-c", "0", "2"},
    {"tasks", KIND_COUNT, AT(tasks), false, FOR_GENERATE, "512", NULL, "N", "tasks of the instance",
     "etc grid", "1", "2147483647"},
    {"machines", KIND_COUNT, AT(machines), false, FOR_GENERATE, "16", NULL, "N", "machines of the instance",
     "etc grid", "1", "2147483647"},
    {"task-heterogeneity", KIND_CHOICE, AT(task_heterogeneity), false, FOR_GENERATE, "hi",
     heterogeneity_names, "HOW", "tasks' weights up to 3000 or 100", "etc", NULL, NULL},
    {"machine-heterogeneity", KIND_CHOICE, AT(machine_heterogeneity), false, FOR_GENERATE, "hi",
     heterogeneity_names, "HOW", "times up to 1000 or 10 times the weight", "etc", NULL, NULL},
    {"consistency", KIND_CHOICE, AT(consistency), false, FOR_GENERATE, "c", consistency_names, "HOW",
     "is a machine that is faster for one task faster for all? c: yes; s: every second one; i: no", "etc",
     NULL, NULL},
    {"out", KIND_TEXT, AT(out), false, FOR_SWEEP, NULL, NULL, "FILE",
     "keep the results there (default: JOB with .h5 for .job)", NULL, NULL, NULL},
    {"out", KIND_TEXT, AT(out), false, FOR_REPORT, NULL, NULL, "FILE",
     "write the page there (default: RESULTS with .html for .h5; -: standard output)", NULL, NULL, NULL},
    {"csv", KIND_TEXT, AT(csv), false, FOR_REPORT, NULL, NULL, "FILE",
     "write a table there instead of the page (-: standard output)", NULL, NULL, NULL},
    {"out", KIND_TEXT, AT(out), false, FOR_GENERATE, NULL, NULL, "FILE",
     "write there instead of standard output", NULL, NULL, NULL}};
const int option_count = sizeof option_specs / sizeof *option_specs;
_Static_assert(sizeof option_specs / sizeof *option_specs <= OPTION_ROWS_MAX, "Options.given is too short");
