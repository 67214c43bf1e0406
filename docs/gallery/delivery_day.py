"""
A delivery day from a spreadsheet
=================================

A wholesaler's spreadsheet has a row a customer: where, how many boxes, how long unloading
takes, and when the door is open. Another one has the vehicles. Which vehicle drives where,
and when is it there? The files:
:download:`delivery_stops.csv </notebooks/delivery_stops.csv>`,
:download:`delivery_vehicles.csv </notebooks/delivery_vehicles.csv>`.
"""

import json
import warnings

import cordee
import matplotlib.pyplot as plt
import pandas

stops = pandas.read_csv("delivery_stops.csv", index_col="stop").fillna("")
vehicles = pandas.read_csv("delivery_vehicles.csv").fillna("")
stops.tail(6)

# %%
# ``needs`` is what the vehicle must have, and ``from`` is another stop, where the boxes are
# picked up: linen at the laundry, cream at the dairy. All other boxes come from the depot.

vehicles

# %%
# The model
# ---------
# Places are latitudes and longitudes: distances are metres on the sphere, and times are
# seconds, at the speed that the model says. Costs are in the unit of your numbers, here euros.


def seconds(clock):
    hours, minutes = clock.split(":")
    return 3600 * int(hours) + 60 * int(minutes)


paired = set(stops["from"]) | set(stops.index[stops["from"] != ""])


def model_of(vehicles):
    model = cordee.routing.Model(name="delivery day", speed=30)
    model.add_depot(lat=48.0, lon=10.0, name="depot")
    for row in vehicles.to_dict("records"):
        model.add_vehicle_type(
            row["number"], row["boxes"], name=row["vehicle"], skills=row["skills"].split(),
            shift=(seconds(row["starts"]), seconds(row["ends"])), fixed_cost=row["euros"],
            distance_cost=round(row["euros_per_km"] / 1000, 6))
    added = {}
    for name, row in stops.iterrows():
        added[name] = model.add_stop(
            lat=row["lat"], lon=row["lon"], name=name, skills=row["needs"].split(),
            delivery=None if name in paired else row["boxes"], service=60 * row["minutes"],
            window=(seconds(row["opens"]), seconds(row["closes"])))
    for name, row in stops[stops["from"] != ""].iterrows():
        model.add_pair(added[row["from"]], added[name], amount=row["boxes"])
    return model


model = model_of(vehicles)
print(model)

# %%
# The plan
# --------
# Five epochs are enough for so few stops, and give the same plan on every machine;
# ``time=10`` would search for ten seconds.

solution = model.solve(epochs=5)
print("%.2f euros" % solution.cost, solution.costs)
for route in solution.routes:
    names = ", ".join(stop.name for stop in route.stops)
    print("%s, %.1f km: %s" % (route.vehicle_type.name, route.distance / 1000, names))

# %%
# The schedule is a frame with a row a visit.


def clock(time):
    return "%02d:%02d" % divmod(round(time / 60), 60)


schedule = solution.schedule()
times = ["arrival", "begin", "departure"]
shown = schedule[["vehicle_type", "stop", *times, "load"]].head(10)
shown.style.format(clock, subset=times).hide(axis="index")

# %%
# All are served while their doors are open, boxes are picked up before they are brought, and
# no vehicle holds more than it can:

visits = schedule[schedule["kind"] == "stop"].set_index("stop").join(stops)
assert solution.is_complete and set(visits.index) == set(stops.index)
assert (visits["begin"] >= visits["opens"].map(seconds)).all()
assert (visits["begin"] <= visits["closes"].map(seconds)).all()
for pair in model.pairs:
    first, second = visits.loc[pair.pickup.name], visits.loc[pair.delivery.name]
    assert first["route"] == second["route"] and first["departure"] <= second["arrival"]
room = vehicles.set_index("vehicle")["boxes"]
assert (visits["load"] <= visits["vehicle_type"].map(room)).all()

# %%
# On a map, and as bars of the day in the same colours:

axes = solution.plot(plt.subplots(figsize=(8, 7), constrained_layout=True)[1])
axes.set(xlabel="degrees east", ylabel="degrees north")
axes.figure.set_label("The routes of four vehicles from the depot through named stops")
colours = [line.get_color() for line in axes.lines]

# %%

fig, axes = plt.subplots(figsize=(8, 2.6), constrained_layout=True)
for visit in visits.itertuples():
    arrival, begin = visit.arrival / 3600, visit.begin / 3600
    departure = visit.departure / 3600
    axes.barh(visit.route, begin - arrival, left=arrival, color="#cccccc")
    axes.barh(visit.route, departure - begin, left=begin, color=colours[visit.route])
names = [route.vehicle_type.name for route in solution.routes]
axes.set_yticks(range(len(names)), names)
axes.invert_yaxis()
axes.set(xlabel="hour of the day", title="unloading, and waiting (grey)")
fig.set_label("A row of bars for each vehicle: when it unloads and when it waits")

# %%
# For others
# ----------
# GeoJSON for a map on the web, CSV for the spreadsheet:

features = solution.geojson()["features"]
print([feature["geometry"]["type"] for feature in features])
assert len(features) == len(solution.routes)
with open("plan.geojson", "w", encoding="utf-8") as file:
    json.dump(solution.geojson(), file)
schedule.to_csv("plan.csv", index=False)

# %%
# What if?
# --------
# Without the bikes the day costs more. Without the vans not all can be served, and the plan
# says who is left out.

no_bikes = model_of(vehicles[vehicles["vehicle"] != "cargo bike"]).solve(epochs=5)
print("without bikes: %.2f euros" % no_bikes.cost)
assert no_bikes.is_complete and no_bikes.cost > solution.cost

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # which says that the plan is incomplete
    no_vans = model_of(vehicles[vehicles["vehicle"] != "van"]).solve(epochs=5)
print("without vans left out:", ", ".join(stop.name for stop in no_vans.unserved))
assert not no_vans.is_complete and no_vans.unserved
