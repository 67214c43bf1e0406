/* routes.c: five customers, two vehicles with room for three */
#include <cordee.h>
#include <stdio.h>

int main(void) {
  const double x[] = {0, 10, 20, 10, -10, -20}, y[] = {0, 0, 0, 10, 0, 0};
  const int32_t demand[] = {0, 1, 1, 1, 1, 1};
  const cordee_routing data = {
      .bytes = sizeof data, .customers = 5, .capacity = 3, .vehicles = 2, .x = x, .y = y, .demand = demand};
  const char *const options[] = {"threads=1", NULL};
  cordee *c;
  cordee_instance *customers = NULL;
  cordee_result *result = NULL;
  size_t n = 0;
  int status = cordee_init(NULL, &c);
  if (status == CORDEE_OK) status = cordee_cvrp(c, "five", &data, NULL, &customers);
  if (status == CORDEE_OK) status = cordee_solve(c, customers, options, NULL, &result);
  if (status != CORDEE_OK) {
    fprintf(stderr, "%s\n", cordee_message(c));
    return status;
  }
  const int32_t *gene = cordee_result_solution(result, &n);
  printf("distance %lld\n", (long long)cordee_result_cost(result));
  for (size_t k = 0; k < n; k++) {
    if (gene[k] < 0 && k > 0) printf("\n");
    printf(" %d", (int)(gene[k] < 0 ? -gene[k] : gene[k]));
  }
  printf("\n");
  cordee_result_free(result), cordee_instance_free(customers), cordee_finalize(c);
  return 0;
}
