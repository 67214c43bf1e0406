/* See stop.h. */
#include "stop.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "c_locale.h"
#include "clock.h"
#include "comm.h"
#include "start.h"

/* ---- signals ---- */

static const int stopping[] = {SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGXCPU, SIGHUP};
enum { STOPPING = sizeof stopping / sizeof *stopping };

static volatile sig_atomic_t noted, interrupted;
static bool listening, hangup_known, hangup_ignored;

static void note(int signal_number) {
  if (signal_number == SIGINT && interrupted) {
    start_over();
    _exit(128 + SIGINT);
  }
  if (signal_number == SIGINT) interrupted = 1;
  noted = signal_number;
}

/* As of the start: a library may change it. */
static bool hangup_is_ignored(void) {
  struct sigaction found;
  if (!hangup_known && sigaction(SIGHUP, NULL, &found) == 0) hangup_ignored = found.sa_handler == SIG_IGN;
  hangup_known = true;
  return hangup_ignored;
}

static void signal_ignore(int signal_number) {
  const struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(signal_number, &ignore, NULL);
}

void stop_listen(void) {
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  for (int k = 0; k < STOPPING; k++)
    if (stopping[k] != SIGHUP || !hangup_is_ignored()) sigaction(stopping[k], &action, NULL);
  signal_ignore(SIGPIPE);
  signal_ignore(SIGXFSZ);
}

static void stopping_mask(int how, int but) {
  sigset_t some;
  sigemptyset(&some);
  for (int k = 0; k < STOPPING; k++)
    if (stopping[k] != but) sigaddset(&some, stopping[k]);
  sigprocmask(how, &some, NULL);
}

void stop_hold(int but) { stopping_mask(SIG_BLOCK, but); }

void stop_begin(bool listen) {
  listening = listen;
  stop_again();
}

void stop_again(void) {
  if (listening) stop_listen();
  signal_ignore(SIGXFSZ);
  stopping_mask(SIG_UNBLOCK, 0);
}

int stop_signal(void) { return noted; }

void stop_note(int signal_number) { noted = signal_number; }

/* ---- end of the batch job ---- */

/* Squeue is asked at the start, and again when the end is near, for an operator may have moved it. The end is kept as
 * a reading of this process's monotonic clock: hosts' clocks differ, and the wall clock may jump. */

enum { LIMIT_ASK_S = 10 };

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

/* Starts the command without a shell; its output goes to `out`, its errors nowhere. posix_spawn does not fork this process, whose MPI or
 * CUDA state may not survive a fork. False: it could not be started. */
static bool command_start(char *const *word, int out, pid_t *process) {
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&streams, out, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&streams, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const int failed = posix_spawnp(process, word[0], &streams, NULL, word, environ);
  posix_spawn_file_actions_destroy(&streams);
  return failed == 0;
}

/* The first line that the command prints; false: none. */
static bool command_line(char *const *word, char *line, int size) {
  int ends[2];
  pid_t process;
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  const bool started = command_start(word, ends[1], &process);
  close(ends[1]);
  FILE *const answer = started ? fdopen(ends[0], "r") : NULL;
  const bool read = answer && fgets(line, size, answer);
  if (answer)
    fclose(answer);
  else
    close(ends[0]);
  while (started && waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
  return read;
}

/* Seconds left by squeue; 0: no limit, or no answer. */
static double squeue_ask(void) {
  char name[64], seconds[16], line[64] = "";
  if (!job_name(name, sizeof name)) return 0;
  snprintf(seconds, sizeof seconds, "%d", LIMIT_ASK_S);
  char *const word[] = {"timeout", seconds, "squeue", "-h", "-o", "%L", "-j", name, NULL};
  return command_line(word, line, sizeof line) ? limit_parse(line) : 0;
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
