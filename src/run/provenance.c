/* See provenance.h. */
#include "provenance.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "version.h"

Provenance provenance_make(const Backend *be) {
  Provenance p = {.host = ""};
  struct timespec now;
  struct tm utc;
  clock_gettime(CLOCK_REALTIME, &now);
  p.unix_time_s = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
  strftime(p.date, sizeof p.date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now.tv_sec, &utc));
  gethostname(p.host, sizeof p.host - 1);
  TEXT_COPY(p.backend, be->ops->name);
  TEXT_COPY(p.device, be->device_name);
  TEXT_COPY(p.version, program_version);
  return p;
}
