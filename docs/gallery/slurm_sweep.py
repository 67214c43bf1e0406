"""
A sweep on SLURM, and its report
================================

Which setting suits your instances? A job file lists what to try, one job of SLURM runs all of
it, and a page shows the results.
"""

# %%
# Instances are files that you have. Here three of 100 cities are made:

import html
import pathlib
import subprocess

import cordee
import matplotlib.pyplot as plt


def run(command):
    """Prints the command and what it says."""
    said = subprocess.run(command.split(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          encoding="utf-8", check=True).stdout
    print("$ %s\n%s" % (command, said), end="")
    return said


for seed in 1, 2, 3:
    run("cordee generate uniform --cities 100 --seed %d --out city-%d.tsp" % (seed, seed))

# %%
# The job file
# ------------
# Each section is a product: three instances, three lengths of a search by kicks and two seeds
# are 18 tasks. Six more recombine tours.

job = """\
[defaults]
method = ils
islands = 1
seed = 1..2

[kicks]
instance = city-*.tsp
recombine = none
tours = 1
kicks = 1, 2, 5

[recombination]
instance = city-*.tsp
tours = 10
"""
with open("settings.job", "w", encoding="utf-8") as file:
    print(job, file=file)

# %%
# On a cluster one command submits it. The script stops before the job's time limit, queues
# the job again, and continues (:doc:`/slurm`)::
#
#     sbatch --nodes=2 jobs/sweep.sbatch settings.job --out settings.h5
#
# On one node, or on a laptop, the command in the script does the same, with the same answers:

said = run("cordee sweep settings.job --out settings.h5 --quiet")
assert "24 verified, 0 failed" in said

# %%
# A row is in the file when its task is done, and the same command continues a sweep that was
# stopped. Here nothing is left to do:

said = run("cordee sweep settings.job --out settings.h5")
assert "24 with a row; 0 to do" in said

# %%
# The report
# ----------
# ``cordee report`` makes one file of HTML, which needs no other: how the tasks ended, what
# they found and how fast, and all rows, which can be sorted and filtered.

run("cordee report settings.h5 --out settings.html")


class Page:
    """A file of HTML as a part of the notebook."""

    def __init__(self, path, title):
        self.text, self.title = pathlib.Path(path).read_text(encoding="utf-8"), title

    def _repr_html_(self):
        return ('<iframe title="%s" srcdoc="%s" width="100%%" height="640"></iframe>'
                % (self.title, html.escape(self.text)))


Page("settings.html", "The report: what was run, pictures, and a table of all rows")

# %%
# The same as a frame
# -------------------
# Per cent above the best that any task has found, in the median of the seeds:

rows = cordee.results("settings.h5").frame()
kicks = rows["options"].str.extract(r"kicks = (\w+)", expand=False)
rows["setting"] = rows["section"].where(kicks.isna(), "kicks = " + kicks)
best = rows.groupby("instance")["cost"].transform("min")
rows["above"] = 100 * (rows["cost"] / best - 1)
rows.pivot_table("above", "setting", "instance", "median").round(2)

# %%
# Recombination finds the best tour of each instance with both seeds, and no number of kicks
# does:

worst = rows.groupby("setting")["above"].max()
assert worst["recombination"] == 0 and (worst.drop("recombination") > 0).all()

fig, axes = plt.subplots(figsize=(7, 3), constrained_layout=True)
for marker, (setting, part) in zip("os^D", rows.groupby("setting")):
    axes.plot(part["elapsed_s"], part["above"], marker, label=setting)
axes.set(xlabel="seconds of a task", ylabel="% above the best", xscale="log")
axes.legend()
fig.set_label("Tasks by their time and their distance from the best tour: of more kicks more "
              "reach it, of recombination all")
