/* See launcher.h. */
#include "launcher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "c_locale.h"

typedef struct Launcher {
  const char *name;
  const char *variable; /* is set where there are other processes: */
  int least;            /* if its value is at least this */
  const char *rank;     /* the variable with the number of the process; NULL: not in every launcher */
  const char
      *library; /* start of MPI_Get_library_version's text for its own library; NULL: it serves several */
} Launcher;

/* Inner ones first: mpirun is started within a step of SLURM, not the other way round. */
static const Launcher launchers[] = {
    {"Open MPI's mpirun", "OMPI_COMM_WORLD_SIZE", 2, "OMPI_COMM_WORLD_RANK", "Open MPI"},
    {"a launcher that speaks PMI (MPICH's mpirun, srun --mpi=pmi2)", "PMI_SIZE", 2, "PMI_RANK", "MPICH"},
    {"srun", "SLURM_STEP_NUM_TASKS", 2, "SLURM_PROCID", NULL},
    {"a launcher that speaks PMIx", "PMIX_RANK", 1, NULL, NULL},
    {NULL, NULL, 0, NULL, NULL}};

typedef struct Library {
  const char *name; /* start of MPI_Get_library_version's text */
  const char *use;  /* what starts its processes */
  const char *pmi;  /* set where srun speaks to it */
} Library;

static const Library libraries[] = {
    {"Open MPI", "the mpirun of that Open MPI or srun --mpi=pmix", "PMIX_RANK"},
    {"MPICH", "the mpirun of that MPICH or srun --mpi=pmi2", "PMI_RANK"},
    {"MPI's standard ABI", "the mpiexec of an MPI that has one (pip install mpich; CORDEE_MPI=FILE names it)",
     "PMI_RANK"},
    {"one rank", "the mpiexec of an MPI with the standard ABI (pip install mpich)", "PMI_RANK"},
    {"", "the mpirun of that MPI", "PMI_RANK"}};

