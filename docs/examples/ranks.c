/* ranks.c: the same tour over all ranks */
#include <cordee.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  const double x[] = {0, 30, 60, 60, 60, 30, 0, 0}, y[] = {0, 0, 0, 30, 60, 60, 60, 30};
  const char *const options[] = {"method=climb", "climbers=50", "threads=1", NULL};
  MPI_Comm world = MPI_COMM_WORLD;
  int rank, status;
  cordee *c;
  cordee_instance *cities = NULL;
  cordee_result *result = NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &rank);
  status = cordee_init(&world, &c);
  if (status == CORDEE_OK)
    status = rank == 0 ? cordee_tsp_cities(c, "ring", "EUC_2D", 8, x, y, NULL, NULL, &cities)
                       : cordee_tsp_cities(c, NULL, NULL, 0, NULL, NULL, NULL, NULL, &cities);
  if (status == CORDEE_OK) status = cordee_solve(c, cities, options, NULL, &result);
  if (status == CORDEE_OK)
    printf("rank %d: length %lld\n", rank, (long long)cordee_result_cost(result));
  else
    fprintf(stderr, "rank %d: %s\n", rank, cordee_message(c));
  cordee_result_free(result), cordee_instance_free(cities), cordee_finalize(c);
  MPI_Finalize();
  return status;
}
