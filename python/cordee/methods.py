"""Methods of searches with their options, for the argument `method` of solve(): cordee.methods.Ils(kicks=2, tours=100). A default of 0
leaves the number to the method. Written by tools/options-table from the program's rows."""
from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Dict, Union


@dataclass(frozen=True)
class Method:
    """What all methods have."""
    method: ClassVar[str]

    def words(self) -> Dict[str, Any]:
        """Its name and the options that differ from their defaults, as solve() takes them."""
        given = {field.name: getattr(self, field.name) for field in fields(self) if getattr(self, field.name) != field.default}
        return {"method": self.method, **given}


@dataclass(frozen=True)
class Ils(Method):
    """Iterated local search with crossover: method="ils".

    Parameters
    ----------
    recombine : str, default 'auto', auto | eax | none | isolated
        Crossover of tours. eax: edge assembly crossover (EAX), tours migrate between islands; isolated: EAX within each island only; none: no
        crossover; auto: eax for 8 to 50,000 cities (20,000,000 on a GPU), and for more if time is the only limit and its seconds times the CPU
        threads (at most 16 count) are at least 50 (n / 100,000)^2; none for others, and if tours is 1; with time and without kicks, populations and
        tours isolated up to 50,000 cities, if one population does not fill the GPUs.
    tours : int, default 0, from 0 to 1e9
        Tours of all islands together, rounded up to a multiple of the islands. 0: 30 + n / 8 for n cities (n / 4 if they are directed and time is not
        the only limit), at most 300, above 20,000 cities 6,000,000 / n, above 50,000 cities 30,000,000 / n but at least 12; with time as the only
        limit at most 6,000 and 600,000,000 / n or what a third of the free memory holds, of which as many start as there is time for; that many per
        island with several ranks, and if auto selects isolated; without crossover 1 on the CPU, and on a GPU as many as keep it busy, at most 256.
    kicks : float, default 0.0, from 0 to 1e9
        Random double bridges per city of a tour, each repaired by local search, before the first crossover; twice as many in each later population.
        0: 1. Without crossover: in the whole run; 0: 100, or with time as many as the time allows.
    populations : int, default 0, from 0 to 10000
        Populations, one after the other. 0: 1, or with time and without kicks as many as the time allows.
    generations : int, default 0, from 0 to 100000
        Maximum generations of a population before, and again after, the best tours of earlier populations join it; a population that stops improving
        ends sooner. 0: 200, above 50,000 cities 2,000.
    kick_temperature : float, default 0.0, from 0 to 100
        Initial temperature at which kicks that lengthen a tour are accepted (Metropolis), in mean edge lengths; falls linearly to 0. 0: with
        crossover none are accepted; without crossover 0.5, above 20,000 cities 0.5 (20,000 / n)^(1/4), with initial a fifth of it; use 1e-9 to accept
        none.
    candidates : int, default 7, from 1 to 8
        Nearest neighbours of a city to which a move may connect it.
    quadrant : Union[int, str], default 'auto', 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | auto
        Candidates taken from each quadrant around a city, for clustered instances: 0 to 16, at most a quarter of candidates; 0: none; ignored without
        coordinates. auto: 1 with at least 7 candidates, else 0."""
    method: ClassVar[str] = "ils"
    recombine: str = 'auto'
    tours: int = 0
    kicks: float = 0.0
    populations: int = 0
    generations: int = 0
    kick_temperature: float = 0.0
    candidates: int = 7
    quadrant: Union[int, str] = 'auto'


@dataclass(frozen=True)
class Climb(Method):
    """Local search from random or perturbed tours: method="climb".

    Parameters
    ----------
    climbers : int, default 1000, from 1 to 3e15
        Local searches in total, divided among the islands.
    restart : str, default 'auto', random | kick | auto
        Start of a local search. random: a random tour; kick: the island's best tour after a double bridge; auto: random, with initial kick.
    move : str, default '2opt', 2opt | swap
        Neighbourhood. 2opt: replace two edges, which reverses a part of the tour; swap: exchange two cities."""
    method: ClassVar[str] = "climb"
    climbers: int = 1000
    restart: str = 'auto'
    move: str = '2opt'


