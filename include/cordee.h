/* libcordee: tours, routes and task assignments by the methods of `cordee solve`; prices of options, breadth-first searches and maximum
 * flows as `cordee price`, `cordee bfs` and `cordee flow` compute them. docs/library.md has examples.
 *
 * Conventions of all functions:
 *   - They return a cordee_status. The text of a failure is cordee_message(c), until the next call with the same `cordee`.
 *   - They print nothing, end no process and install no signal handlers (but see cordee_listen).
 *   - *out is set on success only, where nothing else is said; what it names belongs to the caller, who frees it. Every free function
 *     takes NULL.
 *   - "Collective": all ranks of the communicator of cordee_init make the same call, with the same options. Arrays and paths are
 *     read on rank 0 alone and may be NULL on the others. All ranks get the same status and the same results. Ranks that make different calls, or one with
 *     other options (but for "backend" and "threads") or data, get CORDEE_ERR_USAGE with both. A rank that makes no call is waited for.
 *   - Options are a list of texts that NULL ends, NULL for none: "NAME=VALUE", or "NAME" of a flag, as `cordee solve` takes them, with
 *     "--" before them or without: {"method=ils", "time=10", NULL}. Names are written whole; errors are those of the command line.
 *   - Costs are whole numbers in units of 10^-decimals (cordee_instance_decimals).
 *
 * Threads: one call at a time works in a process; a second one waits for it. Handles may be passed between threads. Functions that
 * only read a handle (cordee_instance_*, cordee_result_*, cordee_message) do not wait; no other thread may free the handle meanwhile, or
 * make a call with the `cordee` of cordee_message. Where the program has started MPI with less than MPI_THREAD_SERIALIZED, its main
 * thread has to make the calls. A callback must not call functions that take a `cordee`: they return CORDEE_ERR_USAGE then.
 * A child of fork() has none of the library's threads: it computes with one, in a process of its own, without a communicator of several ranks. */
#ifndef CORDEE_H
#define CORDEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CORDEE_API __attribute__((visibility("default")))
#else
#define CORDEE_API
#endif

/* The number in the library's soname. Additions keep it; it changes when a program would have to be compiled again. */
#define CORDEE_ABI 0

typedef struct cordee cordee;                   /* the library on a communicator */
typedef struct cordee_instance cordee_instance; /* a problem's data; never changes */
typedef struct cordee_result cordee_result;

typedef enum cordee_status {
  CORDEE_OK = 0,
  CORDEE_STOPPED,        /* a signal came or the time was over before the search began: there is no result */
  CORDEE_ERR_USAGE,      /* an argument or an option is wrong */
  CORDEE_ERR_FORMAT,     /* a file or an array is malformed, or a solution is none of its instance */
  CORDEE_ERR_NO_INPUT,   /* a file does not exist or cannot be read */
  CORDEE_ERR_MEMORY,     /* host or device memory is exhausted */
  CORDEE_ERR_DEVICE,     /* no device, or the device failed */
  CORDEE_ERR_IO,         /* a file cannot be written */
  CORDEE_ERR_LAUNCHER,   /* what started the processes does not speak to their MPI */
  CORDEE_ERR_START,      /* MPI did not start */
  CORDEE_ERR_INTERNAL,   /* a result did not verify: a bug, please report it */
  CORDEE_ERR_NO_SOLUTION /* the instance has none, or the search found none */
} cordee_status;

#define CORDEE_NO_COST INT64_MAX /* there is no solution yet */

/* ---- the library ---- */

/* "0.1.0", with git's description of a development tree behind a '+'. */
CORDEE_API const char *cordee_version(void);
/* The options of all commands, methods and problems that the library takes: a line each, with tabs between the columns that the first line names
 * ("name", "method", "problem", "default", "least", "most", "choices", "help", ...). NULL: no memory. Owned by the library. */
CORDEE_API const char *cordee_options(void);
/* CORDEE_ABI of the library that is loaded. */
CORDEE_API int cordee_abi(void);

/* Begins to use the library. `comm` points to an MPI_Comm, of which a duplicate is used; NULL: this process alone. If nobody has called
 * MPI_Init, NULL starts MPI, sets OMPI_MCA_* and HWLOC_* variables of the environment for a quick start, and MPI is finalized when the
 * process ends. *out is set on failure, too, for cordee_message and cordee_finalize alone, or to NULL if there is no memory. Collective
 * over `comm`. */
