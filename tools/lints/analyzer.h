/* Included before every file that gcc's analyzer sees: what it cannot know of functions that it does not see. status_fail returns the
 * status it is given, and ranks do not agree on OK where one of them fails. */
#ifndef CORDEE_LINT_ANALYZER_H
#define CORDEE_LINT_ANALYZER_H

#include "status.h"

#define status_fail(code, ...) (status_fail((code), __VA_ARGS__), (code))

#ifdef CORDEE_LINT_RANKS /* files that include mpi/comm.h */
#include "mpi/comm.h"
#define comm_agree(comm, own)                                                                                \
  __extension__({                                                                                            \
    const Status own_ = (own), all_ = comm_agree((comm), own_);                                              \
    if (own_ != OK && all_ == OK) __builtin_unreachable();                                                   \
    all_;                                                                                                    \
  })
#endif

#endif
