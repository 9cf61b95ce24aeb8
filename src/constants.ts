/**
 * Every tuning constant of the engine, with unit, usual value and what breaks when it is changed.
 * Lengths are in metres and are multiplied by `lengthUnit`; speeds likewise.
 */

/** Ids from 1 to this − 1 can be bodies. Two ids and a flag must fit the 53 exact bits of a double. */
export const MAX_ENTITIES = 1 << 22

/** Entities that fit before the first growth. Doubling from here costs one copy of every column a time. */
export const DEFAULT_CAPACITY = 1024

/** Substeps in a step. Fewer: stacks soften and heavy things sink; more: time grows in proportion. */
export const DEFAULT_SUBSTEPS = 4

/** Metres. Bodies may rest this deep in each other; a touch begins at this distance. Too small: contacts flicker. */
export const LINEAR_SLOP = 0.005

/** Metres. Contact points are kept up to this distance ahead of a touch. Too small: fast stacks rattle. */
export const SPECULATIVE_DISTANCE = 4 * LINEAR_SLOP

/** Metres. The largest margin of a fat box beyond the speculative distance. Larger: fewer searches, more pairs. */
export const MAX_FAT_MARGIN = 0.05

/** The fat margin as a part of a body's extent, for bodies too small for the whole of {@link MAX_FAT_MARGIN}. */
export const FAT_MARGIN_RATIO = 0.125

/** Hertz. Stiffness of contacts between bodies that can move, unless the substep asks for less. Softer: piles sag. */
export const CONTACT_HERTZ = 30

/** Contacts may not oscillate faster than this part of the substep rate. Larger: they become unstable. */
export const CONTACT_HERTZ_RATIO = 0.125

/**
 * Seconds after which about a third is left of what a longer substep made softer, where steps have no fixed length. Shorter: piles breathe
 * with each step; longer: they stay soft after a slow moment.
 */
export const LONG_SUBSTEP_MEMORY = 2

/** Of the present substep, but at least of one for which contacts are as stiff as may be: no longer one is remembered. Larger: piles sag after a hitch. */
export const LONG_SUBSTEP_RATIO = 2

/** Contacts against bodies that never give way are this much stiffer. */
export const STATIC_HERTZ_FACTOR = 2

/** No unit. Far above 1, so that overlap is pushed out without a bounce. */
export const CONTACT_DAMPING_RATIO = 10

/**
 * Bodies in an island up to which its contacts are stiffer: see {@link SMALL_ISLAND_COMPLIANCE}. Fewer: piles of 200 of which every other has 50
 * times the density rest later (with 128, of 8 at 30 Hz 2 moved at 0.4 and 0.9 m/s after 9 s, with this none faster than 0.13).
 */
export const SMALL_ISLAND = 166

/** Bodies in an island from which on its contacts are as soft as {@link CONTACT_HERTZ} says. */
export const LARGE_ISLAND = 512

/**
 * The compliance of contacts in a small island, as a part of the usual one. A pass of the solver carries a push only
 * so far, so how stiff contacts may be depends on how many bodies hang together: with this a
 * tower of 20 boxes stands for good that otherwise leans over within 20 s, but a pyramid of 5,050 never comes to rest.
 * Smaller: towers sway for good, because what a pass adds against overlap lags behind. Where few of the passes reach far, the two of a substep h
 * damp a swing that is slow while (hω)² is less than twice this, ω being 2π times the hertz of a contact; that is 0.62 at most. With 0.2, 23 of 48
 * towers of 7 to 10 boxes upon which another fell never came to rest. Larger: of towers of 20 that were hit some lean over (2 of 12 with 0.32).
 */
export const SMALL_ISLAND_COMPLIANCE = 0.28

/** Metres per second. Overlap is not pushed out faster. Larger: spawned overlaps explode. */
export const MAX_PUSH_OUT_SPEED = 3

/** Metres per second. Slower impacts do not bounce. Too small: resting bodies never settle. */
export const RESTITUTION_THRESHOLD = 1

/** Metres per second. Touches that begin slower are no hits. Smaller: every footstep is reported. */
export const HIT_THRESHOLD = 1

/** Metres per second. Nothing moves faster, so that no position can overflow. 400 m in a step at 60 Hz would be 24 km/s. */
export const MAX_SPEED = 4000

