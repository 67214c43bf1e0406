"""
A city tour from a frame
========================

Twenty-four capitals of Europe stand in a pandas frame. What is the shortest round trip by
air, and what is the shortest journey that begins in Athens and ends anywhere?
"""

# %%
# A frame with the columns ``lat`` and ``lng`` is all that ``cordee.tsp`` needs. Distances are
# metres on the sphere, and the index names the cities.

import cordee
import matplotlib.pyplot as plt
import numpy
import pandas

places = [
    ("Amsterdam", 52.37, 4.90), ("Athens", 37.98, 23.73), ("Belgrade", 44.79, 20.45),
    ("Berlin", 52.52, 13.41), ("Bern", 46.95, 7.45), ("Brussels", 50.85, 4.35),
    ("Bucharest", 44.43, 26.10), ("Budapest", 47.50, 19.04), ("Copenhagen", 55.68, 12.57),
    ("Dublin", 53.35, -6.26), ("Helsinki", 60.17, 24.94), ("Lisbon", 38.72, -9.14),
    ("London", 51.51, -0.13), ("Madrid", 40.42, -3.70), ("Oslo", 59.91, 10.75),
    ("Paris", 48.86, 2.35), ("Prague", 50.08, 14.44), ("Riga", 56.95, 24.11),
    ("Rome", 41.90, 12.50), ("Sofia", 42.70, 23.32), ("Stockholm", 59.33, 18.07),
    ("Vienna", 48.21, 16.37), ("Vilnius", 54.69, 25.28), ("Warsaw", 52.23, 21.01)]
cities = pandas.DataFrame(places, columns=["city", "lat", "lng"]).set_index("city")

trip = cordee.tsp(cities, name="capitals")
print("%.0f km: %s" % (trip.cost / 1000, ", ".join(trip.tour)))

# %%
# Is there a shorter one? No: the proven lower bound is the same.

print(trip.cost, trip.bound)
assert trip.verified and trip.cost == trip.bound
assert sorted(trip.tour) == sorted(cities.index)

# %%
# The legs as a frame
# -------------------
# The longest ones, on a sphere of the radius that the metric ``GEOM`` has:


def legs(tour):
    a = numpy.radians(cities.loc[tour].to_numpy())
    b = numpy.roll(a, -1, axis=0)
    half = numpy.sin((b - a) / 2) ** 2
    chord = half[:, 0] + numpy.cos(a[:, 0]) * numpy.cos(b[:, 0]) * half[:, 1]
    km = 2 * 6378.388 * numpy.arcsin(numpy.sqrt(chord))
    return pandas.DataFrame({"from": tour, "to": tour[1:] + tour[:1], "km": km})


flights = legs(trip.tour)
assert abs(flights["km"].sum() - trip.cost / 1000) < 1
flights.nlargest(4, "km").round()

# %%
# A journey that does not return
# ------------------------------
# ``path="open"`` begins in the city of number ``from_``, counted from 1 as on the command
# line, and ends where it likes.

athens = cities.index.get_loc("Athens") + 1
journey = cordee.tsp(cities, path="open", from_=athens)
print("%.0f km: %s" % (journey.cost / 1000, ", ".join(journey.tour)))
assert journey.tour[0] == "Athens" and journey.cost < trip.cost

# %%
# A map
# -----
# The label of a figure is what readers of this page get who do not see it.

fig, axes = plt.subplots(figsize=(8, 6), constrained_layout=True)
for tour, style, label in ((trip.tour + trip.tour[:1], "-", "round trip"),
                           (journey.tour, "--", "from Athens")):
    axes.plot(cities.loc[tour, "lng"], cities.loc[tour, "lat"], style, label=label)
axes.plot(cities["lng"], cities["lat"], "ko", markersize=4)
for city in cities.itertuples():
    axes.annotate(city.Index, (city.lng, city.lat), xytext=(4, 4),
                  textcoords="offset points", fontsize=8)
axes.set(aspect=1.6, xlim=(-12, 31), xlabel="degrees east", ylabel="degrees north")
axes.legend(loc="upper left")
fig.set_label("A map of the capitals with the round trip and the journey from Athens")