CORDEE_API int cordee_init(const void *comm, cordee **out);
/* Ends the use. Instances and results stay valid. Before MPI_Finalize. Collective. */
CORDEE_API void cordee_finalize(cordee *c);
/* The text of the last failure of a call with c, "" if it succeeded. Of NULL: "no memory". Owned by c. */
CORDEE_API const char *cordee_message(const cordee *c);
/* What the last call with c, one of cordee_resume or cordee_resume_buffer, did otherwise than the run before: a changed best known value or limit. Lines,
 * "" if there is nothing to say. Owned by c. On every rank. */
CORDEE_API const char *cordee_note(const cordee *c);
/* From now on SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGXCPU and, unless it is ignored, SIGHUP end a search with its best so far; SIGPIPE and
 * SIGXFSZ are ignored. A second SIGINT ends the process. Without this call the library leaves all signals as they are.
 * For the whole process, and not to be undone. */
CORDEE_API int cordee_listen(cordee *c);

/* ---- instances ----
 *
 * Options are those of the problem, such as "path=open" of tours or "fleet=exactly:5" of routes (`cordee help tsp`, `cordee help cvrp`).
 * name: for messages and files, at most 127 bytes; NULL: "instance". Collective. ERR_FORMAT, ERR_USAGE, ERR_MEMORY. */

/* A file as `cordee solve` reads it. ERR_NO_INPUT. */
CORDEE_API int cordee_read(cordee *c, const char *path, const char *const *options, cordee_instance **out);
/* The same of a text in memory, of `bytes` bytes; path: its name, which messages begin with, and whose suffix counts as a file's. */
CORDEE_API int cordee_read_text(cordee *c, const char *path, const char *text, size_t bytes,
                                const char *const *options, cordee_instance **out);

/* Cities by coordinates x, y (n) and, of a metric in space, z (n), else NULL. metric: TSPLIB's EDGE_WEIGHT_TYPE, "EUC_2D", "CEIL_2D", "ATT",
 * "MAN_2D", "MAX_2D", "GEO", "GEOM", "EUC_3D", "CEIL_3D", "MAN_3D" or "MAX_3D"; NULL: "EUC_2D". Distances are TSPLIB's whole numbers. A
 * solution has n genes, the cities 0..n-1 in the order of the tour. */
CORDEE_API int cordee_tsp_cities(cordee *c, const char *name, const char *metric, int32_t n, const double *x,
                                 const double *y, const double *z, const char *const *options,
                                 cordee_instance **out);
/* Cities by distances: matrix (n, n) row-major, [a][b] from a to b, from 0 to 536870911, or to 67108863 where it is not symmetric. The
 * diagonal is not looked at. */
CORDEE_API int cordee_tsp_matrix(cordee *c, const char *name, int32_t n, const int32_t *matrix,
                                 const char *const *options, cordee_instance **out);
/* The same by distances with decimals, written with 15 significant digits: six decimals at most are kept exactly, costs are whole numbers of
 * units of 10^-cordee_instance_decimals; more are refused, unless the option "scale=F" multiplies and rounds them. */
CORDEE_API int cordee_tsp_distances(cordee *c, const char *name, int32_t n, const double *matrix,
                                    const char *const *options, cordee_instance **out);

/* Vehicle routing. Node 0 is the depot, nodes 1..customers are the customers. Zero what you do not use. */
typedef struct cordee_routing {
  size_t bytes; /* sizeof(cordee_routing) */
  int32_t customers, capacity;
  int32_t vehicles;    /* at most so many; 0: any number. The option "fleet" says more */
  const double *x, *y; /* (customers + 1) at most 15 significant digits count; or NULL with a matrix */
  const int32_t *
      matrix; /* (customers + 1, customers + 1) row-major, symmetric; the diagonal is not looked at; or NULL */
  const int32_t *demand;               /* (customers + 1) demand[0] = 0 */
  const double *ready, *due, *service; /* (customers + 1) time windows and service times; NULL: no windows */
  double longest;                      /* duration of a route; 0: any */
  const double
      *distances; /* (customers + 1, customers + 1) in place of matrix, as cordee_tsp_distances; or NULL */
  const double *loads;  /* (customers + 1) in place of demand, with decimals that are kept exactly; or NULL */
  double load_capacity; /* with loads, in place of capacity */
} cordee_routing;

