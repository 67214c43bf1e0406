/* See limit.h. squeue is asked at the start, and again when the end is near, for an operator may have moved it. The end is kept as a
 * reading of this process's monotonic clock: hosts' clocks differ, and the wall clock may jump. */
#include "limit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "c_locale.h"
#include "clock.h"

static double end;       /* clock reading; 0: unknown */
static bool confirmed;   /* squeue has been asked again about this end */
enum { SAME_END_S = 2 }; /* squeue prints whole seconds: ends that differ by less are the same */

double limit_parse(const char *text) {
  unsigned days = 0, part[3] = {0};
  int used = 0, parts;
  if (c_sscanf(text, "%u-%n", &days, &used) != 1 || used == 0) {
    days = 0;
    used = 0;
  }
  parts = c_sscanf(text + used, "%u:%u:%u", &part[0], &part[1], &part[2]);
  if (parts < 2) return 0;
  double seconds = parts == 3 ? 3600.0 * part[0] + 60.0 * part[1] + part[2] : 60.0 * part[0] + part[1];
  return 86400.0 * days + seconds;
}

/* A number that SLURM has put into the environment, digits only, so that it is safe in a shell; NULL: none. */
static const char *slurm_number(const char *name) {
  const char *text = getenv(name);
  return text && text[0] && text[strspn(text, "0123456789")] == 0 ? text : NULL;
}

/* The job's name for squeue. An element of an array is named by its index: the job number of the last element is that of the whole
 * array. */
static bool job_name(char *name, size_t size) {
  const char *job = slurm_number("SLURM_JOB_ID"), *array = slurm_number("SLURM_ARRAY_JOB_ID"),
             *element = slurm_number("SLURM_ARRAY_TASK_ID");
  if (array && element)
    snprintf(name, size, "%s_%s", array, element);
  else if (job)
    snprintf(name, size, "%s", job);
  return job || (array && element);
}

/* Seconds left by squeue; 0: no limit, or no answer. popen does not fork this process, whose MPI or CUDA
 * state may not survive a fork. */
static double squeue_ask(void) {
  char name[64], command[256], line[64] = "";
  if (!job_name(name, sizeof name)) return 0;
  snprintf(command, sizeof command, "timeout %d squeue -h -o %%L -j %s </dev/null 2>/dev/null", LIMIT_ASK_S,
           name);
  FILE *answer = popen(command, "r");
  if (!answer) return 0;
  bool read = fgets(line, sizeof line, answer) != NULL;
  pclose(answer);
  return read ? limit_parse(line) : 0;
}

/* SLURM 23.02 and later set SLURM_JOB_END_TIME (seconds since 1970), which saves asking squeue; it dates from the job's start. */
static double left_ask(void) {
  const char *text = slurm_number("SLURM_JOB_END_TIME");
  double left = text ? c_strtod(text, NULL) - (double)time(NULL) : 0;
  return left > 0 ? left : squeue_ask();
}

void limit_learn(const Comm *comm) {
  const double asked = clock_s();
  double left = comm->rank == 0 ? left_ask() : 0;
  MPI_Bcast(&left, 1, MPI_DOUBLE, 0, comm->all);
  end = left > 0 ? asked + left : 0;
  confirmed = false;
}

double limit_left(void) { return end > 0 ? fmax(end - clock_s(), 0.001) : 0; }

bool limit_near(double margin_s) {
  if (end <= 0 || end - clock_s() >= margin_s) return false;
  if (confirmed) return true;
  const double asked = clock_s(), left = squeue_ask(), known = end;
  confirmed = true;
  if (left > 0) {
    end = asked + left;
    confirmed = end - known < SAME_END_S;
  }
  return end - clock_s() < margin_s;
}
