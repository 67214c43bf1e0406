/* Maximum flow by waves and by minimum potentials on the CPU: twin of src/gpu/flow. Contract: evaluator/flow/flow_kernels.h. A network a thread. */
#include <stdio.h>
#include "halt.h"
#include "mpm.h"
#include "waves.h"

static Status cpu_waves(Backend *be, const FlowBatch *batch) {
  Status failed = OK;
#pragma omp parallel num_threads(be->threads)
  {
    WavesRoom room = {.vertices = 0};
    Status status = OK;
#pragma omp for schedule(dynamic, 1)
    for (uint32_t k = 0; k < batch->count; k++) {
      const FlowView view = flow_view(batch, k);
      if (status == OK && !halt_due()) status = waves_room(&room, &view);
      if (status == OK && !halt_requested()) status = waves_run(&view, &room);
    }
    waves_room_free(&room);
    if (status != OK) {
#pragma omp critical
      failed = status;
    }
  }
  return failed != OK ? failed : halt_after("maximum flows");
}

static Status cpu_mpm(Backend *be, const FlowBatch *batch, MpmForm form) {
  Status failed = OK;
#pragma omp parallel for num_threads(be->threads) schedule(dynamic, 1)
  for (uint32_t k = 0; k < batch->count; k++) {
    const FlowView view = flow_view(batch, k);
    const Status status = halt_due() ? OK : mpm_flow(&view, form, false);
    if (status != OK) {
#pragma omp critical
      failed = status;
    }
  }
  return failed != OK ? failed : halt_after("maximum flows");
}

static Status cpu_describe(Backend *be, Description *out) {
  *out = (Description){.ceiling_moves_s = 0};
  snprintf(out->shape, sizeof out->shape, "waves, a network a thread, %d thread%s", be->threads,
           be->threads == 1 ? "" : "s");
  return OK;
}

const FlowKernels flow_kernels_cpu = {.waves = cpu_waves, .mpm = cpu_mpm, .describe = cpu_describe};
