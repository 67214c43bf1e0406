/* Ladders: published designs and tables, measured beside what this program has: `cordee-ladder NAME ...`.
 *
 * A new ladder is a file with a LadderEntry, and a line in the table of ladders.c. The entry names its designs (published.h: name,
 * publication, change, published figures as text), its options (rows of the macros below; LADDER_DESIGNS for --designs, LADDER_CSV) and what
 * it needs, and the columns of its table. Its run() calls ladder_legend() once, ladder_table_heading(&run->table) for each table, and for
 * every design that ladder_design_runs() ladder_table_row() with the cells and the measures of a size; --csv, the published figures
 * and the ratio come from there. docs/sources.md gets a row, tests/e2e/e2e_ladder.sh a run at a small size. */
#ifndef CORDEE_LADDER_LADDERS_H
#define CORDEE_LADDER_LADDERS_H

#include <stdio.h>
#include "designs.h"
#include "mpi/comm.h"
#include "options/options.h"
#include "published.h"

/* What the options of ladders say. Each has rows for those that it reads; the others are 0 or "". */
typedef struct LadderSettings {
  uint64_t seed, evaluations;
  double time_s, overtime;
  uint32_t backend; /* index of option_backends */
  uint32_t threads; /* of the host; 1 without a row */
  uint32_t verbose, forbid, mapping, bound, whole, as_published;
  char sizes[OPTION_PATH_MAX], instance[OPTION_PATH_MAX], csv[OPTION_PATH_MAX], chosen[OPTION_PATH_MAX],
      out[OPTION_PATH_MAX], iterations[OPTION_PATH_MAX]; /* chosen: of --designs */
  char climbers[OPTION_PATH_MAX];
  uint64_t throughput; /* the largest number of climbers; 0: times instead of rates */
} LadderSettings;

/* Rows that several ladders have. */
#define LADDER_SEED                                                                                          \
  {                                                                                                          \
    "seed", KIND_COUNT, OPTION_FIELD(LadderSettings, seed), "1",                                             \
        .argument = "N", .least = "0", .most = "9223372036854775807", .help = "seed of all random numbers"   \
  }
#define LADDER_TIME(TEXT)                                                                                    \
  {                                                                                                          \
    "time", KIND_SECONDS, OPTION_FIELD(LadderSettings, time_s), "0", .argument = "SECONDS", .least = "0",    \
                                                                     .most = "1e9", .help = TEXT             \
  }
#define LADDER_BACKEND                                                                                       \
  {                                                                                                          \
    "backend", KIND_CHOICE, OPTION_FIELD(LadderSettings, backend), "auto", option_backends,                  \
        .argument = "NAME", .help = "processor. auto: a GPU if there is one, else the CPU"                   \
  }
#define LADDER_THREADS                                                                                       \
  {                                                                                                          \
    "threads", KIND_COUNT, OPTION_FIELD(LadderSettings, threads), "0",                                       \
        .argument = "N", .least = "0", .most = "1024",                                                       \
        .help = "CPU threads; 0: OMP_NUM_THREADS, or all cores"                                              \
  }
#define LADDER_SIZES(STANDARD, TEXT)                                                                         \
  {                                                                                                          \
    "sizes", KIND_LIST, OPTION_FIELD(LadderSettings, sizes), STANDARD, .argument = "N,N,...", .least = "4",  \
                                                                       .most = "46340", .help = TEXT         \
  }
#define LADDER_INSTANCE(ARGUMENT, TEXT)                                                                      \
  { "instance", KIND_TEXT, OPTION_FIELD(LadderSettings, instance), .argument = ARGUMENT, .help = TEXT }
#define LADDER_CSV(TEXT)                                                                                     \
  { "csv", KIND_TEXT, OPTION_FIELD(LadderSettings, csv), .argument = "FILE", .help = TEXT }

#define LADDER_DESIGNS                                                                                       \
  {                                                                                                          \
    "designs", KIND_TEXT, OPTION_FIELD(LadderSettings, chosen),                                              \
        .argument = "NAME,...", .help = "measure these designs alone (default: all that run here)"           \
  }

struct LadderEntry;

/* What a run is given. */
typedef struct LadderRun {
  const struct LadderEntry *ladder;
  const LadderSettings *settings;
  const Comm *comm;             /* of one rank */
  Backend *be;                  /* that of --backend */
  const LadderDesigns *designs; /* kernels; NULL unless LADDER_OF_DESIGNS, or LADDER_OF_BOTH on a GPU */
  int files;                    /* of LADDER_OF_FILES */
  char *const *file;
  FILE *csv;         /* where the figures go, too; NULL: nowhere */
  LadderTable table; /* of the ladder's columns */
} LadderRun;

/* What a ladder must have. */
typedef enum LadderNeeds {
  LADDER_OF_ANY,     /* a processor */
  LADDER_OF_GPU,     /* a GPU */
  LADDER_OF_DESIGNS, /* a GPU and the kernels of published designs */
  LADDER_OF_BOTH,    /* a processor; on a GPU the kernels of published designs, too */
  LADDER_OF_FILES    /* no processor, but files that the command line names */
} LadderNeeds;

typedef struct LadderEntry {
  const char *name, *summary;
  const char *help;            /* paragraphs, then examples (page_prose) */
  const OptionRow *options;    /* of members of LadderSettings, ended by a NULL name */
  const LadderDesign *designs; /* ended by a NULL name; NULL: it has none */
  const LadderColumn *columns; /* ended by a NULL key; NULL: its tables have another form */
  int digits;                  /* of the figures in its table; 0: 4 */
  LadderNeeds needs;
  const char *mark; /* what a table of --csv begins with; NULL: no such option */
  Status (*run)(const LadderRun *run);
} LadderEntry;

extern const LadderEntry ladder_2opt, ladder_tours, ladder_routes, ladder_colonies, ladder_annealing,
    ladder_lookback, ladder_matching, ladder_heuristics, ladder_swaps, ladder_swarms, ladder_trades,
    ladder_bfs, ladder_flow, ladder_report;

/* All of them, ended by NULL. */
extern const LadderEntry *const ladders[];
/* That of a name. ERR_USAGE: there is none; the message has the nearest. */
Status ladder_find(const char *name, const LadderEntry **out);

/* Makes the ladder's rows the options of the program: before any other call of options/, and for one ladder of a process. */
void ladder_options(const LadderEntry *ladder);
/* `cordee-ladder NAME OPTIONS`, argv[0] is the name. ERR_USAGE, ERR_DEVICE, and what a run returns. Collective, over one rank. */
Status ladder_measure(const LadderEntry *ladder, const Comm *comm, int argc, char **argv);

/* That the options can be, without a run; argv[0] is the ladder's name. ERR_USAGE. */
Status ladder_settings_check(const LadderEntry *ladder, int argc, char **argv);

/* Whether --designs has the design, or names none, and this processor runs it. */
bool ladder_design_runs(const LadderRun *run, const LadderDesign *design);
/* Fills the table of a run, and writes the first line of --csv. */
void ladder_begin(LadderRun *run);
/* The processor, and the designs of the run with what they are. */
void ladder_legend(const LadderRun *run);

/* Pages of the help: of the program, of a ladder after ladder_options. */
void ladders_help(const Page *page);
void ladder_help(const Page *page, const LadderEntry *ladder);

/* For qsort of doubles, ascending. */
int ladder_order(const void *a, const void *b);

#endif