@dataclass(frozen=True)
class Aco(Method):
    """Ant colony optimisation: method="aco".

    Parameters
    ----------
    variant : str, default 'auto', auto | mmas | rank | focused | as
        Mmas: MAX-MIN ant system; rank: rank-based ant system; focused: focused ant colony, in which an ant changes the best tour in a few places; as:
        ant system, in which every ant deposits pheromone, as it was published first: slower and worse than the others; auto: mmas up to 5,000 cities,
        focused above.
    local_search : str, default 'auto', none | 2opt | ils | auto
        Local search on the tour of every ant. 2opt: 2-opt and Or-opt on the candidates (focused: near the changes only); ils: the local search of
        method ils (not with focused); auto: 2opt, as none.
    ants : int, default 0, from 0 to 1e6
        Ants per island; 0: without local search the number of cities, with local search 32, focused 4 sqrt(cities) rounded up to a multiple of 64, on
        a GPU at least 2,048.
    iterations : int, default 0, from 0 to 4e9
        Iterations of each island; each ant builds one tour per iteration; 0: 1,000, or with time as many as the time allows.
    alpha : int, default 1, from 0 to 4
        Exponent of the pheromone.
    beta : float, default 0.0, from 0 to 20
        Exponent of the inverse distance; 0: 2, rank and as 5, focused 1.
    rho : float, default 0.0, from 0 to 1
        Fraction of the pheromone that evaporates per iteration; 0: 0.02, with local search 0.2, rank 0.1, focused and as 0.5.
    p_best : float, default 0.0, from 0 to 0.999
        Probability that an ant of a converged colony builds the best tour, from which mmas and focused derive the minimum pheromone; 0: 0.05, focused
        0.1.
    elite : int, default 6, from 2 to 1e6
        Rank: weight of the best tour, and one more than the number of ranked ants that deposit pheromone.
    new_edges : int, default 4, from 1 to 64
        Focused: number of new edges after which an ant stops.
    candidates : int, default 16, from 1 to 16
        Nearest neighbours of a city from which an ant chooses while one of them is unvisited.
    quadrant : int, default 2, from 0 to 16
        Candidates taken from each quadrant around a city, for clustered instances: at most a quarter of candidates; 0: none; ignored without
        coordinates.
    trails : str, default 'auto', auto | candidates | all
        Edges that have pheromone. candidates: those to candidates; all: all pairs of cities, up to 4,096 cities (not with focused); auto: candidates,
        as all.
    q : float, default 100.0, from 1e-6 to 1e12
        As: an ant deposits Q over the length of its tour on every edge of it; only the ratio to trail0 counts.
    trail0 : float, default 0.0, from 0 to 1e12
        As: pheromone of every edge at first; 0: Q over (cities times the length of the greedy tour)."""
    method: ClassVar[str] = "aco"
    variant: str = 'auto'
    local_search: str = 'auto'
    ants: int = 0
    iterations: int = 0
    alpha: int = 1
    beta: float = 0.0
    rho: float = 0.0
    p_best: float = 0.0
    elite: int = 6
    new_edges: int = 4
    candidates: int = 16
    quadrant: int = 2
    trails: str = 'auto'
    q: float = 100.0
    trail0: float = 0.0


@dataclass(frozen=True)
class AnnealTours(Method):
    """Simulated annealing of tours with parallel tempering: method="anneal-tours".

    Parameters
    ----------
    neighbourhood : str, default 'candidates', candidates | published
        Move proposed in a step. candidates: 2-opt to a candidate, or moving a segment of up to 3 cities next to one; published: 2-opt of two random
        positions.
    chains : int, default 0, from 0 to 64
        Markov chains of an island, each at its own temperature (parallel tempering); 0: 8, published 1.
    sweeps : int, default 0, from 0 to 4e9
        Sweeps of each chain; a sweep is as many steps as cities, rounded up to a power of two; 0: 16 million steps, but 1,000 to 10,000 sweeps, or
        with time as many as the time allows.
    anneals : int, default 1, from 1 to 1e6
        Coolings, one after the other; they share the sweeps or the time.
    hot : float, default 0.0, from 0 to 0.99
        Initial temperature, as the fraction of lengthening moves of the start tour that it accepts; 0: 0.2, published 0.5; with initial 0.02,
        published 0.003.
    cold : float, default 0.0, from 0 to 0.99
        Final temperature, likewise; after it only moves that do not lengthen the tour are accepted; 0: 0.005, published 0.00001.
    spread : float, default 0.0, from 0 to 1000
        Ratio of the highest to the lowest temperature of an island's chains; those between differ by a constant factor; 0: 2, with one chain 1.
    exchange : int, default 0, from 0 to 1e9
        Sweeps between two exchanges of temperatures between the chains of an island; 0: 16, at least 16,384 steps.
    candidates : int, default 8, from 1 to 16
        Nearest neighbours of a city to which a step may move it.
    quadrant : int, default 0, from 0 to 16
        Candidates taken from each quadrant around a city, for clustered instances: at most a quarter of candidates; 0: none; ignored without
        coordinates.
    cooling : str, default 'exponential', exponential | linear | logarithmic
        How the temperature falls. exponential: by equal factors; linear: by equal amounts; logarithmic: as ln 2 over ln(steps + 2) of the initial
        one, which hardly cools.
    t0 : float, default 0.0, from 0 to 1e15
        Initial temperature, in units of the cost; 0: by hot.
    t_end : float, default 0.0, from 0 to 1e15
        Final temperature, likewise; 0: by cold (not with cooling logarithmic)."""
    method: ClassVar[str] = "anneal-tours"
    neighbourhood: str = 'candidates'
    chains: int = 0
    sweeps: int = 0
    anneals: int = 1
    hot: float = 0.0
    cold: float = 0.0
    spread: float = 0.0
    exchange: int = 0
    candidates: int = 8
    quadrant: int = 0
    cooling: str = 'exponential'
    t0: float = 0.0
    t_end: float = 0.0