/* Distances are rounded as the option "distances" says; by default to whole numbers, with windows down to one decimal. A solution has
 * `customers` genes: customers in the order of visits, route after route, -k where a route begins with customer k, k elsewhere. */
CORDEE_API int cordee_cvrp(cordee *c, const char *name, const cordee_routing *data,
                           const char *const *options, cordee_instance **out);

/* Tasks on unrelated machines: times (tasks, machines) row-major, above 0, in units of 10^-decimals (0..9); CORDEE_NEVER where a machine
 * may not run a task. A solution has `tasks` genes, the machine 0..machines-1 of each task; its cost is the makespan. */
#define CORDEE_NEVER (-1)
CORDEE_API int cordee_matching(cordee *c, const char *name, int32_t tasks, int32_t machines,
                               const int64_t *times, int32_t decimals, const char *const *options,
                               cordee_instance **out);

/* ---- fleets ----
 *
 * Vehicle routing with depots, types of vehicles, pickup and delivery pairs, prizes, alternatives, trips: the model of docs/guide-routes.md. Places are
 * rows and columns of the matrices; stops 1..stops are the customers, types 0..types-1 those of vehicles. Distances, times, loads and costs are whole
 * numbers in units of 10^-decimals of their kind. */

#define CORDEE_NO_LIMIT                                                                                      \
  INT32_MAX /* of an end of a window, a number of vehicles, a capacity, a limit of a route */
#define CORDEE_OPEN      (-1) /* in place of a start or end: the route begins or ends with a customer */
#define CORDEE_REQUIRED  (-1) /* in place of a prize: the stop must be served */
#define CORDEE_LOADS_MAX 8

typedef struct cordee_stop {
  int64_t prize;                    /* what it costs to leave it out; or CORDEE_REQUIRED */
  int32_t place;                    /* from 0 */
  int32_t ready, due;               /* service begins in between; due CORDEE_NO_LIMIT: no end */
  int32_t service, setup;           /* setup: where the stop before is at another place */
  int32_t release;                  /* when its goods are at the depot; 0: always */
  int32_t partner;                  /* of a pickup its delivery, of a delivery minus its pickup; 0: none */
  int32_t group;                    /* of alternatives, of which one is served, from 1; 0: none */
  int32_t window_first, window_end; /* of several windows, in `window`; equal: ready and due alone */
  int32_t backhaul;                 /* 1: after all stops of the route that are none */
  int32_t delivery[CORDEE_LOADS_MAX], pickup[CORDEE_LOADS_MAX]; /* 0 from `loads` on */
} cordee_stop;

typedef struct cordee_vehicle_type {
  int64_t fixed, per_distance,
      per_duration;   /* cost of a route, of a unit of distance, of time: see cordee_fleet */
  int32_t count;      /* of vehicles; or CORDEE_NO_LIMIT */
  int32_t start, end; /* places; or CORDEE_OPEN */
  int32_t start_ready, start_due, end_ready, end_due; /* windows of the departure and of the return */
  int32_t profile;                                    /* which of the matrices */
  int32_t max_distance, max_duration, max_stops;      /* of a route; or CORDEE_NO_LIMIT */
  int32_t trips;                                      /* most trips; or CORDEE_NO_LIMIT */
  uint32_t reloads;                                   /* bit d: it may reload at reload depot d */
  int32_t capacity[CORDEE_LOADS_MAX];                 /* 0 from `loads` on */
} cordee_vehicle_type;

typedef struct cordee_reload { /* a depot where vehicles load again between two trips */
  int32_t place, ready, due, service;
} cordee_reload;

typedef struct cordee_break { /* of the vehicles of a type, once a route; breaks come by rising types */
  int32_t type, ready, due, length;
} cordee_break;