/** Radians a substep may turn, an eighth of a turn: beyond it the anchors of a contact lose their meaning. */
export const MAX_TURN_PER_SUBSTEP = 0.25 * Math.PI

/** Metres per second. A body slower than this, its farthest point included, is quiet. */
export const SLEEP_SPEED = 0.05

/** Seconds that every body of an island must have been quiet before it sleeps. */
export const TIME_TO_SLEEP = 0.5

/**
 * Seconds after which a body counts as quiet that got no farther than {@link CALM_SLOPS}, whatever its speed: it trembles. Of 250 piles that
 * bounce a few never slept, because one pair flickered between two manifolds and shook the others.
 */
export const TIME_TO_CALM = 1

/**
 * Slops. Of what is touched as far as a body falls within a step from rest, if that is more, but no farther than it gets at the sleep speed in
 * {@link TIME_TO_CALM}. Larger: what swings on a spring is seen to stop; smaller: with 1, 12 of 128 piles at 30 Hz slept later than after 12 s, with this 8.
 */
export const CALM_SLOPS = 2

/** Sleep speeds up to which a body is slow: see {@link ROCKING_DAMPING}. */
export const SLOW = 4

/** Slops. What is slow and gets no farther rocks, and does not roll. Larger: what rolls slowly is held; smaller: what rocks goes on. */
export const ROCKING_SLOPS = 10

/**
 * 1/s. How fast the spin of a body decays that rocks for longer than {@link TIME_TO_CALM}, is touched, and may sleep. Two that lie on each other
 * with round sides rock for minutes, and 200 stay awake around them: half of the piles of rounded boxes on a chain at 30 Hz did after 12 s. Smaller:
 * with 1, of 128 piles 19 were late for 12; larger: with 4 as many.
 */
export const ROCKING_DAMPING = 2

/** Steps after which islands are made anew when contacts ended. Rarer: what fell apart is taken for large for longer. */
export const ISLAND_REFRESH = 16

/**
 * Sleep speeds with which two bodies must meet, beyond what drives any body within a step, to jolt their island. Smaller: piles tremble, because contacts of
 * them are now stiff, now soft; larger: what falls less deep springs up more.
 */
export const JOLT_SPEED = 20

/**
 * Seconds for which contacts of an island are as soft as in a large one after a jolt. A tower of 20 boxes that fell by 1.25 m sprang up by 0.94 m, though
 * nothing in it bounces, now by less than 5 mm. Shorter: what is pressed together springs up when it is stiff again; longer: towers that were
 * hit lean more.
 */
export const JOLT_TIME = 0.4

/**
 * Bodies in the smallest and the largest island for which that holds. A pass carries a push through fewer; of more the sums of what is now stiff, now
 * soft add up: with 200 piles of rounded boxes at 30 Hz rested after 12 s, not after 6.
 */
export const JOLT_LEAST = 3
export const JOLT_MOST = 40

/** Ratio of masses from which on the contact of two bodies is as stiff as {@link HEAVY_COMPLIANCE} says. */
export const HEAVY_RATIO = 10

/**
 * The compliance of such a contact in any island, as a part of the usual one. Larger: what is light is squeezed; smaller: it rings. Of 96 piles in which every
 * other body has 50 times the density, 18 did not rest within 12 s with 0.2, 7 with this, at overlaps of 12 and 20 mm; 10 at 34 mm with 1.
 */
export const HEAVY_COMPLIANCE = 0.5

/**
 * Sleepers in a step whose pose is compared with where they fell asleep; where more sleep they take turns. More: a world
 * of many sleepers costs more (5 ns each); fewer: a plain write to the pose of one is noticed later.
 */
export const POSES_WATCHED = 512

/** Sleepers in a step whose velocity is looked at; where more sleep they take turns. More and fewer: as above. */
export const VELOCITIES_WATCHED = 2048

/**
 * Dynamic colliders that may lie deep in another one, with a contact each. Where two have more each they are in a crowd
 * that is to come apart, and most of their contacts wait. Fewer: small crowds come apart in another way; more: the
 * solver cannot balance so many contacts of a body, and a crowd explodes.
 */
export const CROWD = 128

/**
 * Meters. How far from its rest a body that floats free may fall asleep. Larger: it rests at a height that one sees is wrong;
 * smaller: it bobs for longer, though nobody sees that.
 */
