/* See stack.h. The stack of the first thread cannot grow beyond the limit, that of another thread has the size that it was made with. */
#include "stack.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct Call {
  int (*run)(void *what);
  void *what;
  int returned;
} Call;

bool stack_is_small(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
         limit.rlim_cur < STACK_BYTES;
}

static void *call_run(void *self) {
  Call *call = self;
  call->returned = call->run(call->what);
  return NULL;
}

/* The size of threads follows the limit, too. */
static bool threads_widen(pthread_attr_t *attributes) {
  return pthread_attr_setstacksize(attributes, STACK_BYTES) == 0 &&
         pthread_setattr_default_np(attributes) == 0;
}

static bool call_aside(Call *call) {
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0) return false;
  const bool made = threads_widen(&attributes) && pthread_create(&thread, &attributes, call_run, call) == 0;
  pthread_attr_destroy(&attributes);
  return made && pthread_join(thread, NULL) == 0;
}

int stack_call(int (*run)(void *what), void *what) {
  Call call = {.run = run, .what = what};
  return call_aside(&call) ? call.returned : run(what);
}

/* ---- what the environment asks for ---- */

/* libgomp takes the first one that it understands. */
static const char *const variables[] = {"OMP_STACKSIZE", "OMP_STACKSIZE_ALL", "GOMP_STACKSIZE"};
enum { VARIABLES = sizeof variables / sizeof *variables };

/* A number and a unit, kibibytes if there is none, with blanks around both. What libgomp does not understand counts for nothing. */
static bool size_read(const char *text, double *bytes) {
  static const char blanks[] = " \t\n\v\f\r", units[] = "bBkKmMgG";
  double number = 0;
  text += strspn(text, blanks);
  text += *text == '+';
  const size_t digits = strspn(text, "0123456789");
  for (size_t k = 0; k < digits; k++) number = 10 * number + (text[k] - '0');
  text += digits;
  text += strspn(text, blanks);
  const char *const unit = *text ? strchr(units, *text) : units + 2;
  if (digits == 0 || !unit) return false;
  text += *text != 0;
  *bytes = number * (double)(1 << 10 * ((unit - units) / 2));
  return text[strspn(text, blanks)] == 0;
}

/* The host's memory: the kernel gives no process more at once. */
static double most(void) { return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE); }

static bool fits(double bytes) { return bytes >= STACK_LEAST && bytes <= most(); }

/* Whether an entry "NAME=value" is one of the variables with a size that does not fit. */
static bool is_unfit(const char *entry) {
  double bytes;
  for (int k = 0; k < VARIABLES; k++) {
    const size_t length = strlen(variables[k]);
    if (strncmp(entry, variables[k], length) == 0 && entry[length] == '=')
      return size_read(entry + length + 1, &bytes) && !fits(bytes);
  }
  return false;
}

void stack_settle(char **environment) {
  char **kept = environment;
  for (; *environment; environment++)
    if (!is_unfit(*environment)) *kept++ = *environment;
  *kept = NULL;
}

Status stack_check(void) {
  for (int k = 0; k < VARIABLES; k++) {
    const char *const text = getenv(variables[k]);
    double bytes;
    if (!text || !size_read(text, &bytes)) continue;
    if (fits(bytes)) return OK;
    FAIL(ERR_USAGE, "%s: expected 1M to %.0fM, found %s", variables[k], most() / (1 << 20), text);
  }
  return OK;
}
