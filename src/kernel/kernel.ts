/**
 * The loops in which a step spends its time, in the {@link KernelMemory} the kernel was made for. Arguments are addresses
 * in bytes, or places in a list where that is said; a range of groups is given by its first byte and the byte behind it.
 * There are no numbers with a fraction among them: each would be boxed on the way into WebAssembly.
 */
export interface Kernel {
  /**
   * Takes the bodies that are listed through all substeps, where there are neither joints nor locked axes: the functions from
   * {@link resolveImpacts} to {@link renewRows}, as often as `substeps` says. See `kernel/substeps.c`.
   * @param count Awake bodies, and
   * @param bound those of them that are listed.
   */
  takeSubsteps(count: number, bound: number, substeps: number): void
  /** The soft pass over the groups of `AddressTable.Runs`: pushes overlap out. */
  pressContacts(): void
  /**
   * The rigid pass with friction: takes out the velocity that the soft pass put in, and adds what the impulses so far
   * change to the push of the next substep.
   */
  relaxContacts(): void
  /**
   * Lists the bodies that the substeps have to work on: all of the first `count`, or where `spares` is 1 those that a contact or a joint acts on or that
   * are locked along an axis. The others are `ALONE`: {@link commit} takes them through their substeps.
   * @param jointed 1 where the step has joints, which are packed by now.
   * @returns How many are in `BodyStates.listed`, which is theirs until then.
   */
  listBound(count: number, spares: number, jointed: number): number
  /**
   * Begins a substep for the bodies that are listed: what drives them acts on the velocities, then the impulses so
   * far do, so that a resting stack starts from its solution. Takes `AddressTable.SubstepTime`.
   */
  accelerate(count: number): void
  /** Moves and turns them by a substep. Speeds beyond the limits are cut first. */
  move(count: number): void
  /**
   * Looks at the motions of the bodies at the places `first` to `end` − 1 of the awake list, which were shown (see `Motions`): notes in
   * `AddressTable.Written` where one is not where the last step left it, or has parts.
   * @returns The place of the first body that has parts or a `Motion`, or of which a number is too large or none; those behind it are not
   *   looked at. Otherwise `end`.
   */
  look(first: number, end: number): number
  /**
   * Begins a step for such bodies, whose velocities were shown: makes all that the solver works on, without what a `Motion` changes about it.
   * @returns How many are listed: those that have a `Motion`, or whose velocity is infinite or NaN.
   */
  gather(first: number, end: number): number
  /**
   * Ends a step for such bodies, whose motions were shown: leaves poses and velocities there, and velocities in the states; counts the time for
   * which they were quiet, and notes in `State.More` what else there is to do, and in `AddressTable.AnyQuiet` that there is something that
   * may sleep. Listed are those that went far, see `AddressTable.SparesFree`, and those whose origin swings, at angles beyond `SMALL_ANGLE_LIMIT`.
   * @returns The place of the first body that moves farther or faster than anything may; neither it nor those behind it
   *   are done. Otherwise `end`.
   */
  commit(first: number, end: number): number
  /**
   * Finds which of the bodies that {@link commit} has listed as `Outcome.Fast` got through nothing for sure, and are `Outcome.Free` then. The
   * boxes of their colliders were shown. Not of bullets: see `kernel/free-way.c`. Takes how many bodies took part in the step.
   */
  findFree(solved: number): void
  /**
   * Finds the ways of such bodies, whose velocities were shown, in the coming step: `Bodies.way` and `Bodies.quick`. See `Followed` for what else it takes.
   * @returns The place of the first body for which either changed, where it is or was quick; those behind it are not
   *   looked at. Otherwise `end`.
   */
  findWays(first: number, end: number): number
  /**
   * Brings the poses of such bodies up to date, whose motions and fat boxes were shown, and finds their ways and the boxes that their own
   * colliders need. See `Followed`. For what has children or a shape with points, and for angles beyond `SMALL_ANGLE_LIMIT`, it leaves a box
   * that lies within no other.
   * @returns How many are listed: those whose box does not lie within their fat box.
   */
  follow(first: number, end: number): number
  /**
   * Makes the manifolds of a range of the active list anew, and lists what is left to do; the columns are where the
   * `AddressTable` says. Of each contact that is looked at, it writes manifold, features, impulses and the number of points.
   *
   * It does not look at contacts with other flags than `Touching` and `Grazing`, and at two circles on one spot: these are
   * listed as `UNSEEN`. A manifold whose sides hardly moved against each other is kept. With the number of points that
   * they had, it lists the contacts whose manifold asks for more, or may do so: points that come or go, a touch that
   * begins or ends, a graze, a body to wake, one pressed deep into what cannot be pushed; and where a hook asks, all others that have points, as `ONLY_ASKED`. Those that touch and are not
   * listed are added to `AddressTable.Touching`. Contacts of quick bodies to look ahead for are listed in `AddressTable.Ahead`.
   * @param first A place in the active list, and
   * @param end the one behind the last.
   * @returns The number of entries in the todo list, which starts anew.
   */
  collide(first: number, end: number): number
  /**
   * When the shapes of two colliders meet on the ways `AddressTable.SweepA` and `SweepB`: see `timeOfImpact` of `src/collision/`.
   * @param disc 1 where a disc with the radius `AddressTable.DiscRadius` takes the place of the first, otherwise 0.
   * @returns One of `Impact`; `AddressTable.Impact` tells where.
   */
  timeOfImpact(a: number, b: number, disc: number): number
  /**
   * Collides two colliders that lie to each other as `AddressTable.Pair` says; 0 is the link at `AddressTable.LooseLink`.
   * @returns How many points there are: see `AddressTable.Foreseen`.
   */
  collidePair(a: number, b: number): number
  /**
   * Gives each new point of a contact the impulses of the old point at the same corner, or none.
   * @param first The name of its first point until now, and
   * @param second that of its second.
   * @param old How many there were, and
   * @param points how many there are now.
   */
  matchPoints(contact: number, first: number, second: number, old: number, points: number): void
  /**
   * Looks whether the two colliders of a contact, which are apart, will meet on their ways through the step.
   * @returns How many points they have then: see `AddressTable.Foreseen`.
   */
  foresee(contact: number): number
  /**
   * Looks ahead for the contacts of `AddressTable.Ahead` from a place in it on, and lists those of which a hit may come, see `HitList`. Of those with
   * points a single one gets that at which the other ends of its bodies will meet within the step, if they turn so.
   * @returns The place of the next one that the caller has to take, or `end`: `AddressTable.FoundPoints` tells how many points it will have, see
   *   `AddressTable.Foreseen`; where there are none it has some now, and `AddressTable.Closer` tells what becomes of them.
   */
  lookOn(first: number, end: number): number
  /** How a contact with points is followed within the step: bits of `Closer`. */
  howFollowed(contact: number): number
  /** Whether the points of a contact are made anew within the step as its bodies turn, 1 or 0. Where one side is a circle there is no other point. */
  renews(contact: number): number
  /**
   * Whether the bodies of a contact with points meet within the step, and so fast that it matters, 1 or 0. With what is static only those do that
   * the hit may turn far.
   */
  mayHit(contact: number): number
  /**
   * Follows the hits of the step, see `HitList`: whose bodies meet still go on with the ways that they have with the hit then, and from those for which
   * that makes a difference it is looked ahead again. Takes `AddressTable.BounceWay` and `StaticCount`. To be called until it asks for nothing more.
   * @param near Where it asked for that, 1 where something static and solid is in the region, otherwise 0.
   * @returns What it has to be told, or have done, before it is called again: one of `FollowAsk`.
   */
  followHits(near: number): number
  /**
   * Turns active contacts into rows (see `contact-groups.ts`), and their impulses so far into the push that the bodies
   * get first. Everything is found by the {@link AddressTable}; addresses are given nowhere else.
   *
   * A row needs a place in a group, and a group needs room. Where a stream has none, or where the surfaces of a contact
   * combine by rules of their own, the caller is asked: {@link AddressTable.Wanted} tells for what, and nothing of the contact
   * at hand was done. The caller makes room (which may replace the memory) and goes on from there; or it writes
   * {@link AddressTable.Friction} and {@link AddressTable.Restitution} and has that one contact prepared as `Prepared.Ruled`, which may
   * ask for room in its turn.
   * @param first The place in the active list to begin at.
   * @param end The place behind the last.
   * @param as A `Prepared`: what is special about them. Of all but `Prepared.Together` the friction and restitution are written in the address table,
   *   which those take that have rules of their own.
   * @returns The place that was come to: `end` when all are done.
   */
  prepare(first: number, end: number, as: number): number
  /**
   * Makes the islands of the first `awake` bodies anew from the first `active` contacts: see `Islands`. Joints are left out.
   */
  findIslands(awake: number, active: number): void
  /**
   * Marks the islands in which bodies met quickly in this step or a moment ago: `Islands.jolted`. Takes `AddressTable.StepTime`.
   * @param awake Bodies, and
   * @param active contacts in their lists.
   */
  findJolts(awake: number, active: number): void
  /**
   * Lets bounce what meets within the coming substep faster than `AddressTable.Threshold`. Runs before {@link accelerate}.
   * @param count Awake bodies, and
   * @param bound those of them that are listed.
   */
  resolveImpacts(count: number, bound: number): void
  /** What {@link resolveImpacts} begins and ends with, where {@link JointKernel.bounceJoints} is in between: 0 where there is nothing to be hit. */
  findImpacts(count: number, bound: number): number
  placeImpacts(): void
  /** Ends what {@link resolveImpacts} began, once the bodies were moved. */
  endImpacts(): void
  /** Drops what {@link resolveImpacts} began, where a step has failed. */
  forgetImpacts(): void
  /**
   * Writes the rows of the contacts that are prepared apart, from the record `first` on: see `FollowedRow`. The caller is asked for room and for
   * surfaces as by {@link prepare}, and goes on from the record that was come to.
   * @param ruled The record for which friction and restitution were written, or −1.
   * @returns The record that was come to: `AddressTable.FollowedCount` when all are done.
   */
  prepareAhead(first: number, ruled: number): number
  /** Has these rows be followed as their bodies turn, where that changes their separations. */
  followRows(): void
  /**
   * Looks for a contact that is not known to touch and did within the step: a bounce that hit, or a row that was pressed or is near as it ends.
   * @param first Where to begin: bounces come first, then the records of rows that are followed.
   * @returns Which it is, of all of them, or how many there are. The contact is `AddressTable.AskedOf`.
   */
  findBegun(first: number): number
  /**
   * Brings the separations of the rows that are followed to where their bodies have turned. Runs once a substep, after the bodies were moved.
   * @param spares 1 to have what bounces be as it is until {@link holdSpared}, if its bodies came together faster than `AddressTable.Threshold`.
   */
  followTurns(spares: number): void
  /** Has the points that {@link followTurns} let be held again, and notes what holds something as the next substep begins. */
  holdSpared(): void
  /**
   * Makes the points of the rows anew, of those that are followed, whose bodies have turned far since they were made, at the end of a
   * substep: see `kernel/renew.c`. Their contacts are foreseen ones then.
   */
  renewRows(substep: number, substeps: number): void
  /** Makes the rollers of the rows that {@link prepare} has noted, but for their impulses, which the caller writes: see `Roller`. */
  layRollers(): void
  /** Applies the impulses of the rollers so far. Runs after {@link accelerate}. */
  warmRollers(): void
  /** Lets what resists rolling take spin out, up to what presses times its resistance. Runs after the rigid pass. */
  relaxRollers(): void
  /**
   * Links the dynamic bodies among the first `awake` that touch by the first `active` contacts, and finds at which of them
   * loads begin: see `LoadGraph`.
   * @returns At how many.
   */
  linkContacts(awake: number, active: number): number
  /** Lets a load begin at a body by its place in the awake list, after {@link linkContacts}. */
  beginLoad(place: number): void
  /** Finds the load that each of the first `awake` bodies is held under: see `LoadGraph`. */
  spreadLoads(awake: number): void
  /**
   * Raises the masses of those among the first `awake` bodies that are held under a load, until {@link lowerMasses}: see `Burdens`.
   * @param active Contacts in their list.
   * @param down The way of gravity, see `waysOf`.
   * @returns How many have a smaller load than in the step before: see `LoadPlan.Relieved`.
   */
  raiseMasses(awake: number, active: number, down: number): number
  lowerMasses(awake: number): void
  /**
   * When velocities are final, gives what is heavy back what it lost to masses that were raised: see `kernel/give-back.c`.
   * @returns 0 where nothing got any.
   */
  giveBack(awake: number): number
  /** Fills the lanes that are left in the groups of {@link prepare}. */
  finish(): void
  /**
   * Lists the pairs of boxes that overlap or touch, of which one moved and not both are fixed, that belong to different bodies and are in no
   * contact: see `NearPairs`.
   * @param count How many boxes there are. @param room How many pairs may be listed.
   * @returns How many were, or −1 where more would be, or where the boxes do not suit a grid of equal cells.
   */
  findPairs(count: number, room: number): number
  /** Keeps the impulses of all rows for the next step's warm start. */
  storeImpulses(): void
  /**
   * Looks for a contact with what does not move whose sides came so deep into each other within the step that they have to be parted.
   * @param first The row to begin at.
   * @returns The row, or how many there are.
   */
  findSunk(first: number): number
}

