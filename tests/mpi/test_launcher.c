/* What the environment tells of who has started a process, and which starts are refused. */
#include "mpi/launcher.h"

#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"

#define OPEN_MPI "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4"
#define MPICH    "MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7"
#define OTHER    "Some MPI 1.0"
#define NONE     "one rank without MPI"

/* The environment of a process: variables, with values. */
static void environment(const char *words) {
  char copy[512], *rest = copy;
  snprintf(copy, sizeof copy, "%s", words);
  clearenv();
  for (char *word = strsep(&rest, " "); word; word = strsep(&rest, " ")) {
    char *value = strchr(word, '=');
    if (value) {
      *value = 0;
      setenv(word, value + 1, 1);
    }
  }
}

typedef struct Row {
  const char *what, *library, *words;
  int size;         /* as MPI says */
  const char *told; /* the variable that the message names; NULL: a legal start */
  int rank;         /* of the process, for its launcher; -1: not numbered */
} Row;

/* MPI knows one process. */
static const Row rows[] = {
    {"by hand", OPEN_MPI, "", 1, NULL, -1},
    {"by hand", MPICH, "", 1, NULL, -1},
    {"its own mpirun, one rank", OPEN_MPI, "OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=0 PMIX_RANK=0", 1,
     NULL, -1},
    {"its own mpirun, one rank", MPICH, "PMI_SIZE=1 PMI_RANK=0 PMI_FD=6 HYDI_CONTROL_FD=7", 1, NULL, -1},
    {"the other's mpirun", OPEN_MPI, "PMI_SIZE=2 PMI_RANK=1 PMI_FD=6 HYDI_CONTROL_FD=7", 1, "PMI_SIZE", 1},
    {"the other's mpirun", MPICH, "OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 PMIX_RANK=0", 1,
     "OMPI_COMM_WORLD_SIZE", 0},
    {"by hand", NONE, "", 1, NULL, -1},
    {"an mpirun, and no MPI", NONE, "PMI_SIZE=2 PMI_RANK=1 PMI_FD=6 HYDI_CONTROL_FD=7", 1, "PMI_SIZE", 1},
    {"an mpirun of one process, and no MPI", NONE, "PMI_SIZE=1 PMI_RANK=0 PMI_FD=6 HYDI_CONTROL_FD=7", 1,
     NULL, -1},
    {"the other's mpirun, one process", OPEN_MPI, "PMI_SIZE=1 PMI_RANK=0 PMI_FD=6 HYDI_CONTROL_FD=7", 1, NULL,
     -1},
    {"an mpirun of its own that it does not hear", OPEN_MPI, "OMPI_COMM_WORLD_SIZE=3 OMPI_COMM_WORLD_RANK=2",
     1, "OMPI_COMM_WORLD_SIZE", 2},
    {"srun without PMI", OPEN_MPI, "SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=3", 1, "SLURM_STEP_NUM_TASKS", 3},
    {"srun without PMI", MPICH, "SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=3", 1, "SLURM_STEP_NUM_TASKS", 3},
    {"srun without PMI", OTHER, "SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=3", 1, "SLURM_STEP_NUM_TASKS", 3},
    {"srun --mpi=pmi2", OPEN_MPI, "SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=3 PMI_SIZE=4 PMI_RANK=3 PMI_FD=6", 1,
     "PMI_SIZE", 3},
    {"srun --mpi=pmix", MPICH, "SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0 PMIX_RANK=0", 1, "SLURM_STEP_NUM_TASKS",
     0},
    {"srun, one task", OPEN_MPI, "SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0 SLURM_NTASKS=4", 1, NULL, -1},
    {"PMIx, not the first", MPICH, "PMIX_RANK=1", 1, "PMIX_RANK", -1},
    {"PMIx, the first", MPICH, "PMIX_RANK=0", 1, NULL, -1},
    /* a batch script or an allocation without srun */
    {"sbatch script", OPEN_MPI,
     "SLURM_JOB_ID=7 SLURM_NTASKS=4 SLURM_NPROCS=4 SLURM_PROCID=0 SLURM_TASKS_PER_NODE=4", 1, NULL, -1},
    {"salloc", MPICH, "SLURM_JOB_ID=7 SLURM_NTASKS=4 SLURM_NPROCS=4 SLURM_TASKS_PER_NODE=4", 1, NULL, -1},
    /* one launcher inside another: what the outer one has left does not count */
    {"mpirun in srun", OPEN_MPI,
     "SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=3 OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=0", 1, NULL, -1},
    {"mpirun in srun --mpi=pmi2", OPEN_MPI,
     "PMI_SIZE=4 SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=3 OMPI_COMM_WORLD_SIZE=1", 1, NULL, -1},
    {"mpirun in srun", MPICH, "SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=3 PMI_SIZE=1 PMI_RANK=0", 1, NULL, -1},
    {"mpirun in the other's", OPEN_MPI, "PMI_SIZE=4 PMI_RANK=3 OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=0",
     1, NULL, -1},
    {"mpirun in the other's", MPICH,
     "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=3 PMIX_RANK=3 PMI_SIZE=1 PMI_RANK=0", 1, NULL, -1},
    {"MPICH's mpirun -n 1 in srun, Open MPI's cordee", OPEN_MPI,
     "SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=3 PMI_SIZE=1 PMI_RANK=0", 1, NULL, -1},
    /* MPI knows others: whoever has started them has been heard */
    {"all there", OPEN_MPI, "OMPI_COMM_WORLD_SIZE=2 PMI_SIZE=4 SLURM_STEP_NUM_TASKS=8", 2, NULL, -1},
    {"all there", MPICH, "OMPI_COMM_WORLD_SIZE=4 PMI_SIZE=2 PMIX_RANK=1", 2, NULL, -1},
    {NULL, NULL, NULL, 0, NULL, 0}};

