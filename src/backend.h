/* Backend: where populations live and kernels run: "cpu" (always) or "cuda" (when built and a device is there).
 *
 * A backend is a name and a table. src/backend.c is the registry and the only place that asks whether CUDA was
 * built; nothing above or below it branches on the kind. Calls are local to the process (no MPI). */
#ifndef CORDEE_BACKEND_H
#define CORDEE_BACKEND_H

#include <stddef.h>
#include <stdint.h>
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { THREADS_MAX = 1024 }; /* of a rank: a set of cores of the system has no more */

/* How a solver's kernels run on a backend, for people: `cordee solve --verbose` and `cordee bench`. */
typedef struct Description {
  char shape[160]; /* instruction set, launch shape, memory */
  double
      ceiling_moves_s; /* moves a second that no version could pass: operations counted, rates read; 0: unknown */
  char binds[48];      /* what sets the ceiling */
  double bytes_move; /* that a move reads from memory or its caches; 0: what it reads is nearer */
} Description;

struct ClimbKernels;
struct PsoKernels;
struct AnnealKernels;
struct CandidateKernels;
struct IlsKernels;
struct RecombineKernels;
struct LadderOps;
typedef struct Backend Backend;

typedef struct BackendOps {
  const char *name;                                     /* "cpu", "cuda" */
  int (*devices)(void);                                 /* usable devices in this process: cpu 1; cuda 0.. */
  Status (*open)(Backend *be, int device, int threads); /* threads: host threads, 0 = all */
  Status (*alloc)(Backend *be, size_t bytes, void **dev); /* zeroed; bytes 0 gives NULL; ERR_MEMORY */
  Status (*upload)(Backend *be, void *dev, const void *host,
                   size_t bytes); /* returns when host is reusable */
  Status (*download)(Backend *be, void *host, const void *dev,
                     size_t bytes);                                      /* after all work queued so far */
  Status (*copy)(Backend *be, void *to, const void *from, size_t bytes); /* both on the backend */
  void (*free)(Backend *be, void *dev);                                  /* NULL allowed */
  void (*close)(Backend *be);
  const struct ClimbKernels *climb;   /* kernels of the "climb" solver; see solver/climb_kernels.h */
  const struct PsoKernels *pso;       /* of the "pso" solver; see solver/pso_kernels.h */
  const struct AnnealKernels *anneal; /* of the "anneal" solver; see solver/anneal_kernels.h */
  const struct CandidateKernels
      *candidates;              /* what the memetic solver prepares; see solver/candidate_kernels.h */
  const struct IlsKernels *ils; /* of the "ils" solver; see solver/ils_kernels.h */
  const struct RecombineKernels *recombine; /* of populations of tours; see solver/recombine_kernels.h */
  const struct LadderOps *ladder;           /* published designs beside it, see gpu/ladder.h; NULL: none */
  /* Bytes that are free on the device. NULL: it has none of its own, alloc takes the host's (memory.h). ERR_DEVICE. */
  Status (*room)(Backend *be, uint64_t *bytes);
} BackendOps;

struct Backend {
  const BackendOps *ops;
  int device;           /* ordinal within this process */
  int threads;          /* host threads that kernels may use */
  char device_name[96]; /* "Intel(R) Xeon(R) ..., AVX-512, 2 threads"; "NVIDIA H200, 132 SMs" */
  char device_id
      [40];    /* the physical device on its host (cuda: PCI bus id), so that sharing can be seen; cpu: "" */
  void *state; /* the backend's own */
};

extern const BackendOps backend_cpu;
extern const BackendOps backend_cuda; /* defined only when CUDA is built */

/* The table of a name, NULL if not built in. */
const BackendOps *backend_find(const char *name);
/* Names built in, "cpu cuda" or "cpu". */
const char *backend_names(void);

#ifdef __cplusplus
}
#endif
#endif
