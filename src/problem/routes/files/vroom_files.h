/* JSON of the form of VROOM's API: instances, and solutions as answers. Local, host only.
 *
 * An instance has `vehicles`, `jobs` or `shipments` or both, and `matrices` or coordinates. What this version does not plan (steps, loads and several
 * time windows of a break, times by types of vehicles) and members that it does not know are refused by name.
 *
 * Costs. A vehicle costs costs.fixed, and costs.per_hour (3600 unless it is said: a second costs 1) of the time that it travels, costs.per_km
 * (0) of its distance; service and waiting cost nothing. A matrix `costs` stands for both. Limits are kept on what a vehicle's cost counts:
 * max_travel_time where that is time alone, max_distance where it is distance alone; the other one is refused.
 *
 * Jobs. VROOM may leave any job out, and first serves as much as it can. Here a job must be served, and a plan that leaves one out is incomplete
 * and says so, unless
 *   the job has a "prize" (a member of our own): what it costs to leave the job out; or
 *   some job has a "priority", or --unserved allowed is said: then VROOM's rule holds for all jobs without a prize, first the largest sum of
 *   priorities of jobs that are served, then the largest number of them, then the least cost.
 *
 * Shipments. One vehicle serves both ends, the pickup first, and the amount is on board between them. A pair is left out as a whole; it counts as
 * two jobs of its priority then. The ids of jobs, of pickups and of deliveries are three sets.
 *
 * Places. With matrices, a location_index, start_index and end_index is a row. Without, [longitude, latitude] are places, distances are metres on
 * the sphere (GEOM), and times are those of a speed: the member "speed" beside `vehicles` (of our own) or --speed, in kilometres an hour. If neither
 * is said, costs are metres, and whatever needs times is refused.
 *
 * Breaks. Those of a vehicle are taken in every route of it in the order of their time windows, each after a visit that ends before the window does;
 * the way behind that visit may be driven before and after the break, and ends as much later. Where they are is chosen anew for an answer that
 * is read.
 *
 * Setup. VROOM's begins inside the time window of a job. Where a job has both, and no other job and no vehicle's start is at its place, setup is
 * always paid and added to service; elsewhere the two together are refused. So it is where there are breaks.
 *
 * Times are seconds, from any beginning; where they are those of a calendar, every vehicle needs a time_window. */
#ifndef CORDEE_PROBLEM_ROUTES_FILES_VROOM_FILES_H
#define CORDEE_PROBLEM_ROUTES_FILES_VROOM_FILES_H

#include "problem/routes/routes.h"
#include "problem/routes/routes_options.h"

/* Problem.probe: an object that has the names "vehicles" and "jobs" or "shipments"; of one whose beginning has a bracket and one of them. */
int vroom_probe(const char *path, const char *head, size_t bytes);

/* Problem.parse. */
Status vroom_parse(const char *path, const char *text, size_t bytes, const RoutesSettings *settings,
                   Instance **out);

/* A solution as VROOM's answer, whatever format the instance has: vehicles and jobs by their numbers. SolutionForm.write. ERR_IO, ERR_MEMORY. */
Status vroom_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost);

/* Whether a text is such an answer: it begins with '{'. */
bool vroom_is_answer(const char *text, size_t bytes);

/* Its inverse, by `routes[].vehicle` (or, where the file lists no vehicles, `type`) and the steps of type "job", "pickup" and "delivery"; who is in no route is left out. ERR_FORMAT,
 * ERR_MEMORY. */
Status vroom_read(const char *path, const char *text, size_t bytes, const Instance *inst, int32_t *gene);

#endif