/* Zero what you do not use. Arrays are read on rank 0 alone. */
typedef struct cordee_fleet {
  size_t bytes;                  /* sizeof(cordee_fleet) */
  size_t stop_bytes, type_bytes; /* sizeof(cordee_stop), sizeof(cordee_vehicle_type) */
  int32_t stops, places, profiles, types;
  int32_t loads;                                           /* dimensions, 0..CORDEE_LOADS_MAX */
  int32_t distance_decimals, time_decimals, load_decimals; /* the first two are equal without `duration` */
  int32_t
      cost_decimals; /* of prizes and fixed costs; per_distance counts 10^-(cost - distance decimals), per_duration so of times */
  int32_t backhauls; /* 0: none; 1: deliveries come first; 2: and no route has backhauls alone */
  int32_t windows, reloads, breaks; /* lengths of arrays */
  int32_t on_sphere;                /* x, y are longitudes and latitudes */
  const cordee_stop *stop;          /* (stops) */
  const cordee_vehicle_type *type;  /* (types) */
  const int32_t *distance;          /* (profiles, places, places) row-major, from row to column */
  const int32_t *duration;          /* the same of travel times; NULL: the distances */
  const double *x, *y;              /* (places) for drawings; NULL: none */
  const uint8_t *allowed;      /* (stops, types) 1: vehicles of the type may serve the stop; NULL: all may */
  const int32_t *window;       /* (windows, 2) ready and due, in rising order and apart */
  const cordee_reload *reload; /* (reloads) */
  const cordee_break *pause;   /* (breaks) */
  const char *metric;          /* how distances were made, for people; NULL: given */
} cordee_fleet;

/* The option "objective=vehicles" counts the fewest vehicles first; "unserved=allowed" lets stops that are CORDEE_REQUIRED be left out: as many as possible
 * are served, then the cost is least. A solution has 2 * stops genes: every stop once, route after route, -c where a
 * trip begins; then the type of the vehicle of each route (src/problem/routes/routes.h). */
CORDEE_API int cordee_routes(cordee *c, const char *name, const cordee_fleet *data,
                             const char *const *options, cordee_instance **out);

/* Distances between places by coordinates x, y (n), as tables of stops have them: distance (n, n) row-major. on_sphere 0: in a plane, how "rounded" to whole
 * numbers, "truncated" to one decimal, or "real", of three decimals; else metres on the sphere of longitudes x and latitudes y, and with a speed (km/h) above
 * 0 also duration (n, n), in whole seconds. Local. */
CORDEE_API int cordee_distances(cordee *c, int on_sphere, const char *how, double speed, int32_t n,
                                const double *x, const double *y, double *distance, double *duration);

typedef enum cordee_visit_kind {
  CORDEE_VISIT_START,
  CORDEE_VISIT_STOP,
  CORDEE_VISIT_RELOAD,
  CORDEE_VISIT_END,
  CORDEE_VISIT_BREAK /* on the way to the next visit */
} cordee_visit_kind;

typedef struct cordee_visit {
  int32_t route, type, vehicle;      /* from 0; vehicle -1: the instance lists types alone */
  int32_t trip;                      /* of the route, from 0 */
  int32_t kind, stop;                /* cordee_visit_kind; stop 0: it is none */
  int32_t place;                     /* or CORDEE_OPEN; of a break CORDEE_OPEN */
  int32_t reload;                    /* from 0; -1: it is none */
  int64_t arrival, begin, departure; /* service, or the break, takes from begin to departure */
  int64_t setup;                     /* before `begin`, without what it waits */
  int64_t distance;                  /* from the start; of a break that of the visit before it */
  int64_t load[CORDEE_LOADS_MAX];    /* on board at the departure */
  int32_t pause;                     /* of the breaks of the type, from 0; -1: it is none */
} cordee_visit;

/* Zero but for bytes and visit_bytes; visits NULL: only the others are set. */
typedef struct cordee_schedule {
  size_t bytes, visit_bytes; /* sizeof(cordee_schedule), sizeof(cordee_visit) */
  cordee_visit *visits;      /* (room) of the caller */
  size_t room, count;        /* count: of visits, set by the call */
  int32_t loads, distance_decimals, time_decimals, load_decimals;
  int32_t missing;     /* stops that must be served and are not; a pair and a group count once */
  int64_t time_origin; /* what the file calls time 0 */
  int64_t fixed, distance, duration, prizes,
      balance;     /* parts of the cost, in its units; without what comes first or is missing */
  int64_t longest; /* duration of the longest route, where the objective counts it; else 0 */
} cordee_schedule;

/* The visits of a solution of a fleet and the breaks between them, route after route, of the shortest duration; who is left out has none. ERR_FORMAT: it is no solution. ERR_USAGE: the
 * instance is of another problem, or there is less room than visits. Local. */
CORDEE_API int cordee_schedule_make(cordee *c, const cordee_instance *instance, const int32_t *solution,
                                    cordee_schedule *schedule);

/* A solution as `cordee solve --out PATH` writes it, by the suffix: .sol, .csv, .json or .geojson. Local. ERR_FORMAT, ERR_USAGE, ERR_IO. */
CORDEE_API int cordee_solution_write(cordee *c, const cordee_instance *instance, const int32_t *solution,
                                     const char *path);

