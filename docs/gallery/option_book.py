"""
A book of options
=================

Lookback options pay the distance to the highest or the lowest price so far. A book of 72 of
them is priced on lattices, to an accuracy that you name.
"""

# %%
# A frame with a row an option: ``S`` is the price of the stock, ``T`` the years to expiry,
# ``sigma`` and ``r`` are volatility and interest a year.

import itertools
import math

import cordee
import matplotlib.pyplot as plt
import pandas

rows = itertools.product(["put", "call"], ["european", "american"], [0.25, 0.5, 1.0],
                         [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
book = pandas.DataFrame(rows, columns=["type", "style", "T", "sigma"]).assign(S=100, r=0.05)
book.head()

# %%
# Prices
# ------
# ``tolerance`` is the accuracy: steps of the lattice are doubled until the estimated error is
# at most that, here a tenth of a cent.

records = cordee.price(book, tolerance=1e-3)
prices = book.join(records.frame()[["price", "delta", "error", "steps"]])
assert (prices["error"] <= 1e-3).all() and not records.messages
prices.iloc[::9].round(4)

# %%
# Is that so?
# -----------
# European options have a closed form (Goldman, Sosin and Gatto 1979), here for new options
# without dividends. Each price is closer to it than its estimated error.


def normal(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


def closed_form(S, T, sigma, r, kind):
    part, discount = sigma ** 2 / (2 * r), math.exp(-r * T)
    up = (r / sigma + sigma / 2) * math.sqrt(T)
    down = (r / sigma - sigma / 2) * math.sqrt(T)
    if kind == "call":
        low = discount * (normal(down) - part * normal(down))
        return S * (normal(up) - part * normal(-up) - low)
    high = discount * (normal(-down) - part * normal(-down))
    return S * (high - normal(-up) + part * normal(up))


european = prices[prices["style"] == "european"]
exact = [closed_form(row.S, row.T, row.sigma, row.r, row.type)
         for row in european.itertuples()]
distance = (european["price"] - exact).abs()
assert (distance <= european["error"]).all()
print("at most %.6f from it; estimated: %.6f" % (distance.max(), european["error"].max()))

# %%
# What is the right to exercise early worth? Nothing for these calls, whose stock pays no
# dividend; something for every put.

keys = ["type", "T", "sigma"]
wide = prices.pivot_table("price", keys, "style").reset_index()
wide["right"] = wide["american"] - wide["european"]
calls, puts = wide[wide["type"] == "call"], wide[wide["type"] == "put"]
assert (calls["right"].abs() <= 2e-3).all() and (puts["right"] > 2e-3).all()

fig, panels = plt.subplots(1, 2, figsize=(8, 3.4), constrained_layout=True)
for marker, (T, part) in zip("os^", puts.groupby("T")):
    panels[0].plot(part["sigma"], part["american"], marker=marker, label="%g years" % T)
    panels[1].plot(part["sigma"], part["right"], marker=marker)
panels[0].set(title="American puts", xlabel="volatility", ylabel="price")
panels[1].set(title="of which the right to exercise early", xlabel="volatility")
panels[0].legend()
fig.set_label("Prices of American puts rise with volatility and time; the part for early "
              "exercise rises with time")

# %%
# One bad row
# -----------
# An option that cannot be priced fails alone, and a message says why:

book.loc[3, "sigma"] = -0.4
records = cordee.price(book, tolerance=1e-2)
print(records.messages)
assert list(records.messages) == [3] and records.frame()["price"].isna().sum() == 1