@dataclass(frozen=True)
class Tabu(Method):
    """Tabu search: method="tabu".

    Parameters
    ----------
    move : str, default '2opt', 2opt | swap
        Neighbourhood. 2opt: replace two edges, which reverses a part of the tour; swap: exchange two cities.
    tenure : int, default 0, from 0 to 1000
        Steps during which a removed edge may not return, varied at random by up to a tenth in each step; 0: 5, at most a quarter of the cities.
    patience : int, default 40, from 1 to 1e12
        Steps without a new best tour after which a searcher restarts from the island's best tour after a double bridge.
    searchers : int, default 0, from 0 to 65536
        Searchers of an island; 0: 2, on a GPU 33.
    steps : int, default 0, from 0 to 4e9
        Steps of each searcher; 0: 10,000, or with time as many as the time allows."""
    method: ClassVar[str] = "tabu"
    move: str = '2opt'
    tenure: int = 0
    patience: int = 40
    searchers: int = 0
    steps: int = 0


@dataclass(frozen=True)
class Flock(Method):
    """Particle swarms of tours: method="flock".

    Parameters
    ----------
    particles : int, default 64, from 1 to 1e6
        Particles of a swarm; the position of a particle is a tour.
    iterations : int, default 0, from 0 to 4e9
        Iterations of each swarm; 0: 1,000, or with time as many as the time allows.
    migrants : int, default 2, from 0 to 1e6
        Best particles of a swarm that replace the worst of the next swarm after every epoch.
    local_search : str, default '2opt', none | 2opt
        Local search on the tour of every particle. 2opt: 2-opt on the candidates.
    w : float, default 0.3, from 0 to 1
        Inertia: fraction of the swaps of the last velocity that a particle repeats.
    c1 : float, default 0.5, from 0 to 100
        Weight of a particle's own best tour: times a random number from 0 to 1, the fraction of the swaps towards it that are made.
    c2 : float, default 0.5, from 0 to 100
        Weight of the best tour of the swarm, likewise."""
    method: ClassVar[str] = "flock"
    particles: int = 64
    iterations: int = 0
    migrants: int = 2
    local_search: str = '2opt'
    w: float = 0.3
    c1: float = 0.5
    c2: float = 0.5


@dataclass(frozen=True)
class Anneal(Method):
    """Simulated annealing: method="anneal".

    Parameters
    ----------
    chains : int, default 0, from 0 to 1e6
        Markov chains of an island; 0: 1 on the CPU, 32 on a GPU.
    epochs : int, default 50, from 1 to 1e9
        Epochs: each chain is heated and cooled once in each.
    temperature : float, default 0.15, from 1e-6 to 1000
        Temperature at the start of the first epoch.
    reheat : float, default 0.05, from 1e-6 to 1000
        Temperature at the start of every later epoch.
    cold : float, default 0.005, from 1e-6 to 1000
        Temperature at the end of every epoch.
    aim : float, default 0.003, from 0 to 0.5
        Reference makespan of a chain, above which loads are penalised: its best makespan, reduced by this fraction."""
    method: ClassVar[str] = "anneal"
    chains: int = 0
    epochs: int = 50
    temperature: float = 0.15
    reheat: float = 0.05
    cold: float = 0.005
    aim: float = 0.003


