/* Backend: where populations live and kernels run: "cpu" (always) or "cuda" (where its module and a device are).
 *
 * A backend is a name and a table. src/backend_find.c is the registry and the only place that asks whether a backend is
 * there; nothing above or below it branches on the kind. kernel_families.h lists what backends compute. Calls are local to
 * the process (no MPI). */
#ifndef CORDEE_BACKEND_H
#define CORDEE_BACKEND_H

#include <stddef.h>
#include <stdint.h>
#include "kernel_families.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { THREADS_MAX = 1024 }; /* of a rank: a set of cores of the system has no more */

/* How a solver's kernels run on a backend, for people: `cordee solve --verbose` and `cordee bench`. */
typedef struct Description {
  char shape[160]; /* instruction set, launch shape, memory */
  /* Moves a second that no version could pass: operations counted, rates read. 0: unknown. */
  double ceiling_moves_s;
  char binds[48];    /* what sets the ceiling */
  double bytes_move; /* that a move reads from memory or its caches; 0: what it reads is nearer */
} Description;

typedef struct Backend Backend;

/* FAMILY_climb and so on: the numbers of kernel families. */
#define FAMILY_NUMBER(name, Kernels, twins) FAMILY_##name,
typedef enum KernelFamily { KERNEL_FAMILIES(FAMILY_NUMBER) FAMILY_COUNT } KernelFamily;

/* Sets of families: FAMILY_BIT(ils) | FAMILY_BIT(eax). */
#define FAMILY_BIT(name) (1u << FAMILY_##name)

/* Their tables of functions: which of these are defined, kernel_families.h says. */
#define FAMILY_TABLES(name, Kernels, twins)                                                                  \
  struct Kernels;                                                                                            \
  extern const struct Kernels name##_kernels_cpu, name##_kernels_cuda;
KERNEL_FAMILIES(FAMILY_TABLES)

/* How other processes on the host find memory of a backend. */
typedef struct ExportName {
  char bytes[64];
} ExportName;

/* Memory that backends of other processes on the host copy from. */
typedef struct BackendExports {
  /* Contents undefined. ERR_MEMORY, ERR_DEVICE. */
  Status (*make)(Backend *be, size_t bytes, void **dev, ExportName *name);
  void (*free)(Backend *be, void *dev); /* once nobody has it any more */
  /* The memory that another process has given that name: BackendOps.copy reads it on this backend. ERR_DEVICE: it is out of reach. */
  Status (*import)(Backend *be, const ExportName *name, void **dev);
  void (*leave)(Backend *be, void *dev); /* what import gave */
} BackendExports;

typedef struct BackendOps {
  const char *name;     /* "cpu", "cuda" */
  int (*devices)(void); /* usable devices in this process: cpu 1; cuda 0.. */
  /* *be is zero but for ops. threads: host threads, 0 = all. */
  Status (*open)(Backend *be, int device, int threads);
  Status (*alloc)(Backend *be, size_t bytes, void **dev); /* zeroed; bytes 0 gives NULL; ERR_MEMORY */
  /* Returns when host is reusable. */
  Status (*upload)(Backend *be, void *dev, const void *host, size_t bytes);
  /* Transfers from and to these bytes of the host are direct from now on, until unpin; NULL: they are so anyway. May do nothing. */
  void (*pin)(Backend *be, void *host, size_t bytes);
  void (*unpin)(Backend *be, void *host);
  /* After all work queued so far. */
  Status (*download)(Backend *be, void *host, const void *dev, size_t bytes);
  Status (*copy)(Backend *be, void *to, const void *from, size_t bytes); /* both on the backend */
  void (*free)(Backend *be, void *dev);                                  /* NULL allowed */
  void (*close)(Backend *be);                                            /* the families' states, too */
  /* Bytes that are free on the device. NULL: it has none of its own, alloc takes the host's (memory.h). ERR_DEVICE. */
  Status (*room)(Backend *be, uint64_t *bytes);
  const BackendExports *exports; /* NULL: none */
/* The kernels of each family, be->ops->climb and so on; NULL: this backend has none. */
#define FAMILY_MEMBER(name, Kernels, twins) const struct Kernels *name;
  KERNEL_FAMILIES(FAMILY_MEMBER)
} BackendOps;

/* What the kernels of one family keep on a backend from call to call, such as caches. */
typedef struct FamilyState {
  void *state;
  void (*destroy)(Backend *be, void *state);
} FamilyState;

struct Backend {
  const BackendOps *ops;
  int device;           /* ordinal within this process */
  int threads;          /* host threads that kernels may use */
  char device_name[96]; /* "Intel(R) Xeon(R) ..., AVX-512, 2 threads"; "NVIDIA H200, 132 SMs" */
  char device_id[40];   /* the physical device (cuda: PCI bus id), so that sharing can be seen; cpu: "" */
  void *state;          /* the backend's own */
  FamilyState family[FAMILY_COUNT];
};

/* The state of a family on this backend, NULL if there is none. Only that family's kernels of that backend use it. */
static inline void *backend_state(const Backend *be, KernelFamily family) { return be->family[family].state; }
/* Destroys the family's state; `state`, which may be NULL, takes its place. The backend destroys it when it closes. */
void backend_state_set(Backend *be, KernelFamily family, void *state,
                       void (*destroy)(Backend *be, void *state));
/* For BackendOps.close, while memory on the backend can still be freed. */
void backend_states_destroy(Backend *be);

/* ERR_DEVICE if the backend lacks the kernels of one of these families (FAMILY_BIT). solver: the name of what needs them. */
Status backend_require(const BackendOps *ops, unsigned families, const char *solver);

extern const BackendOps backend_cpu;
extern const BackendOps backend_cuda; /* in its module alone: backend_module.h */

/* The table of a name, NULL if there is none: "cpu" always is, "cuda" is a module that is loaded at the first call. */
const BackendOps *backend_find(const char *name);
/* Why it is not there, a clause; "" if it is. */
const char *backend_absence(const char *name);
/* The same if it is worth a warning where it was not asked for: its module does not fit, or this host has devices; else "". */
const char *backend_warning(const char *name);

#ifdef __cplusplus
}
#endif
#endif