/** The part of it that only a world with joints needs. */
export interface JointKernel {
  /**
   * Finds out which rows the joints have and in which lanes they are: see `JointPlan`.
   * @returns The bytes that their groups need.
   */
  packJoints(): number
  /** Writes these rows, into groups that are all 0 where `JointPlan.Fresh`, and adds what they did before to the push of their bodies. */
  prepareJoints(work: number, push: number, time: number): void
  /** The soft pass over joints, and the rigid one, as for contacts. Each comes before that of the contacts. */
  pressJoints(work: number, time: number): void
  relaxJoints(work: number, push: number, time: number): void
  /** The rounds of `Kernel.resolveImpacts` where the step has joints. */
  bounceJoints(): void
  /** The same for what is solved in trees. */
  pressTrees(work: number, time: number): void
  relaxTrees(work: number, push: number, time: number): void
  /** All substeps at once: see `Kernel.takeSubsteps`. */
  takeSubstepsWithJoints(count: number, bound: number, substeps: number, work: number, push: number, time: number): void
  /** Keeps the impulses of joints in their records, and what they do to their bodies. */
  storeJoints(): void
}

/** The memory of a world and the kernel that works in it. */
export interface KernelInstance {
  readonly buffer: ArrayBuffer
  readonly kernel: Kernel
  /**
   * The functions for joints, for the same memory.
   * @throws Error where nothing brought them along: see `bringJoints`.
   */
  joints(): JointKernel
}

/**
 * Makes a {@link Kernel} with a memory of its own of that many bytes, a whole number of pages of 64 kB.
 * @throws RangeError when there is no room for it.
 */
export type KernelMaker = (bytes: number) => KernelInstance
