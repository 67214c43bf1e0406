/* many.c: two tours, and an instance that the method does not take */
#include <cordee.h>
#include <stdio.h>

int main(void) {
  const double x[] = {0, 30, 60, 60, 60, 30, 0, 0}, y[] = {0, 0, 0, 30, 60, 60, 60, 30};
  const int64_t times[] = {30, 50, 20, 20};
  const char *const options[] = {"method=climb", "climbers=50", "threads=1", NULL};
  const cordee_instance *all[3];
  cordee_instance *made[3] = {NULL, NULL, NULL};
  cordee_result *results[3] = {NULL, NULL, NULL};
  int status[3], k;
  cordee *c;
  int failed = cordee_init(NULL, &c);
  if (!failed) failed = cordee_tsp_cities(c, "eight", NULL, 8, x, y, NULL, NULL, &made[0]);
  if (!failed) failed = cordee_matching(c, "tasks", 2, 2, times, 0, NULL, &made[1]);
  if (!failed) failed = cordee_tsp_cities(c, "six", NULL, 6, x, y, NULL, NULL, &made[2]);
  if (failed) return fprintf(stderr, "%s\n", cordee_message(c)), failed;
  for (k = 0; k < 3; k++) all[k] = made[k];
  cordee_solve_many(c, 3, all, options, NULL, results, status);
  for (k = 0; k < 3; k++) {
    if (status[k] == CORDEE_OK)
      printf("%s: %lld\n", cordee_instance_name(all[k]), (long long)cordee_result_cost(results[k]));
    else
      printf("%s: %s\n", cordee_instance_name(all[k]), cordee_result_message(results[k]));
    cordee_result_free(results[k]), cordee_instance_free(made[k]);
  }
  cordee_finalize(c);
  return 0;
}
