/* buffer.c: stops after a moment, and goes on from the checkpoint in memory */
#include <cordee.h>
#include <stdio.h>

static int stop(void *self, const cordee_progress *progress) {
  (void)self;
  return progress->best != CORDEE_NO_COST;
}

int main(void) {
  double x[100], y[100];
  const char *const options[] = {"method=climb", "climbers=3000", "epoch=500", "threads=1", "backend=cpu", NULL};
  const cordee_solving how = {.bytes = sizeof how, .callback = stop, .keep = 1};
  cordee *c;
  cordee_instance *cities = NULL;
  cordee_result *whole = NULL, *part = NULL, *rest = NULL;
  size_t bytes = 0;
  int k, status = cordee_init(NULL, &c);
  for (k = 0; k < 100; k++) x[k] = k * 37 % 101, y[k] = k * 61 % 103;
  if (!status) status = cordee_tsp_cities(c, "grid", NULL, 100, x, y, NULL, NULL, &cities);
  if (!status) status = cordee_solve(c, cities, options, NULL, &whole);
  if (!status) status = cordee_solve(c, cities, options, &how, &part);
  const void *checkpoint = status ? NULL : cordee_result_checkpoint(part, &bytes);
  if (!status) status = cordee_resume_buffer(c, cities, checkpoint, bytes, NULL, NULL, &rest);
  if (status) return fprintf(stderr, "%s\n", cordee_message(c)), status;
  printf("stopped %d, finished %d, same length %d\n", cordee_result_end(part) == CORDEE_END_ASKED,
         cordee_result_end(rest) == CORDEE_END_FINISHED, cordee_result_cost(rest) == cordee_result_cost(whole));
  cordee_result_free(whole), cordee_result_free(part), cordee_result_free(rest);
  cordee_instance_free(cities), cordee_finalize(c);
  return 0;
}