export const FLOATING_SLOP = 0.001

/**
 * Ratio of masses from which on a light body that is squeezed under a heavy one gets inertia for the time: see `Burdens`.
 * Smaller: what slides under a load that it can carry is slower for no reason; larger: it is squeezed (piles of boxes of which
 * half are 30 times as dense: by 160 mm with 50, by 56 with this).
 */
export const BURDEN_RATIO = 10

/**
 * The same for discs, of the load. Smaller: rollers under what they can carry are slow to start, forty of them 3 times; larger: piles of
 * discs are squeezed (of which half are 30 times as dense: by 72 mm with this, by 24 with 24). (What a disc gains steadily given for the inertia, too: rollers were right, and discs in piles rolled for good.)
 */
export const ROLLER_RATIO = 50

/**
 * Seconds. For discs that lie on what does not move the heavy one is at most so many substeps as heavy as all of them together that share it, and
 * no more than {@link ROLLER_RATIO}, instead of {@link BURDEN_SHARE} times each. Smaller: rollers and wheels are slow to start (5 to 40 rollers
 * under 60 to 1,000 times their mass keep 97 to 100 % of the speed that they should at 240 substeps a second, by that share of each 29 to 86 %);
 * larger: light wheels of a heavy cart hop in long substeps.
 */
export const ROLLER_RATE = 0.1

/**
 * The heavy one is then at most so many times as heavy as each of the squeezed. Smaller: rollers under a slab are slow
 * to start, by a half of this part for each; larger: columns sag (of ten boxes, by 14 mm with this and by 140 with 100).
 */
export const BURDEN_SHARE = 10

/**
 * Restitution. What has more keeps that share where something heavy drives it hard against what holds it; else it weighs as much as that. Smaller: what
 * is heavy comes back where the light one hardly bounces; larger: what bounces to and fro between the two gives energy that nobody had, four times as much with 1.
 */
export const DRIVEN_RESTITUTION = 0.3

/**
 * Sleep speeds with which the two must meet for that, beyond what drives them within two steps. Smaller: what is light in a pile weighs more now and then;
 * larger: what is slower comes back at half of its speed.
 */
export const DRIVEN_SPEED = 10

/** Nor is driven what slides at more than this part of the speed at which it meets. Larger: it takes what is heavy along; smaller: oblique blows spring back. */
export const DRIVEN_SLIDE = 0.5

/**
 * Powers of two by which a load counts as less that begins at a joint of a loop. Smaller: what swings is slowed down by the inertia that light links
 * get, a trapeze of 12 links by 30 % with 0, by 8 % with this; larger: joints give way, those of a trapeze of 1,000 times the mass of a link by 25 mm
 * with 3, by 12 with this.
 */
export const LOOP_LOAD_POWERS = 2

/**
 * Bodies that hang together by joints up to which each of them bears a load as if alone; of more all together bear as much as so many. A load goes
 * through joints to all of them, so otherwise they get more inertia together than what weighs on them has, and it swings with what they have no weight for: a
 * cloth of 336 circles threw a ball of 800 times the mass of one by 11 m, and on a deck that hangs on rods a car reached 76 m/s. Loads are powers of two, so it
 * is what is just below one of them that counts. Smaller: joints give way, those of that cloth by 0.48 m with 10, since it bore a half of the load, by 0.33 with
 * this (30 Hz); larger: cars of 400 to 700 times the mass of a plank of that deck reach 64 to 77 m/s with 12 (60 Hz; 4.4 and 4.9 with this up to 520 times).
 * Of loads that count as less by {@link LOOP_LOAD_POWERS} it is as many more.
 */
export const BURDEN_BUNCH = 11

/**
 * 1/s. Where substeps are longer so many more bear as if alone, by the square of how many times: so goes what a load draws out in a substep. Nets and trusses under piles of
 * 57 times the mass of a ball were drawn out by 2 to 8 m at 30 steps of 4 substeps a second, and are by 0.8 to 1.4 (box2d3-wasm 1.5 to 3.7).
 */
export const BURDEN_BUNCH_RATE = 240

/**
 * So many times what weighs on them they get together at most, times the share of each. Larger: they throw it: a ball of 125 times the mass of one of a
 * cloth rose as a trampoline lets it with 7 (60 Hz, 1 substep), and the cloth won energy; smaller: piles draw nets out.
 */
