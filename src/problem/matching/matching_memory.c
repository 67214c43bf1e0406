/* See matching_memory.h. */
#include "matching_memory.h"

#include "etc.h"

static Status sizes_check(int32_t tasks, int32_t machines, const int64_t *times, int32_t decimals) {
  if (tasks < 1) FAIL(ERR_FORMAT, "tasks: expected 1 to %d, found %d", INT32_MAX, tasks);
  if (machines < 1) FAIL(ERR_FORMAT, "machines: expected 1 to %d, found %d", INT32_MAX, machines);
  if ((int64_t)tasks * machines > INT32_MAX)
    FAIL(ERR_FORMAT, "expected at most %d times, found %d tasks x %d machines", INT32_MAX, tasks, machines);
  if (decimals < 0 || decimals > ETC_DECIMALS_MAX)
    FAIL(ERR_FORMAT, "decimals: expected 0 to %d, found %d", ETC_DECIMALS_MAX, decimals);
  if (!times) FAIL(ERR_FORMAT, "times: expected %d x %d times, found NULL", tasks, machines);
  return OK;
}

/* One task. *room: what remains of LOAD_MAX; *restricted: whether some machine may not run some task. */
static Status task_copy(MatchingInstance *inst, int32_t task, const int64_t *times, int64_t *room,
                        bool *restricted) {
  const int32_t machines = inst->machines;
  int64_t longest = 0, *to = &inst->etc[(size_t)task * (size_t)machines];
  for (int32_t m = 0; m < machines; m++) {
    to[m] = times[(size_t)task * (size_t)machines + (size_t)m];
    if (to[m] < 1 && to[m] != ETC_NEVER)
      FAIL(ERR_FORMAT, "times[%d][%d]: expected 1 or more, or -1, found %lld", task, m, (long long)to[m]);
    if (to[m] > *room)
      FAIL(ERR_FORMAT,
           "times[%d][%d]: expected longest times of all tasks that sum to at most 2^60, found %lld", task, m,
           (long long)to[m]);
    longest = to[m] > longest ? to[m] : longest;
    *restricted |= to[m] == ETC_NEVER;
  }
  if (longest == 0) FAIL(ERR_FORMAT, "times[%d]: expected a time on some machine, found none", task);
  *room -= longest;
  return OK;
}

static Status times_copy(MatchingInstance *inst, const int64_t *times) {
  int64_t room = LOAD_MAX;
  bool restricted = false;
  for (int32_t t = 0; t < inst->head.n; t++) TRY(task_copy(inst, t, times, &room, &restricted));
  return restricted ? etc_never_fill("times", LOAD_MAX - room, inst) : OK;
}

Status matching_of_times(int32_t tasks, int32_t machines, const int64_t *times, int32_t decimals,
                         Instance **out) {
  Instance *inst;
  TRY(sizes_check(tasks, machines, times, decimals));
  TRY(matching_alloc(tasks, machines, decimals, &inst));
  const Status status = times_copy((MatchingInstance *)inst, times);
  if (status != OK) {
    instance_free(inst);
    return status;
  }
  inst->digest = instance_digest(inst);
  *out = inst;
  return OK;
}