CORDEE_API void cordee_instance_free(cordee_instance *instance);
CORDEE_API const char *cordee_instance_name(const cordee_instance *instance);
CORDEE_API int32_t cordee_instance_size(const cordee_instance *instance); /* cities, customers or tasks */
CORDEE_API size_t cordee_instance_genes(const cordee_instance *instance); /* int32 values of a solution */
CORDEE_API int32_t cordee_instance_decimals(const cordee_instance *instance);
/* What its reader left out, such as columns of a table, and how it took what can be taken in several ways, such as degrees; "": nothing. Owned by the instance. */
CORDEE_API const char *cordee_instance_warning(const cordee_instance *instance);
CORDEE_API const char *cordee_instance_remark(const cordee_instance *instance);
/* The same for equal data, whether of a file or of memory: what checkpoints are checked by. */
CORDEE_API uint64_t cordee_instance_digest(const cordee_instance *instance);

/* The exact cost of a solution of any origin, genes as cordee_instance_genes. ERR_FORMAT says which rule it breaks. Local. */
CORDEE_API int cordee_judge(cordee *c, const cordee_instance *instance, const int32_t *solution,
                            int64_t *cost);

/* ---- solving ---- */

typedef struct cordee_progress {
  size_t bytes;            /* sizeof(cordee_progress) of the library */
  int64_t best;            /* CORDEE_NO_COST: none yet */
  int64_t bound;           /* proven lower bound; 0: none yet */
  double elapsed_s;        /* earlier legs of a resumed run included */
  uint64_t evaluations;    /* moves, or whatever the method counts */
  uint64_t finished;       /* searches, generations, ... */
  uint32_t epoch;          /* finished */
  uint32_t epochs;         /* in all; UINT32_MAX: until the time is over */
  uint64_t instances;      /* of cordee_solve_many; else 0 */
  uint64_t instances_done; /* of them, on all ranks: those that failed, too */
} cordee_progress;

/* Called on rank 0, by the thread that called cordee_solve, several times a second. `progress` is valid during the call. Non-zero: stop,
 * with the best so far. */
typedef int (*cordee_callback)(void *self, const cordee_progress *progress);

/* How to solve. Zero what you do not use; NULL instead of it: nothing of it. */
typedef struct cordee_solving {
  size_t bytes; /* sizeof(cordee_solving) */
  const int32_t
      *start; /* (genes) a solution to start from, and never to end worse; NULL: none. Read on rank 0 */
  cordee_callback callback; /* NULL: none. Read on rank 0 */
  void *self;               /* of the callback */
  const int32_t *const
      *starts; /* (count) of cordee_solve_many: the start of each instance, NULL: none; read on rank 0 */
  int keep; /* non-zero: the result has a checkpoint, cordee_result_checkpoint; not of cordee_solve_many. The same on every rank */
} cordee_solving;

/* Solves. Options: those of `cordee solve` that say how to search ("method", "time", "seed", "backend", ...), "target", "best-known", and
 * "checkpoint=FILE", "checkpoint-every=S", "force". Without a budget or "time" each method has its usual one. If a search fails after it
 * has found something, *out is that, and the status says what failed. Collective. */
CORDEE_API int cordee_solve(cordee *c, const cordee_instance *instance, const char *const *options,
                            const cordee_solving *how, cordee_result **out);
/* Goes on from a checkpoint of that instance, on any number of ranks, with options of `cordee resume`. Every rank reads the file and names it;
 * how->start is not used. The same answer as without the interruption: what ends the run is kept, too, but limits in seconds, which are each call's own (cordee_note). ERR_FORMAT: the checkpoint is damaged, or of another instance.
 * Collective. */
CORDEE_API int cordee_resume(cordee *c, const cordee_instance *instance, const char *checkpoint,
                             const char *const *options, const cordee_solving *how, cordee_result **out);
/* The same from the bytes of a checkpoint, of cordee_result_checkpoint or of a file, which rank 0 alone has; the others may pass NULL and 0. No
 * checkpoint is kept, unless "checkpoint=FILE" names a new one, or how->keep asks for one. */
CORDEE_API int cordee_resume_buffer(cordee *c, const cordee_instance *instance, const void *checkpoint,
                                    size_t bytes, const char *const *options, const cordee_solving *how,
                                    cordee_result **out);