static bool begins(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static const Library *library_find(const char *version) {
  const Library *library = libraries;
  while (!begins(version, library->name)) library++;
  return library;
}

/* "Open MPI v4.1.4, package: ...", "MPICH Version:\t4.0.2\n..." */
void library_name(const char *version, char *name, size_t size) {
  static const char mpich[] = "MPICH Version:\t";
  const char *number = begins(version, mpich) ? version + sizeof mpich - 1 : version;
  snprintf(name, size, "%s%.*s", number > version ? "MPICH " : "", (int)strcspn(number, ",\n"), number);
}

static const Launcher *launcher_find(const char *version) {
  const Launcher *found = NULL;
  for (const Launcher *l = launchers; l->name; l++) {
    if (!getenv(l->variable)) continue;
    if (l->library && begins(version, l->library)) return l;
    if (!found) found = l;
  }
  return found;
}

static Status launcher_refuse(const Launcher *launcher, const char *version, int *rank) {
  char name[64];
  library_name(version, name, sizeof name);
  if (launcher->rank && getenv(launcher->rank)) *rank = atoi(getenv(launcher->rank));
  FAIL(ERR_LAUNCHER,
       "expected one run of several processes, found separate ones: %s started them (%s=%s), but cordee is "
       "built with %s, which "
       "does not hear of them; start it by %s (for separate runs unset %s)",
       launcher->name, launcher->variable, getenv(launcher->variable), name, library_find(version)->use,
       launcher->variable);
}

Status launcher_check(const char *library, int size, int *rank) {
  const Launcher *launcher = launcher_find(library);
  if (size > 1 || !launcher || atoi(getenv(launcher->variable)) < launcher->least) return OK;
  return launcher_refuse(launcher, library, rank);
}

Status launcher_blame(const char *library, int *rank) {
  const Launcher *launcher = launcher_find(library);
  const bool spoken = !launcher || (launcher->library ? begins(library, launcher->library)
                                                      : getenv(library_find(library)->pmi) != NULL);
  return spoken ? OK : launcher_check(library, 1, rank);
}

/* MPICH's mpirun (Hydra) uses another PMI than the one that Open MPI can be built with. */
bool launcher_there(void) {
  const bool pmi = (getenv("PMI_RANK") || getenv("PMI_FD")) && !getenv("HYDI_CONTROL_FD");
  return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMIX_RANK") || pmi;
}

bool launcher_any(void) { return launcher_there() || getenv("PMI_RANK") || getenv("PMI_FD"); }

static bool above_one(const char *variable) {
  const char *const value = getenv(variable);
  return value && atoi(value) > 1;
}

bool launcher_several(void) {
  const char *const world = getenv("OMPI_COMM_WORLD_SIZE");
  if (world) return atoi(world) > 1;
  return launcher_there() && (above_one("PMI_SIZE") || above_one("SLURM_STEP_NUM_TASKS"));
}

/* Whether this is the only process of a step without PMI. Open MPI fails there, for it expects PMI in every step. */
static bool step_lone(void) {
  const char *tasks = getenv("SLURM_STEP_NUM_TASKS");
  return getenv("SLURM_STEPID") && !launcher_there() && (!tasks || atoi(tasks) == 1);
}

/* ---- the step of SLURM ---- */

pid_t launcher_parent(pid_t pid) {
  char path[32], line[512] = "";
  int parent = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  const char *name_end = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
  fclose(file);
  return name_end && c_sscanf(name_end, ") %*c %d", &parent) == 1 ? parent : 0;
}

/* The daemon of a step is called "slurmstepd: [77.0]", or "[77.batch]": job and step. */
static bool step_daemon(pid_t pid, char *step, size_t size) {
  static const char title[] = "slurmstepd: [";
  char path[32], line[128] = "";
  snprintf(path, sizeof path, "/proc/%d/cmdline", (int)pid);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  line[fread(line, 1, sizeof line - 1, file)] = 0;
  fclose(file);
  if (!begins(line, title)) return false;
  snprintf(step, size, "%.*s", (int)strcspn(line + sizeof title - 1, "]"), line + sizeof title - 1);
  return true;
}

static bool step_above(char *step, size_t size) {
  pid_t pid = getppid();
  while (pid > 1 && !step_daemon(pid, step, size)) pid = launcher_parent(pid);
  return pid > 1;
}

/* Whether the variables are of a step that this process is not in. Names of an unknown form prove nothing. */
static bool step_left(void) {
  const char *job = getenv("SLURM_JOB_ID"), *number = getenv("SLURM_STEP_ID");
  char above[64], mine[64];
  int understood = 0;
  if (!job || !number || !step_above(above, sizeof above)) return false;
  c_sscanf(above, "%*u.%*[0-9a-z]%n", &understood);
  snprintf(mine, sizeof mine, "%s.%s", job, number);
  return understood > 0 && !above[understood] && strcmp(above, mine) != 0;
}

static void names_unset(const char *const *names) {
  for (; *names; names++) unsetenv(*names);
}

/* Only SLURM's PMI has a PMI_JOBID; its PMIx has a name space that begins with its name. */
void launcher_tidy(void) {
  static const char *const step[] = {"SLURM_STEP_NUM_TASKS", "SLURM_STEP_ID", "SLURM_STEPID", NULL};
  static const char *const pmix[] = {"PMIX_RANK", "PMIX_NAMESPACE", NULL};
  static const char *const pmi[] = {"PMI_FD", "PMI_RANK", "PMI_SIZE", "PMI_JOBID", NULL};
  const char *space = getenv("PMIX_NAMESPACE");
  const bool left = step_left();
  if (left || step_lone()) names_unset(step);
  if (!left) return;
  if (space && begins(space, "slurm.")) names_unset(pmix);
  if (getenv("PMI_JOBID") && !getenv("HYDI_CONTROL_FD")) names_unset(pmi);
}