export const BURDEN_BUNCH_MOST = 4.4

/** Seconds. The same times the length of a substep: with few substeps of a long step there are fewer passes. */
export const BURDEN_SHARE_RATE = 0.1

/**
 * Joints from which on a tree of them is solved at once: see `kernel/trees.c`; of what the world does not hold so many in a row, since what adds
 * up along it is the weight that the world holds (scenes of figures of up to 17 parts took 1.11 to 1.18 times as long at once).
 * Smaller: a heap of ragdolls of eleven parts sleeps later (after 4.2 s instead of 3.6; without friction in their joints not within 14 instead of
 * after 11); larger: ropes of fewer links stretch.
 */
export const LEAST_TREE = 12

/**
 * Of fewer joints it is done where one body has so many times the mass of another, as the wheels of a car: one slide that carried 130
 * times the mass of its rail did not hold at its limit. Not of what hangs on a loop. (Where else: see `is_worth` in kernel/plan-trees.c.)
 */
export const UNEVEN = 10

/**
 * And where one body has so many joints or more, and answers for more than this number of them: see `kernel/stars.h`. A body of as many joints as it
 * has equal neighbors answers for half of them, a torso among its limbs for 1.3. No number that comes out even.
 */
export const LEAST_STAR = 3
export const MOST_BORNE = 2.57

/** And of so many joints whatever the masses: a double pendulum that was solved joint by joint lost 14 % of its energy in 20 s. */
export const LEAST_PENDULUM = 2
export const SMALL_TREE = 3

/** One body may have so many times the mass of another where small trees follow arcs: three hinges under 100 times their mass won energy. */
export const MOST_BENT = 20

/**
 * What a joint holds turns with its bodies, and so pushes them otherwise: it swings. Explicit steps of time follow a swing while the square of its
 * frequency times the step is below 4, and of what a hinge holds only so much is taken on in the next substep: see `kernel/swing.h`.
 * Without a bound random loops of masses 1 : 1,000 reach 4,000 m/s; with 1 a ladder of circles that carries 1,000 times their mass gives way by 1.9 m,
 * not 0.4, and a net of 3,600 at 30 Hz lets go where it hangs.
 */
export const MOST_SWING = 4

/**
 * The same of rods and ropes, of which two that follow each other turn the body between them; those that loops strain are slowed down instead: see `calm_swing`.
 * Before that with 2 three rods whose middle is drawn away reached 3,300 m/s; with 0.5 two side by side give way under 100,000 newtons for each kilogram by 9 % more than they should.
 */
export const MOST_ROD_SWING = 1

/** The same of slides, whose arms are as long as they are open. With 2, 6 of 1,200 random loops of slides reached 44 to 3,400 m/s. */
export const MOST_SLIDE_SWING = 0.5

/** Hertz from which on a joint holds rigidly: softer ones are meant to give way, and are solved one by one. */
export const RIGID_HERTZ = 60

/**
 * How soft the rows of a tree are, as a part of what the bodies of the joint would yield to them alone. With 0 a bridge
 * without slack between two walls would have no one solution; larger: heavy loads stretch ropes.
 */
export const TREE_GIVE = 1e-5

/**
 * How soft rods and the rows of trees are in addition where a body is locked along one axis, as a part of what it would yield if it were not; and
 * contacts, where nothing else yields. What goes along that axis has next to no hold on the body: with 0 what it asked for threw bodies at 4,000 m/s.
 * Larger: such rods stretch, and steep wedges go in.
 */
export const LOCKED_GIVE = 1e-3

/**
 * Which part of a push at a contact has to move what is locked along one axis: less counts as nothing, the push goes along that axis alone, as at
 * a wall (what leans by 1.8 degrees); from the other part on the row is as rigid as that (4 degrees). Smaller: such walls throw what they press.
 */
export const LOCKED_STILL = 0.001
export const LOCKED_RIGID = 0.005

/**
 * Meters and radians per second. Joints mend their places no faster. Smaller: what is torn apart comes together late; larger:
 * joints that are switched on while their ends are far apart throw their bodies about.
 */
export const MOST_MENDING_SPEED = 4
export const MOST_MENDING_TURN = 8