/* Solves instances of any problems and sizes, each with the answer that cordee_solve finds. The ranks share the instances, so none needs all
 * ranks; small alike ones are searched together, thousands at a time: those of ils, climb and sisr that have a budget, or the method's usual one,
 * and no "time", "target" or start. "time" counts for each instance, from its own beginning.
 *
 * One that fails does not stop the others. results[k] is set for each, with status[k] and cordee_result_message: without a solution where none was
 * found. The return value is the greatest status, the message that of the first failure. Results are NULL only if the call could not begin
 * (ERR_USAGE: its arguments, or options that are wrong for all), or there was no memory for them.
 *
 * The callback tells of the whole call: elapsed_s, instances, instances_done; the other members are those of the instance that rank 0 searches alone at
 * the moment, else zeros and CORDEE_NO_COST. Non-zero, or a signal (cordee_listen), ends the call: searches under way end with their best so far; those
 * that have none, or had not begun, are CORDEE_STOPPED.
 *
 * how->starts has a start for each instance; how->start is not used. The options "checkpoint" and "hybrid" are refused. A result of instances that were
 * searched together has no bound, and one row of trace; its elapsed_s is an equal share of theirs.
 *
 * Collective: all ranks name the same instances. */
CORDEE_API int cordee_solve_many(cordee *c, size_t count, const cordee_instance *const *instances,
                                 const char *const *options, const cordee_solving *how,
                                 cordee_result **results, int *status);

/* ---- results: on every rank ---- */

typedef enum cordee_end {
  CORDEE_END_FINISHED = 1, /* the whole budget is spent */
  CORDEE_END_TARGET,       /* the target is reached */
  CORDEE_END_TIME,         /* the time limit is reached */
  CORDEE_END_LIMIT,        /* the batch job's own end is near */
  CORDEE_END_ASKED,        /* the callback asked for it */
  CORDEE_END_SIGNAL,       /* see cordee_listen */
  CORDEE_END_FAILED        /* an error */
} cordee_end;

/* How the best came down: times ascend, costs descend. */
typedef struct cordee_trace_row {
  double elapsed_s;
  uint64_t finished, evaluations; /* as cordee_progress */
  int64_t best;
} cordee_trace_row;

CORDEE_API void cordee_result_free(cordee_result *result);
/* (genes) Owned by the result. NULL: no solution was found. */
CORDEE_API const int32_t *cordee_result_solution(const cordee_result *result, size_t *genes);
CORDEE_API int64_t cordee_result_cost(const cordee_result *result);  /* CORDEE_NO_COST: no solution */
CORDEE_API int64_t cordee_result_bound(const cordee_result *result); /* proven lower bound; 0: none */
/* 1: the solution has been judged again, by code that shares nothing with the search, and has this cost. */
CORDEE_API int cordee_result_verified(const cordee_result *result);
CORDEE_API cordee_end cordee_result_end(const cordee_result *result);
CORDEE_API const char *cordee_result_method(const cordee_result *result);
/* What to know of its cost: that rounding of distances changes it by more than 0.1%, and the option that helps. "": nothing. Owned by the result. */
CORDEE_API const char *cordee_result_warning(const cordee_result *result);
/* Why the search failed, or was not begun. "": it did not fail. Owned by the result. */
CORDEE_API const char *cordee_result_message(const cordee_result *result);
/* The end's counters: progress->bytes is sizeof(cordee_progress) of the caller. */
CORDEE_API void cordee_result_progress(const cordee_result *result, cordee_progress *progress);
/* The bytes of a checkpoint of the search's end, where how->keep asked for it: those of a file that "checkpoint=FILE" would have, for
 * cordee_resume_buffer. Owned by the result. NULL, *bytes 0: none, as it was not asked for, the search had failed, or a long step was given up. */
CORDEE_API const void *cordee_result_checkpoint(const cordee_result *result, size_t *bytes);
/* Owned by the result. NULL, *rows 0: no solution. */
CORDEE_API const cordee_trace_row *cordee_result_trace(const cordee_result *result, size_t *rows);

/* ---- computations: prices of options, breadth-first searches, maximum flows ----
 *
 * An item is an option, a source in a graph, or a network; its record has a value in each column. Options are those of `cordee price`,
 * `cordee bfs` and `cordee flow` ("backend", "threads", "time", "check", "method", ...). */