@dataclass(frozen=True)
class Lists(Method):
    """The best of the list heuristics: method="lists"."""
    method: ClassVar[str] = "lists"


@dataclass(frozen=True)
class Trade(Method):
    """Task trading along maximum flows: method="trade".

    Parameters
    ----------
    network : str, default 'both', both | machines | chains
        What a round does. machines: tasks move along a maximum flow between machines; chains: tasks take one another's places; both: the first, then
        the second.
    depth : int, default 4, from 1 to 16
        Tasks of a chain, at most.
    kick : int, default 16, from 1 to 1000000
        Tasks that move at random when rounds gain nothing any more.
    origin : str, default 'lists', lists | fcfs | min-min | max-min | sufferage
        List heuristic whose assignment is the start; lists: the best of the four.
    rounds : int, default 0, from 0 to 4e9
        Rounds of each island; 0: 2,000, or with time as many as the time allows."""
    method: ClassVar[str] = "trade"
    network: str = 'both'
    depth: int = 4
    kick: int = 16
    origin: str = 'lists'
    rounds: int = 0


@dataclass(frozen=True)
class Pso(Method):
    """Particle swarms: method="pso".

    Parameters
    ----------
    particles : int, default 128, from 1 to 1e6
        Particles of a swarm.
    iterations : int, default 1000, from 1 to 1e9
        Iterations of each swarm.
    migrants : int, default 2, from 0 to 1e6
        Best particles of a swarm that replace the worst of the next swarm after every epoch.
    form : str, default 'real', real | discrete
        Positions. real: real numbers; discrete: rounded to whole numbers after every move.
    inertia : str, default 'decay', decay | linear | constriction
        Inertia weight. decay: w, multiplied by decay in each iteration; linear: falls from w to 0.4; constriction: the constriction factor of Clerc
        and Kennedy.
    w : float, default 0.9, from 0 to 10
        Initial inertia weight.
    decay : float, default 0.995, from 0 to 1
        Factor of the inertia weight per iteration, with inertia decay.
    c1 : float, default 2.0, from 0 to 100
        Weight of a particle's own best position.
    c2 : float, default 1.4, from 0 to 100
        Weight of the best position of the swarm.
    c3 : float, default 1.0, from 0 to 100
        Weight of repulsion from the best position of the neighbouring swarm, in every second swarm."""
    method: ClassVar[str] = "pso"
    particles: int = 128
    iterations: int = 1000
    migrants: int = 2
    form: str = 'real'
    inertia: str = 'decay'
    w: float = 0.9
    decay: float = 0.995
    c1: float = 2.0
    c2: float = 1.4
    c3: float = 1.0


@dataclass(frozen=True)
class Fcfs(Method):
    """List heuristic: first come, first served: method="fcfs"."""
    method: ClassVar[str] = "fcfs"


@dataclass(frozen=True)
class MinMin(Method):
    """List heuristic: min-min: method="min-min"."""
    method: ClassVar[str] = "min-min"


@dataclass(frozen=True)
class MaxMin(Method):
    """List heuristic: max-min: method="max-min"."""
    method: ClassVar[str] = "max-min"


@dataclass(frozen=True)
class Sufferage(Method):
    """List heuristic: sufferage: method="sufferage"."""
    method: ClassVar[str] = "sufferage"


