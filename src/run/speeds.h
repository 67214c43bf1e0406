/* Blocks of islands for ranks of different speed: how many islands each rank should host, by what was measured. Local.
 *
 * A rank is known by points: with n islands it takes s seconds for the work of one island on each of them. Between two points the time
 * is interpolated, outside it is proportional to n. (A GPU takes the same time for few islands as for many, up to the number that it
 * runs side by side.) The best shares are those with the least time of the slowest rank. */
#ifndef CORDEE_RUN_SPEEDS_H
#define CORDEE_RUN_SPEEDS_H

#include <stdbool.h>
#include <stdint.h>

enum { SPEED_POINTS = 16 };

typedef struct RankSpeed {
  struct {
    uint32_t islands;
    double s;
    uint32_t noted;      /* when: RankSpeed.notes then */
  } point[SPEED_POINTS]; /* ascending in islands */
  int points;
  uint32_t notes; /* measured so often */
  double guess;   /* speed before anything is measured, on any scale that is the same for all ranks */
  double drift;   /* last time measured over the one before, for the same islands: 0.5 to 2; 0: not known */
} RankSpeed;

/* Notes what a rank has just been measured to take. If that is another time for a number of islands that it had before, its speed has
 * changed: so have all its times, by the same factor. What contradicts it, and what is old, is forgotten. */
void speed_note(RankSpeed *rank, uint32_t islands, double s);

/* Seconds that it should take with so many islands. unit_s: what a rank of guess 1 takes for an island, for ranks without points. */
double speed_time(const RankSpeed *rank, double unit_s, uint32_t islands);

/* out[ranks]: the times in the middle of the next interval between two measurements, if they change once more as they did last; of
 * slower ranks with a reserve as large as the greatest change: a fast rank that waits for a slow one loses more than the slow one can do. */
void speed_forecast(const RankSpeed *rank, int ranks, RankSpeed *out);

/* count[ranks]: the shares of `islands` islands. Returns the time of the slowest rank then. At least one rank has points. */
double speed_shares(const RankSpeed *rank, int ranks, uint32_t islands, uint32_t *count);

#endif