typedef enum cordee_type {
  CORDEE_I32,
  CORDEE_U32,
  CORDEE_I64,
  CORDEE_U64,
  CORDEE_F32,
  CORDEE_F64,
  CORDEE_TEXT /* of a fixed number of bytes; a shorter one is padded with zeros */
} cordee_type;

typedef struct cordee_counts {
  size_t bytes;                 /* sizeof(cordee_counts) of the library */
  uint64_t items, done, failed; /* failed: of those that are done */
  double elapsed_s;
  double work; /* of what is done, as `cordee bench` counts it: nodes, edges, arcs */
} cordee_counts;

/* Called on rank 0, by the thread that made the call, several times a second, unless a batch of items takes longer. `counts` is valid
 * during the call. Non-zero: stop, with the records so far. */
typedef int (*cordee_watch)(void *self, const cordee_counts *counts);

/* How to compute. Zero what you do not use; NULL instead of it: nothing of it. */
typedef struct cordee_computing {
  size_t bytes;       /* sizeof(cordee_computing) */
  cordee_watch watch; /* NULL: none. Read on rank 0 */
  void *self;         /* of the watch */
} cordee_computing;

typedef struct cordee_records cordee_records; /* on every rank */

/* What `cordee NAME SPEC` computes; name: "price", "bfs" or "flow"; spec: a file or a generator's words; NULL or "": the one option that the
 * options describe ("S=100", ...). All ranks take part: each takes the next items when it is free. An item that fails is a record with
 * a message; the call succeeds. Collective. ERR_USAGE, ERR_NO_INPUT, ERR_FORMAT, ERR_MEMORY, ERR_DEVICE; ERR_INTERNAL (option "check"). */
CORDEE_API int cordee_compute(cordee *c, const char *name, const char *spec, const char *const *options,
                              const cordee_computing *how, cordee_records **out);

CORDEE_API void cordee_records_free(cordee_records *records);
CORDEE_API size_t cordee_records_count(const cordee_records *records); /* items */
/* (count) 0: the record is valid; -1: there is none, since the computation was stopped; else the item has failed. Owned by the records. */
CORDEE_API const int32_t *cordee_records_codes(const cordee_records *records);
/* Why an item has failed; "": it has not. Owned by the records. */
CORDEE_API const char *cordee_records_message(const cordee_records *records, size_t item);
/* The name of column k = 0, 1, ...; NULL behind the last. docs/library-computing.md lists them. */
CORDEE_API const char *cordee_records_name(const cordee_records *records, size_t k);
/* (count) values of that column; where a record is not valid, NaN, or 0 in whole numbers; their type goes to *type, which may be NULL. NULL: there is no such
 * column. Owned by the records. */
CORDEE_API const void *cordee_records_column(const cordee_records *records, const char *name,
                                             cordee_type *type);
/* FINISHED: every item has a record; else TIME, LIMIT, ASKED or SIGNAL. */
CORDEE_API cordee_end cordee_records_end(const cordee_records *records);
/* counts->bytes is sizeof(cordee_counts) of the caller. */
CORDEE_API void cordee_records_counts(const cordee_records *records, cordee_counts *counts);

/* -- options: columns "price", "delta", "gamma", "error", "steps" -- */

typedef struct cordee_column {
  const char *name;
  cordee_type type;
  size_t bytes; /* of a value: of CORDEE_TEXT alone */
  const void *values;
} cordee_column;

/* Prices a book of lookback and vanilla options: columns (count) of `rows` values each, named as those of `cordee price`: S, T, sigma and r; perhaps M0,
 * q, N, strike (numbers, or texts), and the texts type, style and payoff, where a value that is not a number or a text that is empty is none. Others are
 * ignored. Arrays are read on rank 0 alone. Collective. ERR_FORMAT: columns are
 * missing or of a wrong type. */
CORDEE_API int cordee_price(cordee *c, size_t rows, size_t count, const cordee_column *columns,
                            const char *const *options, const cordee_computing *how, cordee_records **out);

/* -- graphs: columns "source", "depth", "visited", "edges", "checksum" -- */

typedef struct cordee_graph
    cordee_graph; /* vertices 0..n-1; one copy for all ranks of a host; never changes */

/* A file, or a generator's words, as `cordee bfs` takes them. Collective. */
CORDEE_API int cordee_graph_read(cordee *c, const char *spec, cordee_graph **out);
/* The same with what the caller says of directions. directed 1: each line of a list, or edge of a generator, is an arc; 0: each arc is an
 * edge, whatever the file says; below 0: as cordee_graph_read. Collective. ERR_FORMAT: directions are wanted of a file that has none. */
