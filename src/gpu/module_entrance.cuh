/* The entrance of a module (backend_module.h), and what its kernels ask of the program that loaded it. The core's own definitions of these
 * functions are not part of the module. For one unit of each module: MODULE_ENTRANCE(tables). */
#ifndef CORDEE_GPU_MODULE_ENTRANCE_CUH
#define CORDEE_GPU_MODULE_ENTRANCE_CUH

#include <stdarg.h>
#include "backend_module.h"
#include "c_locale.h"
#include "halt.h"

static const ModuleHost *program;

extern "C" {

Status status_fail(Status status, const char *format, ...) {
  char message[STATUS_MESSAGE_MAX];
  va_list args;
  va_start(args, format);
  c_vsnprintf(message, sizeof message, format, args);
  va_end(args);
  return program->fail(status, "%s", message);
}

bool halt_due(void) { return program->halt_due(); }
bool halt_poll(void) { return program->halt_poll(); }
Status halt_check(const char *what) { return program->halt_check(what); }
Status halt_after(const char *what) { return program->halt_after(what); }
}

#define MODULE_ENTRANCE(tables)                                                                              \
  extern "C" __attribute__((visibility("default"))) const BackendModule *cordee_backend_module(              \
      const ModuleHost *host) {                                                                              \
    static const BackendModule module = {MODULE_KEY, &tables};                                               \
    program = host;                                                                                          \
    return &module;                                                                                          \
  }

#endif
