/* See stack.h. The stack of the first thread cannot grow beyond the limit, that of another thread has the size that it was made with. */
#include "stack.h"

#include <pthread.h>
#include <stdbool.h>
#include <sys/resource.h>

typedef struct Call {
  int (*run)(void *what);
  void *what;
  int returned;
} Call;

static bool is_small(void) {
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
  if (!is_small() || !call_aside(&call)) return run(what);
  return call.returned;
}