static void starts_refused(void) {
  for (const Row *row = rows; row->what; row++) {
    int rank = -1;
    status_clear();
    environment(row->words);
    const Status status = launcher_check(row->library, row->size, &rank);
    const int right = status == (row->told ? ERR_LAUNCHER : OK) && rank == row->rank &&
                      (!row->told || strstr(status_message(), row->told));
    if (!right) printf("# %s (%.8s): rank %d, %s\n", row->what, row->library, rank, status_message());
    CU_ASSERT_TRUE(right);
  }
}

static void advice_fits(void) {
  int rank = 0;
  status_clear();
  environment("PMI_SIZE=2");
  launcher_check(OPEN_MPI, 1, &rank);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "built with Open MPI v4.1.4, which"));
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "--mpi=pmix"));
  status_clear();
  environment("OMPI_COMM_WORLD_SIZE=2");
  launcher_check(MPICH, 1, &rank);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "built with MPICH 4.0.2, which"));
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "--mpi=pmi2"));
  CU_ASSERT_EQUAL(status_exit_code(ERR_LAUNCHER), 69);
  CU_ASSERT_EQUAL(status_exit_code(ERR_START), 76);
}

/* MPI_Init fails: that is the launcher's fault only if it does not speak to this MPI. */
static void failures_blamed(void) {
  static const struct {
    const char *library, *words;
    Status status;
  } cases[] = {{OPEN_MPI, "", OK},
               {OPEN_MPI, "OMPI_COMM_WORLD_SIZE=2 PMIX_RANK=0", OK},
               {OPEN_MPI, "SLURM_STEP_NUM_TASKS=2 PMIX_RANK=0", OK},
               {OPEN_MPI, "SLURM_STEP_NUM_TASKS=2", ERR_LAUNCHER},
               {OPEN_MPI, "SLURM_STEP_NUM_TASKS=1", OK},
               {OPEN_MPI, "SLURM_STEP_NUM_TASKS=2 PMI_SIZE=2 PMI_RANK=0", ERR_LAUNCHER},
               {MPICH, "PMI_SIZE=2 PMI_RANK=0", OK},
               {MPICH, "SLURM_STEP_NUM_TASKS=2 PMIX_RANK=0", ERR_LAUNCHER},
               {MPICH, "OMPI_COMM_WORLD_SIZE=2 PMIX_RANK=0", ERR_LAUNCHER}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    int rank = 0;
    status_clear();
    environment(cases[c].words);
    CU_ASSERT_EQUAL(launcher_blame(cases[c].library, &rank), cases[c].status);
  }
  status_clear();
}

static void who_is_there(void) {
  static const struct {
    const char *words;
    bool there;
  } cases[] = {{"", false},
               {"OMPI_COMM_WORLD_SIZE=1", true},
               {"PMIX_RANK=0 SLURM_STEPID=0 SLURM_STEP_NUM_TASKS=1", true},
               {"PMI_RANK=0 PMI_FD=6", true},
               {"PMI_RANK=0 PMI_FD=6 HYDI_CONTROL_FD=7", false},
               {"SLURM_JOB_ID=7 SLURM_NTASKS=4", false}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    environment(cases[c].words);
    CU_ASSERT_EQUAL(launcher_there(), cases[c].there);
  }
}

/* No daemon of SLURM is above this process, so nothing is known to be left of another's step. A step of one process that offers no
 * PMI is of no use to MPI. (What is left of steps is in e2e_launchers.sh.) */
static void steps_removed(void) {
  static const struct {
    const char *words;
    bool kept;
  } cases[] = {{"SLURM_JOB_ID=7 SLURM_STEP_ID=0 SLURM_STEPID=0 SLURM_STEP_NUM_TASKS=2 PMIX_RANK=0 "
                "PMIX_NAMESPACE=slurm.pmix.7.0",
                true},
               {"SLURM_JOB_ID=7 SLURM_STEP_ID=0 SLURM_STEPID=0 SLURM_STEP_NUM_TASKS=2", true},
               {"SLURM_JOB_ID=7 SLURM_STEP_ID=0 SLURM_STEPID=0 SLURM_STEP_NUM_TASKS=1 PMIX_RANK=0", true},
               {"SLURM_JOB_ID=7 SLURM_STEP_ID=0 SLURM_STEPID=0 SLURM_STEP_NUM_TASKS=1", false},
               {"SLURM_JOB_ID=7 SLURM_STEP_ID=0 SLURM_STEPID=0", false}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    environment(cases[c].words);
    launcher_tidy();
    CU_ASSERT_EQUAL(getenv("SLURM_STEPID") != NULL, cases[c].kept);
    CU_ASSERT_EQUAL(getenv("PMIX_RANK") != NULL, strstr(cases[c].words, "PMIX_RANK") != NULL);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(starts_refused), TEST(advice_fits),   TEST(failures_blamed),
                                      TEST(who_is_there),   TEST(steps_removed), {NULL, NULL}};
  return harness_run("launcher", tests);
}