CORDEE_API int cordee_graph_read_as(cordee *c, const char *spec, int directed, cordee_graph **out);
/* The same with what a list of edges calls its vertices, as `--ids`: "dense" (the functions above): numbers, each a vertex from the first to the
 * largest; "sparse": numbers up to 2^64 - 1, only those in the list are vertices; "names": words, likewise; "auto": one of them. The last two have
 * a map. Collective. ERR_USAGE: ids is something else; ERR_FORMAT: the file has no such ids. */
CORDEE_API int cordee_graph_read_ids(cordee *c, const char *spec, int directed, const char *ids,
                                     cordee_graph **out);
/* The map, owned by the graph: of numbers (vertices), ascending; of words (vertices + 1), where each begins in *names, ascending as bytes, and the
 * end of the last one. *names: NULL for numbers; names itself may be NULL. NULL: there is no map, vertices are 0..n-1. */
CORDEE_API const uint64_t *cordee_graph_ids(const cordee_graph *graph, const char **names);
/* The vertex of that number or word; without a map of its number from 0. -1: there is none. */
CORDEE_API int32_t cordee_graph_vertex(const cordee_graph *graph, const char *id);
/* Compressed sparse rows: row v is to[offset[v]..offset[v+1]), offset (vertices + 1), in any order; loops and repetitions are dropped. directed
 * 0: every entry is an edge. Collective. ERR_FORMAT: a value is out of range. */
CORDEE_API int cordee_graph_rows(cordee *c, int32_t vertices, int directed, const int64_t *offset,
                                 const int32_t *to, cordee_graph **out);
CORDEE_API void cordee_graph_free(cordee_graph *graph);
CORDEE_API int32_t cordee_graph_vertices(const cordee_graph *graph);
/* Without loops and repetitions; an edge that has no direction is two. */
CORDEE_API int64_t cordee_graph_arcs(const cordee_graph *graph);
CORDEE_API int cordee_graph_directed(const cordee_graph *graph); /* 0: all arcs are there both ways */

/* Searches from each of these sources (count); NULL: those of the option "sources". A device has the graph during the call: search
 * many at once. Collective. */
CORDEE_API int cordee_bfs(cordee *c, const cordee_graph *graph, size_t count, const int32_t *sources,
                          const char *const *options, const cordee_computing *how, cordee_records **out);
/* The levels (vertices) from one source, and parents (vertices): the smallest vertex a level below from which an arc leads there; the source
 * is its own. -1: there is none. NULL: not wanted. On every rank that gives arrays. Option "method" and those of processors. Collective. */
CORDEE_API int cordee_bfs_levels(cordee *c, const cordee_graph *graph, int32_t source,
                                 const char *const *options, int32_t *level, int32_t *parent);

/* -- networks: columns "vertices", "arcs", "value", "cut_arcs", "source_side", "method", "depth", "phases", "rounds", "pushes", "decimals" -- */

/* Zero what you do not use. Arrays are read on rank 0 alone. */
typedef struct cordee_network {
  size_t bytes; /* sizeof(cordee_network) */
  int32_t vertices;
  int32_t sources, sinks; /* at least 1 each; several are joined */
  int64_t arcs;
  const int32_t *tail, *head;   /* (arcs) loops and parallel arcs are allowed */
  const int64_t *capacity;      /* (arcs) 0 or more, together at most INT64_MAX / 4 */
  const int32_t *source, *sink; /* (sources), (sinks): vertices */
} cordee_network;

/* The maximum flow of one network, proved by a cut of the same capacity: its value, the flow of every arc (arcs), and the cut (vertices): 1 on the
 * sinks' side, of the minimum cut nearest to them. NULL: not wanted. On every rank that gives room. Collective. ERR_FORMAT. */
CORDEE_API int cordee_max_flow(cordee *c, const cordee_network *network, const char *const *options,
                               int64_t *value, int64_t *flow, uint8_t *side);
/* Records of many networks (count), shared among the ranks. Collective. ERR_FORMAT: names the network that is wrong. */
CORDEE_API int cordee_max_flows(cordee *c, size_t count, const cordee_network *networks,
                                const char *const *options, const cordee_computing *how,
                                cordee_records **out);

#ifdef __cplusplus
}
#endif
#endif