@dataclass(frozen=True)
class Sisr(Method):
    """Ruin and recreate: slack induction by string removals: method="sisr".

    Parameters
    ----------
    chains : int, default 0, from 0 to 1e6
        Markov chains of an island; 0: on the CPU 2, or with time as many as fill its threads; on a GPU as many as fill it, with all islands.
    proposals : int, default 0, from 0 to 32
        Moves proposed from the same solution in a round; 0: 16, or fewer if parts have fewer than 200 customers.
    part : int, default 0, from 0 to 8000
        Approximate number of customers of a part: a chain is divided into sets of neighbouring routes that are searched in parallel; 0: no division
        up to 1,200 customers, above that 12 full routes, 250 to 1,200 customers.
    epochs : int, default 0, from 0 to 1e9
        Epochs of the run, during which the temperature falls; 0: as many as time allows, or without it 20,000 proposals per customer.
    tournament : int, default 16, from 0 to 1e6
        Epochs between two tournaments, in which each chain continues from the cheaper of its own and another chain's solution; 0: no tournaments.
    hot : float, default 0.0, from 0 to 1000
        Initial temperature, on the last island. Unit: geometric mean of the mean edge between customers in the start solution and the mean distance
        of a customer from the depot; 0: 0.5, with initial 0.125.
    hottest : float, default 0.0, from 0 to 1000
        Initial temperature on the first island, in the unit of hot; the temperatures of the islands between the first and the last fall by a constant
        factor; 0: 16, but hot if that is given, with initial, and with parts.
    cold : float, default 0.003, from 1e-6 to 1000
        Final temperature, in the unit of hot.
    vehicles_share : float, default 0.2, from 0 to 1
        With objective vehicles: maximum fraction of the run that first reduces the number of vehicles; the rest reduces the distance.
    generations : int, default 0, from 0 to 1e6
        Generations of the chains of an island: each after the first begins with recombinations of the best solutions, two by two, and there are no
        tournaments; 1: none are made; 0: 21 with 12 chains on a single thread, if time is at least 0.15 s per customer; else 1.
    first_share : float, default 0.5, from 0.01 to 0.99
        Fraction of the run that the first of several generations takes.
    reheat : float, default 0.05, from 1e-6 to 1000
        Initial temperature of the generations after the first, in the unit of hot."""
    method: ClassVar[str] = "sisr"
    chains: int = 0
    proposals: int = 0
    part: int = 0
    epochs: int = 0
    tournament: int = 16
    hot: float = 0.0
    hottest: float = 0.0
    cold: float = 0.003
    vehicles_share: float = 0.2
    generations: int = 0
    first_share: float = 0.5
    reheat: float = 0.05


@dataclass(frozen=True)
class Ruin(Method):
    """Ruin and recreate for fleets: method="ruin".

    Parameters
    ----------
    chains : int, default 0, from 0 to 1e6
        Markov chains of an island; 0: on the CPU 1, or with time as many as its threads; on a GPU as many as fill it, with all islands.
    proposals : int, default 0, from 0 to 32
        Moves proposed from the same solution in a round; 0: 1 on the CPU, on a GPU as many as fit a block.
    epochs : int, default 0, from 0 to 1e9
        Epochs of the run, during which the temperature falls; 0: as many as time allows, or without it 20,000 proposals per customer.
    tournament : int, default 16, from 0 to 1e6
        Epochs between two tournaments, in which each chain continues from the cheaper of its own and another chain's solution; 0: no tournaments.
    hot : float, default 0.0, from 0 to 1000
        Initial temperature. Unit: geometric mean of the mean cost between near customers and the mean cost between a customer and the ends of routes;
        0: 1, with initial 0.125.
    cold : float, default 0.005, from 1e-6 to 1000
        Final temperature, in the unit of hot."""
    method: ClassVar[str] = "ruin"
    chains: int = 0
    proposals: int = 0
    epochs: int = 0
    tournament: int = 16
    hot: float = 0.0
    cold: float = 0.005


@dataclass(frozen=True)
class ThreeOpt(Method):
    """Exhaustive 3-opt: method="3opt".

    Parameters
    ----------
    start : str, default 'savings', savings | star
        Start solution. savings: Clarke and Wright's savings; star: one route per customer.
    evaluator : str, default 'auto', tables | packed | hierarchy | auto
        Evaluation of moves, with the same result. tables: tables of 32-bit values; packed: tables of 16-bit values; hierarchy: each move by a segment
        hierarchy, which keeps time windows; auto: hierarchy with time windows, else packed.
    levels : int, default 0, from 0 to 4
        Levels of the segment hierarchy; 0: chosen by the number of nodes.
    selection : str, default 'auto', auto | best | disjoint
        Moves made after a scan. best: the best one; disjoint: many, which change different routes; auto: disjoint from 5,000 nodes unless the
        evaluator is hierarchy, else best.
    moves : int, default 0, from 0 to 1e12
        Maximum improving moves; 0: until no move improves."""
    method: ClassVar[str] = "3opt"
    start: str = 'savings'
    evaluator: str = 'auto'
    levels: int = 0
    selection: str = 'auto'
    moves: int = 0


__all__ = ["Aco", "Anneal", "AnnealTours", "Climb", "Fcfs", "Flock", "Ils", "Lists", "MaxMin", "Method", "MinMin", "Pso", "Ruin", "Sisr", "Sufferage",
           "Tabu", "ThreeOpt", "Trade"]
