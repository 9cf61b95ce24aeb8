// test/fuzz/cli.ts
import { parseArgs } from "node:util";

// test/fuzz/switches.ts
var SWITCHES = {
  /** Kinematic bodies that move farther in a step than they are thick: "Four broad phases, one result: not so". */
  fastPushers: !1,
  /** `set(Shape, …)` and despawns with points from a system between two stages: "frees the points that this step still reads". */
  shapesWithinStep: !1,
  /** Disabled, or losing its Shape, for a child collider: "keeps the id of a body that is removed". */
  absentChildren: !1,
  /** Removing BroadphaseAABB: "sweep-and-prune … never finds the pair again". */
  boxesRemoved: !1,
  /** `set(Shape, …)` of another type on a sleeping body: "leaves it asleep in the air … events no longer balance". */
  reshapedSleepers: !1,
  /** Pairs of a body that the user tagged `Sleeping`: "keeps touches that have ended", "never reports it". */
  pairsOfTagged: !1,
  /** Plain writes to CollisionFilter without `touch`: "is not seen, against the README's sentence". */
  plainFilters: !1,
  /** Polygons with edges of nearly one direction: "have no contact at all". */
  flatPolygons: !1
};

// test/fuzz/any-shape.ts
function anyShape(random, what) {
  let size = random.chance(0.1) ? random.between(1, 3) : random.between(0.1, 0.8), kinds = what === "solid" ? 6 : what === "noChain" ? 7 : 8;
  switch (random.below(kinds)) {
    case 0:
      return { type: "circle", radius: size };
    case 1:
      return { type: "box", halfWidth: size, halfHeight: random.between(0.05, 1) * size + 0.02, radius: 0 };
    case 2:
      return { type: "box", halfWidth: size, halfHeight: random.between(0.3, 1) * size, radius: random.between(0.01, 0.2) };
    case 3:
      return { type: "aabb", halfWidth: size, halfHeight: random.between(0.3, 1) * size + 0.02, radius: random.chance(0.2) ? 0.05 : 0 };
    case 4:
      return { type: "capsule", halfLength: size, radius: random.between(0.05, 0.5) };
    case 5:
      return anyPolygon(random, size);
    case 6:
      return { type: "segment", points: [[-size, random.between(-0.2, 0.2)], [size, random.between(-0.2, 0.2)]] };
    default:
      return anyChain(random, size);
  }
}
function anyPolygon(random, size) {
  let count = 3 + random.below(6), flatness = SWITCHES.flatPolygons ? random.between(0.05, 1) : random.between(0.6, 1), start = random.between(0, 6);
  return { type: "polygon", points: Array.from({ length: count }, (_, i) => {
    let angle3 = start + (i + random.between(-0.3, 0.3)) * 2 * Math.PI / count;
    return [thousandths(size * Math.cos(angle3)), thousandths(size * flatness * Math.sin(angle3))];
  }), radius: random.chance(0.3) ? random.between(0.01, 0.2) : 0 };
}
function thousandths(value2) {
  return Math.round(value2 * 1e3) / 1e3;
}
function anyChain(random, size) {
  if (random.chance(0.25)) {
    let wide = 4 * size;
    return { type: "chain", points: [[-wide, -wide], [wide, -wide], [wide, wide], [-wide, wide]], loop: !0 };
  }
  return { type: "chain", points: Array.from({ length: 2 + random.below(5) }, (_, i) => [thousandths(i * 2 * size), random.between(-0.4, 0.4)]), loop: !1 };
}

// test/fuzz/any-query.ts
function anyQuery(random, world, spread, someSlot) {
  return { world, do: "query", question: anyQuestion(random, spread * 1.2, someSlot), filter: anyFilter(random, someSlot) };
}
function anyQuestion(random, spread, someSlot) {
  let place3 = () => random.between(-spread, spread), point2 = () => random.chance(0.05) ? [random.between(-900, 900), 700] : [place3(), place3()];
  switch (random.below(9)) {
    case 0: {
      let [x, y] = point2();
      return { ask: "point", x, y };
    }
    case 1:
    case 2: {
      let [x, y] = point2();
      return { ask: random.chance(0.3) ? "view" : "region", box: [x, y, x + random.between(0.01, 3), y + random.between(0.01, 3)] };
    }
    case 3:
      return { ask: "shape", shape: anyShape(random, "solid"), x: place3(), y: place3(), angle: random.between(-4, 4) };
    case 4:
    case 5:
      return { ask: random.pick(["ray", "ray", "rayAny", "rayAll"]), from: point2(), to: point2() };
    case 6: {
      let way = [random.between(-6, 6), random.between(0.1, 6)];
      return { ask: "cast", shape: anyShape(random, "solid"), x: place3(), y: place3(), angle: random.between(-4, 4), way };
    }
    case 7: {
      let [x, y] = point2();
      return { ask: "nearest", x, y, k: 1 + random.below(5), reach: random.chance(0.5) ? 1 / 0 : random.between(0.1, 4) };
    }
    default:
      return { ask: "distance", a: someSlot(), b: someSlot() };
  }
}
function anyFilter(random, someSlot) {
  return random.chance(0.5) ? null : {
    ...random.chance(0.3) ? { mask: 1 + random.below(7) } : {},
    ...random.chance(0.2) ? { category: 1 + random.below(7) } : {},
    ...random.chance(0.2) ? { exclude: someSlot() } : {},
    ...random.chance(0.4) ? { includeSensors: random.chance(0.7) } : {},
    ...random.chance(0.2) ? { rest: random.below(3) } : {},
    ...random.chance(0.3) ? { term: random.pick(["Static", "!Static", "Velocity", "Material"]) } : {}
  };
}

// test/fuzz/random.ts
var Random = class {
  state;
  constructor(seed) {
    this.state = seed | 0;
  }
  /** From 0 up to 1. */
  next() {
    this.state = this.state + 1831565813 | 0;
    let t = Math.imul(this.state ^ this.state >>> 15, 1 | this.state);
    return t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t, ((t ^ t >>> 14) >>> 0) / 2 ** 32;
  }
  /** From `low` up to `high`, with three decimals: programs are read by people. */
  between(low, high) {
    return Math.round((low + (high - low) * this.next()) * 1e3) / 1e3;
  }
  /** A whole number from 0 to `count` − 1. */
  below(count) {
    return Math.floor(this.next() * count);
  }
  chance(part5) {
    return this.next() < part5;
  }
  pick(list2) {
    return list2[this.below(list2.length)];
  }
};

// src/plugin.ts
import { $internal as $internal3, entityExists as entityExists2, query as query2, removeComponent as removeComponent3 } from "bitecs";

// src/quadtree/buffers.ts
var ItemBuffer = class {
  items;
  count = 0;
  constructor(capacity = 64) {
    this.items = new Uint32Array(capacity > 1 ? capacity : 1);
  }
  clear() {
    this.count = 0;
  }
  push(item) {
    this.count === this.items.length && this.reserve(this.count + 1), this.items[this.count++] = item;
  }
  /** Makes room for `capacity` items in all. At least doubles, so that growth is rare. */
  reserve(capacity) {
    capacity <= this.items.length || (this.items = enlarged(this.items, capacity));
  }
}, PairBuffer = class {
  a;
  b;
  count = 0;
  constructor(capacity = 64) {
    this.a = new Uint32Array(capacity > 1 ? capacity : 1), this.b = new Uint32Array(capacity > 1 ? capacity : 1);
  }
  clear() {
    this.count = 0;
  }
  push(a, b) {
    this.count === this.a.length && this.reserve(this.count + 1), this.a[this.count] = a, this.b[this.count++] = b;
  }
  /** Makes room for `capacity` pairs in all. At least doubles, so that growth is rare. */
  reserve(capacity) {
    capacity <= this.a.length || (this.a = enlarged(this.a, capacity), this.b = enlarged(this.b, capacity));
  }
};
function enlarged(array, capacity) {
  let larger = new Uint32Array(Math.max(capacity, array.length * 2));
  return larger.set(array), larger;
}

// src/bodies/bodies.ts
var POSE_STRIDE = 8, SURFACE_STRIDE = 4, NOT_AWAKE = -1;
var Bodies = class {
  role;
  kind;
  sensor;
  exact;
  traits;
  paused;
  bodyOf;
  claimOf;
  firstChild;
  nextChild;
  loose;
  chain;
  pose;
  surface;
  angle;
  localCenter;
  extent;
  reach;
  quietTime;
  islandNext;
  awakeIndex;
  /** The bodies that are simulated: awake dynamic ones, and kinematic ones that move. First `awakeCount` entries. */
  awake;
  awakeCount = 0;
  /** Bodies of every kind. */
  count = 0;
  /** Bodies that never move. */
  staticCount = 0;
  constructor(columns2, shared3) {
    columns2.define(this, "role", "u8"), shared3.define(this, "kind", "u8", 20 /* Kind */), columns2.define(this, "sensor", "u8"), columns2.define(this, "exact", "u8"), shared3.define(this, "traits", "u8", 16 /* Traits */), columns2.define(this, "paused", "u8"), shared3.define(this, "bodyOf", "u32", 24 /* BodyOf */), columns2.define(this, "claimOf", "u32"), columns2.define(this, "firstChild", "u32"), columns2.define(this, "nextChild", "u32"), columns2.define(this, "loose", "u8"), columns2.define(this, "chain", "u32"), shared3.define(this, "pose", "f64", 0 /* Pose */, POSE_STRIDE), shared3.define(this, "surface", "f32", 4 /* Surface */, SURFACE_STRIDE), columns2.define(this, "angle", "f64"), columns2.define(this, "localCenter", "f64", 2), columns2.define(this, "extent", "f64"), shared3.define(this, "reach", "f64", 32 /* Reach */), columns2.define(this, "quietTime", "f64"), columns2.define(this, "islandNext", "u32"), shared3.define(this, "awakeIndex", "i32", 28 /* AwakeIndex */, 1, NOT_AWAKE), columns2.define(this, "awake", "u32");
  }
  /** Bodies that could move and do not: asleep, or kinematic and standing still. */
  get restingCount() {
    return this.count - this.staticCount - this.awakeCount;
  }
  isBody(entity) {
    return (this.role[entity] & 1 /* Body */) !== 0;
  }
  isCollider(entity) {
    return (this.role[entity] & 2 /* Collider */) !== 0;
  }
  isAwake(body) {
    return this.awakeIndex[body] !== NOT_AWAKE;
  }
  /** The first collider of a body, or 0: its own, then its children. */
  firstCollider(body) {
    return this.bodyOf[body] === body ? body : this.firstAttached(this.firstChild[body]);
  }
  /** The collider of a body that follows `collider`, or 0. */
  nextCollider(body, collider) {
    return this.firstAttached(collider === body ? this.firstChild[body] : this.nextChild[collider]);
  }
  /** Lets a child collider name its body. */
  claim(child, body) {
    this.claimOf[child] = body, this.nextChild[child] = this.firstChild[body], this.firstChild[body] = child;
  }
  /** Takes a child collider out of the list of its body. */
  unclaim(child) {
    let body = this.claimOf[child];
    if (body !== 0) {
      if (this.firstChild[body] === child)
        this.firstChild[body] = this.nextChild[child];
      else {
        let before = this.firstChild[body];
        for (; this.nextChild[before] !== child; ) before = this.nextChild[before];
        this.nextChild[before] = this.nextChild[child];
      }
      this.nextChild[child] = 0, this.claimOf[child] = 0;
    }
  }
  /** Puts a body at the end of the awake list. */
  addAwake(body) {
    this.awakeIndex[body] = this.awakeCount, this.awake[this.awakeCount++] = body;
  }
  /** Takes a body out of the awake list; the last one moves into its place. */
  removeAwake(body) {
    let index = this.awakeIndex[body], last = this.awake[--this.awakeCount];
    this.awake[index] = last, this.awakeIndex[last] = index, this.awakeIndex[body] = NOT_AWAKE;
  }
  firstAttached(child) {
    let next = child;
    for (; next !== 0 && this.bodyOf[next] === 0; ) next = this.nextChild[next];
    return next;
  }
};

// components/columns.ts
var allocateOnHeap = (bytes) => new ArrayBuffer(bytes), BITECS_REF = /* @__PURE__ */ Symbol.for("bitecs-ref"), BYTES = { f64: 8, f32: 4, u32: 4, ref: 4, i32: 4, u16: 2, u8: 1 }, Columns = class {
  /** Entities that fit: ids 0 to capacity − 1. */
  capacity;
  records = [];
  allocate;
  constructor(capacity, allocate = allocateOnHeap) {
    this.capacity = capacity, this.allocate = allocate;
  }
  /** Makes `owner[key]` a column of `stride` numbers per entity, all `initial`. Returns the array. */
  define(owner, key, kind, stride = 1, initial = 0) {
    let record2 = { owner, key, kind, stride, initial };
    this.records.push(record2);
    let made = this.make(record2);
    return record2.owner[key] = made, made;
  }
  /** Grows every column so that `capacity` entities fit. Values are kept; views held from before go stale. */
  grow(capacity) {
    if (!(capacity <= this.capacity)) {
      this.capacity = capacity;
      for (let record2 of this.records) {
        let old = record2.owner[record2.key], grown3 = this.make(record2);
        grown3.set(old), record2.owner[record2.key] = grown3;
      }
    }
  }
  /** Drops what does not fit into `capacity` entries, and gives its memory back. */
  shrink(capacity) {
    if (!(capacity >= this.capacity)) {
      this.capacity = capacity;
      for (let record2 of this.records) {
        let old = record2.owner[record2.key], shrunk = this.make(record2);
        shrunk.set(old.subarray(0, shrunk.length)), record2.owner[record2.key] = shrunk;
      }
    }
  }
  /** Swaps entry i with entry `swaps[i]` in every column, for i from 1 to `count`. */
  swap(swaps, count) {
    for (let { owner, key, stride } of this.records) swapEntries(owner[key], stride, swaps, count);
  }
  /** Moves the entries from `from` to `end` − 1 of every column to the front. */
  moveDown(from, end) {
    for (let { owner, key, stride } of this.records)
      owner[key].copyWithin(0, from * stride, end * stride);
  }
  /** Bytes held by all columns. */
  get bytes() {
    let sum2 = 0;
    for (let record2 of this.records) sum2 += this.capacity * record2.stride * BYTES[record2.kind];
    return sum2;
  }
  make(record2) {
    let length = this.capacity * record2.stride, buffer = this.allocate(length * BYTES[record2.kind]), column = view(record2.kind, buffer, 0, length);
    return record2.initial !== 0 && column.fill(record2.initial), column;
  }
};
function swapEntries(column, stride, swaps, count) {
  let bytes = column.BYTES_PER_ELEMENT * stride;
  bytes % 4 === 0 ? swapWords(new Uint32Array(column.buffer, column.byteOffset, column.byteLength >> 2), bytes >> 2, swaps, count) : swapBytes(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), bytes, swaps, count);
}
function swapWords(words3, stride, swaps, count) {
  for (let i = 1; i <= count; i++) {
    if (swaps[i] === i) continue;
    let one2 = i * stride, other2 = swaps[i] * stride;
    for (let end = one2 + stride; one2 < end; one2++, other2++) {
      let word2 = words3[one2];
      words3[one2] = words3[other2], words3[other2] = word2;
    }
  }
}
function swapBytes(bytes, stride, swaps, count) {
  for (let i = 1; i <= count; i++)
    for (let k = 0; k < stride; k++) {
      let byte2 = bytes[i * stride + k];
      bytes[i * stride + k] = bytes[swaps[i] * stride + k], bytes[swaps[i] * stride + k] = byte2;
    }
}
function view(kind, buffer, start, length) {
  switch (kind) {
    case "f64":
      return new Float64Array(buffer, start, length);
    case "f32":
      return new Float32Array(buffer, start, length);
    case "u32":
      return new Uint32Array(buffer, start, length);
    case "ref":
      return Object.defineProperty(new Uint32Array(buffer, start, length), BITECS_REF, { value: !0 });
    case "i32":
      return new Int32Array(buffer, start, length);
    case "u16":
      return new Uint16Array(buffer, start, length);
    case "u8":
      return new Uint8Array(buffer, start, length);
  }
}

// src/contacts/event-buffer.ts
var EventBuffer = class {
  /** How many events there are. */
  count = 0;
  columns = new Columns(64);
  seen = 0;
  /** Drops the events of the step before. Called when a step begins. */
  beginStep() {
    this.seen !== 0 && (this.columns.moveDown(this.seen, this.count), this.count -= this.seen, this.seen = 0);
  }
  /** From here on the events of this step can be polled. Called when a step ends. */
  endStep() {
    this.seen = this.count;
  }
  /** Makes room for one more event and returns its place. */
  next() {
    return this.count === this.columns.capacity && this.columns.grow(this.count * 2), this.count++;
  }
};

// src/contacts/pair-events.ts
var EndReason = {
  /** The shapes parted. */
  Separated: 0,
  /** One of the two is no longer a body: despawned, disabled, reshaped, or the plugin was removed. */
  Removed: 1
}, PairEvents = class extends EventBuffer {
  /** The lower entity id of each pair of colliders. */
  a;
  /** The higher entity id of each pair of colliders. */
  b;
  /** The bodies that the colliders are parts of: the same ids, except for child colliders. */
  bodyA;
  bodyB;
  /** For ends: one of {@link EndReason}. */
  reason;
  constructor() {
    super();
    for (let key of ["a", "b", "bodyA", "bodyB"]) this.columns.define(this, key, "u32");
    this.columns.define(this, "reason", "u8");
  }
  push(a, b, bodyA = a, bodyB = b, reason = EndReason.Separated) {
    let i = this.next();
    this.a[i] = a, this.b[i] = b, this.bodyA[i] = bodyA, this.bodyB[i] = bodyB, this.reason[i] = reason;
  }
};

// src/world/touches.ts
function beginTouch(physics, contact) {
  let { contacts, bodies, events } = physics, a = contacts.a[contact], b = contacts.b[contact], bodyA = bodies.bodyOf[a], bodyB = bodies.bodyOf[b];
  if (contacts.flags[contact] = contacts.flags[contact] | 1 /* Touching */, (contacts.flags[contact] & 2 /* Sensor */) !== 0) {
    bodies.sensor[a] === 1 && events.sensorBegin.push(a, b, bodyA, bodyB), bodies.sensor[b] === 1 && events.sensorBegin.push(b, a, bodyB, bodyA);
    return;
  }
  events.contactBegin.push(a, b, bodyA, bodyB), contacts.approach[contact] > physics.settings.hitThreshold && reportHit(physics, contact, a, b);
}
function endTouch(physics, contact, reason) {
  let { contacts, bodies, events } = physics, a = contacts.a[contact], b = contacts.b[contact], bodyA = bodies.bodyOf[a], bodyB = bodies.bodyOf[b];
  if (contacts.flags[contact] = contacts.flags[contact] & -2, (contacts.flags[contact] & 2 /* Sensor */) !== 0) {
    bodies.sensor[a] === 1 && events.sensorEnd.push(a, b, bodyA, bodyB, reason), bodies.sensor[b] === 1 && events.sensorEnd.push(b, a, bodyB, bodyA, reason);
    return;
  }
  events.contactEnd.push(a, b, bodyA, bodyB, reason);
}
function noteApproach(physics, contact) {
  let { contacts } = physics, { pose, bodyOf: bodyOf2 } = physics.bodies, { Velocity } = physics.components, a = contacts.a[contact], b = contacts.b[contact], bodyA = bodyOf2[a], bodyB = bodyOf2[b], pA = a * POSE_STRIDE, pB = b * POSE_STRIDE, m = contact * 8, nx = contacts.manifold[m], ny = contacts.manifold[m + 1], fastest = 0;
  for (let k = 0; k < contacts.pointCount[contact]; k++) {
    let x = contacts.manifold[m + 2 + 3 * k], y = contacts.manifold[m + 3 + 3 * k], rAx = x + pose[pA + 4], rAy = y + pose[pA + 5], rBx = x + pose[pA] - pose[pB] + pose[pB + 4], rBy = y + pose[pA + 1] - pose[pB + 1] + pose[pB + 5], vx = Velocity.x[bodyB] - Velocity.angular[bodyB] * rBy - Velocity.x[bodyA] + Velocity.angular[bodyA] * rAy, vy = Velocity.y[bodyB] + Velocity.angular[bodyB] * rBx - Velocity.y[bodyA] - Velocity.angular[bodyA] * rAx;
    fastest = Math.max(fastest, -(vx * nx + vy * ny));
  }
  contacts.approach[contact] = fastest;
}
function reportHit(physics, contact, a, b) {
  let { contacts, bodies, events } = physics, hits = events.contactHit, m = contact * 8, { manifold: manifold3 } = contacts, p = contacts.pointCount[contact] === 2 && manifold3[m + 7] < manifold3[m + 4] ? m + 5 : m + 2, i = hits.push(a, b);
  hits.x[i] = bodies.pose[a * POSE_STRIDE] + manifold3[p], hits.y[i] = bodies.pose[a * POSE_STRIDE + 1] + manifold3[p + 1], hits.nx[i] = manifold3[m], hits.ny[i] = manifold3[m + 1], hits.approachSpeed[i] = contacts.approach[contact];
}
function joinIslands(physics, contact, bodyA, bodyB) {
  let { bodies } = physics, { pointCount, flags } = physics.contacts;
  pointCount[contact] === 0 || (flags[contact] & 110 /* Unsolved */) !== 0 || bodies.kind[bodyA] !== 1 /* Dynamic */ || bodies.kind[bodyB] !== 1 /* Dynamic */ || bodies.isAwake(bodyA) && bodies.isAwake(bodyB) && physics.islands.join(bodyA, bodyB);
}

// src/world/contacts.ts
function removeContact(physics, contact, reason) {
  let { contacts } = physics;
  (contacts.flags[contact] & 1 /* Touching */) !== 0 && endTouch(physics, contact, reason), contacts.pointCount[contact] > 0 && physics.islands.markStale(), contacts.remove(contact);
}
function dropParted(physics, collider) {
  let { contacts } = physics;
  for (let edge2 = contacts.head[collider]; edge2 !== 0; ) {
    let next = contacts.next[edge2], other2 = contacts.otherOf(edge2);
    boxesOverlap(physics, collider, other2) && filtersAllow(physics, collider, other2) || removeContact(physics, edge2 >>> 1, EndReason.Separated), edge2 = next;
  }
}
function boxesOverlap(physics, a, b) {
  let { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB;
  return minX[a] <= maxX[b] && maxX[a] >= minX[b] && minY[a] <= maxY[b] && maxY[a] >= minY[b];
}
function addPair(physics, a, b) {
  let { contacts, bodies } = physics, bodyA = bodies.bodyOf[a], bodyB = bodies.bodyOf[b], sensor = bodies.sensor[a] === 1 || bodies.sensor[b] === 1;
  if (!sensor && !bodies.isAwake(bodyA) && !bodies.isAwake(bodyB) || bodyA === bodyB || contacts.find(a, b) !== 0 || !filtersAllow(physics, a, b) || !sensor && bodies.kind[bodyA] === 3 /* Static */ && bodies.kind[bodyB] === 3 /* Static */) return;
  let { filterPair } = physics.hooks;
  if (filterPair !== null && !filterPair(a, b)) return;
  let contact = contacts.create(a, b);
  contacts.flags[contact] = flagsOf(physics, a, b, bodyA, bodyB), contacts.activate(contact);
}
function flagsOf(physics, a, b, bodyA, bodyB) {
  let { sensor, kind, traits } = physics.bodies, dynamic = kind[bodyA] === 1 /* Dynamic */ || kind[bodyB] === 1 /* Dynamic */, oneWay = ((traits[a] | traits[b]) & 2 /* OneWay */) !== 0;
  return (sensor[a] === 1 || sensor[b] === 1 ? 2 /* Sensor */ : 0) | (dynamic ? 0 : 4 /* Driven */) | (oneWay ? 16 /* OneWay */ : 0);
}
function filtersAllow(physics, a, b) {
  let { category, mask, group } = physics.components.CollisionFilter;
  return group[a] !== 0 && group[a] === group[b] ? group[a] > 0 : (mask[a] & category[b]) !== 0 && (mask[b] & category[a]) !== 0;
}
function isLeaving({ leaving, bodies }, collider) {
  return leaving.count > 0 && (leaving.flag[collider] | leaving.flag[bodies.bodyOf[collider]]) !== 0;
}
function mayTouch(physics, a, b) {
  let { filterPair } = physics.hooks;
  return filtersAllow(physics, a, b) && (filterPair === null || filterPair(Math.min(a, b), Math.max(a, b)));
}
function restContacts(physics, body) {
  let { contacts, bodies } = physics;
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c))
    for (let edge2 = contacts.head[c]; edge2 !== 0; edge2 = contacts.next[edge2])
      contacts.activeIndex[edge2 >>> 1] !== -1 && (bodies.isAwake(bodies.bodyOf[contacts.otherOf(edge2)]) || contacts.deactivate(edge2 >>> 1));
}
function resumeContacts(physics, body) {
  let { contacts, bodies } = physics;
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c))
    for (let edge2 = contacts.head[c]; edge2 !== 0; edge2 = contacts.next[edge2])
      contacts.activeIndex[edge2 >>> 1] === -1 && contacts.activate(edge2 >>> 1), joinIslands(physics, edge2 >>> 1, body, bodies.bodyOf[contacts.otherOf(edge2)]);
}

// systems/broad-phase.ts
function broadPhase(physics) {
  let { moved: moved3, woken, candidates: candidates3, pairSort } = physics;
  woken.compact();
  for (let i = 0; i < woken.count; i++) moved3.add(woken.items[i]);
  if (woken.clear(), moved3.count === 0) return;
  moved3.compact(), candidates3.clear(), physics.broadPhase.computePairs(moved3, candidates3), physics.sensorCount > 0 && pairFixedSensors(physics), dropKnown(physics), pairSort.sort(candidates3);
  let { a, b, count } = candidates3;
  physics.contacts.expect(count);
  for (let i = 0; i < count; i++) addPair(physics, a[i], b[i]);
}
function dropKnown(physics) {
  let { candidates: candidates3, contacts } = physics, { a, b, count } = candidates3, kept = 0;
  for (let i = 0; i < count; i++) {
    let one2 = a[i], two = b[i];
    a[kept] = one2, b[kept] = two, contacts.find(one2, two) === 0 && kept++;
  }
  candidates3.count = kept;
}
var near = new ItemBuffer(), around = new Float64Array(4);
function pairFixedSensors(physics) {
  let { moved: moved3, bodies, candidates: candidates3 } = physics, { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB;
  for (let i = 0; i < moved3.count; i++) {
    let item = moved3.items[i];
    if (bodies.kind[bodies.bodyOf[item]] === 3 /* Static */) {
      near.clear(), around[0] = minX[item], around[1] = minY[item], around[2] = maxX[item], around[3] = maxY[item], physics.broadPhase.region(around, near);
      for (let k = 0; k < near.count; k++) {
        let other2 = near.items[k], fixed = bodies.kind[bodies.bodyOf[other2]] === 3 /* Static */;
        other2 === item || !fixed || bodies.sensor[item] === 0 && bodies.sensor[other2] === 0 || candidates3.push(Math.min(item, other2), Math.max(item, other2));
      }
    }
  }
}

// src/constants.ts
var MAX_TURN_PER_SUBSTEP = 0.25 * Math.PI, SLEEP_SPEED = 0.05, TIME_TO_SLEEP = 0.5, ISLAND_REFRESH = 16, HEAVY_RATIO = 10;

// src/math/angle-reduction.ts
var TWO_OVER_PI = 0.6366197723675814, HALF_PI = 1.5707963267948966, HALF_PI_HIGH = 1.5707963267341256, HALF_PI_MIDDLE = 6077100506303966e-26, HALF_PI_LOW = 20222662487959506e-37, SMALL_ANGLE_LIMIT = 1e6, DIGIT = 16777216, INVERSE_DIGIT = 1 / 16777216, TWO_OVER_PI_DIGITS = new Float64Array([
  10680707,
  7228996,
  1387004,
  2578385,
  16069853,
  12639074,
  9804092,
  4427841,
  16666979,
  11263675,
  12935607,
  2387514,
  4345298,
  14681673,
  3074569,
  13734428,
  16653803,
  1880361,
  10960616,
  8533493,
  3062596,
  8710556,
  7349940,
  6258241,
  3772886,
  3769171,
  3798172,
  8675211,
  12450088,
  3874808,
  9961438,
  366607,
  15675153,
  9132554,
  7151469,
  3571407,
  2607881,
  12013382,
  4155038,
  6285869,
  7677882,
  13102053,
  15825725,
  473591,
  9065106,
  15363067,
  6271263,
  9264392,
  5636912,
  4652155
]), COLUMNS = 8, angleDigits = new Float64Array(4), columns = new Float64Array(COLUMNS);
function reduceAngle(angle3, out, offset) {
  let size = angle3 < 0 ? -angle3 : angle3;
  if (size <= SMALL_ANGLE_LIMIT) {
    let turns = Math.floor(angle3 * TWO_OVER_PI + 0.5);
    out[offset] = turns & 3, out[offset + 1] = angle3 - turns * HALF_PI_HIGH - turns * HALF_PI_MIDDLE - turns * HALF_PI_LOW;
    return;
  }
  if (!(size < 1 / 0)) {
    out[offset] = 0, out[offset + 1] = NaN;
    return;
  }
  reduceLargeAngle(size, out, offset), angle3 < 0 && (out[offset] = 4 - out[offset] & 3, out[offset + 1] = -out[offset + 1]);
}
function reduceLargeAngle(angle3, out, offset) {
  let scaled3 = angle3, top = 0;
  for (; scaled3 >= DIGIT; )
    scaled3 *= INVERSE_DIGIT, top++;
  for (let i = 0; i < 4; i++) {
    let digit = Math.floor(scaled3);
    angleDigits[i] = digit, scaled3 = (scaled3 - digit) * DIGIT;
  }
  for (let column = 0; column < COLUMNS; column++) {
    let sum2 = 0;
    for (let i = 0; i < 4; i++) {
      let entry2 = top - i - 1 + column;
      entry2 >= 0 && (sum2 += angleDigits[i] * TWO_OVER_PI_DIGITS[entry2]);
    }
    columns[column] = sum2;
  }
  for (let column = COLUMNS - 1; column > 0; column--) {
    let carry = Math.floor(columns[column] * INVERSE_DIGIT);
    columns[column] = columns[column] - carry * DIGIT, columns[column - 1] = columns[column - 1] + carry;
  }
  let whole = columns[0], turns = whole - Math.floor(whole * 0.25) * 4;
  columns[1] >= DIGIT * 0.5 && (columns[1] = columns[1] - DIGIT, turns++);
  let fraction = 0;
  for (let column = COLUMNS - 1; column > 0; column--)
    fraction = (fraction + columns[column]) * INVERSE_DIGIT;
  out[offset] = turns & 3, out[offset + 1] = fraction * HALF_PI;
}

// src/math/rotation.ts
var PI = 3.141592653589793;
var scratch = new Float64Array(4);
function evaluate() {
  let x = scratch[1], z = x * x, half = 0.5 * z, high = 1 - half;
  scratch[2] = high + (1 - high - half + z * z * (1 / 24 + z * (-1 / 720 + z * (1 / 40320 + z * (-1 / 3628800 + z * (1 / 479001600 + z * (-1 / 87178291200 + z * (1 / 20922789888e3)))))))), scratch[3] = x + x * z * (-1 / 6 + z * (1 / 120 + z * (-1 / 5040 + z * (1 / 362880 + z * (-1 / 39916800 + z * (1 / 6227020800 + z * (-1 / 1307674368e3 + z * (1 / 355687428096e3))))))));
}
function sincos(angle3, out, offset) {
  scratch[0] = angle3, sincosOf(scratch, 0, out, offset);
}
function sincosOf(angles, index, out, offset) {
  let angle3 = angles[index], turns;
  angle3 >= -SMALL_ANGLE_LIMIT && angle3 <= SMALL_ANGLE_LIMIT ? (turns = Math.floor(angle3 * TWO_OVER_PI + 0.5), scratch[1] = angle3 - turns * HALF_PI_HIGH - turns * HALF_PI_MIDDLE - turns * HALF_PI_LOW) : (reduceAngle(angle3, scratch, 0), turns = scratch[0]), evaluate();
  let c = scratch[2], s = scratch[3], quadrant = turns & 3;
  quadrant === 0 ? (out[offset] = c, out[offset + 1] = s) : quadrant === 1 ? (out[offset] = -s, out[offset + 1] = c) : quadrant === 2 ? (out[offset] = -c, out[offset + 1] = -s) : (out[offset] = s, out[offset + 1] = -c);
}
var ATAN_EIGHTHS = new Float64Array([
  0,
  0.12435499454676144,
  0.24497866312686414,
  0.35877067027057225,
  0.4636476090008061,
  0.5585993153435624,
  0.6435011087932844,
  0.7188299996216245,
  0.7853981633974483
]);
function atanRatio(low, high) {
  let step = Math.floor(low / high * 8 + 0.5), t = (low * 8 - step * high) / (high * 8 + step * low), z = t * t;
  return ATAN_EIGHTHS[step] + (t + t * z * (-1 / 3 + z * (1 / 5 + z * (-1 / 7 + z * (1 / 9 + z * (-1 / 11 + z * (1 / 13)))))));
}
function atan2(y, x) {
  let ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
  if (!(ax < 1 / 0 && ay < 1 / 0)) return NaN;
  if ((ax > 1e300 || ay > 1e300) && (ax *= 9765625e-10, ay *= 9765625e-10), ax === 0 && ay === 0) return 0;
  let angle3 = ay <= ax ? atanRatio(ay, ax) : HALF_PI - atanRatio(ax, ay);
  return x < 0 && (angle3 = PI - angle3), y < 0 && angle3 > 0 ? negativeAngle(angle3) : angle3;
}
function negativeAngle(angle3) {
  return angle3 >= PI ? PI : -angle3;
}

// src/solver/lock.ts
var Lock = { X: 1, Y: 2 };

// src/solver/body-states.ts
var LARGEST = 1e30, FIRST_BODIES = 64, HEADER = 64, TIME = 32, BodyStates = class {
  memory;
  state;
  drive;
  work;
  push;
  /** The length of a substep in seconds, as the only number. */
  time;
  /** See `Rate`: between bodies, then against the world. */
  rates;
  /** Scratch by work record: bodies that were hit in this substep. All 0 between uses. */
  hit;
  /** The bodies with locked axes: index and {@link Lock} bits, in turn. */
  locked = new Int32Array(64);
  lockedCount = 0;
  /** By place in the awake list: the {@link Lock} bits of the body. */
  axes;
  capacity = 0;
  region;
  constructor(memory) {
    this.memory = memory, this.region = memory.addRegion(), memory.follow(() => this.view()), this.place(FIRST_BODIES);
  }
  /** Address of the work record of the world. The records follow each other from there. */
  get workAt() {
    return this.region.start + HEADER;
  }
  get pushAt() {
    return this.workAt + (this.capacity + 1) * 32;
  }
  /** Addresses of the rates between bodies, and against the world. */
  get movingAt() {
    return this.region.start;
  }
  get fixedAt() {
    return this.region.start + 16;
  }
  get timeAt() {
    return this.region.start + TIME;
  }
  get stateAt() {
    return this.pushAt + Math.ceil((this.capacity + 1) * 16 / 64) * 64;
  }
  get driveAt() {
    return this.stateAt + this.capacity * 64;
  }
  get axesAt() {
    return this.driveAt + this.capacity * 64;
  }
  /** Makes room for `count` bodies. Old contents are dropped. */
  reserve(count) {
    for (let i = 0; i < this.lockedCount; i++) this.axes[this.locked[i * 2]] = 0;
    this.lockedCount = 0;
    let capacity = this.capacity;
    for (; capacity < count; ) capacity *= 2;
    capacity !== this.capacity && this.place(capacity), this.work.fill(0, 0, 8), this.work[6] = 1, this.push.fill(0, 0, 4);
  }
  lockAxes(index, axes) {
    if (this.axes[index] = axes, this.lockedCount * 2 === this.locked.length) {
      let grown3 = new Int32Array(this.locked.length * 2);
      grown3.set(this.locked), this.locked = grown3;
    }
    this.locked[this.lockedCount * 2] = index, this.locked[this.lockedCount++ * 2 + 1] = axes;
  }
  /** Begins a substep for the first `count` bodies, see `SolverKernel.accelerate`. */
  accelerate(count) {
    let { kernel } = this.memory, first = this.stateAt, end = first + count * 64;
    kernel.accelerate(first, end, this.driveAt, this.workAt + 32, this.pushAt + 16, this.timeAt);
  }
  /** Moves and turns the first `count` bodies by a substep. */
  move(count) {
    let first = this.stateAt;
    this.memory.kernel.move(first, first + count * 64, this.driveAt, this.workAt + 32, this.timeAt);
  }
  place(capacity) {
    let before = this.capacity;
    this.capacity = capacity;
    try {
      this.memory.resize(this.region, this.axesAt + capacity - this.region.start);
    } catch (error) {
      throw this.capacity = before, error;
    }
    this.axes.fill(0), this.hit = new Uint8Array(capacity + 1);
  }
  view() {
    let { capacity } = this, { buffer } = this.memory.u8;
    capacity !== 0 && (this.rates = new Float32Array(buffer, this.movingAt, 8), this.time = new Float64Array(buffer, this.timeAt, 1), this.work = new Float32Array(buffer, this.workAt, (capacity + 1) * 8), this.push = new Float32Array(buffer, this.pushAt, (capacity + 1) * 4), this.state = new Float64Array(buffer, this.stateAt, capacity * 8), this.drive = new Float64Array(buffer, this.driveAt, capacity * 8), this.axes = new Uint8Array(buffer, this.axesAt, capacity), this.memory.i32[21] = this.pushAt, this.memory.i32[20] = this.axesAt);
  }
};
function limitToFloats(numbers2, first) {
  for (let i = first; i < first + 3; i++) numbers2[i] = Math.min(Math.max(numbers2[i], -LARGEST), LARGEST);
}
function applyLocks(states) {
  let { state: state3, work, locked, lockedCount } = states;
  for (let i = 0; i < lockedCount; i++) {
    let index = locked[2 * i], axes = locked[2 * i + 1];
    (axes & Lock.X) !== 0 && (state3[index * 8] = 0, work[(index + 1) * 8] = 0), (axes & Lock.Y) !== 0 && (state3[index * 8 + 1] = 0, work[(index + 1) * 8 + 1] = 0);
  }
}

// src/solver/solve-contacts.ts
function setRates(states, softness, speedScale) {
  let { rates, time } = states;
  for (let kind = 0; kind < 2; kind++) {
    let r = kind * 4;
    rates[r + 0 /* Substeps */] = 1 / time[0], rates[r + 1 /* Bias */] = (kind === 0 ? softness.moving : softness.fixed).biasRate, rates[r + 2 /* MaxPush */] = 3 * speedScale;
  }
}
function pressContacts(rows, states) {
  rows.contacts.press(states.workAt, states.movingAt, states.fixedAt);
}
function relaxContacts(rows, states) {
  rows.contacts.relax(states.workAt, states.pushAt, states.movingAt);
}

// src/solver/special-rows.ts
var SpecialRows = class {
  place = new Int32Array(192);
  data = new Float64Array(128);
  /** Scratch: some of the rows, by index. */
  chosen = new Int32Array(64);
  count = 0;
  /** Adds a row; the caller fills in its numbers at the index that is returned. */
  push(lane, point2, contact) {
    let index = this.count++;
    return index * 3 === this.place.length && this.grow(), this.place[index * 3] = lane, this.place[index * 3 + 1] = point2, this.place[index * 3 + 2] = contact, index;
  }
  grow() {
    let { place: place3, data } = this;
    this.place = new Int32Array(place3.length * 2), this.data = new Float64Array(data.length * 2), this.chosen = new Int32Array(this.chosen.length * 2), this.place.set(place3), this.data.set(data);
  }
};

// src/solver/restitution.ts
var MAX_SWEEPS = 16, CONVERGED = 1e-6, NORMAL = 28, parting = new Float64Array(1), change = new Float64Array(1), added = new Float64Array(1);
function noteApproaches(rows, states) {
  let { bounces } = rows;
  for (let i = 0; i < bounces.count; i++)
    measure(rows, states, i), bounces.data[i * 2 + 1] = parting[0];
}
function applyRestitution(rows, states, threshold) {
  let { bounces } = rows, hits = collectHits(rows, states, threshold);
  if (hits === 0) return;
  letGo(rows, states, threshold, hits);
  let { chosen: chosen3 } = bounces, fastest = 0;
  for (let k = 0; k < hits; k++) fastest = Math.min(fastest, bounces.data[chosen3[k] * 2 + 1]);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let largest = 0;
    for (let k = 0; k < hits; k++)
      bounce(rows, states, chosen3[k]), change[0] > largest && (largest = change[0]);
    if (largest <= -fastest * CONVERGED) break;
  }
  for (let k = 0; k < hits; k++) forget(rows, chosen3[k]);
}
function collectHits(rows, states, threshold) {
  let { data, chosen: chosen3, count } = rows.bounces, hits = 0;
  for (let i = 0; i < count; i++)
    data[i * 2 + 1] >= -threshold || impulseOf(rows, i) === 0 || (mark(rows, states, i, 1), added[0] = -impulseOf(rows, i), addImpulse(rows, i, states.push, 1), chosen3[hits++] = i);
  return hits;
}
function letGo(rows, states, threshold, hits) {
  let { data, chosen: chosen3, count } = rows.bounces;
  for (let i = 0; i < count; i++)
    data[i * 2 + 1] < -threshold || impulseOf(rows, i) === 0 || wasHit(rows, states, i) && (added[0] = -impulseOf(rows, i), addImpulse(rows, i, states.push, 1), addImpulse(rows, i, states.work, 0), forget(rows, i));
  for (let k = 0; k < hits; k++) mark(rows, states, chosen3[k], 0);
}
function recordOf(rows, i, side2) {
  return rows.contacts.memory.i32[rows.bounces.place[i * 3] + side2 * 4] >> 2;
}
function mark(rows, states, i, hit2) {
  states.hit[recordOf(rows, i, 0 /* A */) / 8] = hit2, states.hit[recordOf(rows, i, 1 /* B */) / 8] = hit2;
}
function wasHit(rows, states, i) {
  let a = recordOf(rows, i, 0 /* A */);
  return a !== 0 && states.hit[a / 8] === 1 ? !0 : states.hit[recordOf(rows, i, 1 /* B */) / 8] === 1;
}
function impulseOf(rows, i) {
  return rows.contacts.memory.f32[rows.bounces.place[i * 3 + 1] + NORMAL];
}
function forget(rows, i) {
  rows.contacts.memory.f32[rows.bounces.place[i * 3 + 1] + NORMAL] = 0;
}
function measure(rows, states, i) {
  let { f32: f322 } = rows.contacts.memory, { work } = states, at = rows.bounces.place[i * 3], p = rows.bounces.place[i * 3 + 1], A = recordOf(rows, i, 0 /* A */), B = recordOf(rows, i, 1 /* B */);
  parting[0] = f322[at + 8] * (work[B] - work[A]) + f322[at + 12] * (work[B + 1] - work[A + 1]) + work[B + 2] * f322[p + 4] - work[A + 2] * f322[p + 0];
}
function bounce(rows, states, i) {
  let { f32: f322 } = rows.contacts.memory, { data } = rows.bounces, p = rows.bounces.place[i * 3 + 1], wanted2 = -data[i * 2] * data[i * 2 + 1], resistance = f322[p + 20], old = f322[p + NORMAL];
  measure(rows, states, i);
  let sum2 = Math.fround(Math.max(0, old + (wanted2 - parting[0]) / resistance));
  f322[p + NORMAL] = sum2, added[0] = sum2 - old, addImpulse(rows, i, states.work, 0), change[0] = Math.abs(sum2 - old) * resistance;
}
function addImpulse(rows, i, target, shift) {
  let impulse = added[0], { f32: f322 } = rows.contacts.memory, at = rows.bounces.place[i * 3], p = rows.bounces.place[i * 3 + 1], a = recordOf(rows, i, 0 /* A */) >> shift, b = recordOf(rows, i, 1 /* B */) >> shift, x = impulse * f322[at + 8], y = impulse * f322[at + 12], massA = f322[at + 20], massB = f322[at + 28];
  target[a] = target[a] - massA * x, target[a + 1] = target[a + 1] - massA * y, target[a + 2] = target[a + 2] - f322[at + 24] * impulse * f322[p + 0], target[b] = target[b] + massB * x, target[b + 1] = target[b + 1] + massB * y, target[b + 2] = target[b + 2] + f322[at + 32] * impulse * f322[p + 4];
}

// src/solver/rolling.ts
function warmStartRolling(rows, states) {
  let { rollers } = rows;
  for (let i = 0; i < rollers.count; i++) spin(rows, states.work, i, rollers.data[i * 2 + 1]);
}
function applyRollingResistance(rows, states) {
  let { rollers } = rows, { f32: f322, i32: i322 } = rows.contacts.memory, { work } = states;
  for (let i = 0; i < rollers.count; i++) {
    let at = rollers.place[i * 3], first = rollers.place[i * 3 + 1] + 28, normal = (rollers.place[i * 3 + 2] & 1) + 1 === 2 ? f322[first] + f322[first + 36] : f322[first], limit = rollers.data[i * 2] * normal, sum2 = f322[at + 24] + f322[at + 32];
    if (sum2 === 0) continue;
    let slip = work[(i322[at + 4] >> 2) + 2] - work[(i322[at] >> 2) + 2], old = rollers.data[i * 2 + 1], impulse = Math.min(Math.max(old - slip / sum2, -limit), limit);
    rollers.data[i * 2 + 1] = impulse, spin(rows, work, i, impulse - old);
  }
}
function storeRolling(rows, contacts) {
  let { rollers } = rows;
  for (let i = 0; i < rollers.count; i++)
    contacts.rolling[rollers.place[i * 3 + 2] >> 1] = rollers.data[i * 2 + 1];
}
function spin(rows, work, i, impulse) {
  let { f32: f322, i32: i322 } = rows.contacts.memory, at = rows.rollers.place[i * 3], wA = (i322[at] >> 2) + 2, wB = (i322[at + 4] >> 2) + 2;
  work[wA] = work[wA] - f322[at + 24] * impulse, work[wB] = work[wB] + f322[at + 32] * impulse;
}

// components/spec.ts
function createStore(spec, columns2) {
  let store = {};
  for (let [key, field] of Object.entries(spec.fields))
    columns2.define(store, key, field.kind, 1, field.initial);
  return store;
}
function ruleViolation(rule2, value2) {
  if (rule2 === "boolean" && typeof value2 == "boolean") return "";
  if (typeof value2 != "number") return `must be a number, not ${typeof value2}`;
  if (rule2 === "finiteOrNaN" && Number.isNaN(value2)) return "";
  if (!Number.isFinite(value2)) return "must be finite";
  switch (rule2) {
    case "finite":
    case "finiteOrNaN":
      return "";
    case "positive":
      return value2 > 0 ? "" : "must be greater than 0";
    case "nonNegative":
      return value2 >= 0 ? "" : "must not be negative";
    case "unit":
      return value2 >= 0 && value2 <= 1 ? "" : "must be between 0 and 1";
    case "boolean":
      return value2 === 0 || value2 === 1 ? "" : "must be true, false, 0 or 1";
    case "uint32":
      return Number.isInteger(value2) && value2 >= 0 && value2 <= 4294967295 ? "" : "must be an integer of 32 bits";
    case "combineRule":
      return Number.isInteger(value2) && value2 >= 0 && value2 <= 5 ? "" : "must be a CombineRule, 0 to 5";
    case "int32":
      return Number.isInteger(value2) && value2 >= -2147483648 && value2 <= 2147483647 ? "" : "must be an integer between -2147483648 and 2147483647";
  }
}
var float = (initial = 0, rule2 = "finite") => ({ kind: "f64", initial, rule: rule2 });

// components/broadphase-aabb.ts
var broadphaseAABBSpec = {
  name: "BroadphaseAABB",
  fields: { minX: float(), minY: float(), maxX: float(), maxY: float() }
};

// components/collider.ts
var colliderSpec = {
  name: "Collider",
  fields: {
    body: { kind: "ref", initial: 0, rule: "uint32" },
    x: float(),
    y: float(),
    angle: float()
  }
};

// components/collision-filter.ts
var collisionFilterSpec = {
  name: "CollisionFilter",
  fields: {
    category: { kind: "u32", initial: 1, rule: "uint32" },
    mask: { kind: "u32", initial: 4294967295, rule: "uint32" },
    group: { kind: "i32", initial: 0, rule: "int32" }
  }
};

// components/mass.ts
var massSpec = {
  name: "Mass",
  fields: {
    mass: float(0, "positive"),
    inertia: float(0, "positive"),
    centerX: float(NaN, "finiteOrNaN"),
    centerY: float(NaN, "finiteOrNaN")
  }
};

// components/material.ts
var CombineRule = {
  /** The engine's own: geometric mean for friction, the larger one for restitution. */
  Default: 0,
  Average: 1,
  GeometricMean: 2,
  Min: 3,
  Multiply: 4,
  Max: 5
}, rule = { kind: "u8", initial: CombineRule.Default, rule: "combineRule" }, materialSpec = {
  name: "Material",
  fields: {
    friction: float(0.6, "nonNegative"),
    restitution: float(0, "unit"),
    density: float(1, "positive"),
    rollingResistance: float(0, "nonNegative"),
    tangentSpeed: float(0),
    frictionRule: rule,
    restitutionRule: rule
  }
};
function combine(a, b, ruleA, ruleB, fallback) {
  let higher = ruleA > ruleB ? ruleA : ruleB;
  switch (higher === CombineRule.Default ? fallback : higher) {
    case CombineRule.Average:
      return 0.5 * (a + b);
    case CombineRule.Min:
      return a < b ? a : b;
    case CombineRule.Multiply:
      return a * b;
    case CombineRule.Max:
      return a > b ? a : b;
    default:
      return Math.sqrt(a * b);
  }
}

// components/motion.ts
var flag = { kind: "u8", initial: 0, rule: "boolean" }, motionSpec = {
  name: "Motion",
  fields: {
    gravityScale: float(1),
    linearDamping: float(0, "nonNegative"),
    angularDamping: float(0, "nonNegative"),
    maxSpeed: float(0, "nonNegative"),
    maxAngularSpeed: float(0, "nonNegative"),
    lockX: flag,
    lockY: flag,
    lockRotation: flag
  }
};

// components/one-way.ts
var oneWaySpec = {
  name: "OneWay",
  fields: { x: float(0), y: float(1) }
};

// components/position.ts
var positionSpec = {
  name: "Position",
  fields: { x: float(), y: float() }
};

// components/rotation.ts
var rotationSpec = {
  name: "Rotation",
  fields: { angle: float() }
};

// components/shape.ts
var shapeSpec = {
  name: "Shape",
  fields: {
    type: { kind: "u8", initial: 0 /* None */, rule: "uint32" },
    halfWidth: float(0, "nonNegative"),
    halfHeight: float(0, "nonNegative"),
    radius: float(0, "nonNegative"),
    geometry: { kind: "u32", initial: 0, rule: "uint32" }
  }
};
function shapeViolation(shape2) {
  switch (shape2.type) {
    case 1 /* Circle */:
      return sizeViolation("radius", shape2.radius);
    case 2 /* Box */:
    case 3 /* Aabb */:
      return sizeViolation("halfWidth", shape2.halfWidth) || sizeViolation("halfHeight", shape2.halfHeight) || roundingViolation(shape2.radius);
    case 4 /* Capsule */:
      return sizeViolation("halfWidth", shape2.halfWidth) || sizeViolation("radius", shape2.radius);
    case 5 /* Polygon */:
    case 6 /* Segment */:
    case 7 /* Chain */:
      return shape2.geometry === 0 ? "it has no points: use set(Shape, polygon(points)) or the like" : roundingViolation(shape2.radius);
    case 0 /* None */:
      return "type was never set: use set(Shape, circle(radius)) or another shape";
    default:
      return `type ${shape2.type} is not a shape type`;
  }
}
function sizeViolation(field, value2) {
  if (value2 > 0 && value2 < 1 / 0) return "";
  let violation = ruleViolation("positive", value2);
  return violation && `${field} ${violation}, got ${value2}`;
}
function roundingViolation(radius) {
  if (radius >= 0 && radius < 1 / 0) return "";
  let violation = ruleViolation("nonNegative", radius);
  return violation && `radius ${violation}, got ${radius}`;
}

// components/tags.ts
function createTags() {
  return { Static: {}, Kinematic: {}, Sleeping: {}, Sensor: {}, Bullet: {}, ChainLink: {}, Disabled: {} };
}

// components/velocity.ts
var velocitySpec = {
  name: "Velocity",
  fields: { x: float(), y: float(), angular: float() }
};

// components/index.ts
function createComponents(columns2, provided) {
  return {
    Position: provided.Position ?? createStore(positionSpec, columns2),
    Rotation: provided.Rotation ?? createStore(rotationSpec, columns2),
    Velocity: provided.Velocity ?? createStore(velocitySpec, columns2),
    Shape: createStore(shapeSpec, columns2),
    BroadphaseAABB: createStore(broadphaseAABBSpec, columns2),
    Mass: createStore(massSpec, columns2),
    Material: createStore(materialSpec, columns2),
    Motion: createStore(motionSpec, columns2),
    OneWay: createStore(oneWaySpec, columns2),
    Collider: createStore(colliderSpec, columns2),
    CollisionFilter: createStore(collisionFilterSpec, columns2),
    ...createTags()
  };
}

// src/bodies/entity-queue.ts
var EntityQueue = class {
  /** First `count` entries. Entries whose flag is 0 were taken out: {@link compact} drops them. */
  items = new Uint32Array(32);
  flag;
  count = 0;
  holes = 0;
  columns;
  constructor(columns2) {
    this.columns = columns2, columns2.define(this, "flag", "u8");
  }
  /** Adds an entity, or adds reasons to one that is in the queue. */
  add(entity, reasons = 1) {
    let flag2 = this.flag[entity];
    this.flag[entity] = flag2 | reasons, flag2 === 0 && (this.count === this.items.length && this.makeRoom(), this.items[this.count++] = entity);
  }
  /** Most queues stay short: room for every entity in each of them would be 64 bytes an entity. */
  makeRoom() {
    if (this.count >= this.columns.capacity * 2) {
      this.compact();
      return;
    }
    let larger = new Uint32Array(Math.min(this.count * 2, this.columns.capacity * 2));
    larger.set(this.items), this.items = larger;
  }
  /** Takes an entity out. Constant time: its entry stays as a hole. */
  remove(entity) {
    this.flag[entity] !== 0 && (this.flag[entity] = 0, this.holes++);
  }
  /** Closes the holes that {@link remove} left. The order of the others stays. */
  compact() {
    if (this.holes === 0) return;
    let { items, flag: flag2 } = this, kept = 0;
    for (let i = 0; i < this.count; i++) {
      let entity = items[i];
      flag2[entity] === 0 || (flag2[entity] & 128) !== 0 || (flag2[entity] = flag2[entity] | 128, items[kept++] = entity);
    }
    for (let i = 0; i < kept; i++) flag2[items[i]] = flag2[items[i]] & -129;
    this.count = kept, this.holes = 0;
  }
  /** Drops the first `count` entries, whose flags are 0 already. */
  dropFirst(count) {
    this.items.copyWithin(0, count, this.count), this.count -= count;
  }
  clear() {
    for (let i = 0; i < this.count; i++) this.flag[this.items[i]] = 0;
    this.count = 0, this.holes = 0;
  }
};

// src/collision/path-pool.ts
var PathPool = class {
  paths = [null];
  references = [0];
  /** No handle below is free. */
  lowestFree = 1;
  /** Takes in a path and counts one reference. Returns its handle. */
  add(path) {
    let handle = this.lowestFree;
    for (; handle < this.paths.length && this.paths[handle] !== null; ) handle++;
    return this.paths[handle] = path, this.references[handle] = 1, this.lowestFree = handle + 1, handle;
  }
  get(handle) {
    return this.paths[handle] ?? null;
  }
  /** Counts one more reference, for a copied shape. */
  retain(handle) {
    this.references[handle] = this.references[handle] + 1;
  }
  /** Drops one reference; the path is freed with the last one. */
  release(handle) {
    this.references[handle] = this.references[handle] - 1, this.references[handle] === 0 && (this.paths[handle] = null, handle < this.lowestFree && (this.lowestFree = handle));
  }
};

// src/math/hash.ts
var floatScratch = new Float64Array(1), wordScratch = new Uint32Array(floatScratch.buffer), state = new Int32Array(1);
function hashFloats(hash, array, start, end) {
  return state[0] = hash, fold(array, start, end), state[0] >>> 0;
}
function shortHash(array, start, end) {
  return state[0] = 2166136261, fold(array, start, end), state[0] >>> 2;
}
function fold(array, start, end) {
  let h = state[0];
  for (let i = start; i < end; i++) {
    let value2 = array[i];
    floatScratch[0] = value2, value2 !== value2 && (floatScratch[0] = NaN), h = Math.imul(h ^ wordScratch[0], 16777619), h = Math.imul(h ^ h >>> 15 ^ wordScratch[1], 16777619), h ^= h >>> 15;
  }
  state[0] = h;
}

// src/collision/hull.ts
var order = new Int32Array(8), stack = new Int32Array(18), extent = new Float64Array(1);
function convexHull(points, out) {
  let count = checkPoints(points);
  checkRepeats(points, count);
  let size = monotoneChain(points, count), written = 0;
  for (let i = 0; i < size; i++) {
    let before = stack[(i + size - 1) % size], after = stack[(i + 1) % size];
    isNearLine(points, before, after, stack[i]) || (out[written * 2] = points[stack[i] * 2], out[written * 2 + 1] = points[stack[i] * 2 + 1], written++);
  }
  if (written < 3)
    throw new RangeError("polygon: the points lie on one line, which has no area; use segment() or capsule() for a line");
  return checkInside(points, count, out, written), written;
}
function checkPoints(points) {
  if (points.length % 2 !== 0)
    throw new RangeError(`polygon: ${points.length} coordinates make no whole number of points; give x and y of each`);
  let count = points.length / 2;
  if (count < 3 || count > 8)
    throw new RangeError(
      `polygon: ${count} points given, 3 to 8 are allowed; leave some out or split the outline into child colliders`
    );
  for (let i = 0; i < count; i++)
    if (!Number.isFinite(points[i * 2]) || !Number.isFinite(points[i * 2 + 1]))
      throw new RangeError(`polygon: point ${i} ${show(points, i)} is not finite`);
  return count;
}
function checkRepeats(points, count) {
  let minX = 1 / 0, minY = 1 / 0, maxX = -1 / 0, maxY = -1 / 0;
  for (let i = 0; i < count; i++)
    minX = Math.min(minX, points[i * 2]), maxX = Math.max(maxX, points[i * 2]), minY = Math.min(minY, points[i * 2 + 1]), maxY = Math.max(maxY, points[i * 2 + 1]);
  let side2 = Math.max(maxX - minX, maxY - minY);
  extent[0] = side2;
  for (let i = 0; i < count; i++)
    for (let j = 0; j < i; j++) {
      let dx = Math.abs(points[i * 2] - points[j * 2]), dy = Math.abs(points[i * 2 + 1] - points[j * 2 + 1]);
      if (Math.max(dx, dy) <= 1e-6 * side2)
        throw new RangeError(`polygon: point ${i} ${show(points, i)} repeats point ${j}; leave one of them out`);
    }
}
function monotoneChain(points, count) {
  for (let i = 0; i < count; i++) {
    let at = i;
    for (; at > 0 && comesBefore(points, i, order[at - 1]); )
      order[at] = order[at - 1], at--;
    order[at] = i;
  }
  let size = 0;
  for (let i = 0; i < count; i++) size = push(points, order[i], size, 2);
  let lower = size + 1;
  for (let i = count - 2; i >= 0; i--) size = push(points, order[i], size, lower);
  return size - 1;
}
function comesBefore(points, i, j) {
  let dx = points[i * 2] - points[j * 2];
  return dx < 0 || dx === 0 && points[i * 2 + 1] < points[j * 2 + 1];
}
function push(points, index, size, keep6) {
  let top = size;
  for (; top >= keep6 && !turnsLeft(points, stack[top - 2], stack[top - 1], index); ) top--;
  return stack[top] = index, top + 1;
}
function turnsLeft(points, i, j, k) {
  let ax = points[j * 2] - points[i * 2], ay = points[j * 2 + 1] - points[i * 2 + 1], bx = points[k * 2] - points[i * 2], by = points[k * 2 + 1] - points[i * 2 + 1];
  return !(ax * by - ay * bx <= 0);
}
function isNearLine(points, i, j, k) {
  let dx = points[j * 2] - points[i * 2], dy = points[j * 2 + 1] - points[i * 2 + 1], px = points[k * 2] - points[i * 2], py = points[k * 2 + 1] - points[i * 2 + 1], length = Math.sqrt(dx * dx + dy * dy);
  return !(length > 0) || Math.abs(dx * py - dy * px) / length <= 1e-6 * extent[0];
}
function checkInside(points, count, hull2, size) {
  for (let k = 0; k < count; k++) {
    let depth3 = 1 / 0;
    for (let i = 0; i < size; i++) {
      let j = (i + 1) % size, ex = hull2[j * 2] - hull2[i * 2], ey = hull2[j * 2 + 1] - hull2[i * 2 + 1], px = points[k * 2] - hull2[i * 2], py = points[k * 2 + 1] - hull2[i * 2 + 1];
      depth3 = Math.min(depth3, (ex * py - ey * px) / Math.sqrt(ex * ex + ey * ey));
    }
    if (depth3 > 4 * 1e-6 * extent[0])
      throw new RangeError(
        `polygon: point ${k} ${show(points, k)} lies inside the hull of the others, so the outline is concave; leave it out or split the outline into convex child colliders`
      );
  }
}
function show(points, i) {
  return `(${points[i * 2]}, ${points[i * 2 + 1]})`;
}

// src/collision/polygon-pool.ts
var POLYGON_STRIDE = 40, POLYGON_COUNT = 0, POLYGON_RADIUS = 1, POLYGON_REFERENCES = 2, POLYGON_HASH = 3, POLYGON_VERTICES = 8, POLYGON_NORMALS = 24, hull = new Float64Array(17), edgeNormals = new Float64Array(16), given = new Float64Array(1);
function createPolygonPool(capacity = 64) {
  let size = powerOfTwo(capacity + 1);
  return {
    data: new Float64Array(size * POLYGON_STRIDE),
    end: 1,
    firstFree: 1,
    buckets: new Int32Array(size * 2),
    next: new Int32Array(size)
  };
}
function registerPolygon(pool, points, radius = 0) {
  return given[0] = radius, registerPolygonOf(pool, points, given, 0);
}
function registerPolygonOf(pool, points, radii, index) {
  let radius = radii[index];
  if (!(radius >= 0 && radius < 1 / 0))
    throw new RangeError(`polygon: the rounding radius ${radius} is not a finite number of at least 0`);
  let count = convexHull(points, hull);
  hull[count * 2] = radius;
  let hash = shortHash(hull, 0, count * 2 + 1), found3 = findPolygon(pool, hash, count);
  if (found3 !== 0)
    return retainPolygon(pool, found3), found3;
  let handle = takeRecord(pool);
  return writePolygon(pool.data, handle * POLYGON_STRIDE, count, hash), link(pool, handle, hash), handle;
}
function retainPolygon(pool, handle) {
  let at = recordOf2(pool, handle, "retain");
  pool.data[at + POLYGON_REFERENCES] = pool.data[at + POLYGON_REFERENCES] + 1;
}
function releasePolygon(pool, handle) {
  let at = recordOf2(pool, handle, "release"), left = pool.data[at + POLYGON_REFERENCES] - 1;
  if (pool.data[at + POLYGON_REFERENCES] = left, !(left > 0))
    for (unlink(pool, handle, pool.data[at + POLYGON_HASH]), pool.data.fill(0, at, at + POLYGON_STRIDE), handle < pool.firstFree && (pool.firstFree = handle); pool.end > 1 && pool.data[(pool.end - 1) * POLYGON_STRIDE] === 0; ) pool.end--;
}
function reindexPolygons(pool) {
  let capacity = pool.data.length / POLYGON_STRIDE;
  pool.buckets = new Int32Array(capacity * 2), pool.next = new Int32Array(capacity), pool.end = 1, pool.firstFree = 1;
  for (let handle = 1; handle < capacity; handle++)
    pool.data[handle * POLYGON_STRIDE] !== 0 && (link(pool, handle, pool.data[handle * POLYGON_STRIDE + POLYGON_HASH]), pool.end = handle + 1);
}
function recordOf2(pool, handle, action) {
  let at = handle * POLYGON_STRIDE;
  if (!(handle > 0 && handle < pool.end) || pool.data[at] === 0)
    throw new RangeError(`polygon: cannot ${action} handle ${handle}, no polygon is registered under it`);
  return at;
}
function findPolygon(pool, hash, count) {
  let handle = pool.buckets[hash & pool.buckets.length - 1];
  for (; handle !== 0 && !matches(pool.data, handle * POLYGON_STRIDE, hash, count); ) handle = pool.next[handle];
  return handle;
}
function matches(data, at, hash, count) {
  if (data[at + POLYGON_HASH] !== hash || data[at] !== count || data[at + POLYGON_RADIUS] !== hull[count * 2]) return !1;
  for (let i = 0; i < count * 2; i++) if (data[at + POLYGON_VERTICES + i] !== hull[i]) return !1;
  return !0;
}
function takeRecord(pool) {
  let handle = pool.firstFree;
  for (; handle < pool.end && pool.data[handle * POLYGON_STRIDE] !== 0; ) handle++;
  return handle * POLYGON_STRIDE >= pool.data.length && grow(pool), handle >= pool.end && (pool.end = handle + 1), pool.firstFree = handle + 1, handle;
}
function grow(pool) {
  let data = new Float64Array(pool.data.length * 2);
  data.set(pool.data), pool.data = data, reindexPolygons(pool);
}
function link(pool, handle, hash) {
  let bucket = hash & pool.buckets.length - 1;
  pool.next[handle] = pool.buckets[bucket], pool.buckets[bucket] = handle;
}
function unlink(pool, handle, hash) {
  let bucket = hash & pool.buckets.length - 1, at = pool.buckets[bucket];
  if (at === handle) {
    pool.buckets[bucket] = pool.next[handle];
    return;
  }
  for (; pool.next[at] !== handle; ) at = pool.next[at];
  pool.next[at] = pool.next[handle];
}
function writePolygon(data, at, count, hash) {
  for (let i = 0; i < count; i++) {
    let j = i + 1 < count ? i + 1 : 0, ex = hull[j * 2] - hull[i * 2], ey = hull[j * 2 + 1] - hull[i * 2 + 1], length = Math.sqrt(ex * ex + ey * ey);
    edgeNormals[i * 2] = ey / length, edgeNormals[i * 2 + 1] = -ex / length;
  }
  data[at + POLYGON_COUNT] = count, data[at + POLYGON_RADIUS] = hull[count * 2], data[at + POLYGON_REFERENCES] = 1, data[at + POLYGON_HASH] = hash;
  for (let i = 0; i < count * 2; i++)
    data[at + POLYGON_VERTICES + i] = hull[i], data[at + POLYGON_NORMALS + i] = edgeNormals[i];
}
function powerOfTwo(least) {
  let size = 8;
  for (; size < least; ) size *= 2;
  return size;
}

// src/memory/memory-columns.ts
var ALIGN = 64, MemoryColumns = class {
  /** Entries that fit. */
  capacity;
  memory;
  region;
  records = [];
  constructor(memory, capacity) {
    this.memory = memory, this.region = memory.addRegion(), this.capacity = capacity, memory.follow(() => this.place());
  }
  /**
   * Declares `owner[key]`, a column of `stride` numbers an entry, all `initial`. It is there after {@link open}.
   * @param slot The byte of the memory at which the kernel finds the column's address.
   */
  define(owner, key, kind, slot, stride = 1, initial = 0) {
    this.records.push({ owner, key, kind, slot, stride, initial });
  }
  /** Makes all columns. */
  open() {
    this.memory.resize(this.region, this.bytes, !1), this.place();
    for (let record2 of this.records) this.fill(record2, 0);
  }
  /** Grows every column so that `capacity` entries fit. Values are kept. */
  grow(capacity) {
    capacity > this.capacity && this.resize(capacity);
  }
  /** Drops what does not fit into `capacity` entries, and gives its memory back. */
  shrink(capacity) {
    capacity < this.capacity && this.resize(capacity);
  }
  /** Swaps entry i with entry `swaps[i]` in every column, for i from 1 to `count`. */
  swap(swaps, count) {
    for (let { owner, key, stride } of this.records) swapEntries(owner[key], stride, swaps, count);
  }
  /** Bytes held by all columns. */
  get bytes() {
    let sum2 = 0;
    for (let record2 of this.records) sum2 += this.sizeOf(record2);
    return sum2;
  }
  resize(capacity) {
    let before = this.capacity, old = this.records.map(({ owner, key }) => owner[key]);
    this.capacity = capacity;
    try {
      this.memory.resize(this.region, this.bytes, !1);
    } catch (error) {
      throw this.capacity = before, error;
    }
    this.records.forEach((record2, i) => {
      let column = record2.owner[record2.key];
      column.set(old[i].subarray(0, column.length)), this.fill(record2, before);
    });
  }
  sizeOf({ kind, stride }) {
    return Math.ceil(this.capacity * stride * BYTES[kind] / ALIGN) * ALIGN;
  }
  /** Makes the arrays anew, on the memory as it is now. */
  place() {
    if (this.region.bytes === 0) return;
    let at = this.region.start;
    for (let record2 of this.records) {
      let { owner, key, kind, slot, stride } = record2;
      owner[key] = view(kind, this.memory.u8.buffer, at, this.capacity * stride), this.memory.i32[slot >> 2] = at, at += this.sizeOf(record2);
    }
  }
  fill({ owner, key, stride, initial }, from) {
    initial !== 0 && owner[key].fill(initial, from * stride);
  }
};

// src/contacts/pair-slots.ts
function findSlot(slots, a, b, one2, two) {
  let mask = slots.length - 1, slot = hashPair(one2, two) & mask;
  for (; ; ) {
    let row = slots[slot];
    if (row === 0 || a[row] === one2 && b[row] === two) return slot;
    slot = slot + 1 & mask;
  }
}
function closeSlot(slots, a, b, slot) {
  let mask = slots.length - 1, hole = slot, scan = slot;
  for (; ; ) {
    scan = scan + 1 & mask;
    let row = slots[scan];
    if (row === 0) break;
    let home = hashPair(a[row], b[row]) & mask;
    (scan - home & mask) >= (scan - hole & mask) && (slots[hole] = row, hole = scan);
  }
  slots[hole] = 0;
}
function doubleSlots(slots, a, b) {
  let larger = new Uint32Array(slots.length * 2);
  for (let i = 0; i < slots.length; i++) {
    let row = slots[i];
    row !== 0 && (larger[findSlot(larger, a, b, a[row], b[row])] = row);
  }
  return larger;
}
function hashPair(a, b) {
  let hash = Math.imul(a, 2654435761) ^ Math.imul(b, 2246822507);
  return hash ^= hash >>> 15, hash = Math.imul(hash, 739982445), hash ^ hash >>> 13;
}

// src/contacts/contact-table.ts
var INITIAL_CONTACTS = 256, CHURN = 16, FEW_CONTACTS = 512, SPARSE = 4, MOST_GROWTH = 8, PATIENCE = 600, ORDER_EVERY = 16, ContactTable = class {
  /** The lower entity id of the pair. */
  a;
  /** The higher entity id of the pair. */
  b;
  flags;
  pointCount;
  manifold;
  impulse;
  /** The angular impulse of rolling resistance, on `b` or on the only one of the two that can move. */
  rolling;
  /** Feature ids of the two points. */
  feature;
  /** The speed at which the shapes came together when points first appeared, length/s. */
  approach;
  activeIndex;
  /** By edge: the neighbors in the list of the edge's body. */
  next;
  previous;
  /** The contacts that are worked on each step. First `activeCount` entries. */
  active;
  activeCount = 0;
  /** What the kernel left to be done about active contacts: contact, points before; see `SolverKernel.collide`. */
  todo;
  /** How often the active list changed since it was put in order. */
  changes = 0;
  marks = new Uint32Array(INITIAL_CONTACTS / 32);
  /** All contacts, the resting ones too. */
  count = 0;
  /** By entity: the first edge of its contacts. */
  head;
  columns = new Columns(INITIAL_CONTACTS);
  shared;
  slots = new Uint32Array(INITIAL_CONTACTS * 2);
  firstFree = 0;
  /** Contacts made since they were numbered anew. */
  created = 0;
  /** There will hardly be more contacts than that for now. */
  expected = 0;
  /** For how many steps the table has been much too large. */
  roomy = 0;
  /** Scratch of {@link renumber}. */
  swaps = new Uint32Array(0);
  renamed = new Uint32Array(0);
  /** No contact has a higher id. */
  highest = 0;
  constructor(entityColumns, memory) {
    entityColumns.define(this, "head", "u32");
    let columns2 = this.columns;
    this.shared = new MemoryColumns(memory, INITIAL_CONTACTS);
    let { shared: shared3 } = this;
    shared3.define(this, "a", "u32", 44 /* A */), shared3.define(this, "b", "u32", 48 /* B */), shared3.define(this, "flags", "u8", 52 /* Flags */), shared3.define(this, "pointCount", "u8", 56 /* PointCount */), shared3.define(this, "manifold", "f64", 60 /* Manifold */, 8), shared3.define(this, "impulse", "f32", 64 /* Impulse */, 4), columns2.define(this, "rolling", "f64"), shared3.define(this, "feature", "i32", 68 /* Feature */, 2), columns2.define(this, "approach", "f64"), columns2.define(this, "activeIndex", "i32", 1, -1), columns2.define(this, "next", "u32", 2), columns2.define(this, "previous", "u32", 2), shared3.define(this, "active", "u32", 72 /* Active */), shared3.define(this, "todo", "i32", 76 /* Todo */, 2), shared3.open();
  }
  /** Bytes held by the table. */
  get bytes() {
    return this.columns.bytes + this.shared.bytes + this.slots.byteLength;
  }
  /** The contact of two entities, `a` lower than `b`, or 0. */
  find(a, b) {
    return this.slots[findSlot(this.slots, this.a, this.b, a, b)];
  }
  /**
   * Says that up to so many contacts are about to be made. Room for them is taken when the first finds none, in few
   * steps: each copies the whole memory of the kernel.
   */
  expect(count) {
    this.expected = this.count + count;
  }
  /** Adds the contact of two entities, `a` lower than `b`, to the table and to both bodies. It starts inactive. */
  create(a, b) {
    let contact = this.takeId();
    return this.a[contact] = a, this.b[contact] = b, this.flags[contact] = 0, this.pointCount[contact] = 0, this.impulse.fill(0, contact * 4, (contact + 1) * 4), this.rolling[contact] = 0, this.activeIndex[contact] = -1, this.link(contact * 2, a), this.link(contact * 2 + 1, b), this.count++, this.created++, this.count * 2 > this.slots.length && (this.slots = doubleSlots(this.slots, this.a, this.b)), this.slots[findSlot(this.slots, this.a, this.b, a, b)] = contact, contact;
  }
  /** Removes a contact from the table, from both bodies and from the active list. */
  remove(contact) {
    this.activeIndex[contact] !== -1 && this.deactivate(contact), this.unlink(contact * 2, this.a[contact]), this.unlink(contact * 2 + 1, this.b[contact]), closeSlot(this.slots, this.a, this.b, findSlot(this.slots, this.a, this.b, this.a[contact], this.b[contact])), this.a[contact] = this.firstFree, this.b[contact] = 0, this.firstFree = contact, this.count--;
  }
  /**
   * Puts the active list in ascending order when it has changed a lot: the step then walks through the arrays of the
   * table from front to back. In a pile of 10,000 mixed bodies an unordered list made the whole step 1.6 times as long.
   */
  orderActive() {
    if (this.changes * ORDER_EVERY <= this.activeCount) return;
    this.changes = 0;
    let { active, activeIndex, activeCount } = this, words3 = (this.highest >>> 5) + 1;
    words3 > this.marks.length && (this.marks = new Uint32Array(words3 * 2));
    let { marks } = this;
    for (let i = 0; i < activeCount; i++) {
      let contact = active[i];
      marks[contact >>> 5] = marks[contact >>> 5] | 1 << (contact & 31);
    }
    let count = 0;
    for (let word2 = 0; word2 < words3; word2++) {
      for (let bits2 = marks[word2]; bits2 !== 0; bits2 &= bits2 - 1) {
        let contact = word2 * 32 + 31 - Math.clz32(bits2 & -bits2);
        activeIndex[contact] = count, active[count++] = contact;
      }
      marks[word2] = 0;
    }
  }
  /**
   * To be called once a step: numbers the contacts anew when that pays, and gives memory back after a burst. No contact
   * id is valid across this.
   */
  tidy() {
    let limit = this.count + FEW_CONTACTS;
    (this.created >= CHURN * limit || this.highest > SPARSE * limit) && this.renumber(), this.giveBack(2 * limit);
  }
  /**
   * Numbers the contacts in the order of their lower bodies: then they lie in few places of the memory, and near each
   * other if their bodies do. After a burst of 1,000 bodies from one spot the 2,600 contacts that were left lay in the
   * room of 500,000.
   */
  renumber() {
    this.created = 0, this.renamed.length <= this.highest && (this.renamed = new Uint32Array(this.highest + 1)), this.planOrder(), this.columns.swap(this.swaps, this.count), this.shared.swap(this.swaps, this.count), this.rename(), this.highest = this.count, this.firstFree = 0, this.slots.fill(0), this.fillSlots();
  }
  /** Shrinks the table to so much room when that had been enough for long. */
  giveBack(room) {
    this.roomy = this.shared.capacity > SPARSE * room ? this.roomy + 1 : 0, !(this.roomy < PATIENCE) && (this.roomy = 0, this.highest >= room && this.renumber(), this.shared.shrink(room), this.columns.shrink(room), this.slots = new Uint32Array(1 << 32 - Math.clz32(room)), this.fillSlots(), this.swaps = new Uint32Array(0), this.renamed = new Uint32Array(0));
  }
  activate(contact) {
    this.changes++, this.activeIndex[contact] = this.activeCount, this.active[this.activeCount++] = contact;
  }
  deactivate(contact) {
    this.changes++;
    let index = this.activeIndex[contact], last = this.active[--this.activeCount];
    this.active[index] = last, this.activeIndex[last] = index, this.activeIndex[contact] = -1;
  }
  /** The other body of the contact that an edge belongs to. */
  otherOf(edge2) {
    return (edge2 & 1) === 0 ? this.b[edge2 >>> 1] : this.a[edge2 >>> 1];
  }
  fillSlots() {
    let { slots, a, b } = this;
    for (let id = 1; id <= this.highest; id++) b[id] !== 0 && (slots[findSlot(slots, a, b, a[id], b[id])] = id);
  }
  /** Finds the new order: what each contact is to be called, and with which it has to be swapped in turn. */
  planOrder() {
    let { head, next, renamed } = this;
    this.swaps.length <= this.count && (this.swaps = new Uint32Array(this.count * 2 + 1));
    let { swaps } = this, count = 0;
    for (let entity = 1; entity < head.length; entity++)
      for (let edge2 = head[entity]; edge2 !== 0; edge2 = next[edge2])
        (edge2 & 1) === 0 && (swaps[++count] = edge2 >>> 1, renamed[edge2 >>> 1] = count);
    for (let i = 1; i <= count; i++) {
      let at = swaps[i];
      for (; at < i; ) at = swaps[at];
      swaps[i] = at;
    }
  }
  /** Lets links and the active list name the contacts as they are called now. */
  rename() {
    let { head, next, previous, active, activeIndex, renamed } = this;
    for (let entity = 1; entity < head.length; entity++) head[entity] = renameEdge(renamed, head[entity]);
    for (let edge2 = 2; edge2 < (this.count + 1) * 2; edge2++)
      next[edge2] = renameEdge(renamed, next[edge2]), previous[edge2] = renameEdge(renamed, previous[edge2]);
    let place3 = 0;
    for (let id = 1; id <= this.count; id++)
      activeIndex[id] !== -1 && (activeIndex[id] = place3, active[place3++] = id);
    this.changes = 0;
  }
  takeId() {
    let free = this.firstFree;
    if (free !== 0)
      return this.firstFree = this.a[free], free;
    let id = ++this.highest;
    return id >= this.shared.capacity && this.shared.grow(this.roomAfter(this.shared.capacity)), id >= this.columns.capacity && this.columns.grow(this.shared.capacity), id;
  }
  roomAfter(capacity) {
    let room = capacity * 2;
    for (; room <= this.expected && room < capacity * MOST_GROWTH; ) room *= 2;
    return room;
  }
  link(edge2, entity) {
    let first = this.head[entity];
    this.next[edge2] = first, this.previous[edge2] = 0, first !== 0 && (this.previous[first] = edge2), this.head[entity] = edge2;
  }
  unlink(edge2, entity) {
    let next = this.next[edge2], previous = this.previous[edge2];
    next !== 0 && (this.previous[next] = previous), previous !== 0 ? this.next[previous] = next : this.head[entity] = next;
  }
};
function renameEdge(renamed, edge2) {
  return renamed[edge2 >>> 1] * 2 + (edge2 & 1);
}

// src/contacts/entity-events.ts
var EntityEvents = class extends EventBuffer {
  entities;
  constructor() {
    super(), this.columns.define(this, "entities", "u32");
  }
  push(entity) {
    this.entities[this.next()] = entity;
  }
};

// src/contacts/hit-events.ts
var HitEvents = class extends EventBuffer {
  /** The lower entity id of each pair of colliders. */
  a;
  /** The higher entity id of each pair of colliders. */
  b;
  /** Where they hit, in the world. Unit: length. */
  x;
  y;
  /** Unit normal from `a` to `b`. */
  nx;
  ny;
  /** How fast they came together along the normal, length/s. */
  approachSpeed;
  constructor() {
    super(), this.columns.define(this, "a", "u32"), this.columns.define(this, "b", "u32");
    for (let key of ["x", "y", "nx", "ny", "approachSpeed"]) this.columns.define(this, key, "f64");
  }
  /** Adds an event; the caller fills in the numbers at the place that is returned. */
  push(a, b) {
    let i = this.next();
    return this.a[i] = a, this.b[i] = b, i;
  }
};

// src/contacts/sensor-events.ts
var SensorEvents = class extends EventBuffer {
  /** The collider that is a sensor. */
  sensor;
  /** The collider that overlaps it. */
  visitor;
  /** The bodies that the two are parts of: the same ids, except for child colliders. */
  sensorBody;
  visitorBody;
  /** For ends: one of {@link EndReason}. */
  reason;
  constructor() {
    super();
    for (let key of ["sensor", "visitor", "sensorBody", "visitorBody"]) this.columns.define(this, key, "u32");
    this.columns.define(this, "reason", "u8");
  }
  push(sensor, visitor, sensorBody, visitorBody, reason = EndReason.Separated) {
    let i = this.next();
    this.sensor[i] = sensor, this.visitor[i] = visitor, this.sensorBody[i] = sensorBody, this.visitorBody[i] = visitorBody, this.reason[i] = reason;
  }
};

// src/contacts/pair-sort.ts
var DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, PairSort = class {
  spare = new PairBuffer();
  counts = new Uint32Array(DIGITS);
  sort(pairs) {
    if (pairs.count < 2) return;
    this.spare.reserve(pairs.count);
    let highest = 0;
    for (let i = 0; i < pairs.count; i++) pairs.b[i] > highest && (highest = pairs.b[i]);
    for (let shift = 0; highest >>> shift > 0; shift += DIGIT_BITS) this.pass(pairs, pairs.b, shift);
    for (let shift = 0; highest >>> shift > 0; shift += DIGIT_BITS) this.pass(pairs, pairs.a, shift);
  }
  /** Moves the pairs to the spare columns in the order of one digit, and swaps the columns. */
  pass(pairs, key, shift) {
    let { counts, spare: spare2 } = this, { a, b, count } = pairs, toA = spare2.a, toB = spare2.b;
    counts.fill(0);
    for (let i = 0; i < count; i++) {
      let digit = key[i] >>> shift & DIGITS - 1;
      counts[digit] = counts[digit] + 1;
    }
    let sum2 = 0;
    for (let d = 0; d < DIGITS; d++) {
      let n = counts[d];
      counts[d] = sum2, sum2 += n;
    }
    for (let i = 0; i < count; i++) {
      let digit = key[i] >>> shift & DIGITS - 1, place3 = counts[digit];
      counts[digit] = place3 + 1, toA[place3] = a[i], toB[place3] = b[i];
    }
    spare2.a = a, spare2.b = b, pairs.a = toA, pairs.b = toB;
  }
};

// src/settings.ts
var MAX_SUBSTEPS = 64, OPTION_NAMES = [
  "gravity",
  "substeps",
  "allowSleep",
  "restitutionThreshold",
  "hitThreshold",
  "lengthUnit",
  "capacity",
  "broadPhase",
  "components",
  "allocate"
];
function makeSettings(options) {
  for (let name of Object.keys(options))
    if (!OPTION_NAMES.includes(name))
      throw new RangeError(`addPhysics: there is no option '${name}'. The options are ${OPTION_NAMES.join(", ")}.`);
  let lengthUnit = options.lengthUnit ?? 1;
  if (!(Number.isFinite(lengthUnit) && lengthUnit > 0))
    throw new RangeError(`addPhysics: lengthUnit must be finite and greater than 0, got ${lengthUnit}`);
  let settings = {
    gravity: { x: options.gravity?.x ?? 0, y: options.gravity?.y ?? (options.gravity ? 0 : -9.81 * lengthUnit) },
    substeps: options.substeps ?? 4,
    allowSleep: options.allowSleep ?? !0,
    restitutionThreshold: options.restitutionThreshold ?? 1 * lengthUnit,
    hitThreshold: options.hitThreshold ?? 1 * lengthUnit,
    lengthUnit
  }, violation = settingsViolation(settings);
  if (violation) throw new RangeError(`addPhysics: ${violation}`);
  return settings;
}
function settingsViolation(settings) {
  let { gravity, substeps, restitutionThreshold, hitThreshold } = settings;
  return !Number.isFinite(gravity.x) || !Number.isFinite(gravity.y) ? `gravity must be finite, got (${gravity.x}, ${gravity.y})` : !Number.isInteger(substeps) || substeps < 1 || substeps > MAX_SUBSTEPS ? `substeps must be a whole number from 1 to ${MAX_SUBSTEPS}, got ${substeps}` : restitutionThreshold >= 0 ? hitThreshold >= 0 ? "" : `hitThreshold must not be negative, got ${hitThreshold}` : `restitutionThreshold must not be negative, got ${restitutionThreshold}`;
}
function checkCapacity(capacity = 1024) {
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 4194304)
    throw new RangeError(`addPhysics: capacity must be a whole number from 1 to ${4194304}, got ${capacity}`);
  return Math.max(capacity, 16);
}
function makeTolerances(lengthUnit) {
  return {
    linearSlop: 5e-3 * lengthUnit,
    speculativeDistance: 0.02 * lengthUnit,
    maxFatMargin: 0.05 * lengthUnit,
    fatMarginRatio: 0.125,
    maxSpeed: 4e3 * lengthUnit,
    sleepSpeed: SLEEP_SPEED * lengthUnit
  };
}

// src/solver/islands.ts
var Islands = class {
  parent;
  /** By root: how many bodies the island has, at least; touches that ended are noticed late. */
  size;
  /** By root: the shortest quiet time of the island's bodies, valid within {@link findQuiet}. */
  quiet;
  stale = !1;
  constructor(columns2, shared3) {
    shared3.define(this, "parent", "u32", 36 /* IslandParent */), shared3.define(this, "size", "u32", 40 /* IslandSize */), columns2.define(this, "quiet", "f64");
  }
  /** A body that woke or was made is an island of its own until it touches another. */
  add(entity) {
    this.parent[entity] = entity, this.size[entity] = 1;
  }
  /** A body left: what hung together through it may not any more. */
  markStale() {
    this.stale = !0;
  }
  find(entity) {
    let { parent } = this, root = entity;
    for (; parent[root] !== root; )
      parent[root] = parent[parent[root]], root = parent[root];
    return root;
  }
  /** Two bodies began to touch. The lower root wins, so that the sets do not depend on the order of the joins. */
  join(a, b) {
    let rootA = this.find(a), rootB = this.find(b);
    if (rootA === rootB) return;
    let root = Math.min(rootA, rootB);
    this.parent[Math.max(rootA, rootB)] = root, this.size[root] = this.size[rootA] + this.size[rootB];
  }
  /**
   * Writes every awake dynamic body whose whole island was quiet for `time` seconds to `out`, an island's bodies
   * with the same `rootOut`. Returns how many.
   */
  findQuiet(bodies, contacts, time, out, rootOut) {
    this.refresh(bodies, contacts);
    let { awake, awakeCount, kind, quietTime } = bodies, { quiet } = this;
    for (let i = 0; i < awakeCount; i++) quiet[awake[i]] = 1 / 0;
    for (let i = 0; i < awakeCount; i++) {
      let entity = awake[i];
      if (kind[entity] !== 1 /* Dynamic */) continue;
      let root = this.find(entity);
      quietTime[entity] < quiet[root] && (quiet[root] = quietTime[entity]);
    }
    let count = 0;
    for (let i = 0; i < awakeCount; i++) {
      let entity = awake[i];
      if (kind[entity] !== 1 /* Dynamic */) continue;
      let root = this.find(entity);
      quiet[root] < time || (out[count] = entity, rootOut[count++] = root);
    }
    return count;
  }
  /** Makes the sets anew if a touch ended since they were made. */
  refresh(bodies, contacts) {
    this.stale && this.rebuild(bodies, contacts);
  }
  rebuild(bodies, contacts) {
    let { awake, awakeCount, kind, bodyOf: bodyOf2 } = bodies;
    for (let i = 0; i < awakeCount; i++) this.add(awake[i]);
    let { active, activeCount, flags, pointCount, a, b } = contacts;
    for (let i = 0; i < activeCount; i++) {
      let contact = active[i];
      if (pointCount[contact] === 0 || (flags[contact] & 110 /* Unsolved */) !== 0) continue;
      let bodyA = bodyOf2[a[contact]], bodyB = bodyOf2[b[contact]];
      kind[bodyA] !== 1 /* Dynamic */ || kind[bodyB] !== 1 /* Dynamic */ || bodies.isAwake(bodyA) && bodies.isAwake(bodyB) && this.join(bodyA, bodyB);
    }
    this.stale = !1;
  }
};

// src/memory/memory.ts
var Memory = class {
  f32;
  i32;
  f64;
  u8;
  regions = [];
  followers = [];
  /** Bytes in all. */
  get bytes() {
    return this.u8.byteLength;
  }
  /** Calls back whenever the memory was replaced: arrays on it that were made before are of no use then. */
  follow(callback) {
    this.followers.push(callback);
  }
  /** Adds a region, empty, behind the others. */
  addRegion() {
    let region = { start: this.regions.reduce((end, region2) => align(Math.max(end, region2.start + region2.bytes)), 0), bytes: 0 };
    return this.regions.push(region), region;
  }
  /**
   * Gives a region that many bytes. Replaces the memory.
   * @param keep Whether its contents stay, as far as they fit. Those of all other regions do.
   * @throws RangeError when there is no room for that, and leaves everything as it was.
   */
  resize(region, bytes, keep6 = !0) {
    bytes !== region.bytes && this.replace(region, bytes, keep6);
  }
  /** Makes a buffer and the views of it. */
  open(bytes) {
    if (bytes > 4294967296)
      throw new RangeError(
        `bitecs-physics: a world can have 4 GiB of bodies and contacts, and this one would need ${bytes} bytes. Remove entities, or let fewer of them touch at once.`
      );
    let buffer = this.take(Math.ceil(bytes / 65536) * 65536);
    this.f32 = new Float32Array(buffer), this.i32 = new Int32Array(buffer), this.f64 = new Float64Array(buffer), this.u8 = new Uint8Array(buffer);
  }
  replace(changed, bytes, keep6) {
    let old = this.u8, end = 0;
    for (let region of this.regions) end = align(end + (region === changed ? bytes : region.bytes));
    this.open(end);
    let start = 0;
    for (let region of this.regions) {
      if (old !== void 0 && (keep6 || region !== changed)) {
        let kept = region === changed ? Math.min(bytes, region.bytes) : region.bytes;
        this.u8.set(old.subarray(region.start, region.start + kept), start);
      }
      region.start = start, region === changed && (region.bytes = bytes), start = align(start + region.bytes);
    }
    for (let callback of this.followers) callback();
  }
};
function align(bytes) {
  return Math.ceil(bytes / 64) * 64;
}

// src/solver/kernel/scalar-contacts.ts
var f = Math.fround, LEAST_DETERMINANT = f(1e-3), NEXT = 4, SECOND = 36, sums = new Float32Array(8);
function pressGroups(views, points, first, end, work, rates) {
  let soft = readRates(views, rates, !1);
  for (let at = first; at < end; at += points === 1 ? 384 : 512) {
    let group = at >> 2;
    if (!solveGroup(views, points, group, work >> 2, soft)) continue;
    let early = group + 13 /* RubsEarly */ * NEXT, rubs = views.f32[early] > 0 || views.f32[early + 1] > 0 || views.f32[early + 2] > 0 || views.f32[early + 3] > 0;
    for (let lane = 0; lane < 4; lane++)
      applyNormal(views, points, group + lane, work >> 2, lane), rubs && rub(views, points, group + lane, work >> 2, views.f32[early + lane] > 0);
  }
}
function relaxGroups(views, points, first, end, work, push2, rates) {
  let soft = readRates(views, rates, !0);
  for (let at = first; at < end; at += points === 1 ? 384 : 512)
    if (solveGroup(views, points, at >> 2, work >> 2, soft))
      for (let lane = 0; lane < 4; lane++) {
        let g = (at >> 2) + lane;
        applyNormal(views, points, g, work >> 2, lane), rub(views, points, g, work >> 2, !0), addPush(views, points, g, push2 >> 2);
      }
}
function readRates({ f32: f322 }, rates, rigid) {
  let r = rates >> 2;
  return { inverseH: f322[r + 0 /* Substeps */], biasRate: f322[r + 1 /* Bias */], least: -f322[r + 2 /* MaxPush */], rigid };
}
function solveGroup(views, points, group, work, soft) {
  let { f32: f322 } = views, anything = !1;
  for (let lane = 0; lane < 4; lane++) {
    let g = group + lane, p = g + 14 /* Points */ * NEXT;
    points === 1 ? solveOne(views, g, work, lane, soft) : solveTwo(views, g, work, lane, soft);
    for (let k = 0; k < points; k++) {
      let q = p + k * SECOND;
      (sums[k * 4 + lane] !== 0 || f322[q + 7 /* Normal */ * NEXT] !== 0) && (anything = !0), f322[q + 8 /* Tangent */ * NEXT] !== 0 && (anything = !0);
    }
  }
  return anything;
}
var asked = new Float32Array(4);
function normalRow(views, g, p, work, soft, out) {
  let { f32: f322, i32: i322 } = views, A = work + (i322[g + 0 /* A */ * NEXT] >> 2), B = work + (i322[g + 1 /* B */ * NEXT] >> 2), nx = f322[g + 2 /* NormalX */ * NEXT], ny = f322[g + 3 /* NormalY */ * NEXT], crossA = f322[p + 0 /* CrossA */ * NEXT], crossB = f322[p + 1 /* CrossB */ * NEXT], apart2 = f(f(nx * f(f322[B + 4] - f322[A + 4])) + f(ny * f(f322[B + 5] - f322[A + 5]))), along2 = f(f(nx * f(f322[B] - f322[A])) + f(ny * f(f322[B + 1] - f322[A + 1]))), onB = f(f(f322[B + 6] * f322[p + 3 /* DotB */ * NEXT]) + f(f322[B + 7] * crossB)), onA = f(f(f322[A + 6] * f322[p + 2 /* DotA */ * NEXT]) + f(f322[A + 7] * crossA)), separation2 = f(f(f(f322[p + 4 /* Base */ * NEXT] + apart2) + onB) - onA), ahead = f(separation2 * soft.inverseH), behind = f(soft.biasRate * separation2), bias = separation2 > 0 ? ahead : soft.rigid ? 0 : behind < soft.least ? soft.least : behind;
  asked[out] = f(f(along2 + bias) + f(f(f322[B + 2] * crossB) - f(f322[A + 2] * crossA))), asked[out + 1] = separation2 > 0 ? 1 : 0;
}
function solveOne(views, g, work, lane, soft) {
  let { f32: f322 } = views, p = g + 14 /* Points */ * NEXT;
  normalRow(views, g, p, work, soft, 0);
  let old = f322[p + 7 /* Normal */ * NEXT], wanted2 = f(f322[g + 10 /* Across */ * NEXT] * asked[0]);
  !soft.rigid && asked[1] === 0 && (wanted2 = f(f(wanted2 + f(f322[g + 11 /* Compliance */ * NEXT] * old)) * f322[g + 12 /* Give */ * NEXT])), sums[lane] = atLeastZero(f(old - wanted2));
}
function solveTwo(views, g, work, lane, soft) {
  let { f32: f322 } = views, p = g + 14 /* Points */ * NEXT, q = p + SECOND;
  normalRow(views, g, p, work, soft, 0), normalRow(views, g, q, work, soft, 2);
  let old1 = f322[p + 7 /* Normal */ * NEXT], old2 = f322[q + 7 /* Normal */ * NEXT], across = f322[g + 10 /* Across */ * NEXT], k1 = f322[p + 5 /* InverseMass */ * NEXT], k2 = f322[q + 5 /* InverseMass */ * NEXT], compliance = f322[g + 11 /* Compliance */ * NEXT], a11 = soft.rigid || asked[1] === 1 ? k1 : f(k1 + f(k1 * compliance)), a22 = soft.rigid || asked[3] === 1 ? k2 : f(k2 + f(k2 * compliance)), c1 = f(f(asked[0] - f(k1 * old1)) - f(across * old2)), c2 = f(f(asked[2] - f(across * old1)) - f(k2 * old2)), product = f(a11 * a22), determinant = f(product - f(across * across)), u1 = f(f(across * c2) - f(a22 * c1)), u2 = f(f(across * c1) - f(a11 * c2));
  if (u1 >= 0 && u2 >= 0 && determinant > f(LEAST_DETERMINANT * product)) {
    let inverse = f(1 / determinant);
    sums[lane] = f(u1 * inverse), sums[lane + 4] = f(u2 * inverse);
    return;
  }
  let only1 = atLeastZero(f(f(0 - c1) / a11)), holds = c1 <= 0 && f(f(across * only1) + c2) >= 0;
  sums[lane] = holds ? only1 : 0, sums[lane + 4] = holds ? 0 : atLeastZero(f(f(0 - c2) / a22));
}
function atLeastZero(x) {
  return x < 0 ? 0 : x;
}
function applyNormal(views, points, g, work, lane) {
  let { f32: f322, i32: i322 } = views, A = work + (i322[g + 0 /* A */ * NEXT] >> 2), B = work + (i322[g + 1 /* B */ * NEXT] >> 2), p = g + 14 /* Points */ * NEXT, nx = f322[g + 2 /* NormalX */ * NEXT], ny = f322[g + 3 /* NormalY */ * NEXT], change1 = f(sums[lane] - f322[p + 7 /* Normal */ * NEXT]);
  f322[p + 7 /* Normal */ * NEXT] = sums[lane];
  let total = change1, turnA = f(change1 * f322[p + 0 /* CrossA */ * NEXT]), turnB = f(change1 * f322[p + 1 /* CrossB */ * NEXT]);
  if (points === 2) {
    let q = p + SECOND, change2 = f(sums[lane + 4] - f322[q + 7 /* Normal */ * NEXT]);
    f322[q + 7 /* Normal */ * NEXT] = sums[lane + 4], total = f(total + change2), turnA = f(turnA + f(change2 * f322[q + 0 /* CrossA */ * NEXT])), turnB = f(turnB + f(change2 * f322[q + 1 /* CrossB */ * NEXT]));
  }
  let onA = f(f322[g + 5 /* MassA */ * NEXT] * total), onB = f(f322[g + 7 /* MassB */ * NEXT] * total);
  f322[A] = f322[A] - f(onA * nx), f322[A + 1] = f322[A + 1] - f(onA * ny), f322[A + 2] = f322[A + 2] - f(f322[g + 6 /* InertiaA */ * NEXT] * turnA), f322[B] = f322[B] + f(onB * nx), f322[B + 1] = f322[B + 1] + f(onB * ny), f322[B + 2] = f322[B + 2] + f(f322[g + 8 /* InertiaB */ * NEXT] * turnB);
}
function rub(views, points, g, work, active) {
  let { f32: f322, i32: i322 } = views, A = work + (i322[g + 0 /* A */ * NEXT] >> 2), B = work + (i322[g + 1 /* B */ * NEXT] >> 2), nx = f322[g + 2 /* NormalX */ * NEXT], ny = f322[g + 3 /* NormalY */ * NEXT];
  for (let k = 0; k < points; k++) {
    let p = g + 14 /* Points */ * NEXT + k * SECOND, dotA = f322[p + 2 /* DotA */ * NEXT], dotB = f322[p + 3 /* DotB */ * NEXT], sliding = f(f(nx * f(f322[B + 1] - f322[A + 1])) - f(ny * f(f322[B] - f322[A]))), spinning = f(f(f322[B + 2] * dotB) - f(f322[A + 2] * dotA)), slip = f(f(sliding + spinning) + f322[g + 9 /* Belt */ * NEXT]), limit = f(f322[g + 4 /* Friction */ * NEXT] * f322[p + 7 /* Normal */ * NEXT]), held = f322[p + 8 /* Tangent */ * NEXT], wanted2 = f(held - f(f322[p + 6 /* TangentMass */ * NEXT] * slip)), below = limit < wanted2 ? limit : wanted2, sum2 = active ? below < -limit ? -limit : below : held, change2 = f(sum2 - held);
    f322[p + 8 /* Tangent */ * NEXT] = sum2;
    let onA = f(f322[g + 5 /* MassA */ * NEXT] * change2), onB = f(f322[g + 7 /* MassB */ * NEXT] * change2);
    f322[A] = f322[A] + f(onA * ny), f322[A + 1] = f322[A + 1] - f(onA * nx), f322[A + 2] = f322[A + 2] - f(f322[g + 6 /* InertiaA */ * NEXT] * f(change2 * dotA)), f322[B] = f322[B] - f(onB * ny), f322[B + 1] = f322[B + 1] + f(onB * nx), f322[B + 2] = f322[B + 2] + f(f322[g + 8 /* InertiaB */ * NEXT] * f(change2 * dotB));
  }
}
function addPush(views, points, g, push2) {
  let { f32: f322, i32: i322 } = views, A = push2 + (i322[g + 0 /* A */ * NEXT] >> 2) * (4 / 8), B = push2 + (i322[g + 1 /* B */ * NEXT] >> 2) * (4 / 8), p = g + 14 /* Points */ * NEXT, nx = f322[g + 2 /* NormalX */ * NEXT], ny = f322[g + 3 /* NormalY */ * NEXT], normal = 0, tangent = 0, turnA = 0, turnB = 0;
  for (let k = 0; k < points; k++) {
    let q = p + k * SECOND, n = f322[q + 7 /* Normal */ * NEXT], t = f322[q + 8 /* Tangent */ * NEXT], addedA = f(f(n * f322[q + 0 /* CrossA */ * NEXT]) + f(t * f322[q + 2 /* DotA */ * NEXT])), addedB = f(f(n * f322[q + 1 /* CrossB */ * NEXT]) + f(t * f322[q + 3 /* DotB */ * NEXT]));
    normal = k === 0 ? n : f(normal + n), tangent = k === 0 ? t : f(tangent + t), turnA = k === 0 ? addedA : f(turnA + addedA), turnB = k === 0 ? addedB : f(turnB + addedB);
  }
  let px = f(f(normal * nx) - f(tangent * ny)), py = f(f(normal * ny) + f(tangent * nx));
  f322[A] = f322[A] + f(0 - f(f322[g + 5 /* MassA */ * NEXT] * px)), f322[A + 1] = f322[A + 1] + f(0 - f(f322[g + 5 /* MassA */ * NEXT] * py)), f322[A + 2] = f322[A + 2] + f(0 - f(f322[g + 6 /* InertiaA */ * NEXT] * turnA)), f322[B] = f322[B] + f(f322[g + 7 /* MassB */ * NEXT] * px), f322[B + 1] = f322[B + 1] + f(f322[g + 7 /* MassB */ * NEXT] * py), f322[B + 2] = f322[B + 2] + f(f322[g + 8 /* InertiaB */ * NEXT] * turnB);
}

// src/collision/box-box.ts
function collideBoxes(sizesA, a, sizesB, b, pair9, out, o, ids3, io) {
  let dx = pair9[0], dy = pair9[1], cA = pair9[2], sA = pair9[3], cB = pair9[4], sB = pair9[5], margin = pair9[6], wA = sizesA[a], hA = sizesA[a + 1], wB = sizesB[b], hB = sizesB[b + 1], c = cA * cB + sA * sB, s = cA * sB - sA * cB, ac = Math.abs(c), as = Math.abs(s), px = cA * dx + sA * dy, separationAx = Math.abs(px) - wA - ac * wB - as * hB;
  if (separationAx > margin) return 0;
  let py = cA * dy - sA * dx, separationAy = Math.abs(py) - hA - as * wB - ac * hB;
  if (separationAy > margin) return 0;
  let qx = -cB * dx - sB * dy, separationBx = Math.abs(qx) - wB - ac * wA - as * hA;
  if (separationBx > margin) return 0;
  let qy = sB * dx - cB * dy, separationBy = Math.abs(qy) - hB - as * wA - ac * hA;
  if (separationBy > margin) return 0;
  let smallA = wA < hA ? wA : hA, smallB = wB < hB ? wB : hB, preference = 1e-3 * (smallA < smallB ? smallA : smallB), separation2 = separationAx, face = px < 0 ? 3 : 1;
  separationAy > separation2 + preference && (separation2 = separationAy, face = py < 0 ? 0 : 2);
  let flip = !1;
  separationBx > separation2 + preference && (separation2 = separationBx, face = qx < 0 ? 3 : 1, flip = !0), separationBy > separation2 + preference && (separation2 = separationBy, face = qy < 0 ? 0 : 2, flip = !0);
  let rc = flip ? cB : cA, rs = flip ? sB : sA, sign = face === 1 || face === 2 ? 1 : -1, upright2 = (face & 1) === 0, nx = upright2 ? -rs * sign : rc * sign, ny = upright2 ? rc * sign : rs * sign, rw = flip ? wB : wA, rh = flip ? hB : hA, hn = upright2 ? rh : rw, ht = upright2 ? rw : rh, iw = flip ? wA : wB, ih = flip ? hA : hB, ox = flip ? -dx : dx, oy = flip ? -dy : dy, ic = flip ? cA : cB, is = flip ? sA : sB, x = nx * ox + ny * oy, y = nx * oy - ny * ox, u = nx * ic + ny * is, v = nx * is - ny * ic, mx, my, half, slope, edge2, au = Math.abs(u), av = Math.abs(v);
  if (au + 1e-3 >= av) {
    let h = u < 0 ? iw : -iw;
    edge2 = u < 0 ? 1 : 3, mx = x + h * u, my = y + h * v, half = ih * au, slope = -v / u;
  } else {
    let h = v < 0 ? -ih : ih;
    edge2 = v < 0 ? 0 : 2, mx = x - h * v, my = y + h * u, half = iw * av, slope = u / v;
  }
  let bottom = my - half, top = my + half, y0 = bottom > -ht ? bottom : -ht, y1 = top < ht ? top : ht, nearest2 = slope > 0 ? bottom : top;
  if (y0 > y1 || separation2 > preference && (nearest2 > ht || nearest2 < -ht)) {
    let above = y0 > y1 ? bottom > ht : nearest2 > ht, corner2 = above ? ht : -ht, at = my + (corner2 - my - slope * (mx - hn)) / (1 + slope * slope), inside = at > bottom && at < top;
    at < bottom && (at = bottom), at > top && (at = top);
    let ex = mx + (at - my) * slope - hn, ey = at - corner2, distance5 = Math.sqrt(ex * ex + ey * ey), cut2 = ey * slope, level = cut2 <= preference && cut2 >= -preference && distance5 - separation2 <= 0.1 * preference;
    if (y0 > y1 || !inside && !level) {
      if (distance5 > margin && separation2 > 0) return 0;
      let refCorner = above ? face + 1 & 3 : face, incCorner = at - my > 0 ? edge2 : edge2 + 1 & 3, pointed = separation2 > 0 && distance5 > 1e-9 * (hn + ht), fx = pointed ? ex / distance5 : 1, fy = pointed ? ey / distance5 : 0, gap = pointed ? distance5 : ex, wx = nx * fx - ny * fy, wy = ny * fx + nx * fy, cx = hn + ex - 0.5 * gap * fx, cy = at - 0.5 * gap * fy;
      return out[o] = flip ? -wx : wx, out[o + 1] = flip ? -wy : wy, out[o + 2] = nx * cx - ny * cy + (flip ? dx : 0), out[o + 3] = ny * cx + nx * cy + (flip ? dy : 0), out[o + 4] = gap, ids3[io] = flip ? incCorner | refCorner << 8 : refCorner | incCorner << 8, 1;
    }
  }
  let gap0 = mx + (y0 - my) * slope - hn, gap1 = mx + (y1 - my) * slope - hn, shiftX = flip ? dx : 0, shiftY = flip ? dy : 0, next = face + 1 & 3, incNext = edge2 + 1 & 3, count = 0;
  if (gap0 <= margin) {
    let cx = hn + 0.5 * gap0;
    out[o + 2] = nx * cx - ny * y0 + shiftX, out[o + 3] = ny * cx + nx * y0 + shiftY, out[o + 4] = gap0, ids3[io] = flip ? incNext | face << 8 : face | incNext << 8, count = 1;
  }
  if (gap1 <= margin) {
    let p = o + 2 + count * 3, cx = hn + 0.5 * gap1;
    out[p] = nx * cx - ny * y1 + shiftX, out[p + 1] = ny * cx + nx * y1 + shiftY, out[p + 2] = gap1, ids3[io + count] = flip ? edge2 | next << 8 : next | edge2 << 8, count++;
  }
  return count > 0 && (out[o] = flip ? -nx : nx, out[o + 1] = flip ? -ny : ny), count;
}

// src/collision/circle-box.ts
function collideBoxCircle(sizesA, a, sizesB, b, pair9, out, o, ids3, io) {
  let dx = pair9[0], dy = pair9[1], c = pair9[2], s = pair9[3], halfWidth2 = sizesA[a], halfHeight = sizesA[a + 1], rA = sizesA[a + 2], rB = sizesB[b + 2], reach = rA + rB + pair9[6], px = c * dx + s * dy, py = c * dy - s * dx, ax = px < 0 ? -px : px, ay = py < 0 ? -py : py, ex = ax - halfWidth2, ey = ay - halfHeight;
  if (ex > reach || ey > reach) return 0;
  let nx, ny, distance5;
  if (ex > 0 && ey > 0) {
    let square = ex * ex + ey * ey;
    if (square > reach * reach) return 0;
    distance5 = Math.sqrt(square), nx = distance5 > 1e-12 ? ex / distance5 : 1, ny = distance5 > 1e-12 ? ey / distance5 : 0;
  } else ex > ey ? (distance5 = ex, nx = 1, ny = 0) : (distance5 = ey, nx = 0, ny = 1);
  let shift = 0.5 * (rA + distance5 - rB) - distance5, x = ax + nx * shift, y = ay + ny * shift;
  return px < 0 && (x = -x, nx = -nx), py < 0 && (y = -y, ny = -ny), out[o] = c * nx - s * ny, out[o + 1] = s * nx + c * ny, out[o + 2] = c * x - s * y, out[o + 3] = s * x + c * y, out[o + 4] = distance5 - rA - rB, ids3[io] = 0, 1;
}

// src/collision/circle-circle.ts
function tieDirection(tie, out, o) {
  let spread = tie * 0.6180339887498949, t = (spread - Math.floor(spread)) * 2 - 1, d = 1 / (1 + t * t);
  out[o] = (1 - t * t) * d, out[o + 1] = 2 * t * d;
}
function collideCircles(sizesA, a, sizesB, b, pair9, out, o, ids3, io) {
  let dx = pair9[0], dy = pair9[1], rA = sizesA[a + 2], rB = sizesB[b + 2], reach = rA + rB + pair9[6], square = dx * dx + dy * dy;
  if (square > reach * reach) return 0;
  let distance5 = Math.sqrt(square), nx, ny;
  if (distance5 > 1e-12) {
    let inverse = 1 / distance5;
    nx = dx * inverse, ny = dy * inverse;
  } else
    tieDirection(pair9[7], out, o), nx = out[o], ny = out[o + 1];
  let middle = 0.5 * (rA + distance5 - rB);
  return out[o] = nx, out[o + 1] = ny, out[o + 2] = nx * middle, out[o + 3] = ny * middle, out[o + 4] = distance5 - rA - rB, ids3[io] = 0, 1;
}
function collideCirclesAt(poses2, pA, pB, sizes2, a, b, pair9, out, o) {
  let dx = poses2[pB] - poses2[pA], dy = poses2[pB + 1] - poses2[pA + 1], rA = sizes2[a + 2], rB = sizes2[b + 2], reach = rA + rB + pair9[6], square = dx * dx + dy * dy;
  if (square > reach * reach) return 0;
  let distance5 = Math.sqrt(square);
  if (distance5 <= 1e-12)
    tieDirection(pair9[7], out, o);
  else {
    let inverse = 1 / distance5;
    out[o] = dx * inverse, out[o + 1] = dy * inverse;
  }
  let middle = 0.5 * (rA + distance5 - rB);
  return out[o + 2] = out[o] * middle, out[o + 3] = out[o + 1] * middle, out[o + 4] = distance5 - rA - rB, 1;
}

// src/collision/manifold.ts
var PAIR_STRIDE = 8;
var PAIR_MARGIN = 6;
var ON_FACE = 1e-6;
function swapPair(pair9, target) {
  target[0] = -pair9[0], target[1] = -pair9[1], target[2] = pair9[4], target[3] = pair9[5], target[4] = pair9[2], target[5] = pair9[3], target[6] = pair9[6], target[7] = pair9[7];
}
function swapManifold(count, pair9, out, o, ids3, io) {
  if (count === 0) return 0;
  let dx = pair9[0], dy = pair9[1];
  out[o] = -out[o], out[o + 1] = -out[o + 1];
  for (let i = 0; i < count; i++) {
    let p = o + 2 + i * 3;
    out[p] = out[p] + dx, out[p + 1] = out[p + 1] + dy;
    let id = ids3[io + i];
    ids3[io + i] = (id & 255) << 8 | id >>> 8;
  }
  return count;
}

// src/contacts/carry-impulses.ts
function carryImpulses(impulse, o, feature, f2, features3, old, points) {
  let first = feature[f2], second = feature[f2 + 1];
  if (old === points && features3[0] === first && (points === 1 || features3[1] === second)) return;
  let n0 = impulse[o], t0 = impulse[o + 1], n1 = impulse[o + 2], t1 = impulse[o + 3];
  for (let k = 0; k < points; k++) {
    let id = k === 0 ? first : second, from = old > 0 && features3[0] === id ? 0 : old > 1 && features3[1] === id ? 1 : -1;
    impulse[o + 2 * k] = from === 0 ? n0 : from === 1 ? n1 : 0, impulse[o + 2 * k + 1] = from === 0 ? t0 : from === 1 ? t1 : 0;
  }
}

// src/solver/kernel/scalar-collide.ts
var ONE_SPOT_SQUARED = 1e-23, OTHER_FLAGS = -66, pair = new Float64Array(PAIR_STRIDE), swapped = new Float64Array(PAIR_STRIDE), features = new Int32Array(2);
function collide(views, first, end) {
  let { i32: i322, u8, f64: f642 } = views;
  pair[PAIR_MARGIN] = f642[16], f642[22] = 1, f642[23] = 0;
  let active = i322[18] >>> 2, flagsAt = i322[13] >>> 0, countAt = i322[14] >>> 0, todo = i322[19] >>> 2, touching2 = i322[30], entries2 = 0;
  for (let i = first; i < end; i++) {
    let contact = i322[active + i], flags = u8[flagsAt + contact], old = u8[countAt + contact], points = (flags & OTHER_FLAGS) === 0 ? findPoints(views, contact, old) : -1;
    if (points !== -1 && (u8[countAt + contact] = points, !asksForMore(views, contact, flags, old, points))) {
      points > 0 && (touching2 += flags & 1 /* Touching */);
      continue;
    }
    i322[todo + 2 * entries2] = contact, i322[todo + 2 * entries2 + 1] = points === -1 ? -1 : old, entries2++;
  }
  return i322[30] = touching2, entries2;
}
function findPoints(views, contact, old) {
  let { i32: i322, u8 } = views, a = i322[(i322[11] >>> 2) + contact], b = i322[(i322[12] >>> 2) + contact], shapeType = i322[3] >>> 0, typeA = u8[shapeType + a], typeB = u8[shapeType + b], pose = i322[0] >>> 3, geometry = i322[2] >>> 3, pA = pose + a * POSE_STRIDE, pB = pose + b * POSE_STRIDE, gA = geometry + a * 12, gB = geometry + b * 12;
  if (typeA === 1 /* Circle */ && typeB === 1 /* Circle */)
    return findCirclePoints(views, contact, pA, pB, gA, gB, old);
  let boxA = isBox(typeA), boxB = isBox(typeB), roundA = typeA === 1 /* Circle */, { f64: f642 } = views;
  if (boxA && boxB) {
    if (f642[gA + 2] + f642[gB + 2] > 0) return -1;
  } else if (!(boxA && typeB === 1 /* Circle */) && !(boxB && roundA))
    return -1;
  let turnA = turnOf(typeA, pA), turnB = turnOf(typeB, pB);
  pair[0] = f642[pB] - f642[pA], pair[1] = f642[pB + 1] - f642[pA + 1], pair[2] = f642[turnA], pair[3] = f642[turnA + 1], pair[4] = f642[turnB], pair[5] = f642[turnB + 1];
  let feature = (i322[17] >>> 2) + contact * 2;
  features[0] = i322[feature], features[1] = i322[feature + 1];
  let manifold3 = (i322[15] >>> 3) + contact * 8, points = boxA && boxB ? collideBoxes(f642, gA, f642, gB, pair, f642, manifold3, i322, feature) : findBoxCirclePoint(views, gA, gB, roundA, manifold3, feature);
  if (points > 0) {
    let impulse = (i322[16] >>> 2) + contact * 4;
    carryImpulses(views.f32, impulse, i322, feature, features, old, points);
  }
  return points;
}
function isBox(type) {
  return type === 2 /* Box */ || type === 3 /* Aabb */;
}
function turnOf(type, p) {
  return type === 3 /* Aabb */ ? 22 : p + 2;
}
function findCirclePoints({ i32: i322, f32: f322, f64: f642 }, contact, pA, pB, gA, gB, old) {
  let dx = f642[pB] - f642[pA], dy = f642[pB + 1] - f642[pA + 1];
  if (dx * dx + dy * dy < ONE_SPOT_SQUARED) return -1;
  let manifold3 = (i322[15] >>> 3) + contact * 8, points = collideCirclesAt(f642, pA, pB, f642, gA, gB, pair, f642, manifold3);
  if (points > 0 && old === 0) {
    let impulse = (i322[16] >>> 2) + contact * 4;
    f322[impulse] = 0, f322[impulse + 1] = 0, i322[(i322[17] >>> 2) + contact * 2] = 0;
  }
  return points;
}
function findBoxCirclePoint({ i32: i322, f64: f642 }, gA, gB, roundA, manifold3, feature) {
  if (!roundA) return collideBoxCircle(f642, gA, f642, gB, pair, f642, manifold3, i322, feature);
  swapPair(pair, swapped);
  let points = collideBoxCircle(f642, gB, f642, gA, swapped, f642, manifold3, i322, feature);
  return swapManifold(points, pair, f642, manifold3, i322, feature);
}
function asksForMore(views, contact, flags, old, points) {
  if (points === 0) return old !== 0 || flags !== 0;
  let { i32: i322, f64: f642 } = views;
  if (old === 0 || (flags & 64 /* Grazing */) !== 0 || i322[31] !== 0) return !0;
  let m = (i322[15] >>> 3) + contact * 8;
  if ((flags & 1 /* Touching */) === 0 && isNear(f642, m, points)) return !0;
  let bodyOf2 = i322[6] >>> 2, bodyA = i322[bodyOf2 + i322[(i322[11] >>> 2) + contact]], bodyB = i322[bodyOf2 + i322[(i322[12] >>> 2) + contact]], dynamicA = isDynamic(views, bodyA), dynamicB = isDynamic(views, bodyB);
  return dynamicA && rests(views, bodyA) || dynamicB && rests(views, bodyB) ? !0 : dynamicA && dynamicB ? !1 : dynamicA && isDeep(views, bodyA, m, points) || dynamicB && isDeep(views, bodyB, m, points) ? !0 : mayGraze(views, contact, m, points);
}
function isDynamic({ i32: i322, u8 }, body) {
  return u8[(i322[5] >>> 0) + body] === 1 /* Dynamic */;
}
function rests({ i32: i322 }, body) {
  return i322[(i322[7] >>> 2) + body] === NOT_AWAKE;
}
function isDeep({ i32: i322, f64: f642 }, body, m, points) {
  let reach = f642[(i322[8] >>> 3) + body];
  return f642[m + 4] < -reach || points === 2 && f642[m + 7] < -reach;
}
function isNear(f642, m, points) {
  let slop = f642[17];
  return f642[m + 4] <= slop || points === 2 && f642[m + 7] <= slop;
}
function mayGraze(views, contact, m, points) {
  let { f64: f642 } = views;
  if (points === 1) return f642[m + 4] > 0 && isAtCorner(views, contact, m);
  let slop = f642[17], dx = f642[m + 5] - f642[m + 2], dy = f642[m + 6] - f642[m + 3];
  return dx * dx + dy * dy < slop * slop;
}
function isAtCorner(views, contact, m) {
  let { i32: i322, u8, f64: f642 } = views, a = i322[(i322[11] >>> 2) + contact], b = i322[(i322[12] >>> 2) + contact], shapeType = i322[3] >>> 0, boxA = isBox(u8[shapeType + a]);
  if (boxA === isBox(u8[shapeType + b])) return boxA;
  let box5 = boxA ? a : b;
  return f642[(i322[2] >>> 3) + box5 * 12 + 2] > 0 ? !1 : isOffFaces(f642, m, turnOf(u8[shapeType + box5], (i322[0] >>> 3) + box5 * POSE_STRIDE));
}
function isOffFaces(f642, m, turn3) {
  let nx = f642[m], ny = f642[m + 1], c = f642[turn3], s = f642[turn3 + 1];
  return Math.abs(c * nx + s * ny) >= ON_FACE && Math.abs(c * ny - s * nx) >= ON_FACE;
}

// src/solver/kernel/scalar-motion.ts
function accelerate(views, first, end, drive, work, push2, time) {
  let { f64: f642, f32: f322 } = views, h = f642[time >> 3];
  for (let at = first; at < end; at += 64) {
    takeUp(views, at, work);
    let s = at >> 3, d = drive >> 3, p = push2 >> 2, left = f642[d + 3 /* Left */];
    f642[s] = (f642[s] + h * f642[d]) * left + f322[p], f642[s + 1 /* Y */] = (f642[s + 1 /* Y */] + h * f642[d + 1 /* Y */]) * left + f322[p + 1], f642[s + 2 /* W */] = (f642[s + 2 /* W */] + h * f642[d + 2 /* Angular */]) * f642[d + 4 /* AngularLeft */] + f322[p + 2], copyVelocity(views, at, work), f322.fill(0, p, p + 4), drive += 64, work += 32, push2 += 16;
  }
}
function move(views, first, end, drive, work, time) {
  let { f64: f642, f32: f322 } = views, h = f642[time >> 3];
  for (let at = first; at < end; at += 64) {
    takeUp(views, at, work);
    let s = at >> 3, k = work >> 2;
    limitSpeed(f642, s, drive >> 3), f642[s + 3 /* MovedX */] = f642[s + 3 /* MovedX */] + h * f642[s], f642[s + 4 /* MovedY */] = f642[s + 4 /* MovedY */] + h * f642[s + 1 /* Y */], copyVelocity(views, at, work), f322[k + 4] = f642[s + 3 /* MovedX */], f322[k + 5] = f642[s + 4 /* MovedY */];
    let w = f642[s + 2 /* W */];
    if (w !== 0) {
      let angle3 = h * w, swing = angle3 * f642[(drive >> 3) + 7 /* Swing */], c = f322[k + 6], sin = f322[k + 7], c1 = c - swing * sin, s1 = sin + swing * c, inverse = 1 / Math.sqrt(c1 * c1 + s1 * s1);
      f322[k + 6] = c1 * inverse, f322[k + 7] = s1 * inverse, f642[s + 7 /* Turn */] = f642[s + 7 /* Turn */] + angle3;
    }
    drive += 64, work += 32;
  }
}
function takeUp(views, state3, work) {
  let { f64: f642, f32: f322 } = views, s = state3 >> 3, k = work >> 2;
  for (let i = 0; i < 3; i++) {
    let change2 = Math.fround(f322[k + i] - Math.fround(f642[s + i]));
    f642[s + i] = f642[s + i] + change2;
  }
}
function copyVelocity({ f64: f642, f32: f322 }, state3, work) {
  for (let i = 0; i < 3; i++) f322[(work >> 2) + i] = f642[(state3 >> 3) + i];
}
function limitSpeed(f642, s, d) {
  let squared = f642[s] * f642[s] + f642[s + 1 /* Y */] * f642[s + 1 /* Y */], limit = f642[d + 5 /* MaxSquared */];
  if (squared > limit) {
    let scale = Math.sqrt(limit / squared);
    f642[s] = f642[s] * scale, f642[s + 1 /* Y */] = f642[s + 1 /* Y */] * scale;
  }
  let fastest = f642[d + 6 /* MaxAngular */];
  f642[s + 2 /* W */] > fastest && (f642[s + 2 /* W */] = fastest), f642[s + 2 /* W */] < -fastest && (f642[s + 2 /* W */] = -fastest);
}

// src/solver/kernel/scalar-rows.ts
function takeLane(views, contact, points, recordA, recordB) {
  let { i32: i322 } = views, busy = i322[22] >>> 2, next = i322[24] >>> 2, stream = (recordA === 0 ? 2 : 0) + points - 1, shift = stream * 8, free = ~((i322[busy + recordA] | i322[busy + recordB]) >>> shift) & 255, open = shift + 31 - Math.clz32(free & -free), at = free === 0 ? 0 : i322[next + open];
  if (at === 0) {
    let cursor = (i322[25] >>> 2) + stream * 2, bytes = points === 1 ? 384 : 512, end = (i322[cursor] >>> 0) + bytes;
    if (end > i322[cursor + 1] >>> 0)
      return i322[29] = stream, 0;
    free === 0 && (open = shift + closeFullest(views, shift)), i322[cursor] = end, at = end - bytes >>> 2;
  }
  i322[at] = recordA * 32, i322[at + 4] = recordB * 32;
  let bit = 1 << open;
  recordA !== 0 && (i322[busy + recordA] = i322[busy + recordA] | bit), i322[busy + recordB] = i322[busy + recordB] | bit;
  let count = i322[27], owner = (i322[23] >>> 2) + count * 2;
  return i322[27] = count + 1, i322[owner] = contact * 2 + points - 1, i322[owner + 1] = at, (at & 3) === 3 ? letGo2(views, open, at - 3, 4) : i322[next + open] = at + 1, at;
}
function finish(views) {
  let next = views.i32[24] >>> 2;
  for (let open = 0; open < 32; open++)
    views.i32[next + open] !== 0 && close(views, open);
}
function storeImpulses({ i32: i322, f32: f322 }) {
  let impulse = i322[16] >>> 2, owners = i322[23] >>> 2;
  for (let o = owners, end = owners + i322[27] * 2; o < end; o += 2) {
    let owner = i322[o], target = impulse + (owner >>> 1) * 4, p = i322[o + 1] + 84;
    f322[target] = f322[p], f322[target + 1] = f322[p + 4], (owner & 1) !== 0 && (f322[target + 2] = f322[p + 36], f322[target + 3] = f322[p + 40]);
  }
}
function closeFullest(views, shift) {
  let { i32: i322 } = views, next = (i322[24] >>> 2) + shift, fullest = 0;
  for (let k = 1; k < 8; k++)
    (i322[next + k] & 3) > (i322[next + fullest] & 3) && (fullest = k);
  return close(views, shift + fullest), fullest;
}
function close(views, open) {
  let at = views.i32[(views.i32[24] >>> 2) + open], lanes = at & 3;
  letGo2(views, open, at - lanes, lanes), fillUp(views, at - lanes, lanes, (open & 8) === 0 ? 1 : 2);
}
function letGo2({ i32: i322 }, open, group, lanes) {
  let busy = i322[22] >>> 2, others2 = ~(1 << open);
  for (let lane = group; lane < group + lanes; lane++) {
    let a = busy + (i322[lane] >>> 5), b = busy + (i322[lane + 4] >>> 5);
    i322[a] = i322[a] & others2, i322[b] = i322[b] & others2;
  }
  i322[(i322[24] >>> 2) + open] = 0;
}
function fillUp({ f32: f322 }, group, taken, points) {
  let fields = points === 1 ? 24 : 32;
  for (let lane = group + taken; lane < group + 4; lane++) {
    for (let place3 = 0; place3 < fields; place3++) f322[lane + place3 * 4] = 0;
    for (let k = 0; k < points; k++)
      f322[lane + (14 /* Points */ + k * 9 + 5 /* InverseMass */) * 4] = 1;
  }
}

// src/solver/kernel/scalar-prepare.ts
var SINGLE = 2, LARGE = 4;
function prepare(views, first, end, foreign) {
  let { i32: i322, u8, f64: f642 } = views;
  writeSoft(views);
  let active = i322[18] >>> 2, pointCount = i322[14] >>> 0, flags = i322[13] >>> 0, ofA = i322[11] >>> 2, ofB = i322[12] >>> 2, traits = i322[4] >>> 0, bodyOf2 = i322[6] >>> 2, awakeIndex = i322[7] >>> 2, pose = i322[0] >>> 3, kind = i322[5] >>> 0;
  for (let i = first; i < end; i++) {
    let contact = i322[active + i];
    if (u8[pointCount + contact] === 0 || (u8[flags + contact] & 110 /* Unsolved */) !== 0) continue;
    let a = i322[ofA + contact], b = i322[ofB + contact], rules = ((u8[traits + a] | u8[traits + b]) & 8 /* Rules */) !== 0;
    if (rules && foreign === 0)
      return i322[29] = -1, i;
    let bodyA = i322[bodyOf2 + a], bodyB = i322[bodyOf2 + b], awakeA = i322[awakeIndex + bodyA], awakeB = i322[awakeIndex + bodyB], single = awakeA === NOT_AWAKE || awakeB === NOT_AWAKE, reversed = awakeB === NOT_AWAKE, pA = pose + (reversed ? b : a) * POSE_STRIDE, pB = pose + (reversed ? a : b) * POSE_STRIDE, points = (single ? 0 : f642[pA + 7]) + f642[pB + 7] === 0 ? 1 : u8[pointCount + contact], recordA = single ? 0 : awakeA + 1, recordB = (reversed ? awakeA : awakeB) + 1, at = takeLane(views, contact, points, recordA, recordB);
    if (at === 0) return i;
    writeSurfaces(views, at, a, b, rules);
    let dynamic = u8[kind + bodyA] === 1 /* Dynamic */ && awakeA !== NOT_AWAKE, size = islandSize(views, dynamic ? bodyA : bodyB), heavy = f642[pA + 6] > HEAVY_RATIO * f642[pB + 6] || f642[pB + 6] > HEAVY_RATIO * f642[pA + 6];
    writeSoftness(views, at, size, single, heavy && !single), writeRow(views, contact, at, points, recordA, recordB, pA, pB, reversed);
  }
  return end;
}
function writeSoft({ f32: f322, f64: f642 }) {
  for (let i = 0; i < 4; i++) {
    let usual = f642[((i & 1) === 0 ? 144 /* MovingCompliance */ : 152 /* FixedCompliance */) >> 3], compliance = ((i & 2) === 0 ? 0.2 : 1) * usual;
    f322[48 + i * SINGLE] = compliance, f322[48 + i * SINGLE + 1] = 1 / (1 + compliance);
  }
}
function writeSurfaces(views, at, a, b, foreign) {
  let { i32: i322, f32: f322, f64: f642 } = views, surface = i322[1] >>> 2, sA = surface + a * SURFACE_STRIDE, sB = surface + b * SURFACE_STRIDE;
  f322[at + 16] = foreign ? f642[20] : Math.sqrt(f322[sA] * f322[sB]), f322[at + 36] = f322[sA + 2] + f322[sB + 2], ((foreign ? f642[21] > 0 : f322[sA + 1] > 0 || f322[sB + 1] > 0) || f322[sA + 3] > 0 || f322[sB + 3] > 0) && noteSpecial(views);
}
function noteSpecial({ i32: i322 }) {
  let count = i322[28];
  i322[(i322[26] >>> 2) + count] = i322[27] - 1, i322[28] = count + 1;
}
function islandSize({ i32: i322 }, body) {
  let parent = i322[9] >>> 2, root = body, up = i322[parent + root];
  for (; up !== root; ) {
    let next = i322[parent + up];
    i322[parent + root] = next, root = next, up = i322[parent + root];
  }
  return i322[(i322[10] >>> 2) + root];
}
function writeSoftness(views, at, size, single, heavy) {
  let { f32: f322, f64: f642 } = views, large = size >= 512;
  if (f322[at + 52] = large ? 1 : 0, size > 128 && !large && !heavy) {
    let part5 = (size - 128) / 384, compliance = (0.2 + (1 - 0.2) * part5) * f642[(single ? 152 /* FixedCompliance */ : 144 /* MovingCompliance */) >> 3];
    f322[at + 44] = compliance, f322[at + 48] = 1 / (1 + compliance);
  } else {
    let soft = 48 + (single ? SINGLE : 0) + (large && !heavy ? LARGE : 0);
    f322[at + 44] = f322[soft], f322[at + 48] = f322[soft + 1];
  }
}
function contactMass(axes, inverseMass, nx, ny) {
  if (axes === 0) return inverseMass;
  let steep = Math.abs(ny) > Math.abs(nx);
  return axes === (Lock.X | Lock.Y) || axes === (steep ? Lock.Y : Lock.X) ? 0 : inverseMass;
}
function writeRow(views, contact, at, points, recordA, recordB, pA, pB, reversed) {
  let { f32: f322, f64: f642, i32: i322, u8 } = views, source = (i322[15] >>> 3) + contact * 8, axes = i322[20] >>> 0, single = recordA === 0, sign = reversed ? -1 : 1, nx = sign * f642[source], ny = sign * f642[source + 1], massA = single ? 0 : contactMass(u8[axes + recordA - 1], f642[pA + 6], nx, ny), massB = contactMass(u8[axes + recordB - 1], f642[pB + 6], nx, ny), inertiaA = single ? 0 : f642[pA + 7], inertiaB = f642[pB + 7], rigid = inertiaA + inertiaB === 0;
  f322[at + 8] = nx, f322[at + 12] = ny, f322[at + 20] = massA, f322[at + 24] = inertiaA, f322[at + 28] = massB, f322[at + 32] = inertiaB;
  let pO = reversed ? pB : pA, toAx = f642[pO] - f642[pA] + f642[pA + 4], toAy = f642[pO + 1] - f642[pA + 1] + f642[pA + 5], toBx = f642[pO] - f642[pB] + f642[pB + 4], toBy = f642[pO + 1] - f642[pB + 1] + f642[pB + 5], masses = massA + massB;
  masses === 0 && (masses = rigid ? 1 : (single ? 0 : f642[pA + 6]) + f642[pB + 6]);
  let normal = 0, tangent = 0, turnA = 0, turnB = 0, crossA0 = 0, crossB0 = 0, across = 0, p = at + 56, second = rigid && u8[(i322[14] >>> 0) + contact] === 2 && f642[source + 7] < f642[source + 4], m = source + (second ? 5 : 2), i = (i322[16] >>> 2) + contact * 4;
  for (let k = 0; k < points; k++, m += 3, i += 2, p += 36) {
    let x = f642[m], y = f642[m + 1], rAx = single ? 0 : x + toAx, rAy = single ? 0 : y + toAy, rBx = x + toBx, rBy = y + toBy, crossA = rAx * ny - rAy * nx, crossB = rBx * ny - rBy * nx, dotA = rAx * nx + rAy * ny, dotB = rBx * nx + rBy * ny, n = f322[i], t = f322[i + 1];
    f322[p] = crossA, f322[p + 4] = crossB, f322[p + 8] = dotA, f322[p + 12] = dotB, f322[p + 16] = f642[m + 2] - (dotB - dotA);
    let inverseMass = masses + inertiaA * crossA * crossA + inertiaB * crossB * crossB;
    f322[p + 20] = inverseMass, f322[p + 24] = 1 / (masses + inertiaA * dotA * dotA + inertiaB * dotB * dotB), f322[p + 28] = n, f322[p + 32] = t, normal += n, tangent += t, turnA += n * crossA + t * dotA, turnB += n * crossB + t * dotB, across = points === 1 ? 1 / inverseMass : masses + inertiaA * crossA0 * crossA + inertiaB * crossB0 * crossB, crossA0 = crossA, crossB0 = crossB;
  }
  f322[at + 40] = across;
  let push2 = i322[21] >>> 2, px = normal * nx - tangent * ny, py = normal * ny + tangent * nx, qB = push2 + recordB * 4;
  if (f322[qB] = f322[qB] + massB * px, f322[qB + 1] = f322[qB + 1] + massB * py, f322[qB + 2] = f322[qB + 2] + inertiaB * turnB, single) return;
  let qA = push2 + recordA * 4;
  f322[qA] = f322[qA] - massA * px, f322[qA + 1] = f322[qA + 1] - massA * py, f322[qA + 2] = f322[qA + 2] - inertiaA * turnA;
}

// src/solver/kernel/scalar-kernel.ts
function makeScalarKernel(memory) {
  return {
    pressOne: (first, end, work, rates) => pressGroups(memory, 1, first, end, work, rates),
    pressTwo: (first, end, work, rates) => pressGroups(memory, 2, first, end, work, rates),
    relaxOne: (first, end, work, push2, rates) => relaxGroups(memory, 1, first, end, work, push2, rates),
    relaxTwo: (first, end, work, push2, rates) => relaxGroups(memory, 2, first, end, work, push2, rates),
    accelerate: (first, end, drive, work, push2, time) => accelerate(memory, first, end, drive, work, push2, time),
    move: (first, end, drive, work, time) => move(memory, first, end, drive, work, time),
    collide: (first, end) => collide(memory, first, end),
    prepare: (first, end, foreign) => prepare(memory, first, end, foreign),
    finish: () => finish(memory),
    storeImpulses: () => storeImpulses(memory)
  };
}

// src/wasm/bytes.ts
function unsigned(value2) {
  let bytes = [];
  do {
    let low = value2 & 127;
    value2 >>>= 7, bytes.push(value2 === 0 ? low : low | 128);
  } while (value2 !== 0);
  return bytes;
}
function signed(value2) {
  let bytes = [];
  for (; ; ) {
    let low = value2 & 127;
    if (value2 >>= 7, value2 === 0 && (low & 64) === 0 || value2 === -1 && (low & 64) !== 0)
      return bytes.push(low), bytes;
    bytes.push(low | 128);
  }
}
function text(name) {
  return [unsigned(name.length), Array.from(name, (letter) => letter.charCodeAt(0))];
}
function list(items) {
  return [unsigned(items.length), items];
}
function sized(code) {
  return [unsigned(sizeOf(code)), code];
}
function sizeOf(code) {
  let size = 0;
  for (let part5 of code) size += typeof part5 == "number" ? 1 : sizeOf(part5);
  return size;
}
function assemble(code) {
  let bytes = new Uint8Array(sizeOf(code));
  return write(code, bytes, 0), bytes;
}
function write(code, bytes, at) {
  for (let part5 of code)
    typeof part5 == "number" ? bytes[at++] = part5 : at = write(part5, bytes, at);
  return at;
}

// src/wasm/value.ts
var Kind = { I32: 127, F32: 125, F64: 124, V128: 123 }, SIMD = 253;
function value(kind, ...code) {
  return { kind, code };
}
function place(align2, offset) {
  return [align2, ...unsigned(offset)];
}
function simd(op, ...operands) {
  return value(Kind.V128, ...operands.map((operand) => operand.code), SIMD, unsigned(op));
}
var unary = (op) => (a) => simd(op, a), binary = (op) => (a, b) => simd(op, a, b), f32x4 = {
  splat: (a) => simd(19, a),
  lt: binary(67),
  gt: binary(68),
  le: binary(69),
  ge: binary(70),
  neg: unary(225),
  add: binary(228),
  sub: binary(229),
  mul: binary(230),
  div: binary(231),
  pmin: binary(234),
  pmax: binary(235),
  /** Two doubles as the lower two floats; the upper two are 0. */
  demote: unary(94),
  /** The same number in every lane. */
  all: (x) => {
    let bytes = new Uint8Array(new Float32Array([x, x, x, x]).buffer);
    return value(Kind.V128, SIMD, unsigned(12), [...bytes]);
  },
  /** Lanes of `a` (0 to 3) and `b` (4 to 7), in the order that is named. */
  pick: (a, b, lanes) => value(Kind.V128, a.code, b.code, SIMD, unsigned(13), lanes.map((k) => [k * 4, k * 4 + 1, k * 4 + 2, k * 4 + 3]))
}, f64x2 = {
  of: (x, y) => value(Kind.V128, SIMD, unsigned(12), [...new Uint8Array(new Float64Array([x, y]).buffer)]),
  splat: (a) => simd(20, a),
  gt: binary(74),
  ge: binary(76),
  abs: unary(236),
  neg: unary(237),
  add: binary(240),
  sub: binary(241),
  mul: binary(242),
  div: binary(243),
  sqrt: unary(239),
  pmin: binary(246),
  pmax: binary(247),
  /** The lower two of four floats. */
  promote: unary(95),
  lane: (a, lane) => value(Kind.F64, a.code, SIMD, unsigned(33), lane),
  /** Lanes of `a` (0 and 1) and `b` (2 and 3), in the order that is named. */
  pick: (a, b, x, y) => f32x4.pick(a, b, [2 * x, 2 * x + 1, 2 * y, 2 * y + 1])
}, i32x4 = {
  splat: (a) => simd(17, a)
}, v128 = {
  load: (address2, offset = 0) => value(Kind.V128, address2.code, SIMD, unsigned(0), place(2, offset)),
  /** The same double in both lanes. */
  loadSplat64: (address2, offset = 0) => value(Kind.V128, address2.code, SIMD, unsigned(10), place(3, offset)),
  /** A double in the lower lane, 0 in the upper. */
  load64: (address2, offset = 0) => value(Kind.V128, address2.code, SIMD, unsigned(93), place(3, offset)),
  and: binary(78),
  andNot: binary(79),
  or: binary(80),
  xor: binary(81),
  /** Bits of `a` where the mask is 1, of `b` where it is 0. */
  select: (a, b, mask) => simd(82, a, b, mask),
  /** The same 32 bits in every lane. */
  all: (bits2) => value(Kind.V128, SIMD, unsigned(12), [...new Uint8Array(new Int32Array(4).fill(bits2).buffer)]),
  /** Whether any bit is 1. */
  any: (a) => value(Kind.I32, a.code, SIMD, unsigned(83)),
  /** The signs of two doubles as the lowest two bits. */
  signs: (a) => value(Kind.I32, a.code, SIMD, unsigned(196))
}, i32 = {
  of: (x) => value(Kind.I32, 65, signed(x)),
  load: (address2, offset = 0) => value(Kind.I32, address2.code, 40, place(2, offset)),
  add: (a, b) => value(Kind.I32, a.code, b.code, 106),
  sub: (a, b) => value(Kind.I32, a.code, b.code, 107),
  mul: (a, b) => value(Kind.I32, a.code, b.code, 108),
  and: (a, b) => value(Kind.I32, a.code, b.code, 113),
  or: (a, b) => value(Kind.I32, a.code, b.code, 114),
  xor: (a, b) => value(Kind.I32, a.code, b.code, 115),
  shl: (a, b) => value(Kind.I32, a.code, b.code, 116),
  shrUnsigned: (a, b) => value(Kind.I32, a.code, b.code, 118),
  /** Leading zeros. */
  clz: (a) => value(Kind.I32, a.code, 103),
  /** 1 for 0, otherwise 0. */
  not: (a) => value(Kind.I32, a.code, 69),
  eq: (a, b) => value(Kind.I32, a.code, b.code, 70),
  ne: (a, b) => value(Kind.I32, a.code, b.code, 71),
  lt: (a, b) => value(Kind.I32, a.code, b.code, 72),
  gt: (a, b) => value(Kind.I32, a.code, b.code, 74),
  ge: (a, b) => value(Kind.I32, a.code, b.code, 78),
  lessUnsigned: (a, b) => value(Kind.I32, a.code, b.code, 73),
  halved: (a) => value(Kind.I32, a.code, i32.of(1).code, 117),
  /** One byte, 0 to 255. */
  load8: (address2, offset = 0) => value(Kind.I32, address2.code, 45, place(0, offset)),
  /** `a` where the condition is not 0, otherwise `b`. Both are worked out. */
  select: (condition, a, b) => value(Kind.I32, a.code, b.code, condition.code, 27)
}, f64 = {
  of: (x) => value(Kind.F64, 68, [...new Uint8Array(new Float64Array([x]).buffer)]),
  load: (address2, offset = 0) => value(Kind.F64, address2.code, 43, place(3, offset)),
  add: (a, b) => value(Kind.F64, a.code, b.code, 160),
  sub: (a, b) => value(Kind.F64, a.code, b.code, 161),
  mul: (a, b) => value(Kind.F64, a.code, b.code, 162),
  div: (a, b) => value(Kind.F64, a.code, b.code, 163),
  sqrt: (a) => value(Kind.F64, a.code, 159),
  neg: (a) => value(Kind.F64, a.code, 154),
  lt: (a, b) => value(Kind.I32, a.code, b.code, 99),
  gt: (a, b) => value(Kind.I32, a.code, b.code, 100),
  ne: (a, b) => value(Kind.I32, a.code, b.code, 98),
  eq: (a, b) => value(Kind.I32, a.code, b.code, 97),
  le: (a, b) => value(Kind.I32, a.code, b.code, 101),
  ge: (a, b) => value(Kind.I32, a.code, b.code, 102),
  abs: (a) => value(Kind.F64, a.code, 153),
  /** As `Math.min` and `Math.max`. */
  min: (a, b) => value(Kind.F64, a.code, b.code, 164),
  max: (a, b) => value(Kind.F64, a.code, b.code, 165),
  /** `a` where the condition is not 0, otherwise `b`. Both are worked out. */
  select: (condition, a, b) => value(Kind.F64, a.code, b.code, condition.code, 27),
  fromUnsigned: (a) => value(Kind.F64, a.code, 184),
  demote: (a) => value(Kind.F32, a.code, 182)
}, f32 = {
  load: (address2, offset = 0) => value(Kind.F32, address2.code, 42, place(2, offset)),
  promote: (a) => value(Kind.F64, a.code, 187),
  /** The float at an address, as a double. */
  loadDouble: (address2, offset = 0) => f32.promote(f32.load(address2, offset))
};

// src/wasm/function-builder.ts
var EMPTY = 64, BLOCK = 2, LOOP = 3, IF = 4, ELSE = 5, END = 11, FunctionBuilder = class {
  parameters = [];
  locals = [];
  code = [];
  /** Blocks that are open. */
  depth = 0;
  /** Declares the next parameter. All must be declared before the first local. */
  parameter(kind) {
    return this.parameters.push(kind), this.variable(kind, this.parameters.length - 1);
  }
  /** A new variable that begins as the value. */
  let(start) {
    this.locals.push(start.kind);
    let local3 = this.variable(start.kind, this.parameters.length + this.locals.length - 1);
    return this.set(local3, start), local3;
  }
  set(local3, to) {
    this.code.push(to.code, 33, unsigned(local3.index));
  }
  storeV128(address2, offset, stored) {
    this.code.push(address2.code, stored.code, SIMD, unsigned(11), place(2, offset));
  }
  /** Stores one of four floats. */
  storeLane(address2, offset, stored, lane) {
    this.code.push(address2.code, stored.code, SIMD, unsigned(90), place(2, offset), lane);
  }
  storeF64(address2, offset, stored) {
    this.code.push(address2.code, stored.code, 57, place(3, offset));
  }
  storeF32(address2, offset, stored) {
    this.code.push(address2.code, stored.code, 56, place(2, offset));
  }
  storeI32(address2, offset, stored) {
    this.code.push(address2.code, stored.code, 54, place(2, offset));
  }
  /** Stores the lowest byte. */
  store8(address2, offset, stored) {
    this.code.push(address2.code, stored.code, 58, place(0, offset));
  }
  when(condition, then, otherwise) {
    this.code.push(condition.code, IF, EMPTY), this.inside(then), otherwise !== void 0 && (this.code.push(ELSE), this.inside(otherwise)), this.code.push(END);
  }
  /** Code that {@link leaveIf} can jump out of. */
  block(body) {
    this.code.push(BLOCK, EMPTY), this.inside(body), this.code.push(END);
  }
  /** Code that is run once, and again from its start at each {@link leaveIf} to its label. */
  loop(body) {
    this.code.push(LOOP, EMPTY), this.inside(body), this.code.push(END);
  }
  /** Where the condition holds, jumps behind the block of a label, or to the start of its loop. */
  leaveIf(condition, label) {
    this.code.push(condition.code, 13, unsigned(this.depth - label.depth));
  }
  leave(label) {
    this.code.push(12, unsigned(this.depth - label.depth));
  }
  /** Ends the function with its result. */
  return(result) {
    this.code.push(result.code, 15);
  }
  /** Calls a function that returns nothing. */
  run(callee, ...parameters) {
    this.code.push(parameters.map((parameter) => parameter.code), 16, unsigned(callee.index));
  }
  /** Runs the body with each address from `first` to before `end`, `stride` bytes apart. `first` is changed. */
  forEach(first, end, stride, body) {
    this.when(i32.lessUnsigned(first, end), () => {
      this.loop((again) => {
        body(), this.set(first, i32.add(first, i32.of(stride))), this.leaveIf(i32.lessUnsigned(first, end), again);
      });
    });
  }
  /** The function as it stands in a module's code section. */
  body() {
    let declared = this.locals.flatMap((kind) => [1, kind]);
    return sized([unsigned(this.locals.length), declared, this.code, END]);
  }
  inside(body) {
    this.depth++, body({ depth: this.depth }), this.depth--;
  }
  variable(kind, index) {
    return { kind, index, code: [32, ...unsigned(index)] };
  }
};
function call(callee, ...parameters) {
  if (callee.result === null) throw new TypeError("a function without a result has no value");
  return value(callee.result, ...parameters.map((parameter) => parameter.code), 16, unsigned(callee.index));
}

// src/wasm/module-builder.ts
var HEADER2 = [0, 97, 115, 109, 1, 0, 0, 0], FUNCTION_TYPE = 96, FUNCTION = 0, MEMORY = 2, ModuleBuilder = class {
  functions = [];
  /** Adds a function that is exported under its name, and returns nothing. */
  function(name, write4) {
    return this.add(name, null, write4);
  }
  /** Adds a function that is exported under its name. It must end with its result on every way. */
  functionOf(name, result, write4) {
    return this.add(name, result, write4);
  }
  bytes() {
    let types = this.functions.map(({ builder: { parameters }, result }) => [
      FUNCTION_TYPE,
      list(parameters.map((kind) => [kind])),
      result === null ? 0 : [1, result]
    ]), imports = [[text("env"), text("memory"), MEMORY, 0, 1]], exports = this.functions.map(({ name }, index) => [text(name), FUNCTION, unsigned(index)]);
    return assemble([
      HEADER2,
      section(1, list(types)),
      section(2, list(imports)),
      section(3, list(types.map((_, index) => unsigned(index)))),
      section(7, list(exports)),
      section(10, list(this.functions.map(({ builder }) => builder.body())))
    ]);
  }
  add(name, result, write4) {
    let builder = new FunctionBuilder(), index = this.functions.length;
    return write4(builder), this.functions.push({ name, builder, result }), { index, parameters: builder.parameters, result };
  }
};
function section(id, content) {
  return [id, sized(content)];
}

// src/solver/kernel/write-vectors.ts
function bothX(a) {
  return f64x2.pick(a, a, 0, 0);
}
function bothY(a) {
  return f64x2.pick(a, a, 1, 1);
}
function swapped2(a) {
  return f64x2.pick(a, a, 1, 0);
}
function turned(a) {
  return v128.xor(swapped2(a), f64x2.of(-0, 0));
}

// src/solver/kernel/write-box-circle.ts
var { add, sub, mul, div, sqrt, gt } = f64x2, DOUBLE = 8, SIGNS = f64x2.of(-0, -0), ZERO = f64x2.of(0, 0);
function writeBoxCircle(b, { poseA, poseB, turn: turnAt, boxSizes, circleSizes, flip }, { manifold: manifold3, feature, points }) {
  let flipped = b.let(i32x4.splat(i32.sub(i32.of(0), flip))), opposite = b.let(v128.and(flipped, SIGNS)), fromA = b.let(sub(v128.load(poseB), v128.load(poseA))), d = b.let(v128.xor(fromA, opposite)), turn3 = b.let(v128.load(turnAt)), cos = b.let(bothX(turn3)), sin = b.let(bothY(turn3)), boxRadius = b.let(v128.loadSplat64(boxSizes, 2 * DOUBLE)), radius = b.let(v128.loadSplat64(circleSizes, 2 * DOUBLE)), reach = b.let(add(add(boxRadius, radius), v128.loadSplat64(i32.of(128 /* Margin */)))), p = b.let(sub(mul(cos, d), mul(sin, turned(d)))), signs = b.let(v128.and(gt(ZERO, p), SIGNS)), a = b.let(v128.xor(p, signs)), e = b.let(sub(a, v128.load(boxSizes))), outside2 = b.let(gt(e, ZERO)), corner2 = b.let(v128.and(outside2, swapped2(outside2))), squares = b.let(mul(e, e)), square = b.let(add(squares, swapped2(squares))), apart2 = v128.or(gt(e, reach), v128.and(corner2, gt(square, mul(reach, reach))));
  b.when(i32.not(v128.any(apart2)), () => {
    let sideways = b.let(bothX(b.let(gt(e, swapped2(e))))), root = b.let(sqrt(square)), far = gt(root, f64x2.of(1e-12, 1e-12)), fromCorner = v128.select(div(e, root), f64x2.of(1, 0), far), fromSide = v128.select(f64x2.of(1, 0), f64x2.of(0, 1), sideways), distance5 = b.let(v128.select(root, v128.select(bothX(e), bothY(e), sideways), corner2)), normal = b.let(v128.select(fromCorner, fromSide, corner2)), middle = sub(add(boxRadius, distance5), radius), shift = b.let(sub(mul(f64x2.of(0.5, 0.5), middle), distance5)), point2 = b.let(v128.xor(add(a, mul(normal, shift)), signs));
    b.set(normal, v128.xor(normal, signs));
    let inWorld = (local3) => add(mul(cos, local3), mul(sin, turned(local3)));
    b.storeV128(manifold3, 0, v128.xor(inWorld(normal), opposite)), b.storeV128(manifold3, 2 * DOUBLE, add(inWorld(point2), v128.select(fromA, SIGNS, flipped))), b.storeF64(manifold3, 4 * DOUBLE, f64x2.lane(b.let(sub(sub(distance5, boxRadius), radius)), 0)), b.storeI32(feature, 0, i32.of(0)), b.set(points, i32.of(1));
  });
}

// src/solver/kernel/write-manifold.ts
var DOUBLE2 = 8, SIGNS2 = f64x2.of(-0, -0);
function writeManifold(b, facing, result, done) {
  let { bottom, top, ht } = facing, low = b.let(f64x2.neg(ht)), y0 = b.let(f64x2.pmax(low, bottom)), y1 = b.let(f64x2.pmin(ht, top)), beside = b.let(f64.gt(one(y0), one(y1)));
  b.when(i32.or(beside, v128.any(facing.ahead)), () => {
    let above = b.let(f64.gt(one(bottom), one(ht))), cornered = b.let(beside);
    b.when(i32.and(i32.not(beside), f64.gt(one(facing.separation), one(facing.preference))), () => {
      let nearest2 = b.let(f64.select(f64.gt(one(facing.slope), f64.of(0)), one(bottom), one(top)));
      b.set(above, f64.gt(nearest2, one(ht))), b.set(cornered, i32.or(above, f64.lt(nearest2, one(low))));
    }), b.when(cornered, () => writeCorner(b, facing, beside, above, result, done));
  }), writeFace(b, facing, b.let(f64x2.pick(y0, y1, 0, 2)), result, done);
}
function one(a) {
  return f64x2.lane(a, 0);
}
function writeCorner(b, facing, beside, above, result, done) {
  let { add: add8, sub: sub8, mul: mul6, div: div6, neg: neg3, lt: lt2, gt: gt7, le: le2, ge: ge4, of: of4, sqrt: sqrt3 } = f64, single = (a) => b.let(one(a)), [hn, ht, mx, my] = [single(facing.hn), single(facing.ht), single(facing.mx), single(facing.my)], [slope, bottom, top] = [single(facing.slope), single(facing.bottom), single(facing.top)], [separation2, preference] = [single(facing.separation), single(facing.preference)], corner2 = b.let(f64.select(above, ht, neg3(ht))), shift = sub8(sub8(corner2, my), mul6(slope, sub8(mx, hn))), at = b.let(add8(my, div6(shift, add8(of4(1), mul6(slope, slope))))), inside = b.let(i32.and(gt7(at, bottom), lt2(at, top)));
  b.when(lt2(at, bottom), () => b.set(at, bottom)), b.when(gt7(at, top), () => b.set(at, top));
  let ex = b.let(sub8(add8(mx, mul6(sub8(at, my), slope)), hn)), ey = b.let(sub8(at, corner2)), distance5 = b.let(sqrt3(add8(mul6(ex, ex), mul6(ey, ey)))), cut2 = b.let(mul6(ey, slope)), cheap = i32.and(le2(cut2, preference), ge4(cut2, neg3(preference))), level = i32.and(cheap, le2(sub8(distance5, separation2), mul6(of4(0.1), preference)));
  b.when(i32.or(beside, i32.not(i32.or(inside, level))), () => {
    let ahead = b.let(gt7(separation2, of4(0)));
    b.leaveIf(i32.and(gt7(distance5, one(facing.margin)), ahead), done);
    let fx = b.let(of4(1)), fy = b.let(of4(0)), gap = b.let(ex);
    b.when(i32.and(ahead, gt7(distance5, mul6(of4(1e-9), add8(hn, ht)))), () => {
      b.set(fx, div6(ex, distance5)), b.set(fy, div6(ey, distance5)), b.set(gap, distance5);
    }), writeNormal(b, facing, along(b, facing, f64x2.splat(fx), f64x2.splat(fy)), result.manifold);
    let cx = sub8(add8(hn, ex), mul6(mul6(of4(0.5), gap), fx)), cy = sub8(at, mul6(mul6(of4(0.5), gap), fy));
    writePoint(b, facing, f64x2.splat(cx), f64x2.splat(cy), gap, result.manifold);
    let { face, edge: edge2 } = facing, own2 = i32.select(above, following(face), face), other2 = i32.select(gt7(sub8(at, my), of4(0)), edge2, following(edge2));
    writeFeature(b, facing, own2, other2, result.feature), b.set(result.points, i32.of(1)), b.leave(done);
  });
}
function writeFace(b, facing, y, result, done) {
  let { manifold: manifold3, feature, points } = result, { add: add8, sub: sub8, mul: mul6 } = f64x2, { hn, mx, my, slope, face, edge: edge2 } = facing, gap = b.let(sub8(add8(mx, mul6(sub8(y, my), slope)), hn)), x = b.let(add8(hn, mul6(f64x2.of(0.5, 0.5), gap))), first = () => {
    writePoint(b, facing, bothX(x), bothX(y), f64x2.lane(gap, 0), manifold3), writeFeature(b, facing, face, following(edge2), feature);
  }, second = (to, id) => {
    writePoint(b, facing, bothY(x), bothY(y), f64x2.lane(gap, 1), to), writeFeature(b, facing, following(face), edge2, id);
  }, near2 = b.let(v128.signs(f64x2.ge(facing.margin, gap)));
  b.when(i32.eq(near2, i32.of(3)), () => {
    first(), second(b.let(i32.add(manifold3, i32.of(3 * DOUBLE2))), i32.add(feature, i32.of(4))), writeNormal(b, facing, facing.normal, manifold3), b.set(points, i32.of(2)), b.leave(done);
  }), b.leaveIf(i32.not(near2), done), b.when(i32.eq(near2, i32.of(1)), first, () => second(manifold3, feature)), writeNormal(b, facing, facing.normal, manifold3), b.set(points, i32.of(1));
}
function following(corner2) {
  return i32.and(i32.add(corner2, i32.of(1)), i32.of(3));
}
function along(b, { normal }, x, y) {
  return b.let(f64x2.add(f64x2.mul(normal, x), f64x2.mul(turned(normal), y)));
}
function writePoint(b, facing, x, y, gap, to) {
  b.storeV128(to, 2 * DOUBLE2, f64x2.add(along(b, facing, x, y), facing.shift)), b.storeF64(to, 4 * DOUBLE2, gap);
}
function writeNormal(b, { flip }, normal, out) {
  b.storeV128(out, 0, v128.xor(normal, v128.and(flip, SIGNS2)));
}
function writeFeature(b, { flip }, own2, other2, to) {
  let ofOwn = b.let(i32.shl(i32.and(v128.signs(flip), i32.of(1)), i32.of(3)));
  b.storeI32(to, 0, i32.or(i32.shl(own2, ofOwn), i32.shl(other2, i32.sub(i32.of(8), ofOwn))));
}

// src/solver/kernel/write-boxes.ts
var { add: add2, sub: sub2, mul: mul2, div: div2, neg, abs, gt: gt2, ge, pmin } = f64x2, SIGNS3 = f64x2.of(-0, -0);
function writeBoxes(b, placesA, placesB, result) {
  b.block((done) => {
    let d = b.let(sub2(v128.load(placesB.pose), v128.load(placesA.pose))), margin = b.let(v128.loadSplat64(i32.of(128 /* Margin */))), A = { turn: b.let(v128.load(placesA.turn)), sizes: b.let(v128.load(placesA.sizes)) }, B = { turn: b.let(v128.load(placesB.turn)), sizes: b.let(v128.load(placesB.sizes)) }, reference2 = writeReference(b, d, margin, A, B, done);
    writeManifold(b, writeFacing(b, d, margin, reference2, A, B), result, done);
  });
}
function writeReference(b, d, margin, A, B, apart2) {
  let aside = b.let(turned(d)), cosA = b.let(bothX(A.turn)), sinA = b.let(bothY(A.turn)), m = b.let(abs(sub2(mul2(cosA, B.turn), mul2(sinA, turned(B.turn))))), crossed = b.let(swapped2(m)), separationsOf = (center2, own2, other2) => b.let(sub2(sub2(sub2(abs(center2), own2), mul2(m, bothX(other2))), mul2(crossed, bothY(other2)))), p = b.let(sub2(mul2(cosA, d), mul2(sinA, aside))), ofA = separationsOf(p, A.sizes, B.sizes), q = b.let(sub2(mul2(bothY(B.turn), aside), mul2(bothX(B.turn), d))), ofB = separationsOf(q, B.sizes, A.sizes);
  b.leaveIf(v128.any(v128.or(gt2(ofA, margin), gt2(ofB, margin))), apart2);
  let smallest = b.let(pmin(A.sizes, B.sizes)), preference = b.let(mul2(f64x2.of(1e-3, 1e-3), pmin(swapped2(smallest), smallest))), ay = b.let(bothY(ofA)), bx = b.let(bothX(ofB)), by = b.let(bothY(ofB)), least = b.let(add2(ofA, preference)), ayWins = b.let(bothX(b.let(gt2(ay, least)))), amongA = (comparison) => v128.select(bothY(comparison), bothX(comparison), ayWins), bxWins = b.let(amongA(b.let(gt2(bx, least)))), byWins = b.let(v128.select(gt2(by, add2(bx, preference)), amongA(b.let(gt2(by, least))), bxWins)), flip = b.let(v128.or(bxWins, byWins)), upright2 = b.let(v128.or(v128.andNot(ayWins, bxWins), byWins)), chosen3 = (x, y) => {
    let both = b.let(v128.select(y, x, flip));
    return b.let(v128.select(swapped2(both), both, upright2));
  }, ahead = b.let(v128.or(gt2(ofA, preference), gt2(ofB, preference)));
  return { flip, upright: upright2, separation: chosen3(ofA, ofB), preference, ahead, center: chosen3(p, q) };
}
function writeFacing(b, d, margin, reference2, A, B) {
  let { flip, upright: upright2, center: center2 } = reference2, either = (x, y) => b.let(v128.select(x, y, flip)), turn3 = either(B.turn, A.turn), sizes2 = either(B.sizes, A.sizes), otherTurn = either(A.turn, B.turn), otherSizes = either(A.sizes, B.sizes), sign = b.let(v128.and(add2(center2, f64x2.of(0, 0)), SIGNS3)), normal = b.let(v128.xor(v128.select(turned(turn3), turn3, upright2), bothX(sign))), z = b.let(v128.select(swapped2(sizes2), sizes2, upright2)), nx = b.let(bothX(normal)), ny = b.let(bothY(normal)), o = b.let(v128.xor(d, v128.and(flip, SIGNS3))), xy = b.let(sub2(mul2(nx, o), mul2(ny, turned(o)))), uv = b.let(sub2(mul2(nx, otherTurn), mul2(ny, turned(otherTurn)))), size = b.let(abs(uv)), along2 = b.let(ge(add2(bothX(size), f64x2.of(1e-3, 1e-3)), bothY(size))), pq = b.let(v128.select(uv, turned(uv), along2)), st = b.let(v128.select(otherSizes, swapped2(otherSizes), along2)), p = b.let(bothX(pq)), out = v128.or(bothX(st), v128.andNot(SIGNS3, p)), middle = b.let(add2(xy, mul2(out, pq))), half = b.let(mul2(bothY(st), abs(p))), my = b.let(bothY(middle)), ht = b.let(bothY(z)), bit = (mask) => b.let(i32.and(v128.signs(mask), i32.of(1))), one2 = i32.of(1), sideways = b.let(i32.xor(bit(upright2), one2)), parallel = bit(along2), face = i32.add(i32.shl(i32.xor(i32.xor(bit(sign), sideways), one2), one2), sideways), edge2 = i32.add(i32.shl(i32.xor(bit(p), parallel), one2), parallel);
  return {
    ...reference2,
    margin,
    normal,
    shift: b.let(v128.and(d, flip)),
    hn: b.let(bothX(z)),
    ht,
    mx: b.let(bothX(middle)),
    my,
    slope: b.let(div2(neg(bothY(pq)), p)),
    bottom: b.let(sub2(my, half)),
    top: b.let(add2(my, half)),
    face: b.let(face),
    edge: b.let(edge2)
  };
}

// src/solver/kernel/write-circles.ts
var { of, add: add3, sub: sub3, mul: mul3, div: div3, sqrt: sqrt2, lt, gt: gt3, load } = f64, DOUBLE3 = 8;
function writeCircles(b, poseA, poseB, sizesA, sizesB, margin, out, points, spot) {
  let dx = b.let(sub3(load(poseB), load(poseA))), dy = b.let(sub3(load(poseB, DOUBLE3), load(poseA, DOUBLE3))), square = b.let(add3(mul3(dx, dx), mul3(dy, dy)));
  b.leaveIf(lt(square, of(ONE_SPOT_SQUARED)), spot);
  let radiusA = b.let(load(sizesA, 2 * DOUBLE3)), radiusB = b.let(load(sizesB, 2 * DOUBLE3)), reach = b.let(add3(add3(radiusA, radiusB), load(margin)));
  b.when(i32.not(gt3(square, mul3(reach, reach))), () => {
    let distance5 = b.let(sqrt2(square)), inverse = b.let(div3(of(1), distance5)), nx = b.let(mul3(dx, inverse)), ny = b.let(mul3(dy, inverse)), middle = b.let(mul3(of(0.5), sub3(add3(radiusA, distance5), radiusB)));
    b.storeF64(out, 0, nx), b.storeF64(out, DOUBLE3, ny), b.storeF64(out, 2 * DOUBLE3, mul3(nx, middle)), b.storeF64(out, 3 * DOUBLE3, mul3(ny, middle)), b.storeF64(out, 4 * DOUBLE3, sub3(sub3(distance5, radiusA), radiusB)), b.set(points, i32.of(1));
  });
}

// src/solver/kernel/write-collide.ts
var WORD = 4, DOUBLE4 = 8, OTHER_FLAGS2 = -66;
function writeCollide(b) {
  let first = b.parameter(Kind.I32), end = b.parameter(Kind.I32), at = b.let(i32.add(address(72 /* Active */), i32.mul(first, i32.of(WORD)))), stop = b.let(i32.add(address(72 /* Active */), i32.mul(end, i32.of(WORD)))), todo = b.let(address(76 /* Todo */)), touching2 = b.let(address(120 /* Touching */)), told = b.let(i32.of(0));
  b.storeF64(i32.of(0), 176 /* Upright */, f64.of(1)), b.storeF64(i32.of(0), 176 /* Upright */ + DOUBLE4, f64.of(0)), b.forEach(at, stop, WORD, () => {
    let id = b.let(i32.load(at));
    b.block((done) => {
      b.block((listed) => {
        b.block((unseen) => {
          let contact = loadContact(b, id, unseen);
          b.set(told, contact.old), writePoints(b, contact, unseen), b.store8(i32.add(address(56 /* PointCount */), id), 0, contact.points), writeDecision(b, contact, listed, done), b.set(touching2, i32.add(touching2, i32.of(1))), b.leave(done);
        }), b.set(told, i32.of(-1));
      }), b.storeI32(todo, 0, id), b.storeI32(todo, WORD, told), b.set(todo, i32.add(todo, i32.of(8)));
    });
  }), b.storeI32(i32.of(0), 120 /* Touching */, touching2), b.return(i32.shrUnsigned(i32.sub(todo, address(76 /* Todo */)), i32.of(Math.log2(8))));
}
function address(place3) {
  return i32.load(i32.of(0), place3);
}
function record(b, column, index, bytes) {
  return b.let(i32.add(address(column), i32.mul(index, i32.of(bytes))));
}
function word(column, index) {
  return i32.load(i32.add(address(column), i32.shl(index, i32.of(2))));
}
function byte(column, index) {
  return i32.load8(i32.add(address(column), index));
}
function loadContact(b, id, unseen) {
  let flags = b.let(byte(52 /* Flags */, id));
  return b.leaveIf(i32.and(flags, i32.of(OTHER_FLAGS2)), unseen), {
    id,
    a: b.let(word(44 /* A */, id)),
    b: b.let(word(48 /* B */, id)),
    flags,
    old: b.let(byte(56 /* PointCount */, id)),
    points: b.let(i32.of(0)),
    manifold: record(b, 60 /* Manifold */, id, 8 * DOUBLE4),
    feature: record(b, 68 /* Feature */, id, 2 * WORD),
    impulse: record(b, 64 /* Impulse */, id, 4 * WORD)
  };
}
function writePoints(b, contact, unseen) {
  let { manifold: manifold3, feature, impulse, old, points } = contact, typeA = b.let(byte(12 /* ShapeType */, contact.a)), typeB = b.let(byte(12 /* ShapeType */, contact.b)), poseA = record(b, 0 /* Pose */, contact.a, POSE_STRIDE * DOUBLE4), poseB = record(b, 0 /* Pose */, contact.b, POSE_STRIDE * DOUBLE4), sizesA = record(b, 8 /* Geometry */, contact.a, 12 * DOUBLE4), sizesB = record(b, 8 /* Geometry */, contact.b, 12 * DOUBLE4), is = (type, shape2) => i32.eq(type, i32.of(shape2)), radius = (sizes2) => f64.load(sizes2, 2 * DOUBLE4), turn3 = (type, pose) => b.let(turnOf2(type, pose));
  b.when(i32.and(isBox2(typeA), isBox2(typeB)), () => {
    b.leaveIf(f64.gt(f64.add(radius(sizesA), radius(sizesB)), f64.of(0)), unseen);
    let feature0 = b.let(i32.load(feature)), feature1 = b.let(i32.load(feature, WORD)), placesA = { pose: poseA, turn: turn3(typeA, poseA), sizes: sizesA }, placesB = { pose: poseB, turn: turn3(typeB, poseB), sizes: sizesB };
    writeBoxes(b, placesA, placesB, contact), b.when(points, () => writeCarry(b, contact, feature0, feature1));
  }, () => {
    let roundA = b.let(is(typeA, 1 /* Circle */)), roundB = b.let(is(typeB, 1 /* Circle */));
    b.when(i32.and(roundA, roundB), () => {
      writeCircles(b, poseA, poseB, sizesA, sizesB, i32.of(128 /* Margin */), manifold3, points, unseen), b.when(i32.and(points, i32.not(old)), () => {
        b.storeF64(impulse, 0, f64.of(0)), b.storeI32(feature, 0, i32.of(0));
      });
    }, () => {
      let either = (x, y) => b.let(i32.select(roundA, y, x)), type = either(typeA, typeB);
      b.leaveIf(i32.not(i32.and(i32.or(roundA, roundB), isBox2(type))), unseen);
      let feature0 = b.let(i32.load(feature)), feature1 = b.let(i32.load(feature, WORD)), boxSizes = either(sizesA, sizesB), circleSizes = either(sizesB, sizesA), turnAt = turn3(type, either(poseA, poseB));
      writeBoxCircle(b, { poseA, poseB, turn: turnAt, boxSizes, circleSizes, flip: roundA }, contact), b.when(points, () => writeCarry(b, contact, feature0, feature1));
    });
  });
}
function isBox2(type) {
  return i32.eq(i32.or(type, i32.of(1)), i32.of(3));
}
function turnOf2(type, pose) {
  return i32.select(i32.eq(type, i32.of(3 /* Aabb */)), i32.of(176 /* Upright */), i32.add(pose, i32.of(2 * DOUBLE4)));
}
function writeCarry(b, contact, old0, old1) {
  let { feature, impulse, old, points } = contact, new0 = b.let(i32.load(feature)), new1 = b.let(i32.load(feature, WORD)), secondDiffers = i32.and(i32.gt(points, i32.of(1)), i32.ne(old1, new1));
  b.when(i32.or(i32.or(i32.xor(old, points), i32.xor(old0, new0)), secondDiffers), () => {
    let impulse0 = b.let(f64.load(impulse)), impulse1 = b.let(f64.load(impulse, DOUBLE4)), carried = (id) => f64.select(
      i32.and(i32.gt(old, i32.of(0)), i32.eq(old0, id)),
      impulse0,
      f64.select(i32.and(i32.gt(old, i32.of(1)), i32.eq(old1, id)), impulse1, f64.of(0))
    );
    b.storeF64(impulse, 0, carried(new0)), b.when(i32.gt(points, i32.of(1)), () => b.storeF64(impulse, DOUBLE4, carried(new1)));
  });
}
function writeDecision(b, contact, listed, done) {
  let { flags, old, points, manifold: manifold3 } = contact;
  b.when(i32.not(points), () => {
    b.leaveIf(i32.or(old, flags), listed), b.leave(done);
  });
  let grazing = i32.and(flags, i32.of(64 /* Grazing */));
  b.leaveIf(i32.or(i32.or(i32.not(old), grazing), address(124 /* Asking */)), listed);
  let slop = b.let(f64.load(i32.of(0), 136 /* Slop */));
  b.when(i32.not(flags), () => b.leaveIf(f64.le(writeNearest(b, contact), slop), listed));
  let bodyA = b.let(word(24 /* BodyOf */, contact.a)), bodyB = b.let(word(24 /* BodyOf */, contact.b)), fixedA = b.let(i32.xor(byte(20 /* Kind */, bodyA), i32.of(1 /* Dynamic */))), fixedB = b.let(i32.xor(byte(20 /* Kind */, bodyB), i32.of(1 /* Dynamic */))), indexA = b.let(word(28 /* AwakeIndex */, bodyA)), indexB = b.let(word(28 /* AwakeIndex */, bodyB)), resting = i32.lt(i32.or(indexA, indexB), i32.of(0));
  b.when(i32.or(i32.or(fixedA, fixedB), resting), () => {
    let wakes = (fixed, index) => i32.and(i32.not(fixed), i32.eq(index, i32.of(NOT_AWAKE)));
    b.leaveIf(i32.or(wakes(fixedA, indexA), wakes(fixedB, indexB)), listed);
    let separation2 = writeNearest(b, contact), deep = (fixed, body) => i32.and(i32.not(fixed), f64.lt(separation2, f64.neg(f64.load(record(b, 32 /* Reach */, body, DOUBLE4)))));
    b.leaveIf(i32.or(deep(fixedA, bodyA), deep(fixedB, bodyB)), listed), b.when(i32.eq(points, i32.of(1)), () => {
      b.when(f64.gt(separation2, f64.of(0)), () => writeAtCorner(b, contact, listed));
    }, () => {
      let dx = b.let(f64.sub(f64.load(manifold3, 5 * DOUBLE4), f64.load(manifold3, 2 * DOUBLE4))), dy = b.let(f64.sub(f64.load(manifold3, 6 * DOUBLE4), f64.load(manifold3, 3 * DOUBLE4))), width = f64.add(f64.mul(dx, dx), f64.mul(dy, dy));
      b.leaveIf(f64.lt(width, f64.mul(slop, slop)), listed);
    });
  }), b.leaveIf(i32.not(flags), done);
}
function writeAtCorner(b, contact, listed) {
  let typeA = b.let(byte(12 /* ShapeType */, contact.a)), typeB = b.let(byte(12 /* ShapeType */, contact.b)), boxA = b.let(isBox2(typeA)), boxB = b.let(isBox2(typeB));
  b.leaveIf(i32.and(boxA, boxB), listed), b.when(i32.or(boxA, boxB), () => {
    let box5 = b.let(i32.select(boxA, contact.a, contact.b)), sizes2 = record(b, 8 /* Geometry */, box5, 12 * DOUBLE4), pose = record(b, 0 /* Pose */, box5, POSE_STRIDE * DOUBLE4), turn3 = b.let(v128.load(b.let(turnOf2(i32.select(boxA, typeA, typeB), pose)))), normal = b.let(v128.load(contact.manifold)), own2 = f64x2.sub(f64x2.mul(bothX(turn3), normal), f64x2.mul(bothY(turn3), turned(normal))), off = i32.eq(v128.signs(f64x2.ge(f64x2.abs(own2), f64x2.of(ON_FACE, ON_FACE))), i32.of(3));
    b.leaveIf(i32.and(off, f64.le(f64.load(sizes2, 2 * DOUBLE4), f64.of(0))), listed);
  });
}
function writeNearest(b, { manifold: manifold3, points }) {
  let separation2 = b.let(f64.load(manifold3, 4 * DOUBLE4));
  return b.when(i32.gt(points, i32.of(1)), () => {
    b.set(separation2, f64.min(separation2, f64.load(manifold3, 7 * DOUBLE4)));
  }), separation2;
}

// src/solver/kernel/write-contacts.ts
var { add: add4, sub: sub4, mul: mul4, div: div4, splat, gt: gt4, le, ge: ge2, pmin: pmin2, pmax, neg: neg2, pick } = f32x4, BYTES2 = 16, WITHOUT_SIGN = 2147483647;
function writePass(b, points, rigid) {
  new PassWriter(b, points, rigid).write();
}
var PassWriter = class {
  b;
  points;
  rigid;
  group;
  end;
  work;
  push;
  inverseH;
  biasRate;
  least;
  zero;
  constructor(b, points, rigid) {
    this.b = b, this.points = points, this.rigid = rigid, this.group = b.parameter(Kind.I32), this.end = b.parameter(Kind.I32), this.work = b.parameter(Kind.I32), this.push = rigid ? b.parameter(Kind.I32) : null;
    let rates = b.parameter(Kind.I32), rate = (place3) => b.let(splat(f32.load(rates, place3 * 4)));
    this.zero = b.let(f32x4.all(0)), this.inverseH = rate(0 /* Substeps */), this.biasRate = rigid ? this.zero : rate(1 /* Bias */), this.least = rigid ? this.zero : b.let(neg2(rate(2 /* MaxPush */)));
  }
  write() {
    this.b.forEach(this.group, this.end, this.points === 1 ? 384 : 512, () => this.writeGroup());
  }
  writeGroup() {
    let { b } = this, atA = [0, 1, 2, 3].map((lane) => this.bodyAt(0 /* A */, lane)), atB = [0, 1, 2, 3].map((lane) => this.bodyAt(1 /* B */, lane)), a = this.velocities(atA), bb = this.velocities(atB), nx = this.field(2 /* NormalX */), ny = this.field(3 /* NormalY */), [ax, ay, cosA, sinA] = this.transposed(atA, 16), [bx, by, cosB, sinB] = this.transposed(atB, 16), apart2 = b.let(add4(mul4(nx, sub4(bx, ax)), mul4(ny, sub4(by, ay)))), along2 = b.let(add4(mul4(nx, sub4(bb.x, a.x)), mul4(ny, sub4(bb.y, a.y)))), turns = { cosA, sinA, cosB, sinB }, rows = Array.from({ length: this.points }, (_, k) => this.normalRow(k, a, bb, apart2, along2, turns)), sums2 = this.points === 1 ? [this.solveOne(rows[0])] : this.solveTwo(rows[0], rows[1]), tangents = rows.map((row) => this.point(row.index, 8 /* Tangent */)), anything = [...sums2, ...rows.map((row) => row.old), ...tangents].reduce((x, y) => v128.or(x, y), this.zero), nonzero = v128.and(anything, v128.all(WITHOUT_SIGN));
    b.when(v128.any(nonzero), () => {
      let masses = {
        massA: this.field(5 /* MassA */),
        inertiaA: this.field(6 /* InertiaA */),
        massB: this.field(7 /* MassB */),
        inertiaB: this.field(8 /* InertiaB */)
      };
      if (this.applyNormal(rows, sums2, nx, ny, masses, a, bb), this.rigid) {
        let held = rows.map((row, k) => this.rub(row, sums2[k], tangents[k], nx, ny, masses, a, bb, null));
        this.addPush(rows, sums2, held, nx, ny, masses, atA, atB);
      } else {
        let early = b.let(gt4(this.field(13 /* RubsEarly */), this.zero));
        b.when(v128.any(early), () => {
          for (let [k, row] of rows.entries()) this.rub(row, sums2[k], tangents[k], nx, ny, masses, a, bb, early);
        });
      }
      this.storeVelocities(atA, a), this.storeVelocities(atB, bb);
    });
  }
  /** What a point asks for: the velocity it lacks, and how the bodies resist. */
  normalRow(index, a, bb, apart2, along2, turns) {
    let { b, zero } = this, crossA = this.point(index, 0 /* CrossA */), crossB = this.point(index, 1 /* CrossB */), onB = add4(mul4(turns.cosB, this.pointLoad(index, 3 /* DotB */)), mul4(turns.sinB, crossB)), onA = add4(mul4(turns.cosA, this.pointLoad(index, 2 /* DotA */)), mul4(turns.sinA, crossA)), separation2 = b.let(sub4(add4(add4(this.pointLoad(index, 4 /* Base */), apart2), onB), onA)), open = b.let(gt4(separation2, zero)), ahead = mul4(separation2, this.inverseH), bias = this.rigid ? v128.and(ahead, open) : v128.select(ahead, pmax(mul4(this.biasRate, separation2), this.least), open), miss = b.let(add4(add4(along2, bias), sub4(mul4(bb.w, crossB), mul4(a.w, crossA))));
    return { index, crossA, crossB, open, miss, old: this.point(index, 7 /* Normal */) };
  }
  solveOne(row) {
    let { b, zero } = this, wanted2 = b.let(mul4(this.field(10 /* Across */), row.miss));
    if (this.rigid) return b.let(pmax(sub4(row.old, wanted2), zero));
    let soft = mul4(add4(wanted2, mul4(this.field(11 /* Compliance */), row.old)), this.field(12 /* Give */));
    return b.let(pmax(sub4(row.old, v128.select(wanted2, soft, row.open)), zero));
  }
  solveTwo(first, second) {
    let { b, zero } = this, across = this.field(10 /* Across */), k1 = this.point(0, 5 /* InverseMass */), k2 = this.point(1, 5 /* InverseMass */), a11 = this.rigid ? k1 : this.soften(k1, first.open), a22 = this.rigid ? k2 : this.soften(k2, second.open), c1 = b.let(sub4(sub4(first.miss, mul4(k1, first.old)), mul4(across, second.old))), c2 = b.let(sub4(sub4(second.miss, mul4(across, first.old)), mul4(k2, second.old))), product = b.let(mul4(a11, a22)), determinant = b.let(sub4(product, mul4(across, across))), u1 = b.let(sub4(mul4(across, c2), mul4(a22, c1))), u2 = b.let(sub4(mul4(across, c1), mul4(a11, c2))), sound = gt4(determinant, mul4(f32x4.all(1e-3), product)), both = b.let(v128.and(v128.and(ge2(u1, zero), ge2(u2, zero)), sound)), inverse = b.let(div4(f32x4.all(1), determinant)), only1 = b.let(pmax(div4(sub4(zero, c1), a11), zero)), only2 = pmax(div4(sub4(zero, c2), a22), zero), holds = b.let(v128.and(le(c1, zero), ge2(add4(mul4(across, only1), c2), zero)));
    return [
      b.let(v128.select(mul4(u1, inverse), v128.and(only1, holds), both)),
      b.let(v128.select(mul4(u2, inverse), v128.andNot(only2, holds), both))
    ];
  }
  soften(inverseMass, open) {
    let soft = add4(inverseMass, mul4(inverseMass, this.field(11 /* Compliance */)));
    return this.b.let(v128.select(inverseMass, soft, open));
  }
  applyNormal(rows, sums2, nx, ny, masses, a, bb) {
    let { b } = this, changes = rows.map((row, k) => b.let(sub4(sums2[k], row.old)));
    for (let [k, sum2] of sums2.entries()) this.storePoint(k, 7 /* Normal */, sum2);
    let total = changes.length === 1 ? changes[0] : b.let(add4(changes[0], changes[1])), turned7 = (cross) => {
      let turn3 = mul4(changes[0], cross(rows[0]));
      return changes.length === 1 ? turn3 : add4(turn3, mul4(changes[1], cross(rows[1])));
    }, onA = b.let(mul4(masses.massA, total)), onB = b.let(mul4(masses.massB, total));
    b.set(a.x, sub4(a.x, mul4(onA, nx))), b.set(a.y, sub4(a.y, mul4(onA, ny))), b.set(a.w, sub4(a.w, mul4(masses.inertiaA, turned7((row) => row.crossA)))), b.set(bb.x, add4(bb.x, mul4(onB, nx))), b.set(bb.y, add4(bb.y, mul4(onB, ny))), b.set(bb.w, add4(bb.w, mul4(masses.inertiaB, turned7((row) => row.crossB))));
  }
  /** Friction at one point, where the mask says so. Returns the impulse so far. */
  rub(row, force, held, nx, ny, masses, a, bb, mask) {
    let { b } = this, dotA = this.point(row.index, 2 /* DotA */), dotB = this.point(row.index, 3 /* DotB */), sliding = sub4(mul4(nx, sub4(bb.y, a.y)), mul4(ny, sub4(bb.x, a.x))), slip = add4(add4(sliding, sub4(mul4(bb.w, dotB), mul4(a.w, dotA))), this.field(9 /* Belt */)), limit = b.let(mul4(this.field(4 /* Friction */), force)), wanted2 = sub4(held, mul4(this.pointLoad(row.index, 6 /* TangentMass */), slip)), clamped = pmax(pmin2(wanted2, limit), neg2(limit)), sum2 = b.let(mask ? v128.select(clamped, held, mask) : clamped), change2 = b.let(sub4(sum2, held));
    this.storePoint(row.index, 8 /* Tangent */, sum2);
    let onA = b.let(mul4(masses.massA, change2)), onB = b.let(mul4(masses.massB, change2));
    return b.set(a.x, add4(a.x, mul4(onA, ny))), b.set(a.y, sub4(a.y, mul4(onA, nx))), b.set(a.w, sub4(a.w, mul4(masses.inertiaA, mul4(change2, dotA)))), b.set(bb.x, sub4(bb.x, mul4(onB, ny))), b.set(bb.y, add4(bb.y, mul4(onB, nx))), b.set(bb.w, add4(bb.w, mul4(masses.inertiaB, mul4(change2, dotB)))), sum2;
  }
  addPush(rows, sums2, held, nx, ny, masses, atA, atB) {
    let { b, zero } = this, total = (of4) => rows.length === 1 ? of4(0) : add4(of4(0), of4(1)), normal = b.let(total((k) => sums2[k])), tangent = b.let(total((k) => held[k])), px = b.let(sub4(mul4(normal, nx), mul4(tangent, ny))), py = b.let(add4(mul4(normal, ny), mul4(tangent, nx))), turn3 = (cross, dot2) => total((k) => add4(mul4(sums2[k], cross(rows[k])), mul4(held[k], this.pointLoad(k, dot2)))), onA = [
      sub4(zero, mul4(masses.massA, px)),
      sub4(zero, mul4(masses.massA, py)),
      sub4(zero, mul4(masses.inertiaA, turn3((row) => row.crossA, 2 /* DotA */)))
    ], onB = [
      mul4(masses.massB, px),
      mul4(masses.massB, py),
      mul4(masses.inertiaB, turn3((row) => row.crossB, 3 /* DotB */))
    ];
    this.addEach(onA, atA), this.addEach(onB, atB);
  }
  addEach(columns2, at) {
    let { b } = this, rows = this.transpose([...columns2.map((column) => b.let(column)), this.zero]);
    for (let [lane, row] of rows.entries()) {
      let address2 = b.let(i32.add(this.push, i32.halved(i32.sub(at[lane], this.work))));
      b.storeV128(address2, 0, add4(v128.load(address2), row));
    }
  }
  bodyAt(field, lane) {
    return this.b.let(i32.add(this.work, i32.load(this.group, field * BYTES2 + lane * 4)));
  }
  velocities(at) {
    let [x, y, w] = this.transposed(at, 0);
    return { x, y, w };
  }
  storeVelocities(at, { x, y, w }) {
    for (let [lane, row] of this.transpose([x, y, w, this.zero]).entries()) this.b.storeV128(at[lane], 0, row);
  }
  /** Four records, read as four columns. */
  transposed(at, offset) {
    return this.transpose(at.map((address2) => this.b.let(v128.load(address2, offset))));
  }
  transpose(rows) {
    let { b } = this, [r0, r1, r2, r3] = rows, low0 = b.let(pick(r0, r1, [0, 4, 1, 5])), high0 = b.let(pick(r0, r1, [2, 6, 3, 7])), low1 = b.let(pick(r2, r3, [0, 4, 1, 5])), high1 = b.let(pick(r2, r3, [2, 6, 3, 7]));
    return [
      b.let(pick(low0, low1, [0, 1, 4, 5])),
      b.let(pick(low0, low1, [2, 3, 6, 7])),
      b.let(pick(high0, high1, [0, 1, 4, 5])),
      b.let(pick(high0, high1, [2, 3, 6, 7]))
    ];
  }
  field(field) {
    return this.b.let(v128.load(this.group, field * BYTES2));
  }
  point(index, field) {
    return this.b.let(this.pointLoad(index, field));
  }
  pointLoad(index, field) {
    return v128.load(this.group, (14 /* Points */ + index * 9 + field) * BYTES2);
  }
  storePoint(index, field, stored) {
    this.b.storeV128(this.group, (14 /* Points */ + index * 9 + field) * BYTES2, stored);
  }
};

// src/solver/kernel/write-motion.ts
var DOUBLE5 = 8;
function writeAccelerate(b) {
  let [state3, end, drive, work, push2, time] = [0, 1, 2, 3, 4, 5].map(() => b.parameter(Kind.I32)), h2 = b.let(v128.loadSplat64(time));
  b.forEach(state3, end, 64, () => {
    let [v, w] = takeUp2(b, state3, work), pushed = b.let(v128.load(push2)), driven = (velocity, acceleration, left, change2) => f64x2.add(f64x2.mul(f64x2.add(velocity, f64x2.mul(h2, acceleration)), left), f64x2.promote(change2));
    b.set(v, driven(v, v128.load(drive), v128.loadSplat64(drive, 3 /* Left */ * DOUBLE5), pushed));
    let turned7 = v128.load64(drive, 2 /* Angular */ * DOUBLE5);
    b.set(w, driven(w, turned7, v128.load64(drive, 4 /* AngularLeft */ * DOUBLE5), upper(pushed))), b.storeV128(state3, 0, v), b.storeF64(state3, 2 /* W */ * DOUBLE5, f64x2.lane(w, 0)), b.storeV128(work, 0, rounded(v, w)), b.storeV128(push2, 0, f32x4.all(0)), advance(b, drive, 64), advance(b, work, 32), advance(b, push2, 16);
  });
}
function writeMove(b) {
  let [state3, end, drive, work, time] = [0, 1, 2, 3, 4].map(() => b.parameter(Kind.I32)), h = b.let(f64.load(time));
  b.forEach(state3, end, 64, () => {
    let [v, spin2] = takeUp2(b, state3, work), vx = b.let(f64x2.lane(v, 0)), vy = b.let(f64x2.lane(v, 1)), w = b.let(f64x2.lane(spin2, 0));
    limitSpeed2(b, drive, vx, vy, w), b.storeF64(state3, 0 /* X */ * DOUBLE5, vx), b.storeF64(state3, 1 /* Y */ * DOUBLE5, vy), b.storeF64(state3, 2 /* W */ * DOUBLE5, w);
    let dx = b.let(f64.add(f64.load(state3, 3 /* MovedX */ * DOUBLE5), f64.mul(h, vx))), dy = b.let(f64.add(f64.load(state3, 4 /* MovedY */ * DOUBLE5), f64.mul(h, vy)));
    b.storeF64(state3, 3 /* MovedX */ * DOUBLE5, dx), b.storeF64(state3, 4 /* MovedY */ * DOUBLE5, dy), b.storeF32(work, 0, f64.demote(vx)), b.storeF32(work, 4, f64.demote(vy)), b.storeF32(work, 8, f64.demote(w)), b.storeF32(work, 16, f64.demote(dx)), b.storeF32(work, 20, f64.demote(dy)), b.when(f64.ne(w, f64.of(0)), () => turn(b, state3, drive, work, h, w)), advance(b, drive, 64), advance(b, work, 32);
  });
}
function takeUp2(b, state3, work) {
  let v = b.let(v128.load(state3)), w = b.let(v128.load64(state3, 2 /* W */ * DOUBLE5)), change2 = b.let(f32x4.sub(v128.load(work), rounded(v, w)));
  return b.set(v, f64x2.add(v, f64x2.promote(change2))), b.set(w, f64x2.add(w, f64x2.promote(upper(change2)))), [v, w];
}
function rounded(v, w) {
  return f32x4.pick(f32x4.demote(v), f32x4.demote(w), [0, 1, 4, 5]);
}
function upper(four) {
  return f32x4.pick(four, four, [2, 3, 2, 3]);
}
function limitSpeed2(b, drive, vx, vy, w) {
  let squared = b.let(f64.add(f64.mul(vx, vx), f64.mul(vy, vy))), limit = b.let(f64.load(drive, 5 /* MaxSquared */ * DOUBLE5));
  b.when(f64.gt(squared, limit), () => {
    let scale = b.let(f64.sqrt(f64.div(limit, squared)));
    b.set(vx, f64.mul(vx, scale)), b.set(vy, f64.mul(vy, scale));
  });
  let fastest = b.let(f64.load(drive, 6 /* MaxAngular */ * DOUBLE5));
  b.when(f64.gt(w, fastest), () => b.set(w, fastest)), b.when(f64.lt(w, f64.neg(fastest)), () => b.set(w, f64.neg(fastest)));
}
function turn(b, state3, drive, work, h, w) {
  let angle3 = b.let(f64.mul(h, w)), swing = b.let(f64.mul(angle3, f64.load(drive, 7 /* Swing */ * DOUBLE5))), c = b.let(f32.promote(f32.load(work, 24))), s = b.let(f32.promote(f32.load(work, 28))), c1 = b.let(f64.sub(c, f64.mul(swing, s))), s1 = b.let(f64.add(s, f64.mul(swing, c))), inverse = b.let(f64.div(f64.of(1), f64.sqrt(f64.add(f64.mul(c1, c1), f64.mul(s1, s1)))));
  b.storeF32(work, 24, f64.demote(f64.mul(c1, inverse))), b.storeF32(work, 28, f64.demote(f64.mul(s1, inverse))), b.storeF64(state3, 7 /* Turn */ * DOUBLE5, f64.add(f64.load(state3, 7 /* Turn */ * DOUBLE5), angle3));
}
function advance(b, address2, bytes) {
  b.set(address2, i32.add(address2, i32.of(bytes)));
}

// src/solver/kernel/write-frame.ts
var START = i32.of(0);
function framed(place3) {
  return i32.load(START, place3);
}
function framedDouble(place3) {
  return f64.load(START, place3);
}
function entry(column, index, shift) {
  return i32.add(framed(column), shift === 0 ? index : i32.shl(index, i32.of(shift)));
}

// src/solver/kernel/write-rows.ts
var { add: add5, and, eq, gt: gt5, load: load2, not, of: of2, or, sub: sub5, shl, shrUnsigned, xor } = i32, NEXT2 = 16, ONE = f64.demote(f64.of(1)), ZERO2 = f64.demote(f64.of(0));
function addRowFunctions(module) {
  let close2 = module.function("close", writeClose);
  return module.function("finish", (b) => writeFinish(b, close2)), module.function("storeImpulses", writeStoreImpulses), module.functionOf("closeFullest", Kind.I32, (b) => writeCloseFullest(b, close2));
}
function writeTakeLane(b, closeFullest2, contact, points, recordA, recordB, refuse2) {
  let stream = b.let(sub5(add5(shl(not(recordA), of2(1)), points), of2(1))), shift = b.let(shl(stream, of2(Math.log2(8)))), busyA = b.let(entry(88 /* Busy */, recordA, 2)), busyB = b.let(entry(88 /* Busy */, recordB, 2)), free = b.let(and(xor(shrUnsigned(or(load2(busyA), load2(busyB)), shift), of2(-1)), of2(255))), open = b.let(add5(shift, sub5(of2(31), i32.clz(and(free, sub5(of2(0), free)))))), slot = b.let(entry(96 /* Open */, open, 2)), at = b.let(i32.select(free, load2(slot), of2(0)));
  b.when(not(at), () => {
    let cursor = b.let(entry(100 /* Cursors */, stream, 3)), bytes = i32.select(eq(points, of2(1)), of2(384), of2(512)), group = b.let(load2(cursor)), end = b.let(add5(group, bytes));
    b.when(i32.lessUnsigned(load2(cursor, 4), end), () => refuse2(stream)), b.when(not(free), () => {
      b.set(open, add5(shift, call(closeFullest2, shift))), b.set(slot, entry(96 /* Open */, open, 2));
    }), b.storeI32(cursor, 0, end), b.set(at, shrUnsigned(group, of2(2)));
  });
  let lane = b.let(shl(at, of2(2)));
  b.storeI32(lane, 0, shl(recordA, of2(5))), b.storeI32(lane, NEXT2, shl(recordB, of2(5)));
  let bit = b.let(shl(of2(1), open));
  b.when(recordA, () => b.storeI32(busyA, 0, or(load2(busyA), bit))), b.storeI32(busyB, 0, or(load2(busyB), bit));
  let count = b.let(framed(108 /* OwnerCount */)), owner = b.let(entry(92 /* Owners */, count, 3));
  return b.storeI32(START, 108 /* OwnerCount */, add5(count, of2(1))), b.storeI32(owner, 0, sub5(add5(shl(contact, of2(1)), points), of2(1))), b.storeI32(owner, 4, at), b.when(eq(and(at, of2(3)), of2(3)), () => {
    let others2 = b.let(xor(bit, of2(-1)));
    for (let back = 0; back < 4; back++) letGo3(b, b.let(sub5(lane, of2(back * 4))), others2);
    b.storeI32(slot, 0, of2(0));
  }, () => b.storeI32(slot, 0, add5(at, of2(1)))), lane;
}
function letGo3(b, lane, others2) {
  for (let field of [0 /* A */, 1 /* B */]) {
    let busy = b.let(entry(88 /* Busy */, shrUnsigned(load2(lane, field * NEXT2), of2(5)), 2));
    b.storeI32(busy, 0, and(load2(busy), others2));
  }
}
function writeClose(b) {
  let open = b.parameter(Kind.I32), slot = b.let(entry(96 /* Open */, open, 2)), next = b.let(shl(load2(slot), of2(2))), others2 = b.let(xor(shl(of2(1), open), of2(-1))), lane = b.let(and(next, of2(-NEXT2))), behind = b.let(add5(lane, of2(NEXT2))), fields = b.let(i32.select(and(open, of2(8)), of2(32 * NEXT2), of2(24 * NEXT2)));
  b.forEach(lane, next, 4, () => letGo3(b, lane, others2)), b.storeI32(slot, 0, of2(0)), b.forEach(next, behind, 4, () => {
    let place3 = b.let(next);
    b.forEach(place3, add5(next, fields), NEXT2, () => b.storeF32(place3, 0, ZERO2)), b.storeF32(next, 19 * NEXT2, ONE), b.when(and(open, of2(8)), () => {
      b.storeF32(next, 28 * NEXT2, ONE);
    });
  });
}
function writeCloseFullest(b, close2) {
  let shift = b.parameter(Kind.I32), slots = b.let(entry(96 /* Open */, shift, 2)), fullest = b.let(of2(0)), most = b.let(and(load2(slots), of2(3)));
  for (let k = 1; k < 8; k++) {
    let lanes = b.let(and(load2(slots, k * 4), of2(3)));
    b.when(gt5(lanes, most), () => {
      b.set(fullest, of2(k)), b.set(most, lanes);
    });
  }
  b.run(close2, add5(shift, fullest)), b.return(fullest);
}
function writeFinish(b, close2) {
  let open = b.let(of2(0));
  b.forEach(open, of2(32), 1, () => b.when(load2(entry(96 /* Open */, open, 2)), () => b.run(close2, open)));
}
function writeStoreImpulses(b) {
  let at = b.let(framed(92 /* Owners */)), end = b.let(entry(92 /* Owners */, framed(108 /* OwnerCount */), 3));
  b.forEach(at, end, 8, () => {
    let owner = b.let(load2(at)), impulse = b.let(entry(64 /* Impulse */, shrUnsigned(owner, of2(1)), 4)), lane = b.let(shl(load2(at, 4), of2(2))), copy = (to, place3) => {
      b.storeF32(impulse, to * 4, f32.load(lane, (14 /* Points */ + place3) * NEXT2));
    };
    copy(0, 7 /* Normal */), copy(1, 8 /* Tangent */), b.when(and(owner, of2(1)), () => {
      copy(2, 16), copy(3, 17);
    });
  });
}

// src/solver/kernel/write-row.ts
var { add: add6, sub: sub6, mul: mul5, div: div5, splat: splat2, promote } = f64x2, MASS = 0, INERTIA = 1, X = 0, Y = 1, OF_A = 0, OF_B = 1, MANIFOLD_SHIFT = 6, IMPULSE_SHIFT = 4, PUSH_SHIFT = 4, CENTER = 32, POINTS = 16, POINT_BYTES = 24, SEPARATION = 16, SECOND2 = 9 * NEXT2, RowWriter = class {
  b;
  lane;
  pair;
  pointCount;
  points;
  manifold;
  impulse;
  normal;
  nx;
  ny;
  /** Inverse masses along the normal, and inverse inertias. */
  massesA;
  massesB;
  /** The sum of the masses. */
  masses;
  /** From the origin of the manifold's points to the centers of mass. */
  toA;
  toB;
  /** The impulses of all points: their sums, and the turns that they give. */
  pressed;
  rubbed;
  turnA;
  turnB;
  constructor(b, lane, pair9, contact, pointCount, points) {
    this.b = b, this.lane = lane, this.pair = pair9, this.pointCount = pointCount, this.points = points, this.manifold = b.let(entry(60 /* Manifold */, contact, MANIFOLD_SHIFT)), this.impulse = b.let(entry(64 /* Impulse */, contact, IMPULSE_SHIFT));
    let sign = f64.select(pair9.reversed, f64.of(-1), f64.of(1));
    this.normal = b.let(mul5(splat2(sign), v128.load(this.manifold))), this.nx = b.let(f64x2.lane(this.normal, X)), this.ny = b.let(f64x2.lane(this.normal, Y)), this.massesA = b.let(pair9.massesA), this.massesB = b.let(pair9.massesB), b.when(i32.not(pair9.single), () => this.holdLocked(this.massesA, pair9.recordA)), this.holdLocked(this.massesB, pair9.recordB), this.masses = this.sumOfMasses();
    let origin = b.let(i32.select(pair9.reversed, pair9.poseB, pair9.poseA)), to = (pose) => b.let(add6(sub6(v128.load(origin), v128.load(pose)), v128.load(pose, CENTER)));
    this.toA = to(pair9.poseA), this.toB = to(pair9.poseB), this.pressed = b.let(f64.of(0)), this.rubbed = b.let(f64.of(0)), this.turnA = b.let(f64.of(0)), this.turnB = b.let(f64.of(0));
  }
  write() {
    let { b, lane } = this;
    this.putPair(2 /* NormalX */, 3 /* NormalY */, this.normal), this.putPair(5 /* MassA */, 6 /* InertiaA */, this.massesA), this.putPair(7 /* MassB */, 8 /* InertiaB */, this.massesB);
    let across = b.let(f64.of(0));
    b.when(i32.eq(this.points, i32.of(1)), () => this.writeOne(across), () => this.writeTwo(across)), b.storeF32(lane, 10 /* Across */ * NEXT2, f64.demote(across));
    let tangent = pick2(splat2(f64.neg(this.ny)), 0, this.normal, X), pressed = b.let(add6(mul5(splat2(this.pressed), this.normal), mul5(splat2(this.rubbed), tangent)));
    this.addPush(this.pair.recordB, pressed, this.massesB, this.turnB, add6, f64.add), b.when(i32.not(this.pair.single), () => {
      this.addPush(this.pair.recordA, pressed, this.massesA, this.turnA, sub6, f64.sub);
    });
  }
  /** Lets a body hold like a wall where the normal is nearer to an axis that is locked than to a free one. */
  holdLocked(masses, record2) {
    let { b } = this, axes = b.let(i32.load8(i32.sub(entry(80 /* Axes */, record2, 0), i32.of(1))));
    b.when(axes, () => {
      let steep = f64.gt(f64.abs(this.ny), f64.abs(this.nx)), nearest2 = i32.select(steep, i32.of(Lock.Y), i32.of(Lock.X)), held = i32.or(i32.eq(axes, i32.of(Lock.X | Lock.Y)), i32.eq(axes, nearest2));
      b.when(held, () => b.set(masses, pick2(f32x4.all(0), MASS, masses, INERTIA)));
    });
  }
  sumOfMasses() {
    let { b, pair: pair9 } = this, sum2 = (x, y) => f64.add(f64x2.lane(x, MASS), f64x2.lane(y, MASS)), masses = b.let(sum2(this.massesA, this.massesB));
    return b.when(f64.eq(masses, f64.of(0)), () => {
      b.set(masses, f64.select(pair9.rigid, f64.of(1), sum2(pair9.massesA, pair9.massesB)));
    }), masses;
  }
  /** One point: both bodies at a time. */
  writeOne(across) {
    let { b, lane, impulse } = this, point2 = b.let(this.deepest()), axis = (which) => b.let(add6(v128.loadSplat64(point2, which * 8), pick2(this.toA, which, this.toB, which))), x = axis(X), y = axis(Y);
    b.when(this.pair.single, () => {
      b.set(x, pick2(f32x4.all(0), OF_A, x, OF_B)), b.set(y, pick2(f32x4.all(0), OF_A, y, OF_B));
    });
    let nx = b.let(splat2(this.nx)), ny = b.let(splat2(this.ny)), cross = b.let(sub6(mul5(x, ny), mul5(y, nx))), dot2 = b.let(add6(mul5(x, nx), mul5(y, ny))), inertias = b.let(pick2(this.massesA, INERTIA, this.massesB, INERTIA)), byCross = b.let(mul5(mul5(inertias, cross), cross)), byDot = b.let(mul5(mul5(inertias, dot2), dot2)), resisted = b.let(add6(
      add6(splat2(this.masses), pick2(byCross, OF_A, byDot, OF_A)),
      pick2(byCross, OF_B, byDot, OF_B)
    )), effective = b.let(div5(splat2(f64.of(1)), resisted));
    b.set(across, f64x2.lane(effective, 0)), this.putPair(14, 15, cross), this.putPair(16, 17, dot2);
    let turned7 = f64.sub(f64x2.lane(dot2, OF_B), f64x2.lane(dot2, OF_A)), base = f64.sub(f64.load(point2, SEPARATION), turned7);
    b.storeF32(lane, 18 * NEXT2, f64.demote(base));
    let put = (place3, number) => {
      b.storeF32(lane, (14 /* Points */ + place3) * NEXT2, f64.demote(number));
    };
    put(5 /* InverseMass */, f64x2.lane(resisted, 0)), put(6 /* TangentMass */, f64x2.lane(effective, 1));
    let normal = b.let(f32.loadDouble(impulse)), tangent = b.let(f32.loadDouble(impulse, 4));
    put(7 /* Normal */, normal), put(8 /* Tangent */, tangent), b.set(this.pressed, f64.add(this.pressed, normal)), b.set(this.rubbed, f64.add(this.rubbed, tangent));
    let turn3 = b.let(add6(mul5(splat2(normal), cross), mul5(splat2(tangent), dot2)));
    b.set(this.turnA, f64.add(this.turnA, f64x2.lane(turn3, OF_A))), b.set(this.turnB, f64.add(this.turnB, f64x2.lane(turn3, OF_B)));
  }
  /** The address of the only point: where neither body turns, the deeper one stands for both. */
  deepest() {
    let { b, manifold: manifold3, pointCount, pair: pair9 } = this, point2 = b.let(i32.add(manifold3, i32.of(POINTS)));
    return b.when(i32.and(pair9.rigid, i32.eq(pointCount, i32.of(2))), () => {
      let deeper = f64.lt(f64.load(point2, POINT_BYTES + SEPARATION), f64.load(point2, SEPARATION));
      b.when(deeper, () => b.set(point2, i32.add(point2, i32.of(POINT_BYTES))));
    }), point2;
  }
  /** Two points, both at a time. */
  writeTwo(across) {
    let { b, manifold: manifold3, impulse, toA, toB } = this, first = b.let(v128.load(manifold3, POINTS)), middle = b.let(v128.load(manifold3, POINTS + 16)), last = b.let(v128.load(manifold3, POINTS + 32)), x = b.let(pick2(first, 0, middle, 1)), y = b.let(pick2(first, 1, last, 0)), separation2 = pick2(middle, 0, last, 1), ax = b.let(f32x4.all(0)), ay = b.let(f32x4.all(0));
    b.when(i32.not(this.pair.single), () => {
      b.set(ax, add6(x, pick2(toA, X, toA, X))), b.set(ay, add6(y, pick2(toA, Y, toA, Y)));
    });
    let bx = b.let(add6(x, pick2(toB, X, toB, X))), by = b.let(add6(y, pick2(toB, Y, toB, Y))), nx = b.let(splat2(this.nx)), ny = b.let(splat2(this.ny)), crossA = b.let(sub6(mul5(ax, ny), mul5(ay, nx))), crossB = b.let(sub6(mul5(bx, ny), mul5(by, nx))), dotA = b.let(add6(mul5(ax, nx), mul5(ay, ny))), dotB = b.let(add6(mul5(bx, nx), mul5(by, ny))), inertiaA = b.let(pick2(this.massesA, INERTIA, this.massesA, INERTIA)), inertiaB = b.let(pick2(this.massesB, INERTIA, this.massesB, INERTIA)), masses = b.let(splat2(this.masses)), resisted = (leverA, otherA, leverB, otherB) => add6(add6(masses, mul5(mul5(inertiaA, leverA), otherA)), mul5(mul5(inertiaB, leverB), otherB)), turning2 = b.let(resisted(dotA, dotA, dotB, dotB));
    this.putPoints(0 /* CrossA */, crossA), this.putPoints(1 /* CrossB */, crossB), this.putPoints(2 /* DotA */, dotA), this.putPoints(3 /* DotB */, dotB), this.putPoints(4 /* Base */, sub6(separation2, sub6(dotB, dotA))), this.putPoints(5 /* InverseMass */, resisted(crossA, crossA, crossB, crossB)), this.putPoints(6 /* TangentMass */, div5(splat2(f64.of(1)), turning2));
    let other2 = (lever) => pick2(lever, 1, lever, 1);
    b.set(across, f64x2.lane(resisted(crossA, other2(crossA), crossB, other2(crossB)), 0));
    let impulses = b.let(v128.load(impulse));
    this.storePoints(7 /* Normal */, b.let(f32x4.pick(impulses, impulses, [0, 2, 0, 2]))), this.storePoints(8 /* Tangent */, b.let(f32x4.pick(impulses, impulses, [1, 3, 1, 3])));
    let normal = b.let(promote(f32x4.pick(impulses, impulses, [0, 2, 0, 2]))), tangent = b.let(promote(f32x4.pick(impulses, impulses, [1, 3, 1, 3])));
    this.sum(this.pressed, normal), this.sum(this.rubbed, tangent), this.sum(this.turnA, add6(mul5(normal, crossA), mul5(tangent, dotA))), this.sum(this.turnB, add6(mul5(normal, crossB), mul5(tangent, dotB)));
  }
  /** Adds two numbers to a third, one after the other. */
  sum(to, added2) {
    let { b } = this, both = b.let(added2);
    b.set(to, f64.add(f64.add(to, f64x2.lane(both, 0)), f64x2.lane(both, 1)));
  }
  /** Adds what the impulses change about a body to its push, or takes it from there. */
  addPush(record2, impulse, masses, turn3, change2, changeOne) {
    let { b } = this, push2 = b.let(entry(84 /* Push */, record2, PUSH_SHIFT)), moved3 = mul5(pick2(masses, MASS, masses, MASS), impulse), floats = f32x4.demote(change2(promote(v128.load64(push2)), moved3));
    b.storeF64(push2, 0, f64x2.lane(floats, 0));
    let turned7 = f64.mul(f64x2.lane(masses, INERTIA), turn3);
    b.storeF32(push2, 8, f64.demote(changeOne(f32.loadDouble(push2, 8), turned7)));
  }
  /** Puts two numbers in places of the lane. */
  putPair(lower, upper2, numbers2) {
    let { b, lane } = this, floats = b.let(f32x4.demote(numbers2));
    b.storeLane(lane, lower * NEXT2, floats, 0), b.storeLane(lane, upper2 * NEXT2, floats, 1);
  }
  /** Puts the numbers of both points in their place. */
  putPoints(place3, numbers2) {
    this.storePoints(place3, this.b.let(f32x4.demote(numbers2)));
  }
  storePoints(place3, floats) {
    let { b, lane } = this;
    b.storeLane(lane, (14 /* Points */ + place3) * NEXT2, floats, 0), b.storeLane(lane, (14 /* Points */ + place3) * NEXT2 + SECOND2, floats, 1);
  }
};
function pick2(a, lane, b, other2) {
  let [x, y] = [lane * 2, 4 + other2 * 2];
  return f32x4.pick(a, b, [x, x === 0 ? 1 : 3, y, y === 4 ? 5 : 7]);
}

// src/solver/kernel/write-prepare.ts
var { add: add7, and: and2, eq: eq2, ge: ge3, gt: gt6, load: load3, load8, ne, not: not2, of: of3, or: or2, select, shl: shl2, shrUnsigned: shrUnsigned2, sub: sub7 } = i32, POSE_SHIFT = 6, SURFACE_SHIFT = 4, WORD_SHIFT = 2, INVERSE_MASS = 48, SINGLE_SHIFT = 3, LARGE_SHIFT = 4, ONE_AS_FLOAT = 1065353216;
function addPrepareFunctions(module) {
  let closeFullest2 = addRowFunctions(module);
  module.functionOf("prepare", Kind.I32, (b) => new PrepareWriter(b, closeFullest2).write());
}
var PrepareWriter = class {
  b;
  closeFullest;
  end;
  foreign;
  /** Where in the active list the contact at hand stands. */
  place;
  constructor(b, closeFullest2) {
    this.b = b, this.closeFullest = closeFullest2;
    let first = b.parameter(Kind.I32);
    this.end = b.parameter(Kind.I32), this.foreign = b.parameter(Kind.I32), this.place = b.let(entry(72 /* Active */, first, WORD_SHIFT));
  }
  write() {
    let { b } = this;
    this.writeSoft();
    let behind = b.let(entry(72 /* Active */, this.end, WORD_SHIFT));
    b.forEach(this.place, behind, 4, () => b.block((next) => this.writeContact(next))), b.return(this.end);
  }
  /** Fills {@link Frame.Soft}, so that most contacts need no division for it. */
  writeSoft() {
    let { b } = this;
    for (let [large, part5] of [0.2, 1].entries())
      for (let [single, usual] of [144 /* MovingCompliance */, 152 /* FixedCompliance */].entries()) {
        let compliance = b.let(f64.mul(f64.of(part5), framedDouble(usual))), at = 192 /* Soft */ + (large << LARGE_SHIFT) + (single << SINGLE_SHIFT);
        b.storeF32(START, at, f64.demote(compliance)), b.storeF32(START, at + 4, f64.demote(give(compliance)));
      }
  }
  writeContact(next) {
    let { b } = this, contact = b.let(load3(this.place)), pointCount = b.let(load8(entry(56 /* PointCount */, contact, 0)));
    b.leaveIf(not2(pointCount), next), b.leaveIf(and2(load8(entry(52 /* Flags */, contact, 0)), of3(110 /* Unsolved */)), next);
    let first = b.let(load3(entry(44 /* A */, contact, WORD_SHIFT))), second = b.let(load3(entry(48 /* B */, contact, WORD_SHIFT))), trait = (collider) => load8(entry(16 /* Traits */, collider, 0)), rules = b.let(and2(or2(trait(first), trait(second)), of3(8 /* Rules */)));
    b.when(rules, () => b.when(not2(this.foreign), () => this.refuse(of3(-1))));
    let firstBody = b.let(load3(entry(24 /* BodyOf */, first, WORD_SHIFT))), secondBody = b.let(load3(entry(24 /* BodyOf */, second, WORD_SHIFT))), firstAwake = b.let(load3(entry(28 /* AwakeIndex */, firstBody, WORD_SHIFT))), secondAwake = b.let(load3(entry(28 /* AwakeIndex */, secondBody, WORD_SHIFT))), pair9 = this.pair(first, second, firstAwake, secondAwake), points = b.let(select(pair9.rigid, of3(1), pointCount)), { recordA, recordB } = pair9, lane = writeTakeLane(b, this.closeFullest, contact, points, recordA, recordB, (stream) => this.refuse(stream));
    this.writeSurfaces(lane, first, second, rules);
    let dynamic = eq2(load8(entry(20 /* Kind */, firstBody, 0)), of3(1 /* Dynamic */)), body = b.let(select(and2(dynamic, ne(firstAwake, of3(NOT_AWAKE))), firstBody, secondBody));
    this.writeSoftness(lane, this.islandSize(body), pair9), new RowWriter(b, lane, pair9, contact, pointCount, points).write();
  }
  /** Ends the function at the contact at hand. */
  refuse(reason) {
    this.b.storeI32(START, 116 /* Wanted */, reason), this.b.return(shrUnsigned2(sub7(this.place, framed(72 /* Active */)), of3(WORD_SHIFT)));
  }
  pair(first, second, firstAwake, secondAwake) {
    let { b } = this, reversed = b.let(eq2(secondAwake, of3(NOT_AWAKE))), single = b.let(or2(eq2(firstAwake, of3(NOT_AWAKE)), reversed)), poseA = b.let(entry(0 /* Pose */, select(reversed, second, first), POSE_SHIFT)), poseB = b.let(entry(0 /* Pose */, select(reversed, first, second), POSE_SHIFT)), massesA = b.let(f32x4.all(0));
    b.when(not2(single), () => b.set(massesA, v128.load(poseA, INVERSE_MASS)));
    let massesB = b.let(v128.load(poseB, INVERSE_MASS));
    return {
      single,
      reversed,
      recordA: b.let(select(single, of3(0), add7(firstAwake, of3(1)))),
      recordB: b.let(add7(select(reversed, firstAwake, secondAwake), of3(1))),
      poseA,
      poseB,
      massesA,
      massesB,
      rigid: b.let(f64.eq(f64.add(f64x2.lane(massesA, INERTIA), f64x2.lane(massesB, INERTIA)), f64.of(0)))
    };
  }
  /** Friction and surface speed; notes a contact that may bounce or resists rolling. */
  writeSurfaces(lane, first, second, rules) {
    let { b } = this, surfaceA = b.let(entry(4 /* Surface */, first, SURFACE_SHIFT)), surfaceB = b.let(entry(4 /* Surface */, second, SURFACE_SHIFT)), friction = b.let(f32.loadDouble(surfaceA)), other2 = b.let(f32.loadDouble(surfaceB));
    b.when(f64.ne(friction, other2), () => b.set(friction, f64.sqrt(f64.mul(friction, other2))));
    let positive = f32x4.gt(f32x4.pmax(v128.load(surfaceA), v128.load(surfaceB)), f32x4.all(0)), special = b.let(v128.any(v128.and(positive, f32x4.pick(v128.all(0), v128.all(-1), [0, 4, 0, 4]))));
    b.when(rules, () => {
      let rolls = f64.gt(f64.max(f32.loadDouble(surfaceA, 12), f32.loadDouble(surfaceB, 12)), f64.of(0));
      b.set(friction, framedDouble(160 /* Friction */)), b.set(special, or2(f64.gt(framedDouble(168 /* Restitution */), f64.of(0)), rolls));
    }), this.store(lane, 4 /* Friction */, friction), this.store(lane, 9 /* Belt */, f64.add(f32.loadDouble(surfaceA, 8), f32.loadDouble(surfaceB, 8))), b.when(special, () => {
      let count = b.let(framed(112 /* SpecialCount */));
      b.storeI32(entry(104 /* Special */, count, WORD_SHIFT), 0, sub7(framed(108 /* OwnerCount */), of3(1))), b.storeI32(START, 112 /* SpecialCount */, add7(count, of3(1)));
    });
  }
  /** How many bodies the island of a body has. Changes `root`. */
  islandSize(root) {
    let { b } = this, up = b.let(load3(entry(36 /* IslandParent */, root, WORD_SHIFT)));
    return b.when(ne(up, root), () => b.loop((again) => {
      let next = b.let(load3(entry(36 /* IslandParent */, up, WORD_SHIFT)));
      b.storeI32(entry(36 /* IslandParent */, root, WORD_SHIFT), 0, next), b.set(root, next), b.set(up, load3(entry(36 /* IslandParent */, root, WORD_SHIFT))), b.leaveIf(ne(up, root), again);
    })), b.let(load3(entry(40 /* IslandSize */, root, WORD_SHIFT)));
  }
  writeSoftness(lane, size, { single, massesA, massesB }) {
    let { b } = this, large = b.let(ge3(size, of3(512)));
    b.storeI32(lane, 13 /* RubsEarly */ * NEXT2, and2(sub7(of3(0), large), of3(ONE_AS_FLOAT)));
    let soft = b.let(add7(shl2(single, of3(SINGLE_SHIFT)), shl2(large, of3(LARGE_SHIFT)))), between = b.let(gt6(gt6(size, of3(128)), large));
    b.when(not2(single), () => {
      let massA = b.let(f64x2.lane(massesA, MASS)), massB = b.let(f64x2.lane(massesB, MASS)), outweighs = (x, y) => f64.gt(x, f64.mul(f64.of(HEAVY_RATIO), y));
      b.when(or2(outweighs(massA, massB), outweighs(massB, massA)), () => {
        b.set(soft, of3(0)), b.set(between, of3(0));
      });
    }), b.when(between, () => {
      let part5 = f64.div(f64.fromUnsigned(sub7(size, of3(128))), f64.of(384)), usual = f64.select(single, framedDouble(152 /* FixedCompliance */), framedDouble(144 /* MovingCompliance */)), least = f64.of(0.2), softer = f64.add(least, f64.mul(f64.of(1 - 0.2), part5)), compliance = b.let(f64.mul(softer, usual));
      this.store(lane, 11 /* Compliance */, compliance), this.store(lane, 12 /* Give */, give(compliance));
    }, () => {
      b.storeF32(lane, 11 /* Compliance */ * NEXT2, f32.load(soft, 192 /* Soft */)), b.storeF32(lane, 12 /* Give */ * NEXT2, f32.load(soft, 196));
    });
  }
  store(lane, place3, number) {
    this.b.storeF32(lane, place3 * NEXT2, f64.demote(number));
  }
};
function give(compliance) {
  return f64.div(f64.of(1), f64.add(f64.of(1), compliance));
}

// src/solver/kernel/kernel-bytes.ts
function kernelBytes() {
  let builder = new ModuleBuilder();
  return builder.function("pressOne", (b) => writePass(b, 1, !1)), builder.function("pressTwo", (b) => writePass(b, 2, !1)), builder.function("relaxOne", (b) => writePass(b, 1, !0)), builder.function("relaxTwo", (b) => writePass(b, 2, !0)), builder.function("accelerate", writeAccelerate), builder.function("move", writeMove), builder.functionOf("collide", Kind.I32, writeCollide), addPrepareFunctions(builder), builder.bytes();
}

// src/solver/kernel/wasm-kernel.ts
var PAGE = 65536, compiled;
function instantiate(bytes) {
  if (compiled ??= compile(), compiled === null) return null;
  try {
    let memory = new WebAssembly.Memory({ initial: bytes / PAGE, maximum: bytes / PAGE }), instance = new WebAssembly.Instance(compiled, { env: { memory } });
    return { memory, kernel: instance.exports };
  } catch {
    return null;
  }
}
function compile() {
  try {
    return new WebAssembly.Module(kernelBytes());
  } catch {
    return null;
  }
}

// src/solver/kernel/memory.ts
var SolverMemory = class extends Memory {
  scalar;
  /** @param scalar Never uses WebAssembly. */
  constructor(scalar = !1) {
    super(), this.scalar = scalar, this.resize(this.addRegion(), 256);
  }
  take(bytes) {
    let instance = this.scalar ? null : instantiate(bytes);
    return this.kernel = instance ? instance.kernel : makeScalarKernel(this), instance ? instance.memory.buffer : new ArrayBuffer(bytes);
  }
};

// src/solver/contact-rows.ts
var RUN = 64, RUN_STRIDE = 3, NONE = -1, GROWTH = 1.5, SPARE = 4, PATIENCE2 = 600, ALIGN2 = 64, ContactRows = class {
  memory;
  runs = new Int32Array(16 * RUN_STRIDE);
  runCount = 0;
  /** By stream: the run that is being filled. */
  current = new Int32Array(4);
  region;
  /** The first byte that is not taken. */
  end = 0;
  /** What takes all contacts of the step if nearly all groups become full. */
  likely = 0;
  /** Steps in a row that needed little of what is held. */
  idle = 0;
  constructor(memory) {
    this.memory = memory, this.region = memory.addRegion();
  }
  /**
   * Drops all groups.
   * @param records Work records in use, that of the world among them.
   * @param contacts There will be no more than that.
   */
  reset(records, contacts) {
    this.runCount = 0, this.current.fill(NONE);
    let busy = this.region.start, open = busy + records * 4, cursors = open + 128, owners = cursors + 32, special = owners + contacts * 2 * 4;
    this.end = Math.ceil((special + contacts * 4) / ALIGN2) * ALIGN2;
    let fixed = this.end - this.region.start;
    this.likely = fixed + Math.ceil(contacts / 4 + 4 * RUN) * 512, this.giveBack(fixed + contacts * 512), this.reserve(fixed);
    let { i32: i322 } = this.memory;
    i322.fill(0, busy >> 2, owners >> 2), i322[22] = busy, i322[24] = open, i322[25] = cursors, i322[23] = owners, i322[26] = special, i322[27] = 0, i322[28] = 0;
  }
  /** Gives a stream room for more groups. May replace the memory. */
  addRun(stream) {
    this.endRun(stream);
    let run = this.runCount++ * RUN_STRIDE;
    if (run === this.runs.length) {
      let grown3 = new Int32Array(run * 2);
      grown3.set(this.runs), this.runs = grown3;
    }
    let first = this.end;
    this.end += RUN * ((stream & 1) === 0 ? 384 : 512), this.reserve(this.end - this.region.start), this.runs[run] = stream, this.runs[run + 1] = first, this.current[stream] = run;
    let { i32: i322 } = this.memory, cursor = (i322[25] >> 2) + stream * 2;
    i322[cursor] = first, i322[cursor + 1] = this.end;
  }
  /** Ends the filling. */
  finish() {
    this.memory.kernel.finish();
    for (let stream = 0; stream < 4; stream++) this.endRun(stream);
  }
  /**
   * The soft pass, see `SolverKernel`. Contacts with the world come last, so that the world wins.
   * @param moving,fixed Addresses of the rates between bodies and against the world.
   */
  press(work, moving, fixed) {
    let { runs, runCount } = this, { kernel } = this.memory;
    for (let world = 0; world <= 2; world += 2) {
      let rates = world === 2 ? fixed : moving;
      for (let r = 0; r < runCount * RUN_STRIDE; r += RUN_STRIDE)
        (runs[r] & 2) === world && ((runs[r] & 1) === 0 ? kernel.pressOne(runs[r + 1], runs[r + 2], work, rates) : kernel.pressTwo(runs[r + 1], runs[r + 2], work, rates));
    }
  }
  /** The rigid pass. */
  relax(work, push2, rates) {
    let { runs, runCount } = this, { kernel } = this.memory;
    for (let world = 0; world <= 2; world += 2)
      for (let r = 0; r < runCount * RUN_STRIDE; r += RUN_STRIDE)
        (runs[r] & 2) === world && ((runs[r] & 1) === 0 ? kernel.relaxOne(runs[r + 1], runs[r + 2], work, push2, rates) : kernel.relaxTwo(runs[r + 1], runs[r + 2], work, push2, rates));
  }
  /** Notes where the run that a stream fills has ended. */
  endRun(stream) {
    let run = this.current[stream], { i32: i322 } = this.memory;
    run !== NONE && (this.runs[run + 2] = i322[(i322[25] >> 2) + stream * 2]);
  }
  /** After a burst much more room is held than this many bytes, which suffice in any case. */
  giveBack(bytes) {
    let room = bytes + 4 * RUN * 512;
    this.idle = this.region.bytes > SPARE * room ? this.idle + 1 : 0, !(this.idle <= PATIENCE2) && (this.idle = 0, this.memory.resize(this.region, room, !1));
  }
  /**
   * Replacing the memory copies all that is in it, so it is done once for all contacts: with a half more each time, 20,000
   * boxes that woke took five copies, and that step three to ten times as long as the next.
   */
  reserve(bytes) {
    bytes <= this.region.bytes || this.memory.resize(this.region, Math.max(Math.ceil(bytes * GROWTH), this.likely));
  }
};

// src/solver/prepare-contacts.ts
var ContactSolverData = class {
  contacts;
  bounces = new SpecialRows();
  rollers = new SpecialRows();
  constructor(memory) {
    this.contacts = new ContactRows(memory);
  }
};
function prepareContacts(rows, contacts, bodies, softness, material) {
  let { memory } = rows.contacts, { activeCount } = contacts;
  rows.contacts.reset(bodies.awakeCount + 1, activeCount), memory.f64[18] = softness.moving.compliance, memory.f64[19] = softness.fixed.compliance;
  for (let i = 0; i < activeCount && (i = memory.kernel.prepare(i, activeCount, 0), i !== activeCount); )
    wanted(memory) === -1 ? prepareForeign(rows.contacts, contacts.active[i], i++, contacts, bodies, material) : rows.contacts.addRun(wanted(memory));
  rows.contacts.finish(), collectSpecial(rows, contacts, bodies, material);
}
function wanted(memory) {
  return memory.i32[29];
}
function prepareForeign(rows, contact, place3, contacts, bodies, material) {
  let { memory } = rows;
  for (mixSurfaces(bodies, material, contacts.a[contact], contacts.b[contact]), memory.f64[20] = mixed[0], memory.f64[21] = mixed[1]; memory.kernel.prepare(place3, place3 + 1, 1) === place3; ) rows.addRun(wanted(memory));
}
var mixed = new Float64Array(3);
function mixSurfaces(bodies, material, a, b) {
  let { surface, traits } = bodies, sA = a * SURFACE_STRIDE, sB = b * SURFACE_STRIDE;
  if (((traits[a] | traits[b]) & 8 /* Rules */) === 0)
    mixed[0] = Math.sqrt(surface[sA] * surface[sB]), mixed[1] = Math.max(surface[sA + 1], surface[sB + 1]);
  else {
    let { frictionRule, restitutionRule } = material, geometric = CombineRule.GeometricMean;
    mixed[0] = combine(surface[sA], surface[sB], frictionRule[a], frictionRule[b], geometric), mixed[1] = combine(surface[sA + 1], surface[sB + 1], restitutionRule[a], restitutionRule[b], CombineRule.Max);
  }
  mixed[2] = Math.max(surface[sA + 3], surface[sB + 3]);
}
function collectSpecial(rows, contacts, bodies, material) {
  let { bounces, rollers } = rows, { i32: i322 } = rows.contacts.memory, special = i322[26] >> 2, owners = i322[23] >> 2;
  bounces.count = 0, rollers.count = 0;
  for (let i = special, end = special + i322[28]; i < end; i++) {
    let o = owners + i322[i] * 2, owner = i322[o], at = i322[o + 1];
    mixSurfaces(bodies, material, contacts.a[owner >> 1], contacts.b[owner >> 1]), mixed[1] > 0 && collectBounces(bounces, owner, at), mixed[2] > 0 && collectRoller(rollers, contacts, owner, at);
  }
}
function collectRoller(rollers, contacts, owner, at) {
  let contact = owner >> 1, index = rollers.push(at, at + 56, owner) * 2;
  rollers.data[index] = mixed[2], rollers.data[index + 1] = contacts.impulse[contact * 4] > 0 ? contacts.rolling[contact] : 0;
}
function collectBounces(bounces, owner, at) {
  for (let k = 0; k <= (owner & 1); k++) {
    let point2 = at + (14 /* Points */ + k * 9) * 4, index = bounces.push(at, point2, owner >> 1) * 2;
    bounces.data[index] = mixed[1];
  }
}

// src/world/presence.ts
import { $internal, Prefab } from "bitecs";
var NO_MASKS = [], Presence = class {
  world;
  component;
  masks = NO_MASKS;
  flag = 0;
  /** Components that the world knew when this one was looked for in vain. */
  searched = -1;
  constructor(world, component) {
    this.world = world, this.component = component;
  }
  /** Whether an entity has the component. False for entities that do not exist. */
  has(entity) {
    return this.flag === 0 && this.find(), (this.masks[entity] & this.flag) !== 0;
  }
  /** bitECS gives a component its bit when it is first used, for the life of the world. */
  find() {
    let context = this.world[$internal];
    if (context === void 0 || context.componentCount === this.searched) return;
    this.searched = context.componentCount;
    let data = context.componentMap.get(this.component);
    data !== void 0 && (this.masks = context.entityMasks[data.generationId], this.flag = data.bitflag);
  }
};
function createPresences(world, components) {
  let entries2 = Object.entries({ ...components, Prefab }).map(([name, component]) => [
    name,
    new Presence(world, component)
  ]);
  return Object.fromEntries(entries2);
}

// src/solver/softness.ts
function makeSoftness(hertz, dampingRatio, h, out) {
  let omega = 2 * PI * hertz, a = 2 * dampingRatio + h * omega;
  out.biasRate = omega / a, out.compliance = 1 / (h * omega * a);
}
var ContactSoftness = class {
  moving = { biasRate: 0, compliance: 0 };
  fixed = { biasRate: 0, compliance: 0 };
  /** The length of substep for which these hold, in seconds. */
  length = new Float64Array(1);
  /** @param time The length of a substep in seconds, as its first number. */
  update(time) {
    if (time[0] === this.length[0]) return;
    this.length[0] = time[0];
    let hertz = Math.min(30, 0.125 / time[0]);
    makeSoftness(hertz, 10, time[0], this.moving), makeSoftness(2 * hertz, 10, time[0], this.fixed);
  }
};

// src/world.ts
var PhysicsWorld = class {
  ecs;
  /** What is known by entity id. */
  columns;
  /** The part of it that the kernel works on. */
  shared;
  components;
  /** Which entities have which component, as bitECS keeps it. */
  presence;
  /** Stores that the user brought; their arrays are grown with ours. */
  provided;
  settings;
  tolerances;
  bodies;
  /** Sizes of each collider, see `collision/geometry.ts`. */
  geometry;
  /** `ShapeType` of each collider as it was last taken in. */
  shapeType;
  /** Mass, inertia, density and center from which the mass data was made, to notice plain writes. */
  massSource;
  /** The polygons that shapes of this world have. */
  polygons = createPolygonPool();
  /** The points of this world's segments and chains. */
  paths = new PathPool();
  /** By entity: the points that its Shape holds a reference to, and for which type of shape. */
  heldPoints;
  heldType;
  contacts;
  broadPhase;
  /** Colliders that left their fat box since the last pair search. */
  moved;
  /** Entities to look at before the next step. Flags are {@link DirtyReason}s. */
  dirty;
  /** Colliders of bodies that woke since the last pair search: pairs in which both rest are not kept. */
  woken;
  /** Child colliders that were told of which body they are a part since the last step. */
  naming;
  /** Entities with a `OneWay`, whose direction is looked at in each step. */
  oneWays;
  /** Bodies whose `Sleeping` tag has to follow the engine. */
  retag;
  /** Bodies on which a force acts in the coming step. */
  forced;
  /** By body: force x, y and torque of the coming step. */
  force;
  /** Bodies that moved so far in this step that they could have passed through something. */
  fast;
  /** Bodies that left while the solver ran. */
  leaving;
  candidates = new PairBuffer();
  pairSort = new PairSort();
  states;
  rows;
  softness = new ContactSoftness();
  islands;
  events = {
    contactBegin: new PairEvents(),
    contactEnd: new PairEvents(),
    contactHit: new HitEvents(),
    sensorBegin: new SensorEvents(),
    sensorEnd: new SensorEvents(),
    sleep: new EntityEvents(),
    wake: new EntityEvents()
  };
  /** All of {@link events}, for the work that is the same for each. */
  eventBuffers = Object.values(this.events);
  /** Functions of the user that decide about pairs. */
  hooks = { filterPair: null, preSolve: null };
  /** Colliders that are sensors. */
  sensorCount = 0;
  stats = { bodies: 0, awake: 0, pairs: 0, contacts: 0 };
  /** Scratch of the search for islands that may sleep, by entity. */
  sleepers = {};
  /** Kinematic bodies of this world, in the order of their making. */
  kinematics;
  kinematicCount = 0;
  /** The stages of a step, in order. Yours to add to: `splice` a {@link System} of your own between two of them. */
  systems;
  /** Set it to have {@link timings} measured. Costs nothing while false. */
  profiling = !1;
  /** Milliseconds that each system took in the last step, by its index in {@link systems}. */
  timings = new Float64Array(8);
  phase = 0 /* Idle */;
  /** Substeps of the running step that are done. */
  substep = 0;
  /** Awake bodies when the solver began. */
  solvedCount = 0;
  /** Steps done so far. */
  stepCount = 0;
  /** The component that the engine itself is about to add to or remove from this entity: not to be looked at. */
  ownEntity = 0;
  ownComponent = null;
  constructor(ecs, settings, capacity, provided, makeBroadPhase, systems, allocate) {
    this.ecs = ecs, this.systems = systems, this.settings = settings, this.tolerances = makeTolerances(settings.lengthUnit), this.columns = new Columns(capacity, allocate), this.provided = provided, this.components = createComponents(this.columns, provided), this.presence = createPresences(ecs, this.components);
    let memory = new SolverMemory();
    this.states = new BodyStates(memory), this.rows = new ContactSolverData(memory), this.shared = new MemoryColumns(memory, capacity), this.bodies = new Bodies(this.columns, this.shared), this.shared.define(this, "geometry", "f64", 8 /* Geometry */, 12), this.shared.define(this, "shapeType", "u8", 12 /* ShapeType */), this.columns.define(this, "massSource", "f64", 5), this.columns.define(this, "kinematics", "u32"), this.columns.define(this, "heldPoints", "u32"), this.columns.define(this, "heldType", "u8"), this.columns.define(this.sleepers, "entities", "u32"), this.columns.define(this.sleepers, "roots", "u32"), this.columns.define(this.sleepers, "last", "u32"), this.contacts = new ContactTable(this.columns, memory), this.moved = new EntityQueue(this.columns), this.dirty = new EntityQueue(this.columns), this.woken = new EntityQueue(this.columns), this.naming = new EntityQueue(this.columns), this.oneWays = new EntityQueue(this.columns), this.retag = new EntityQueue(this.columns), this.leaving = new EntityQueue(this.columns), this.fast = new EntityQueue(this.columns), this.forced = new EntityQueue(this.columns), this.columns.define(this, "force", "f64", 3), this.islands = new Islands(this.columns, this.shared), this.shared.open(), this.broadPhase = makeBroadPhase(this.components.BroadphaseAABB), fitProvided(provided, capacity);
  }
  /** Announces a component change that the engine makes itself. */
  announceOwn(entity, component) {
    this.ownEntity = entity, this.ownComponent = component;
  }
  /** Whether a change is the announced one. It is expected once: observers of the user may make others meanwhile. */
  takeOwn(entity, component) {
    return this.ownEntity !== entity || this.ownComponent !== component ? !1 : (this.ownEntity = 0, this.ownComponent = null, !0);
  }
  /**
   * Makes sure that entity `entity` has its place in every array.
   * @throws RangeError past the ceiling of entity ids.
   */
  ensureCapacity(entity) {
    if (entity < this.columns.capacity) return;
    if (entity >= 4194304)
      throw new RangeError(
        `bitecs-physics: entity ${entity} is beyond the ceiling of ${4194303} entity ids. Remove entities that are no longer needed, so that their ids are used again.`
      );
    let capacity = this.columns.capacity;
    for (; capacity <= entity; ) capacity *= 2;
    this.shared.grow(Math.min(capacity, 4194304)), this.columns.grow(Math.min(capacity, 4194304)), fitProvided(this.provided, this.columns.capacity);
  }
};
function fitProvided(provided, capacity) {
  for (let store of Object.values(provided))
    for (let [key, column] of Object.entries(store))
      if (Array.isArray(column)) {
        for (let i = 0; i < column.length; i++) column[i] ??= 0;
        for (; column.length < capacity; ) column.push(0);
      } else if (column.length < capacity) {
        let Kind2 = column.constructor, grown3 = new Kind2(capacity);
        grown3.set(column), store[key] = grown3;
      }
}

// src/quadtree/sort-items.ts
var words = new Int32Array(1024), summary = new Int32Array(32), spare = new Uint32Array(1024), starts = new Uint32Array(1024);
function sortItems(items, count, to = items) {
  if (count <= 24)
    return insertInOrder(items, count), dropRepeated(items, count, to);
  let low = items[0], high = low;
  for (let i = 1; i < count; i++) {
    let item = items[i];
    low = item < low ? item : low, high = item > high ? item : high;
  }
  return (high >>> 10) - (low >>> 10) <= count ? sortByBits(items, count, low, high, to) : (sortByBuckets(items, count, low, high), dropRepeated(items, count, to));
}
function insertInOrder(items, count) {
  for (let i = 1; i < count; i++) {
    let item = items[i], at = i;
    for (; at > 0 && items[at - 1] > item; )
      items[at] = items[at - 1], at--;
    items[at] = item;
  }
}
function dropRepeated(items, count, to) {
  let kept = 0, last = -1;
  for (let i = 0; i < count; i++) {
    let item = items[i];
    to[kept] = item, kept += +(item !== last), last = item;
  }
  return kept;
}
function sortByBits(items, count, low, high, to) {
  high >>> 5 >= words.length && (words = new Int32Array(Math.max((high >>> 5) + 1, words.length * 2)), summary = new Int32Array((words.length >>> 5) + 1));
  let bits2 = words, groups = summary;
  for (let i = 0; i < count; i++) {
    let item = items[i] | 0, word2 = item >> 5, group = item >> 10;
    bits2[word2] = bits2[word2] | 1 << item, groups[group] = groups[group] | 1 << word2;
  }
  let kept = 0;
  for (let g = low >>> 10, last = high >>> 10; g <= last; g++) {
    let group = groups[g];
    if (group !== 0) {
      groups[g] = 0;
      do {
        let lowest3 = group & -group;
        group ^= lowest3;
        let word2 = (g << 5) + 31 - Math.clz32(lowest3), rest = bits2[word2];
        bits2[word2] = 0;
        do {
          let bit = rest & -rest;
          rest ^= bit, to[kept++] = (word2 << 5) + 31 - Math.clz32(bit);
        } while (rest !== 0);
      } while (group !== 0);
    }
  }
  return kept;
}
function sortByBuckets(items, count, low, high) {
  let shift = Math.max(0, 32 - Math.clz32(high - low) - (32 - Math.clz32(count))), buckets = (high - low >>> shift) + 1;
  starts.length < buckets && (starts = new Uint32Array(buckets * 2)), spare.length < count && (spare = new Uint32Array(count * 2));
  let first = starts, sorted = spare;
  for (let b = 0; b < buckets; b++) first[b] = 0;
  for (let i = 0; i < count; i++) {
    let bucket = items[i] - low >>> shift;
    first[bucket] = first[bucket] + 1;
  }
  let sum2 = 0;
  for (let b = 0; b < buckets; b++) {
    let n = first[b];
    first[b] = sum2, sum2 += n;
  }
  for (let i = 0; i < count; i++) {
    let item = items[i], bucket = item - low >>> shift, place3 = first[bucket];
    first[bucket] = place3 + 1, sorted[place3] = item;
  }
  for (let i = 0; i < count; i++) items[i] = sorted[i];
  insertInOrder(items, count);
}

// src/collision/bounds.ts
function computeBounds(type, sizes2, offset, poses2, p, pool, out, o) {
  let x = poses2[p], y = poses2[p + 1], c = poses2[p + 2], s = poses2[p + 3], radius = sizes2[offset + 2], halfX = 0, halfY = 0;
  switch (type) {
    case 1 /* Circle */:
      halfX = radius, halfY = radius;
      break;
    case 2 /* Box */: {
      let ac = c < 0 ? -c : c, as = s < 0 ? -s : s;
      halfX = ac * sizes2[offset] + as * sizes2[offset + 1] + radius, halfY = as * sizes2[offset] + ac * sizes2[offset + 1] + radius;
      break;
    }
    case 3 /* Aabb */:
      halfX = sizes2[offset] + radius, halfY = sizes2[offset + 1] + radius;
      break;
    case 4 /* Capsule */:
      halfX = (c < 0 ? -c : c) * sizes2[offset] + radius, halfY = (s < 0 ? -s : s) * sizes2[offset] + radius;
      break;
    case 6 /* Segment */: {
      let x1 = c * sizes2[offset] - s * sizes2[offset + 1], y1 = s * sizes2[offset] + c * sizes2[offset + 1], x2 = c * sizes2[offset + 4] - s * sizes2[offset + 5], y2 = s * sizes2[offset + 4] + c * sizes2[offset + 5];
      out[o] = x + (x1 < x2 ? x1 : x2) - radius, out[o + 1] = y + (y1 < y2 ? y1 : y2) - radius, out[o + 2] = x + (x1 > x2 ? x1 : x2) + radius, out[o + 3] = y + (y1 > y2 ? y1 : y2) + radius;
      return;
    }
    case 5 /* Polygon */:
      if (pool !== null) {
        boundPolygon(pool, sizes2, offset, poses2, p, out, o);
        return;
      }
      break;
    default:
  }
  out[o] = x - halfX, out[o + 1] = y - halfY, out[o + 2] = x + halfX, out[o + 3] = y + halfY;
}
function boundPolygon(pool, sizes2, offset, poses2, p, out, o) {
  let data = pool.data, record2 = sizes2[offset + 3] * POLYGON_STRIDE, radius = sizes2[offset + 2], c = poses2[p + 2], s = poses2[p + 3], end = record2 + POLYGON_VERTICES + data[record2] * 2, minX = 1 / 0, minY = 1 / 0, maxX = -1 / 0, maxY = -1 / 0;
  for (let v = record2 + POLYGON_VERTICES; v < end; v += 2) {
    let vx = c * data[v] - s * data[v + 1], vy = s * data[v] + c * data[v + 1];
    vx < minX && (minX = vx), vx > maxX && (maxX = vx), vy < minY && (minY = vy), vy > maxY && (maxY = vy);
  }
  out[o] = poses2[p] + minX - radius, out[o + 1] = poses2[p + 1] + minY - radius, out[o + 2] = poses2[p] + maxX + radius, out[o + 3] = poses2[p + 1] + maxY + radius;
}

// src/world/fat-box.ts
var tight = new Float64Array(4);
function computeTight(physics, collider) {
  computeBounds(
    physics.shapeType[collider],
    physics.geometry,
    collider * 12,
    physics.bodies.pose,
    collider * POSE_STRIDE,
    physics.polygons,
    tight,
    0
  );
}
function writeFatBox(physics, collider) {
  computeTight(physics, collider), growTight(physics, collider);
}
function followFatBox(physics, collider) {
  computeTight(physics, collider);
  let { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB;
  return tight[0] >= minX[collider] && tight[1] >= minY[collider] && tight[2] <= maxX[collider] && tight[3] <= maxY[collider] ? !1 : (growTight(physics, collider), !0);
}
function growTight(physics, collider) {
  let { kind, bodyOf: bodyOf2, exact, sensor } = physics.bodies;
  if (kind[bodyOf2[collider]] !== 3 /* Static */) {
    exact[collider] = 0, growMoving(physics, collider);
    return;
  }
  let { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB;
  exact[collider] = isUpright(physics, collider) && sensor[collider] === 0 ? 1 : 0, minX[collider] = tight[0], minY[collider] = tight[1], maxX[collider] = tight[2], maxY[collider] = tight[3];
}
function growMoving(physics, collider) {
  let { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB, { speculativeDistance, maxFatMargin, fatMarginRatio } = physics.tolerances, left = tight[0], bottom = tight[1], right = tight[2], top = tight[3], width = right - left, height = top - bottom, margin = speculativeDistance + Math.min(maxFatMargin, fatMarginRatio * 0.5 * (width > height ? width : height));
  minX[collider] = left - margin, minY[collider] = bottom - margin, maxX[collider] = right + margin, maxY[collider] = top + margin;
}
function isUpright(physics, collider) {
  if (physics.geometry[collider * 12 + 2] !== 0) return !1;
  let type = physics.shapeType[collider];
  return type === 3 /* Aabb */ || type === 2 /* Box */ && physics.bodies.pose[collider * POSE_STRIDE + 3] === 0;
}

// src/world/shape-points.ts
function addPoints(physics, type, points, radius, loop) {
  return type === 5 /* Polygon */ ? registerPolygon(physics.polygons, points, radius) : (requireLine(type, points), physics.paths.add({ points: points.slice(), loop }));
}
function requireLine(type, points) {
  if (points.length < 4 || points.length % 2 !== 0 || !points.every(Number.isFinite))
    throw new RangeError("points must be x and y of at least two points, all finite");
  if (!(type !== 7 /* Chain */ && points.length !== 4)) {
    for (let i = 2; i < points.length; i += 2)
      if (points[i] === points[i - 2] && points[i + 1] === points[i - 1])
        throw new RangeError(`points ${i / 2 - 1} and ${i / 2} are equal`);
  }
}
function knowsPoints(physics, type, handle) {
  if (type !== 5 /* Polygon */) return physics.paths.get(handle) !== null;
  let { data } = physics.polygons;
  return handle > 0 && handle * POLYGON_STRIDE < data.length && data[handle * POLYGON_STRIDE] > 0;
}
function retainPoints(physics, type, handle) {
  type === 5 /* Polygon */ ? retainPolygon(physics.polygons, handle) : physics.paths.retain(handle);
}
function holdPoints(physics, entity, type, handle) {
  let { heldPoints, heldType } = physics, held = heldPoints[entity];
  held !== 0 && heldType[entity] === 5 /* Polygon */ ? releasePolygon(physics.polygons, held) : held !== 0 && physics.paths.release(held), heldPoints[entity] = handle, heldType[entity] = type;
}
function adoptPoints(physics, entity) {
  let { type, geometry } = physics.components.Shape, handle = geometry[entity];
  handle !== physics.heldPoints[entity] && (handle !== 0 && retainPoints(physics, type[entity], handle), holdPoints(physics, entity, type[entity], handle));
}

// src/world/pose.ts
function readGeometry(physics, entity) {
  let { geometry, shapeType } = physics, { Shape } = physics.components, g = entity * 12, type = Shape.type[entity];
  adoptPoints(physics, entity), shapeType[entity] = type, geometry[g] = Shape.halfWidth[entity], geometry[g + 1] = Shape.halfHeight[entity], geometry[g + 2] = Shape.radius[entity], type === 5 /* Polygon */ ? geometry[g + 3] = Shape.geometry[entity] : type === 6 /* Segment */ && readSegment(physics, entity);
}
function readSurface(physics, collider) {
  let { surface, traits } = physics.bodies, { friction, restitution, tangentSpeed, rollingResistance } = physics.components.Material, { frictionRule, restitutionRule } = physics.components.Material, s = collider * SURFACE_STRIDE;
  surface[s] = friction[collider], surface[s + 1] = restitution[collider], surface[s + 2] = tangentSpeed[collider], surface[s + 3] = rollingResistance[collider];
  let rules = (frictionRule[collider] | restitutionRule[collider]) !== 0 ? 8 /* Rules */ : 0;
  (traits[collider] & 8 /* Rules */) !== rules && (traits[collider] = traits[collider] ^ 8 /* Rules */);
}
function readSegment(physics, entity) {
  let { geometry, paths } = physics, points = paths.get(physics.components.Shape.geometry[entity]).points, g = entity * 12, link2 = points.length === 8, first = link2 ? 2 : 0;
  geometry[g] = points[first], geometry[g + 1] = points[first + 1], geometry[g + 3] = link2 ? 1 : 0, geometry[g + 4] = points[first + 2], geometry[g + 5] = points[first + 3], link2 && (geometry[g + 8] = points[0], geometry[g + 9] = points[1], geometry[g + 10] = points[6], geometry[g + 11] = points[7]);
}
function readPose(physics, body) {
  let { bodies } = physics, { pose, angle: angle3, localCenter } = bodies, { Position, Rotation } = physics.components, p = body * POSE_STRIDE;
  pose[p] = Position.x[body], pose[p + 1] = Position.y[body];
  let turned7 = physics.shapeType[body] === 3 /* Aabb */ ? 0 : Rotation.angle[body];
  if (turned7 === angle3[body]) return;
  angle3[body] = turned7, sincosOf(angle3, body, pose, p + 2);
  let x = localCenter[body * 2], y = localCenter[body * 2 + 1];
  x === 0 && y === 0 || (pose[p + 4] = -(pose[p + 2] * x - pose[p + 3] * y), pose[p + 5] = -(pose[p + 3] * x + pose[p + 2] * y));
}
function placeChild(physics, child) {
  let { pose, angle: angle3, bodyOf: bodyOf2 } = physics.bodies, { Collider } = physics.components, p = child * POSE_STRIDE, b = bodyOf2[child] * POSE_STRIDE, c = pose[b + 2], s = pose[b + 3], dx = c * Collider.x[child] - s * Collider.y[child], dy = s * Collider.x[child] + c * Collider.y[child];
  pose[p] = pose[b] + dx, pose[p + 1] = pose[b + 1] + dy, pose[p + 4] = pose[b + 4] + dx, pose[p + 5] = pose[b + 5] + dy;
  let turned7 = angle3[bodyOf2[child]] + Collider.angle[child];
  turned7 !== angle3[child] && (angle3[child] = turned7, sincosOf(angle3, child, pose, p + 2));
}

// src/world/waking.ts
import { addComponent, removeComponent } from "bitecs";
function wakeBody(physics, entity) {
  let { bodies } = physics;
  bodies.quietTime[entity] = 0;
  let kind = bodies.kind[entity];
  if (bodies.isAwake(entity) || kind === 0 /* None */ || kind === 3 /* Static */) return;
  let body = entity;
  do {
    let next = bodies.islandNext[body];
    bodies.islandNext[body] = 0, startMoving(physics, body), bodies.kind[body] === 1 /* Dynamic */ && physics.events.wake.push(body), physics.retag.add(body), body = next;
  } while (body !== 0 && body !== entity);
}
function sleepBody(physics, entity) {
  let { bodies } = physics;
  bodies.kind[entity] !== 3 /* Static */ && (bodies.islandNext[entity] = 0, bodies.paused[entity] = 1, bodies.isAwake(entity) && (stopMoving(physics, entity), bodies.kind[entity] === 1 /* Dynamic */ && physics.events.sleep.push(entity)));
}
function stopMoving(physics, entity) {
  physics.bodies.removeAwake(entity), physics.islands.markStale(), restContacts(physics, entity);
}
function sleepIslands(physics, entities, roots, count, last) {
  let { bodies } = physics, { Velocity } = physics.components;
  for (let i = 0; i < count; i++) {
    let entity = entities[i], root = roots[i], previous = last[root];
    previous === 0 ? bodies.islandNext[entity] = entity : (bodies.islandNext[entity] = bodies.islandNext[previous], bodies.islandNext[previous] = entity), last[root] = entity, bodies.removeAwake(entity), physics.events.sleep.push(entity), settlePose(physics, entity), Velocity.x[entity] = 0, Velocity.y[entity] = 0, Velocity.angular[entity] = 0, physics.retag.add(entity);
  }
  for (let i = 0; i < count; i++)
    last[roots[i]] = 0, restContacts(physics, entities[i]);
}
function settlePose(physics, body) {
  let { bodies } = physics;
  readPose(physics, body);
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c))
    c !== body && placeChild(physics, c);
}
function leaveRing(physics, entity) {
  let { islandNext } = physics.bodies, next = islandNext[entity];
  if (next === 0) return;
  let previous = next;
  for (; islandNext[previous] !== entity; ) previous = islandNext[previous];
  islandNext[previous] = next === previous ? 0 : next, islandNext[entity] = 0;
}
function startMoving(physics, entity) {
  let { bodies, islands, woken } = physics;
  bodies.quietTime[entity] = 0, bodies.paused[entity] = 0, bodies.addAwake(entity), islands.add(entity);
  for (let c = bodies.firstCollider(entity); c !== 0; c = bodies.nextCollider(entity, c)) woken.add(c);
  resumeContacts(physics, entity);
}
function syncSleepingTags(physics) {
  let { retag, bodies, ecs } = physics, { Sleeping } = physics.components;
  if (retag.count !== 0) {
    retag.compact();
    try {
      for (let i = 0; i < retag.count; i++) {
        let entity = retag.items[i], kind = bodies.kind[entity];
        if (kind === 0 /* None */ || kind === 3 /* Static */) continue;
        let tagged = physics.presence.Sleeping.has(entity), awake = bodies.isAwake(entity);
        awake !== tagged || !awake && kind !== 1 /* Dynamic */ || (physics.announceOwn(entity, Sleeping), awake ? removeComponent(ecs, entity, Sleeping) : addComponent(ecs, entity, Sleeping));
      }
    } finally {
      retag.clear();
    }
  }
}

// src/world/collider-lifecycle.ts
function attachCollider(physics, collider, body, sensor) {
  let { bodies } = physics;
  if (readGeometry(physics, collider), readSurface(physics, collider), physics.shapeType[collider] === 7 /* Chain */) return;
  bodies.role[collider] = bodies.role[collider] | 2 /* Collider */, bodies.bodyOf[collider] = body, bodies.sensor[collider] = sensor ? 1 : 0, sensor && physics.sensorCount++;
  let oneWay = physics.presence.OneWay.has(collider);
  bodies.traits[collider] = bodies.traits[collider] & -3 | (oneWay ? 2 /* OneWay */ : 0), collider !== body && (bodies.angle[collider] = NaN, placeChild(physics, collider));
  let fixed = bodies.kind[body] === 3 /* Static */;
  writeFatBox(physics, collider), physics.broadPhase.add(collider, fixed), physics.moved.add(collider), fixed && wakeRegion(physics, collider);
}
function detachCollider(physics, collider) {
  let { bodies, contacts } = physics;
  if (bodies.isCollider(collider)) {
    for (wakeTouching(physics, collider); contacts.head[collider] !== 0; ) removeContact(physics, contacts.head[collider] >>> 1, EndReason.Removed);
    physics.moved.remove(collider), physics.woken.remove(collider), physics.broadPhase.remove(collider), bodies.sensor[collider] === 1 && physics.sensorCount--, bodies.sensor[collider] = 0, bodies.role[collider] = bodies.role[collider] & -3, bodies.bodyOf[collider] = 0;
  }
}
function replaceCollider(physics, collider) {
  if (writeFatBox(physics, collider), physics.broadPhase.update(collider), physics.moved.add(collider), physics.bodies.sensor[collider] === 0 && physics.sensorCount === 0) return;
  let { contacts } = physics;
  for (let edge2 = contacts.head[collider]; edge2 !== 0; edge2 = contacts.next[edge2])
    contacts.activeIndex[edge2 >>> 1] === -1 && (contacts.flags[edge2 >>> 1] & 2 /* Sensor */) !== 0 && contacts.activate(edge2 >>> 1);
}
function searchAnew(physics, body) {
  let { bodies, moved: moved3 } = physics;
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) moved3.add(c);
}
function wakeTouching(physics, collider) {
  let { contacts, bodies } = physics;
  for (let edge2 = contacts.head[collider]; edge2 !== 0; edge2 = contacts.next[edge2]) {
    let holds = contacts.flags[edge2 >>> 1] & 3, other2 = bodies.bodyOf[contacts.otherOf(edge2)];
    holds === 1 /* Touching */ && bodies.kind[other2] === 1 /* Dynamic */ && wakeBody(physics, other2);
  }
}
var reached = new ItemBuffer(), around2 = new Float64Array(4);
function wakeRegion(physics, collider) {
  let { bodies, broadPhase: broadPhase2 } = physics;
  if (bodies.restingCount === 0 || bodies.sensor[collider] === 1) return;
  let { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB;
  reached.clear(), around2[0] = minX[collider], around2[1] = minY[collider], around2[2] = maxX[collider], around2[3] = maxY[collider], broadPhase2.region(around2, reached), reached.count = sortItems(reached.items, reached.count);
  for (let i = 0; i < reached.count; i++) {
    let other2 = bodies.bodyOf[reached.items[i]];
    bodies.kind[other2] === 1 /* Dynamic */ && !bodies.isAwake(other2) && wakeBody(physics, other2);
  }
}

// src/collision/convex.ts
var MAX_VERTICES = 8, FACE_PREFERENCE = 1e-6, INCIDENT_PREFERENCE = 1e-3, NORMALS = POLYGON_NORMALS - POLYGON_VERTICES, verticesA = new Float64Array(MAX_VERTICES * 2), normalsA = new Float64Array(MAX_VERTICES * 2), verticesB = new Float64Array(MAX_VERTICES * 2), normalsB = new Float64Array(MAX_VERTICES * 2), placement = new Float64Array(4);
function loadConvex(type, sizes2, offset, pool, vertices7, normals7) {
  switch (type) {
    case 1 /* Circle */:
      return vertices7[0] = 0, vertices7[1] = 0, 1;
    case 2 /* Box */:
    case 3 /* Aabb */:
      return loadBox(sizes2, offset, vertices7, normals7), 4;
    case 4 /* Capsule */:
      return loadCapsule(sizes2, offset, vertices7, normals7), 2;
    case 6 /* Segment */:
      return loadSegment(sizes2, offset, vertices7, normals7), 2;
    case 5 /* Polygon */:
      return pool === null ? 0 : loadPolygon(pool, sizes2[offset + 3], vertices7, normals7);
    default:
      return 0;
  }
}
function loadBox(sizes2, offset, vertices7, normals7) {
  let w = sizes2[offset], h = sizes2[offset + 1];
  vertices7[0] = -w, vertices7[1] = -h, vertices7[2] = w, vertices7[3] = -h, vertices7[4] = w, vertices7[5] = h, vertices7[6] = -w, vertices7[7] = h, normals7[0] = 0, normals7[1] = -1, normals7[2] = 1, normals7[3] = 0, normals7[4] = 0, normals7[5] = 1, normals7[6] = -1, normals7[7] = 0;
}
function loadCapsule(sizes2, offset, vertices7, normals7) {
  let half = sizes2[offset];
  vertices7[0] = -half, vertices7[1] = 0, vertices7[2] = half, vertices7[3] = 0, normals7[0] = 0, normals7[1] = -1, normals7[2] = 0, normals7[3] = 1;
}
function loadSegment(sizes2, offset, vertices7, normals7) {
  let x1 = sizes2[offset], y1 = sizes2[offset + 1], x2 = sizes2[offset + 4], y2 = sizes2[offset + 5], ex = x2 - x1, ey = y2 - y1, length = Math.sqrt(ex * ex + ey * ey);
  vertices7[0] = x1, vertices7[1] = y1, vertices7[2] = x2, vertices7[3] = y2, normals7[0] = length > 0 ? ey / length : 0, normals7[1] = length > 0 ? -ex / length : -1, normals7[2] = -normals7[0], normals7[3] = -normals7[1];
}
function loadPolygon(pool, handle, vertices7, normals7) {
  let data = pool.data, at = handle * POLYGON_STRIDE, count = data[at];
  for (let i = 0; i < count * 2; i++)
    vertices7[i] = data[at + POLYGON_VERTICES + i], normals7[i] = data[at + POLYGON_NORMALS + i];
  return count;
}
function moveConvex(count) {
  let x = placement[0], y = placement[1], c = placement[2], s = placement[3];
  for (let i = 0; i < count * 2; i += 2) {
    let vx = verticesB[i], vy = verticesB[i + 1];
    verticesB[i] = c * vx - s * vy + x, verticesB[i + 1] = s * vx + c * vy + y;
    let nx = normalsB[i], ny = normalsB[i + 1];
    normalsB[i] = c * nx - s * ny, normalsB[i + 1] = s * nx + c * ny;
  }
}
function loadPlacedPolygon(data, at) {
  let count = data[at], x = placement[0], y = placement[1], c = placement[2], s = placement[3];
  for (let i = 0, v = at + POLYGON_VERTICES; i < count * 2; i += 2, v += 2) {
    let vx = data[v], vy = data[v + 1], nx = data[v + NORMALS], ny = data[v + NORMALS + 1];
    verticesB[i] = c * vx - s * vy + x, verticesB[i + 1] = s * vx + c * vy + y, normalsB[i] = c * nx - s * ny, normalsB[i + 1] = s * nx + c * ny;
  }
  return count;
}
function loadPair(typeA, sizesA, a, typeB, sizesB, b, pair9, pool) {
  return loadConvex(typeA, sizesA, a, pool, verticesA, normalsA) * 16 + loadB(typeB, sizesB, b, pair9, pool);
}
function loadB(typeB, sizesB, b, pair9, pool) {
  let dx = pair9[0], dy = pair9[1], cA = pair9[2], sA = pair9[3], cB = pair9[4], sB = pair9[5];
  if (placement[0] = cA * dx + sA * dy, placement[1] = cA * dy - sA * dx, placement[2] = cA * cB + sA * sB, placement[3] = cA * sB - sA * cB, typeB === 5 /* Polygon */ && pool !== null) return loadPlacedPolygon(pool.data, sizesB[b + 3] * POLYGON_STRIDE);
  let countB = loadConvex(typeB, sizesB, b, pool, verticesB, normalsB);
  return moveConvex(countB), countB;
}
function edgeCount(count) {
  return count > 1 ? count : 0;
}
function findFace(edges, vertices7, normals7, otherCount, other2, result, at) {
  let best = -1 / 0, face = -1, support = 0;
  for (let i = 0; i < edges; i++) {
    let nx = normals7[i * 2], ny = normals7[i * 2 + 1], distance5 = nx * vertices7[i * 2] + ny * vertices7[i * 2 + 1], enough = best + distance5 + FACE_PREFERENCE * (distance5 < 0 ? -distance5 : distance5), least = nx * other2[support] + ny * other2[support + 1];
    if (!(least <= enough)) {
      for (let j = 0; j < otherCount * 2; j += 2) {
        let d = nx * other2[j] + ny * other2[j + 1];
        d < least && (least = d, support = j);
      }
      least > enough && (best = least - distance5, face = i);
    }
  }
  return result[at] = best, face;
}
function findOpposite(count, normals7, otherNormals, face) {
  let nx = otherNormals[face * 2], ny = otherNormals[face * 2 + 1], best = 1 / 0, opposite = 0, edges = edgeCount(count);
  for (let i = 0; i < edges; i++) {
    let d = nx * normals7[i * 2] + ny * normals7[i * 2 + 1];
    d < best - INCIDENT_PREFERENCE && (best = d, opposite = i);
  }
  return opposite;
}

// src/collision/convex-mass.ts
var MASS_STRIDE = 4;
function computeConvexMass(points, outward, count, radius, out, o) {
  if (out.fill(0, o, o + 4), count === 0) return;
  let x0 = points[0], y0 = points[1];
  for (let i = 0; i < count; i++) {
    let j = i + 1 < count ? i + 1 : 0, ax = points[i * 2] - x0, ay = points[i * 2 + 1] - y0, bx = points[j * 2] - x0, by = points[j * 2 + 1] - y0, nx = outward[i * 2], ny = outward[i * 2 + 1];
    addTriangle(ax, ay, bx, by, out, o), radius > 0 && (addStrip(ax, ay, bx, by, nx, ny, radius, out, o), addSector(bx, by, nx, ny, outward[j * 2], outward[j * 2 + 1], radius, out, o));
  }
  let area = out[o];
  if (area > 0) {
    let cx = out[o + 1] / area, cy = out[o + 2] / area;
    out[o + 1] = cx + x0, out[o + 2] = cy + y0, out[o + 3] = out[o + 3] - area * (cx * cx + cy * cy);
  } else
    out[o + 1] = 0.5 * (x0 + points[count * 2 - 2]), out[o + 2] = 0.5 * (y0 + points[count * 2 - 1]);
}
function addTriangle(ax, ay, bx, by, out, o) {
  let twice = ax * by - ay * bx;
  out[o] = out[o] + 0.5 * twice, out[o + 1] = out[o + 1] + twice * (ax + bx) / 6, out[o + 2] = out[o + 2] + twice * (ay + by) / 6, out[o + 3] = out[o + 3] + twice * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by) / 12;
}
function addStrip(ax, ay, bx, by, nx, ny, radius, out, o) {
  let length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay)), area = length * radius, mx = 0.5 * (ax + bx + nx * radius), my = 0.5 * (ay + by + ny * radius);
  out[o] = out[o] + area, out[o + 1] = out[o + 1] + area * mx, out[o + 2] = out[o + 2] + area * my, out[o + 3] = out[o + 3] + area * (mx * mx + my * my + (length * length + radius * radius) / 12);
}
function addSector(x, y, mx, my, nx, ny, radius, out, o) {
  let angle3 = Math.abs(atan2(mx * ny - my * nx, mx * nx + my * ny)), square = radius * radius, area = 0.5 * square * angle3, third = square * radius / 3, sx = third * (ny - my), sy = third * (mx - nx);
  out[o] = out[o] + area, out[o + 1] = out[o + 1] + area * x + sx, out[o + 2] = out[o + 2] + area * y + sy, out[o + 3] = out[o + 3] + area * (x * x + y * y) + 2 * (x * sx + y * sy) + 0.25 * square * square * angle3;
}

// src/collision/mass.ts
var vertices = new Float64Array(MAX_VERTICES * 2), normals = new Float64Array(MAX_VERTICES * 2);
function computeMass(type, sizes2, offset, pool, out, o) {
  if (type === 1 /* Circle */) {
    let square = sizes2[offset + 2] * sizes2[offset + 2];
    out[o] = PI * square, out[o + 1] = 0, out[o + 2] = 0, out[o + 3] = 0.5 * PI * square * square;
    return;
  }
  let count = loadConvex(type, sizes2, offset, pool, vertices, normals);
  computeConvexMass(vertices, normals, count, sizes2[offset + 2], out, o);
}

// src/world/mass.ts
var part = new Float64Array(MASS_STRIDE), turn2 = new Float64Array(2), sum = new Float64Array(MASS_STRIDE), lines = new Float64Array(4);
function updateMass(physics, body) {
  let { bodies } = physics;
  for (let i = 0; i < MASS_STRIDE; i++) sum[i] = 0;
  for (let i = 0; i < 4; i++) lines[i] = 0;
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) addCollider(physics, body, c);
  let { Mass, Material } = physics.components, source = physics.massSource, m = body * 5;
  source[m] = Mass.mass[body], source[m + 1] = Mass.inertia[body], source[m + 2] = Material.density[body], source[m + 3] = Mass.centerX[body], source[m + 4] = Mass.centerY[body];
  let area = sum[0], middleX = area > 0 ? sum[1] / area : 0, middleY = area > 0 ? sum[2] / area : 0, x = source[m + 3] === source[m + 3] ? source[m + 3] : middleX, y = source[m + 4] === source[m + 4] ? source[m + 4] : middleY;
  setCenter(physics, body, x, y), updateExtent(physics, body, x, y);
  let mass = Mass.mass[body] > 0 ? Mass.mass[body] : area, dx = x - middleX, dy = y - middleY, own2 = sum[3] - area * (middleX * middleX + middleY * middleY) + area * (dx * dx + dy * dy), gyration = area > 0 ? own2 / area : lineGyration(x, y), inertia = Mass.inertia[body] > 0 ? Mass.inertia[body] : mass * gyration, pushed = bodies.kind[body] === 1 /* Dynamic */, locked = (bodies.traits[body] & 1 /* Motion */) !== 0 && physics.components.Motion.lockRotation[body] === 1, turns = pushed && !locked && physics.shapeType[body] !== 3 /* Aabb */ && inertia > 0, inverseMass = pushed && mass > 0 ? 1 / mass : 0;
  writeInverse(physics, body, inverseMass, turns ? 1 / inertia : 0);
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c))
    writeInverse(physics, c, inverseMass, turns ? 1 / inertia : 0);
}
function writeInverse(physics, entity, inverseMass, inverseInertia) {
  let { pose } = physics.bodies;
  pose[entity * POSE_STRIDE + 6] = inverseMass, pose[entity * POSE_STRIDE + 7] = inverseInertia;
}
function addCollider(physics, body, collider) {
  let { geometry, shapeType, components } = physics, { Material, Collider } = components;
  computeMass(shapeType[collider], geometry, collider * 12, physics.polygons, part, 0), part[0] === 0 && addLine(physics, body, collider);
  let density = Material.density[collider], x = part[1], y = part[2];
  collider !== body && (sincos(Collider.angle[collider], turn2, 0), x = Collider.x[collider] + turn2[0] * part[1] - turn2[1] * part[2], y = Collider.y[collider] + turn2[1] * part[1] + turn2[0] * part[2]);
  let mass = density * part[0];
  sum[0] = sum[0] + mass, sum[1] = sum[1] + mass * x, sum[2] = sum[2] + mass * y, sum[3] = sum[3] + density * part[3] + mass * (x * x + y * y);
}
function addLine(physics, body, collider) {
  let { geometry, shapeType, components } = physics, { Collider } = components, g = collider * 12;
  if (loadConvex(shapeType[collider], geometry, g, physics.polygons, vertices2, normals2) !== 2) return;
  let child = collider !== body;
  sincos(child ? Collider.angle[collider] : 0, turn2, 0);
  let mx = 0.5 * (vertices2[0] + vertices2[2]), my = 0.5 * (vertices2[1] + vertices2[3]), x = (child ? Collider.x[collider] : 0) + turn2[0] * mx - turn2[1] * my, y = (child ? Collider.y[collider] : 0) + turn2[1] * mx + turn2[0] * my, ex = vertices2[2] - vertices2[0], ey = vertices2[3] - vertices2[1], length = Math.sqrt(ex * ex + ey * ey);
  lines[0] = lines[0] + length, lines[1] = lines[1] + length * x, lines[2] = lines[2] + length * y, lines[3] = lines[3] + length * (x * x + y * y + length * length / 12);
}
function lineGyration(x, y) {
  return lines[0] === 0 ? 0 : (lines[3] - 2 * (x * lines[1] + y * lines[2])) / lines[0] + x * x + y * y;
}
function setCenter(physics, body, x, y) {
  let { localCenter, pose } = physics.bodies;
  localCenter[body * 2] = x, localCenter[body * 2 + 1] = y;
  let p = body * POSE_STRIDE;
  pose[p + 4] = -(pose[p + 2] * x - pose[p + 3] * y), pose[p + 5] = -(pose[p + 3] * x + pose[p + 2] * y);
}
var vertices2 = new Float64Array(MAX_VERTICES * 2), normals2 = new Float64Array(MAX_VERTICES * 2), thinnest = 1 / 0;
function updateExtent(physics, body, centerX, centerY) {
  let { bodies } = physics, extent2 = 0;
  thinnest = 1 / 0;
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c))
    extent2 = Math.max(extent2, farthest(physics, body, c, centerX, centerY));
  bodies.extent[body] = extent2, bodies.reach[body] = thinnest < 1 / 0 ? 0.5 * thinnest : 1 / 0;
}
function farthest(physics, body, collider, centerX, centerY) {
  let { geometry, shapeType } = physics, { Collider } = physics.components, own2 = collider === body, x = own2 ? 0 : Collider.x[collider], y = own2 ? 0 : Collider.y[collider];
  own2 ? (turn2[0] = 1, turn2[1] = 0) : sincos(Collider.angle[collider], turn2, 0);
  let g = collider * 12, count = loadConvex(shapeType[collider], geometry, g, physics.polygons, vertices2, normals2), square = 0;
  thinnest = Math.min(thinnest, halfWidth(count) + geometry[g + 2]);
  for (let i = 0; i < count; i++) {
    let dx = x + turn2[0] * vertices2[2 * i] - turn2[1] * vertices2[2 * i + 1] - centerX, dy = y + turn2[1] * vertices2[2 * i] + turn2[0] * vertices2[2 * i + 1] - centerY;
    square = Math.max(square, dx * dx + dy * dy);
  }
  return Math.sqrt(square) + geometry[g + 2];
}
function halfWidth(count) {
  if (count < 3) return 0;
  let x = 0, y = 0;
  for (let i = 0; i < count; i++)
    x += vertices2[2 * i] / count, y += vertices2[2 * i + 1] / count;
  let least = 1 / 0;
  for (let i = 0; i < count; i++) {
    let distance5 = normals2[2 * i] * (vertices2[2 * i] - x) + normals2[2 * i + 1] * (vertices2[2 * i + 1] - y);
    least = Math.min(least, distance5);
  }
  return least;
}

// src/world/one-way.ts
var MIN_COSINE = 0.5, MAX_DEPTH_SLOPS = 10;
function decideOneWay(physics, contact, appeared, dt) {
  let { contacts, tolerances } = physics, flags = contacts.flags[contact], points = contacts.pointCount[contact];
  if (points === 0) {
    contacts.flags[contact] = flags & -9;
    return;
  }
  let passing = (flags & 8 /* Passing */) !== 0;
  if (!passing && !appeared) return;
  let m = contact * 8, { manifold: manifold3 } = contacts, separation2 = points === 2 ? Math.min(manifold3[m + 4], manifold3[m + 7]) : manifold3[m + 4], fell = Math.max(0, contacts.approach[contact]) * dt, allowed = passing ? tolerances.linearSlop : MAX_DEPTH_SLOPS * tolerances.linearSlop + fell, a = contacts.a[contact], b = contacts.b[contact], holds = separation2 > -allowed && holdsFrom(physics, a, b, manifold3[m], manifold3[m + 1], passing) && holdsFrom(physics, b, a, -manifold3[m], -manifold3[m + 1], passing);
  contacts.flags[contact] = holds ? flags & -9 : flags | 8 /* Passing */, passing === holds && physics.islands.markStale();
}
function holdsFrom(physics, platform, other2, nx, ny, passing) {
  let { bodies } = physics;
  if ((bodies.traits[platform] & 2 /* OneWay */) === 0) return !0;
  let { OneWay, Velocity } = physics.components, p = platform * POSE_STRIDE, c = bodies.pose[p + 2], s = bodies.pose[p + 3], x = c * OneWay.x[platform] - s * OneWay.y[platform], y = s * OneWay.x[platform] + c * OneWay.y[platform], length = Math.sqrt(x * x + y * y);
  if (nx * x + ny * y < MIN_COSINE * length) return !1;
  if (!passing) return !0;
  let from = bodies.bodyOf[platform], to = bodies.bodyOf[other2];
  return (Velocity.x[to] - Velocity.x[from]) * x + (Velocity.y[to] - Velocity.y[from]) * y <= 0;
}
function readOneWay(physics, collider) {
  let { bodies, contacts } = physics, oneWay = physics.presence.OneWay.has(collider) ? 2 /* OneWay */ : 0;
  if ((bodies.traits[collider] & 2 /* OneWay */) !== oneWay) {
    bodies.traits[collider] = bodies.traits[collider] & -3 | oneWay;
    for (let edge2 = contacts.head[collider]; edge2 !== 0; edge2 = contacts.next[edge2]) {
      let contact = edge2 >>> 1, either = (bodies.traits[collider] | bodies.traits[contacts.otherOf(edge2)]) & 2 /* OneWay */, kept = contacts.flags[contact] & -25;
      contacts.flags[contact] = either === 0 ? kept : kept | 16 /* OneWay */;
    }
  }
}

// src/world/body-lifecycle.ts
function createBody(physics, body, kind, asleep) {
  let { bodies } = physics;
  bodies.role[body] = bodies.role[body] | 1 /* Body */, bodies.kind[body] = kind, bodies.awakeIndex[body] = NOT_AWAKE, bodies.islandNext[body] = 0, bodies.quietTime[body] = 0, bodies.paused[body] = asleep ? 1 : 0, bodies.count++, kind === 3 /* Static */ && bodies.staticCount++, kind === 2 /* Kinematic */ && (physics.kinematics[physics.kinematicCount++] = body), readGeometry(physics, body), readTraits(physics, body), bodies.angle[body] = NaN, readPose(physics, body), attachColliders(physics, body), updateMass(physics, body), !asleep && kind !== 3 /* Static */ && startMoving(physics, body);
}
function readTraits(physics, body) {
  let { bodies } = physics, { Motion, Bullet } = physics.presence, kept = bodies.traits[body] & 10, motion2 = Motion.has(body) ? 1 /* Motion */ : 0;
  bodies.traits[body] = kept | motion2 | (Bullet.has(body) ? 4 /* Bullet */ : 0);
}
function attachColliders(physics, body) {
  let { bodies } = physics, { Shape, Sensor } = physics.presence;
  !bodies.isCollider(body) && Shape.has(body) && attachCollider(physics, body, body, Sensor.has(body));
  for (let child = bodies.firstChild[body]; child !== 0; child = bodies.nextChild[child])
    bodies.isCollider(child) || attachCollider(physics, child, body, Sensor.has(child));
}
function destroyBody(physics, body) {
  let { bodies } = physics;
  if (bodies.isBody(body)) {
    if (physics.phase === 2 /* Solving */) {
      physics.leaving.flag[body] === 0 && endTouches(physics, body), physics.leaving.add(body);
      return;
    }
    detachCollider(physics, body);
    for (let child = bodies.firstChild[body]; child !== 0; child = bodies.nextChild[child]) detachCollider(physics, child);
    leaveRing(physics, body), bodies.isAwake(body) && bodies.removeAwake(body), physics.islands.markStale(), physics.retag.remove(body), bodies.kind[body] === 2 /* Kinematic */ && removeKinematic(physics, body), bodies.kind[body] === 3 /* Static */ && bodies.staticCount--, bodies.role[body] = 0, bodies.traits[body] = 0, bodies.kind[body] = 0 /* None */, bodies.count--;
  }
}
function leaveSimulation(physics, entity) {
  let { bodies } = physics;
  if (!(entity >= bodies.role.length || bodies.role[entity] === 0)) {
    if (bodies.isBody(entity)) {
      destroyBody(physics, entity);
      return;
    }
    physics.phase !== 2 /* Solving */ ? detachCollider(physics, entity) : physics.leaving.flag[entity] === 0 && (endTouchesOf(physics, entity), physics.leaving.add(entity));
  }
}
function destroyLeaving(physics) {
  let { leaving } = physics;
  if (leaving.count !== 0) {
    for (let i = 0; i < leaving.count; i++)
      physics.bodies.isBody(leaving.items[i]) ? destroyBody(physics, leaving.items[i]) : detachCollider(physics, leaving.items[i]);
    leaving.clear();
  }
}
function releaseChildren(physics, body) {
  let { bodies, naming } = physics, named = physics.components.Collider.body;
  for (let i = 0; i < naming.count; i++)
    named[naming.items[i]] === body && (named[naming.items[i]] = 0, bodies.loose[naming.items[i]] = 1);
  for (; bodies.firstChild[body] !== 0; ) {
    let child = bodies.firstChild[body];
    physics.phase === 2 /* Solving */ ? physics.leaving.add(child) : detachCollider(physics, child), bodies.unclaim(child), physics.components.Collider.body[child] = 0, bodies.loose[child] = 1, physics.dirty.add(child);
  }
}
function refreshBody(physics, body) {
  let { bodies } = physics, still = bodies.kind[body] !== 1 /* Dynamic */ && !bodies.isAwake(body);
  readTraits(physics, body), bodies.isCollider(body) && (readGeometry(physics, body), readOneWay(physics, body)), readPose(physics, body), attachColliders(physics, body), updateMass(physics, body);
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c))
    readSurface(physics, c), c !== body && placeChild(physics, c), still ? (wakeTouching(physics, c), replaceCollider(physics, c), wakeRegion(physics, c)) : followFatBox(physics, c) && (physics.broadPhase.update(c), physics.moved.add(c)), dropParted(physics, c);
  bodies.kind[body] === 1 /* Dynamic */ && wakeBody(physics, body);
}
function restByTag(physics, body) {
  physics.bodies.isAwake(body) && refreshBody(physics, body), leaveRing(physics, body), sleepBody(physics, body);
}
function endTouches(physics, body) {
  let { bodies } = physics;
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) endTouchesOf(physics, c);
}
function endTouchesOf(physics, collider) {
  let { contacts } = physics;
  wakeTouching(physics, collider);
  for (let edge2 = contacts.head[collider]; edge2 !== 0; edge2 = contacts.next[edge2])
    (contacts.flags[edge2 >>> 1] & 1 /* Touching */) !== 0 && endTouch(physics, edge2 >>> 1, EndReason.Removed);
}
function removeKinematic(physics, body) {
  let { kinematics } = physics, index = kinematics.indexOf(body);
  kinematics.copyWithin(index, index + 1, physics.kinematicCount--);
}

// src/collision/clip.ts
var clipInput = new Float64Array(6), CLIP_FACES_ONLY = 0, CLIP_WITH_CORNERS = 1, NO_DIRECTION = 1e-9, edge = new Float64Array(5);
function clipFaces(countA, faceA, countB, faceB, flip, corners, out, o, ids3, io) {
  let reference2 = flip === 1 ? faceB : faceA, normals7 = flip === 1 ? normalsB : normalsA, vertices7 = flip === 1 ? verticesB : verticesA;
  placeEdge(countA, faceA, countB, faceB, flip);
  let nx = normals7[reference2 * 2], ny = normals7[reference2 * 2 + 1], rx = vertices7[reference2 * 2], ry = vertices7[reference2 * 2 + 1], radiusReference = flip === 1 ? clipInput[1] : clipInput[0], radiusIncident = flip === 1 ? clipInput[0] : clipInput[1], radius = radiusReference + radiusIncident, margin = clipInput[2], lowX = edge[0], lowY = edge[1], highX = edge[2], highY = edge[3], width = edge[4], nearest2 = lowX <= highX ? lowY : highY, empty = lowY > width || highY < 0, rise = highX - lowX, steep = rise * rise > (highY - lowY) * (highY - lowY), beside = (nearest2 > width || nearest2 < 0) && (steep || clipInput[3] > clipInput[4]);
  if (empty || corners === CLIP_WITH_CORNERS && beside) {
    if (corners === CLIP_FACES_ONLY) return 0;
    let written = clipCorner(countA, faceA, countB, faceB, flip, out, o, ids3, io);
    if (written >= 0) return written;
  }
  let nextA = faceA + 1 < countA ? faceA + 1 : 0, nextB = faceB + 1 < countB ? faceB + 1 : 0, lowId = flip === 1 ? nextA | faceB << 8 : faceA | nextB << 8, highId = flip === 1 ? faceA | nextB << 8 : nextA | faceB << 8, slack = clipInput[4], cutLow = lowY < -slack, cutHigh = highY > width + slack, y0 = cutLow ? 0 : lowY, y1 = cutHigh ? width : highY, x0 = cutLow ? lowX - rise * (lowY / (highY - lowY)) : lowX, x1 = cutHigh ? highX - rise * ((highY - width) / (highY - lowY)) : highX, offset = 0.5 * (radiusReference - radiusIncident), single = y1 - y0 <= NO_DIRECTION * width, count = 0;
  if (x0 - radius <= margin && !(single && x1 < x0)) {
    let middle = 0.5 * x0 + offset;
    out[o + 2] = rx + nx * middle - ny * y0, out[o + 3] = ry + ny * middle + nx * y0, out[o + 4] = x0 - radius, ids3[io] = lowId, count = 1;
  }
  if (x1 - radius <= margin && !(single && x1 >= x0)) {
    let p = o + 2 + count * 3, middle = 0.5 * x1 + offset;
    out[p] = rx + nx * middle - ny * y1, out[p + 1] = ry + ny * middle + nx * y1, out[p + 2] = x1 - radius, ids3[io + count] = highId, count++;
  }
  return count > 0 && (out[o] = flip === 1 ? -nx : nx, out[o + 1] = flip === 1 ? -ny : ny), count;
}
function placeEdge(countA, faceA, countB, faceB, flip) {
  let vertices7 = flip === 1 ? verticesB : verticesA, others2 = flip === 1 ? verticesA : verticesB, normals7 = flip === 1 ? normalsB : normalsA, count = flip === 1 ? countB : countA, otherCount = flip === 1 ? countA : countB, reference2 = flip === 1 ? faceB : faceA, incident = flip === 1 ? faceA : faceB, next = reference2 + 1 < count ? reference2 + 1 : 0, otherNext = incident + 1 < otherCount ? incident + 1 : 0, nx = normals7[reference2 * 2], ny = normals7[reference2 * 2 + 1], rx = vertices7[reference2 * 2], ry = vertices7[reference2 * 2 + 1], ax = others2[otherNext * 2] - rx, ay = others2[otherNext * 2 + 1] - ry, bx = others2[incident * 2] - rx, by = others2[incident * 2 + 1] - ry;
  edge[0] = nx * ax + ny * ay, edge[1] = nx * ay - ny * ax, edge[2] = nx * bx + ny * by, edge[3] = nx * by - ny * bx, edge[4] = nx * (vertices7[next * 2 + 1] - ry) - ny * (vertices7[next * 2] - rx);
}
function clipCorner(countA, faceA, countB, faceB, flip, out, o, ids3, io) {
  let lowX = edge[0], lowY = edge[1], highX = edge[2], highY = edge[3], width = edge[4], empty = lowY > width || highY < 0, above = empty ? lowY > width : (lowX <= highX ? lowY : highY) > width, corner2 = above ? width : 0, ex = highX - lowX, ey = highY - lowY, square = ex * ex + ey * ey, t = square > 0 ? ((corner2 - lowY) * ey - lowX * ex) / square : 0, inside = t > 0 && t < 1;
  t < 0 && (t = 0), t > 1 && (t = 1);
  let px = lowX + ex * t, py = lowY + ey * t, dy = py - corner2, distance5 = Math.sqrt(px * px + dy * dy), tolerance = clipInput[4], level = Math.abs(ex * dy) <= tolerance * Math.abs(ey);
  if (!empty && (inside || level && distance5 - clipInput[3] <= 0.1 * tolerance)) return -1;
  let scale = width + Math.sqrt(square), pointed = px > -NO_DIRECTION * scale && distance5 > NO_DIRECTION * scale, fx = pointed ? px / distance5 : 1, fy = pointed ? dy / distance5 : 0, gap = pointed ? distance5 : px, radiusReference = flip === 1 ? clipInput[1] : clipInput[0], radiusIncident = flip === 1 ? clipInput[0] : clipInput[1], separation2 = gap - radiusReference - radiusIncident;
  if (separation2 > clipInput[2]) return 0;
  let normals7 = flip === 1 ? normalsB : normalsA, vertices7 = flip === 1 ? verticesB : verticesA, reference2 = flip === 1 ? faceB : faceA, nx = normals7[reference2 * 2], ny = normals7[reference2 * 2 + 1], back = 0.5 * (gap - radiusReference + radiusIncident), x = px - fx * back, y = py - fy * back, wx = nx * fx - ny * fy, wy = ny * fx + nx * fy;
  out[o] = flip === 1 ? -wx : wx, out[o + 1] = flip === 1 ? -wy : wy, out[o + 2] = vertices7[reference2 * 2] + nx * x - ny * y, out[o + 3] = vertices7[reference2 * 2 + 1] + ny * x + nx * y, out[o + 4] = separation2;
  let nextA = faceA + 1 < countA ? faceA + 1 : 0, nextB = faceB + 1 < countB ? faceB + 1 : 0, refEnd = flip === 1 ? above ? nextB : faceB : above ? nextA : faceA, incEnd = flip === 1 ? t > 0.5 ? faceA : nextA : t > 0.5 ? faceB : nextB;
  return ids3[io] = flip === 1 ? incEnd | refEnd << 8 : refEnd | incEnd << 8, 1;
}
function manifoldToWorld(count, pair9, out, o) {
  if (count === 0) return 0;
  let c = pair9[2], s = pair9[3], nx = out[o], ny = out[o + 1];
  out[o] = c * nx - s * ny, out[o + 1] = s * nx + c * ny;
  for (let i = 0; i < count; i++) {
    let p = o + 2 + i * 3, x = out[p], y = out[p + 1];
    out[p] = c * x - s * y, out[p + 1] = s * x + c * y;
  }
  return count;
}

// src/collision/chain-convex.ts
var STRAIGHT = 0.01, BEYOND = 0.02, FACE_PREFERENCE2 = 5e-4, KEEP = 0, SNAP = 1, SKIP = 2, separations = new Float64Array(2);
function collideChainConvex(sizesA, a, typeB, sizesB, b, pair9, pool, out, o, ids3, io) {
  let countB = loadB(typeB, sizesB, b, pair9, pool);
  if (countB < 2 || (loadLink(sizesA, a), middleIsBehind(countB))) return 0;
  let limit = sizesA[a + 2] + sizesB[b + 2] + pair9[6];
  if (findFace(1, verticesA, normalsA, countB, verticesB, separations, 0), separations[0] > limit) return 0;
  let faceB = findFace(countB, verticesB, normalsB, 2, verticesA, separations, 1);
  if (faceB < 0 || separations[1] > limit) return 0;
  clipInput[0] = sizesA[a + 2], clipInput[1] = sizesB[b + 2], clipInput[2] = pair9[6], setTolerance(faceB, countB);
  let flip = separations[1] > separations[0] + clipInput[4] ? 1 : 0;
  clipInput[3] = separations[flip];
  let front = findOpposite(countB, normalsB, normalsA, 0), back = flip === 1 ? findOpposite(2, normalsA, normalsB, faceB) : 0, count = clipFaces(2, back, countB, flip === 1 ? faceB : front, flip, CLIP_WITH_CORNERS, out, o, ids3, io);
  if (count === 0) return 0;
  let verdict = judge(sizesA, a, count, out, o);
  return verdict === SKIP ? 0 : (verdict === SNAP && (clipInput[3] = separations[0], count = clipFaces(2, 0, countB, front, 0, CLIP_FACES_ONLY, out, o, ids3, io)), manifoldToWorld(count, pair9, out, o));
}
function loadLink(sizes2, a) {
  let x1 = sizes2[a], y1 = sizes2[a + 1], x2 = sizes2[a + 4], y2 = sizes2[a + 5], ex = x2 - x1, ey = y2 - y1, length = Math.sqrt(ex * ex + ey * ey);
  verticesA[0] = x2, verticesA[1] = y2, verticesA[2] = x1, verticesA[3] = y1, normalsA[0] = -ey / length, normalsA[1] = ex / length, normalsA[2] = ey / length, normalsA[3] = -ex / length;
}
function setTolerance(faceB, countB) {
  let next = faceB + 1 < countB ? faceB + 1 : 0, ax = verticesA[2] - verticesA[0], ay = verticesA[3] - verticesA[1], bx = verticesB[next * 2] - verticesB[faceB * 2], by = verticesB[next * 2 + 1] - verticesB[faceB * 2 + 1];
  clipInput[4] = FACE_PREFERENCE2 * Math.sqrt(Math.min(ax * ax + ay * ay, bx * bx + by * by));
}
function middleIsBehind(countB) {
  let sum2 = 0;
  for (let i = 0; i < countB; i++)
    sum2 += normalsA[0] * (verticesB[i * 2] - verticesA[0]) + normalsA[1] * (verticesB[i * 2 + 1] - verticesA[1]);
  return sum2 < 0;
}
function judge(sizes2, a, count, out, o) {
  let nx = out[o], ny = out[o + 1], fx = normalsA[0], fy = normalsA[1], atEnd = nx * fy - ny * fx > 0, dx = atEnd ? sizes2[a + 10] - verticesA[0] : verticesA[2] - sizes2[a + 8], dy = atEnd ? sizes2[a + 11] - verticesA[1] : verticesA[3] - sizes2[a + 9], length = Math.sqrt(dx * dx + dy * dy), gx = length > 0 ? -dy / length : fx, gy = length > 0 ? dx / length : fy, turn3 = atEnd ? fy * gx - fx * gy : gy * fx - gx * fy, lean = atEnd ? fy * nx - fx * ny : fx * ny - fy * nx, folded = fx * gx + fy * gy < 0;
  return turn3 <= STRAIGHT && !(folded && turn3 > 0) ? count === 2 && lean <= BEYOND && nx * fx + ny * fy > 0 ? KEEP : SNAP : (atEnd ? gy * nx - gx * ny : gx * ny - gy * nx) > BEYOND ? SKIP : KEEP;
}

// src/collision/circle-polygon.ts
var NORMALS2 = POLYGON_NORMALS - POLYGON_VERTICES;
function collidePolygonCircle(sizesA, a, sizesB, b, pair9, pool, out, o, ids3, io) {
  let c = pair9[2], s = pair9[3], px = c * pair9[0] + s * pair9[1], py = c * pair9[1] - s * pair9[0], rA = sizesA[a + 2], rB = sizesB[b + 2], reach = rA + rB + pair9[6], data = pool.data, record2 = sizesA[a + 3] * POLYGON_STRIDE, count = data[record2], face = 0, best = -1 / 0;
  for (let i = 0; i < count; i++) {
    let v2 = record2 + POLYGON_VERTICES + i * 2, d = data[v2 + NORMALS2] * (px - data[v2]) + data[v2 + NORMALS2 + 1] * (py - data[v2 + 1]);
    if (d > reach) return 0;
    d > best && (best = d, face = i);
  }
  let v = record2 + POLYGON_VERTICES + face * 2, w = record2 + POLYGON_VERTICES + (face + 1 < count ? face + 1 : 0) * 2, nx = data[v + NORMALS2], ny = data[v + NORMALS2 + 1], distance5 = best;
  if (best > 0) {
    let along2 = nx * (py - data[v + 1]) - ny * (px - data[v]), length = nx * (data[w + 1] - data[v + 1]) - ny * (data[w] - data[v]);
    if (along2 < 0 || along2 > length) {
      let corner2 = along2 < 0 ? v : w, ex = px - data[corner2], ey = py - data[corner2 + 1];
      if (distance5 = Math.sqrt(ex * ex + ey * ey), distance5 > reach) return 0;
      distance5 > 1e-12 && (nx = ex / distance5, ny = ey / distance5);
    }
  }
  let back = 0.5 * (distance5 - rA + rB), x = px - nx * back, y = py - ny * back;
  return out[o] = c * nx - s * ny, out[o + 1] = s * nx + c * ny, out[o + 2] = c * x - s * y, out[o + 3] = s * x + c * y, out[o + 4] = distance5 - rA - rB, ids3[io] = 0, 1;
}

// src/collision/circle-segment.ts
var line = new Float64Array(8);
function collideCapsuleCircle(sizesA, a, sizesB, b, pair9, out, o, ids3, io) {
  return line[0] = -sizesA[a], line[1] = 0, line[2] = sizesA[a], line[3] = 0, line[6] = sizesA[a + 2], line[7] = sizesB[b + 2], placeCenter(pair9), collideLine(pair9, out, o, ids3, io);
}
function collideSegmentCircle(sizesA, a, sizesB, b, pair9, out, o, ids3, io) {
  return line[0] = sizesA[a], line[1] = sizesA[a + 1], line[2] = sizesA[a + 4], line[3] = sizesA[a + 5], line[6] = sizesA[a + 2], line[7] = sizesB[b + 2], placeCenter(pair9), sizesA[a + 3] === 1 && !facesSegment(sizesA, a) ? 0 : collideLine(pair9, out, o, ids3, io);
}
function placeCenter(pair9) {
  line[4] = pair9[2] * pair9[0] + pair9[3] * pair9[1], line[5] = pair9[2] * pair9[1] - pair9[3] * pair9[0];
}
function facesSegment(sizes2, a) {
  let ex = line[2] - line[0], ey = line[3] - line[1], ax = line[4] - line[0], ay = line[5] - line[1], bx = line[4] - line[2], by = line[5] - line[3];
  return ex * ay - ey * ax < 0 ? !1 : ex * ax + ey * ay < 0 ? (line[0] - sizes2[a + 8]) * ax + (line[1] - sizes2[a + 9]) * ay > 0 : ex * bx + ey * by > 0 ? (sizes2[a + 10] - line[2]) * bx + (sizes2[a + 11] - line[3]) * by <= 0 : !0;
}
function collideLine(pair9, out, o, ids3, io) {
  let rA = line[6], rB = line[7], ex = line[2] - line[0], ey = line[3] - line[1], ax = line[4] - line[0], ay = line[5] - line[1], square = ex * ex + ey * ey, t = square > 0 ? (ax * ex + ay * ey) / square : 0;
  t < 0 && (t = 0), t > 1 && (t = 1);
  let dx = ax - ex * t, dy = ay - ey * t, reach = rA + rB + pair9[6], distanceSquare = dx * dx + dy * dy;
  if (distanceSquare > reach * reach) return 0;
  let distance5 = Math.sqrt(distanceSquare), nx, ny;
  if (distance5 > 1e-12)
    nx = dx / distance5, ny = dy / distance5;
  else {
    let length = Math.sqrt(square);
    nx = length > 0 ? -ey / length : 0, ny = length > 0 ? ex / length : 1;
  }
  let back = 0.5 * (distance5 - rA + rB), x = line[4] - nx * back, y = line[5] - ny * back, c = pair9[2], s = pair9[3];
  return out[o] = c * nx - s * ny, out[o + 1] = s * nx + c * ny, out[o + 2] = c * x - s * y, out[o + 3] = s * x + c * y, out[o + 4] = distance5 - rA - rB, ids3[io] = 0, 1;
}

// src/collision/convex-convex.ts
var FACE_PREFERENCE3 = 5e-4, separations2 = new Float64Array(2), lengths = new Float64Array(2);
function collideConvex(typeA, sizesA, a, typeB, sizesB, b, pair9, pool, out, o, ids3, io) {
  let counts = loadPair(typeA, sizesA, a, typeB, sizesB, b, pair9, pool);
  clipInput[0] = sizesA[a + 2], clipInput[1] = sizesB[b + 2], clipInput[2] = pair9[6];
  let count = collideCores(counts >> 4, counts & 15, FACE_PREFERENCE3, out, o, ids3, io);
  return manifoldToWorld(count, pair9, out, o);
}
function collideCores(countA, countB, preference, out, o, ids3, io) {
  let limit = clipInput[0] + clipInput[1] + clipInput[2], faceA = findFace(edgeCount(countA), verticesA, normalsA, countB, verticesB, separations2, 0);
  if (separations2[0] > limit) return 0;
  let faceB = findFace(edgeCount(countB), verticesB, normalsB, countA, verticesA, separations2, 1);
  if (separations2[1] > limit || faceA < 0 && faceB < 0) return 0;
  let tolerance = 0;
  preference > 0 && faceA >= 0 && faceB >= 0 && (measureEdge(countA, verticesA, faceA, 0), measureEdge(countB, verticesB, faceB, 1), tolerance = preference * (lengths[0] < lengths[1] ? lengths[0] : lengths[1]));
  let flip = separations2[1] > separations2[0] + tolerance ? 1 : 0;
  return clipInput[3] = separations2[flip], clipInput[4] = tolerance, flip === 1 ? faceA = findOpposite(countA, normalsA, normalsB, faceB) : faceB = findOpposite(countB, normalsB, normalsA, faceA), clipFaces(countA, faceA, countB, faceB, flip, CLIP_WITH_CORNERS, out, o, ids3, io);
}
function measureEdge(count, vertices7, face, at) {
  let next = face + 1 < count ? face + 1 : 0, x = vertices7[next * 2] - vertices7[face * 2], y = vertices7[next * 2 + 1] - vertices7[face * 2 + 1];
  lengths[at] = Math.sqrt(x * x + y * y);
}

// src/collision/collide.ts
var swapped3 = new Float64Array(PAIR_STRIDE), packed = new Float64Array(PAIR_STRIDE);
function collidePair(typeA, sizesA, a, typeB, sizesB, b, pair9, out, o, ids3, io, pool) {
  if (typeA === 1 /* Circle */ && typeB === 1 /* Circle */)
    return collideCircles(sizesA, a, sizesB, b, pair9, out, o, ids3, io);
  typeA === 3 /* Aabb */ && (pair9[2] = 1, pair9[3] = 0), typeB === 3 /* Aabb */ && (pair9[4] = 1, pair9[5] = 0);
  let boxA = typeA === 2 /* Box */ || typeA === 3 /* Aabb */, boxB = typeB === 2 /* Box */ || typeB === 3 /* Aabb */;
  if (boxA && boxB && sizesA[a + 2] === 0 && sizesB[b + 2] === 0)
    return collideBoxes(sizesA, a, sizesB, b, pair9, out, o, ids3, io);
  if (typeA === 0 /* None */ || typeB === 0 /* None */ || typeA === 7 /* Chain */ || typeB === 7 /* Chain */) return 0;
  let linkA = typeA === 6 /* Segment */ && sizesA[a + 3] === 1, linkB = typeB === 6 /* Segment */ && sizesB[b + 3] === 1;
  if (linkA && linkB) return 0;
  if (typeA === 1 /* Circle */ || linkB) {
    swapPair(pair9, swapped3);
    let count = collideOrdered(typeB, sizesB, b, typeA, sizesA, a, swapped3, out, o, ids3, io, pool);
    return swapManifold(count, pair9, out, o, ids3, io);
  }
  return collideOrdered(typeA, sizesA, a, typeB, sizesB, b, pair9, out, o, ids3, io, pool);
}
function collideOrdered(typeA, sizesA, a, typeB, sizesB, b, pair9, out, o, ids3, io, pool) {
  if (typeB === 1 /* Circle */)
    switch (typeA) {
      case 2 /* Box */:
      case 3 /* Aabb */:
        return collideBoxCircle(sizesA, a, sizesB, b, pair9, out, o, ids3, io);
      case 4 /* Capsule */:
        return collideCapsuleCircle(sizesA, a, sizesB, b, pair9, out, o, ids3, io);
      case 6 /* Segment */:
        return collideSegmentCircle(sizesA, a, sizesB, b, pair9, out, o, ids3, io);
      case 5 /* Polygon */:
        return pool === null ? 0 : collidePolygonCircle(sizesA, a, sizesB, b, pair9, pool, out, o, ids3, io);
      default:
        return 0;
    }
  return typeA === 6 /* Segment */ && sizesA[a + 3] === 1 ? collideChainConvex(sizesA, a, typeB, sizesB, b, pair9, pool, out, o, ids3, io) : collideConvex(typeA, sizesA, a, typeB, sizesB, b, pair9, pool, out, o, ids3, io);
}

// src/collision/sweep.ts
var SWEEP_STRIDE = 8, angle = new Float64Array(1);
function poseAt(sweeps, s, fractions, f2, poses2, p) {
  let fraction = fractions[f2];
  angle[0] = sweeps[s + 4] + fraction * (sweeps[s + 5] - sweeps[s + 4]), sincosOf(angle, 0, poses2, p + 2);
  let cosine = poses2[p + 2], sine2 = poses2[p + 3], x = sweeps[s + 6], y = sweeps[s + 7];
  poses2[p] = sweeps[s] + fraction * (sweeps[s + 2] - sweeps[s]) - (cosine * x - sine2 * y), poses2[p + 1] = sweeps[s + 1] + fraction * (sweeps[s + 3] - sweeps[s + 1]) - (sine2 * x + cosine * y);
}

// src/collision/distance.ts
var DISTANCE_STRIDE = 7, manifold = new Float64Array(8), ids = new Int32Array(2), fixedPair = new Float64Array(PAIR_STRIDE);
function measureDistance(typeA, sizesA, a, typeB, sizesB, b, pair9, pool, out, o) {
  let count = closestManifold(typeA, sizesA, a, typeB, sizesB, b, pair9, pool, 1 / 0);
  if (count === 0) {
    out[o] = 1 / 0;
    return;
  }
  let p = count === 2 && manifold[7] < manifold[4] ? 5 : 2, nx = manifold[0], ny = manifold[1], half = 0.5 * manifold[p + 2];
  out[o] = manifold[p + 2], out[o + 1] = nx, out[o + 2] = ny, out[o + 3] = manifold[p] - nx * half, out[o + 4] = manifold[p + 1] - ny * half, out[o + 5] = manifold[p] + nx * half, out[o + 6] = manifold[p + 1] + ny * half;
}
function overlapShapes(typeA, sizesA, a, typeB, sizesB, b, pair9, pool) {
  return closestManifold(typeA, sizesA, a, typeB, sizesB, b, pair9, pool, 0) > 0;
}
function closestManifold(typeA, sizesA, a, typeB, sizesB, b, pair9, pool, margin) {
  if (fixedPair.set(pair9), fixedPair[6] = margin, typeA === 1 /* Circle */ && typeB === 1 /* Circle */)
    return collideCircles(sizesA, a, sizesB, b, fixedPair, manifold, 0, ids, 0);
  typeA === 3 /* Aabb */ && (fixedPair[2] = 1, fixedPair[3] = 0), typeB === 3 /* Aabb */ && (fixedPair[4] = 1, fixedPair[5] = 0);
  let counts = loadPair(typeA, sizesA, a, typeB, sizesB, b, fixedPair, pool), countA = counts >> 4, countB = counts & 15;
  return countA === 0 || countB === 0 ? 0 : (clipInput[0] = sizesA[a + 2], clipInput[1] = sizesB[b + 2], clipInput[2] = margin, manifoldToWorld(collideCores(countA, countB, 0, manifold, 0, ids, 0), fixedPair, manifold, 0));
}

// src/collision/face-advance.ts
var MAX_ADVANCES = 40, reference = new Float64Array(4), other = new Float64Array(4);
function safeFraction(room, speed, curve) {
  let root = Math.sqrt(speed * speed + 2 * curve * room);
  return speed < 0 ? 2 * room / (root - speed) : curve > 0 ? (speed + root) / curve : 1 / 0;
}
function advanceAlongFace(corners, normals7, face, sweeps, s, otherCount, otherCorners, otherSweeps, t, state3) {
  let turn3 = sweeps[s + 5] - sweeps[s + 4], otherTurn = otherSweeps[t + 5] - otherSweeps[t + 4], vx = otherSweeps[t + 2] - otherSweeps[t] - (sweeps[s + 2] - sweeps[s]), vy = otherSweeps[t + 3] - otherSweeps[t + 1] - (sweeps[s + 3] - sweeps[s + 1]), speed = Math.sqrt(vx * vx + vy * vy), lnx = normals7[face * 2], lny = normals7[face * 2 + 1], height = lnx * (corners[face * 2] - sweeps[s + 6]) + lny * (corners[face * 2 + 1] - sweeps[s + 7]);
  for (let i = 0; i < MAX_ADVANCES; i++) {
    let time = state3[0], left = state3[3] - time;
    poseAt(sweeps, s, state3, 0, reference, 0), poseAt(otherSweeps, t, state3, 0, other, 0);
    let nx = reference[2] * lnx - reference[3] * lny, ny = reference[3] * lnx + reference[2] * lny, cx = otherSweeps[t] - sweeps[s] + time * vx, cy = otherSweeps[t + 1] - sweeps[s + 1] + time * vy, step = 1 / 0;
    for (let k = 0; k < otherCount * 2; k += 2) {
      let lx = otherCorners[k] - otherSweeps[t + 6], ly = otherCorners[k + 1] - otherSweeps[t + 7], rx = other[2] * lx - other[3] * ly, ry = other[3] * lx + other[2] * ly, wx = cx + rx, wy = cy + ry, room = nx * wx + ny * wy - height - state3[1];
      if (room <= state3[2]) return;
      let arm = Math.sqrt(rx * rx + ry * ry), most = speed + Math.abs(otherTurn) * arm, change2 = nx * (vx - otherTurn * ry) + ny * (vy + otherTurn * rx) + turn3 * (nx * wy - ny * wx), reach = Math.sqrt(wx * wx + wy * wy) + most * left, curve = turn3 * turn3 * reach + 2 * Math.abs(turn3) * most + otherTurn * otherTurn * arm, at = safeFraction(room, change2, curve);
      at < step && (step = at);
    }
    if (state3[0] = time + step, state3[0] >= state3[3]) {
      state3[0] = state3[3];
      return;
    }
  }
}

// src/collision/time-of-impact.ts
var IMPACT_STRIDE = 5, LIMITS_STRIDE = 3, IMPACT_NONE = 0, IMPACT_HIT = 1, IMPACT_AT_START = 2, IMPACT_UNSURE = 3, MAX_DIRECTIONS = 20, MAX_ADVANCES2 = 40, localA = new Float64Array(MAX_VERTICES * 2), localB = new Float64Array(MAX_VERTICES * 2), normalsA2 = new Float64Array(MAX_VERTICES * 2), normalsB2 = new Float64Array(MAX_VERTICES * 2), poses = new Float64Array(8), turned2 = new Float64Array(4), pair2 = new Float64Array(PAIR_STRIDE), distance = new Float64Array(DISTANCE_STRIDE), state2 = new Float64Array(5), START2 = new Float64Array(1), termsA = new Float64Array(MAX_VERTICES * 3), termsB = new Float64Array(MAX_VERTICES * 3);
function timeOfImpact(typeA, sizesA, a, sweepsA, sa, typeB, sizesB, b, sweepsB, sb, limits2, pool, out, o) {
  let target = limits2[0], tolerance = limits2[1], limit = limits2[2];
  out[o] = limit;
  let countA = loadConvex(typeA, sizesA, a, pool, localA, normalsA2), countB = loadConvex(typeB, sizesB, b, pool, localB, normalsB2);
  if (countA === 0 || countB === 0 || startsBehind(typeA, sizesA, a, sweepsA, sa, sweepsB, sb) || startsBehind(typeB, sizesB, b, sweepsB, sb, sweepsA, sa)) return IMPACT_NONE;
  let radius = sizesA[a + 2] + sizesB[b + 2];
  state2[0] = 0, state2[1] = target + radius, state2[2] = tolerance, state2[3] = limit;
  for (let round = 0; round < MAX_DIRECTIONS; round++) {
    if (poseAt(sweepsA, sa, state2, 0, poses, 0), poseAt(sweepsB, sb, state2, 0, poses, 4), pair2[0] = poses[4] - poses[0], pair2[1] = poses[5] - poses[1], pair2[2] = poses[2], pair2[3] = poses[3], pair2[4] = poses[6], pair2[5] = poses[7], measureDistance(typeA, sizesA, a, typeB, sizesB, b, pair2, pool, distance, 0), distance[0] <= target + tolerance)
      return writeImpact(out, o), round === 0 ? IMPACT_AT_START : IMPACT_HIT;
    let turnsA = typeA !== 3 /* Aabb */, turnsB = typeB !== 3 /* Aabb */, faceA = turnsA && turnsB ? findContactFace(countA, normalsA2, 0, 1) : -1, faceB = turnsA && turnsB && faceA < 0 ? findContactFace(countB, normalsB2, 4, -1) : -1;
    if (faceA >= 0 ? advanceAlongFace(localA, normalsA2, faceA, sweepsA, sa, countB, localB, sweepsB, sb, state2) : faceB >= 0 ? advanceAlongFace(localB, normalsB2, faceB, sweepsB, sb, countA, localA, sweepsA, sa, state2) : advance2(countA, sweepsA, sa, turnsA, countB, sweepsB, sb, turnsB), state2[0] >= limit)
      return out[o] = limit, IMPACT_NONE;
  }
  return writeImpact(out, o), IMPACT_UNSURE;
}
function writeImpact(out, o) {
  out[o] = state2[0], out[o + 1] = distance[1], out[o + 2] = distance[2], out[o + 3] = poses[0] + 0.5 * (distance[3] + distance[5]), out[o + 4] = poses[1] + 0.5 * (distance[4] + distance[6]);
}
function findContactFace(count, normals7, p, sign) {
  if (count < 2) return -1;
  let c = poses[p + 2], s = poses[p + 3], nx = sign * (c * distance[1] + s * distance[2]), ny = sign * (c * distance[2] - s * distance[1]);
  for (let i = 0; i < count; i++)
    if (nx * normals7[i * 2] + ny * normals7[i * 2 + 1] > 1 - 1e-9) return i;
  return -1;
}
function startsBehind(type, sizes2, offset, sweeps, s, others2, t) {
  if (type !== 6 /* Segment */ || sizes2[offset + 3] !== 1) return !1;
  poseAt(sweeps, s, START2, 0, poses, 0);
  let dx = others2[t] - poses[0], dy = others2[t + 1] - poses[1], x = poses[2] * dx + poses[3] * dy - sizes2[offset], y = poses[2] * dy - poses[3] * dx - sizes2[offset + 1];
  return (sizes2[offset + 4] - sizes2[offset]) * y - (sizes2[offset + 5] - sizes2[offset + 1]) * x < 0;
}
function advance2(countA, sweepsA, sa, turnsA, countB, sweepsB, sb, turnsB) {
  let limit = state2[3];
  for (let i = 0; i < MAX_ADVANCES2; i++) {
    if (fillTerms(countA, localA, sweepsA, sa, turnsA, sweepsA, sa, termsA), fillTerms(countB, localB, sweepsB, sb, turnsB, sweepsA, sa, termsB), !findSafeStep(countA, countB)) return;
    if (state2[0] = state2[0] + state2[4], state2[0] >= limit) {
      state2[0] = limit;
      return;
    }
  }
}
function fillTerms(count, local3, sweeps, s, turns, base, b, terms) {
  let nx = distance[1], ny = distance[2], time = state2[0], turn3 = sweeps[s + 5] - sweeps[s + 4];
  poseAt(sweeps, s, state2, 0, turned2, 0);
  let c = turned2[2], n = turned2[3], vx = sweeps[s + 2] - sweeps[s], vy = sweeps[s + 3] - sweeps[s + 1], x = sweeps[s] - base[b] + time * vx, y = sweeps[s + 1] - base[b + 1] + time * vy;
  for (let i = 0; i < count; i++) {
    let ax = local3[i * 2], ay = local3[i * 2 + 1], lx = (turns ? ax : 0) - sweeps[s + 6], ly = (turns ? ay : 0) - sweeps[s + 7], rx = c * lx - n * ly, ry = n * lx + c * ly, px = x + rx + (turns ? 0 : ax), py = y + ry + (turns ? 0 : ay);
    terms[i * 3] = nx * px + ny * py, terms[i * 3 + 1] = nx * (vx - turn3 * ry) + ny * (vy + turn3 * rx), terms[i * 3 + 2] = turn3 * turn3 * Math.sqrt(rx * rx + ry * ry);
  }
}
function findSafeStep(countA, countB) {
  let target = state2[1], tolerance = state2[2], step = 1 / 0;
  for (let i = 0; i < countA * 3; i += 3)
    for (let j = 0; j < countB * 3; j += 3) {
      let room = termsB[j] - termsA[i] - target;
      if (room <= tolerance) return !1;
      let speed = termsB[j + 1] - termsA[i + 1], curve = termsA[i + 2] + termsB[j + 2];
      if (step < 1 / 0 && room + step * (speed - 0.5 * curve * step) >= 0) continue;
      let at = safeFraction(room, speed, curve);
      at < step && (step = at);
    }
  return state2[4] = step, !0;
}

// src/world/seams.ts
var ALONG_FACE = 0.1, REACH_PART = 0.25, vertices3 = new Float64Array(MAX_VERTICES * 2), normals3 = new Float64Array(MAX_VERTICES * 2);
function grazes(physics, a, b, manifold3, m, points, motion2) {
  let slop = physics.tolerances.linearSlop, separation2 = manifold3[m + 4];
  if (points === 1 && separation2 > 0 && isRound(physics, a) !== isRound(physics, b))
    return passesCorner(physics, a, b, manifold3, m, motion2);
  let width;
  if (points === 2) {
    let dx = manifold3[m + 5] - manifold3[m + 2], dy = manifold3[m + 6] - manifold3[m + 3];
    width = Math.sqrt(dx * dx + dy * dy);
  } else if (separation2 > 0) width = 0;
  else return !1;
  if (width >= slop) return !1;
  let { kind, bodyOf: bodyOf2, reach } = physics.bodies, bodyA = bodyOf2[a], bodyB = bodyOf2[b];
  if (kind[bodyA] === 1 /* Dynamic */ && kind[bodyB] === 1 /* Dynamic */ || !isSharp(physics, a) || !isSharp(physics, b)) return !1;
  let smallest = Math.min(reach[bodyA], reach[bodyB]);
  if (points === 2) return width < REACH_PART * smallest;
  findAngleToFace(physics, a, manifold3, m, 1);
  let sineA = sine[0];
  findAngleToFace(physics, b, manifold3, m, -1);
  let least = Math.min(sineA, sine[0]);
  return least > 0 && least < ALONG_FACE && separation2 * least < Math.min(slop, REACH_PART * smallest);
}
function passesCorner(physics, a, b, manifold3, m, motion2) {
  let { kind, bodyOf: bodyOf2, reach } = physics.bodies, roundFirst = isRound(physics, a), corner2 = roundFirst ? b : a;
  if (kind[bodyOf2[corner2]] === 1 /* Dynamic */ || !isSharp(physics, corner2)) return !1;
  let nx = manifold3[m], ny = manifold3[m + 1];
  if (findAngleToFace(physics, corner2, manifold3, m, roundFirst ? -1 : 1), sine[0] < ON_FACE) return !1;
  let vx = motion2[0], vy = motion2[1], speed = Math.sqrt(vx * vx + vy * vy);
  if (speed === 0) return !1;
  let round = roundFirst ? a : b, radius = physics.geometry[round * 12 + 2];
  return (radius + manifold3[m + 4]) * Math.abs(vx * ny - vy * nx) / speed > radius - Math.min(physics.tolerances.linearSlop, REACH_PART * reach[bodyOf2[round]]);
}
function isRound(physics, collider) {
  return physics.geometry[collider * 12 + 2] > 0;
}
function isSharp(physics, collider) {
  let type = physics.shapeType[collider];
  return (type === 2 /* Box */ || type === 3 /* Aabb */ || type === 5 /* Polygon */) && physics.geometry[collider * 12 + 2] === 0;
}
var sine = new Float64Array(1);
function findAngleToFace(physics, collider, manifold3, m, sign) {
  let nx = sign * manifold3[m], ny = sign * manifold3[m + 1], { shapeType, geometry, polygons, bodies } = physics, type = shapeType[collider], count = loadConvex(type, geometry, collider * 12, polygons, vertices3, normals3), p = collider * POSE_STRIDE, turns = type !== 3 /* Aabb */, c = turns ? bodies.pose[p + 2] : 1, s = turns ? bodies.pose[p + 3] : 0, x = c * nx + s * ny, y = c * ny - s * nx, least = 1;
  for (let i = 0; i < count; i++) {
    let u = normals3[2 * i], v = normals3[2 * i + 1];
    x * u + y * v > 0 && (least = Math.min(least, Math.abs(x * v - y * u)));
  }
  sine[0] = least;
}

// src/world/sweep-pair.ts
var LEG_STRIDE = 6, leg = new Float64Array(LEG_STRIDE), impact = new Float64Array(IMPACT_STRIDE), limits = new Float64Array(LIMITS_STRIDE), FIRST = 2, hold = { changed: !1, allowed: !0 }, own = new Float64Array(SWEEP_STRIDE), others = new Float64Array(SWEEP_STRIDE), otherLeg = new Float64Array(LEG_STRIDE), ends = new Float64Array(8), pair3 = new Float64Array(PAIR_STRIDE), manifold2 = new Float64Array(8), ids2 = new Int32Array(2), vertices4 = new Float64Array(MAX_VERTICES * 2), normals4 = new Float64Array(MAX_VERTICES * 2), core = new Float64Array(12), against = new Float64Array(2), BOUNDS = new Float64Array([0, 1]), MAX_SLIDING_TURN = 0.05;
function writeStepLeg(physics, body, out) {
  let { bodies, states } = physics, b = body * POSE_STRIDE;
  out[0] = bodies.pose[b] - bodies.pose[b + 4], out[1] = bodies.pose[b + 1] - bodies.pose[b + 5];
  let moves = isSolved(physics, body), s = bodies.awakeIndex[body] * 8;
  out[2] = moves ? states.state[s + 3] : 0, out[3] = moves ? states.state[s + 4] : 0, out[4] = 0, out[5] = moves ? states.state[s + 7] : 0;
}
function isSolved(physics, body) {
  let index = physics.bodies.awakeIndex[body];
  return index >= 0 && index < physics.solvedCount;
}
function loadOwn(physics, collider, body) {
  writeSweep(physics, collider, body, leg, own);
}
function writeSweep(physics, collider, body, way, out) {
  let { pose, angle: angle3 } = physics.bodies, p = collider * POSE_STRIDE, b = body * POSE_STRIDE, ox = pose[b] - pose[b + 4] - pose[p], oy = pose[b + 1] - pose[b + 5] - pose[p + 1], c = pose[p + 2], s = pose[p + 3];
  out[0] = way[0], out[1] = way[1], out[2] = way[0] + way[2], out[3] = way[1] + way[3], out[4] = angle3[collider] + way[4], out[5] = out[4] + way[5], out[6] = c * ox + s * oy, out[7] = c * oy - s * ox;
}
function writeOtherSweep(physics, other2) {
  let otherBody = physics.bodies.bodyOf[other2];
  writeStepLeg(physics, otherBody, otherLeg), writeSweep(physics, other2, otherBody, otherLeg, others);
}
function clearLimits(physics) {
  limits[0] = 0.25 * physics.tolerances.linearSlop, limits[1] = 0.25 * limits[0], limits[FIRST] = 1;
}
function hitsSooner(physics, body, collider, other2) {
  if (writeOtherSweep(physics, other2), isLeftToContacts(physics, body, collider, other2)) return !1;
  let found3 = findImpact(physics, collider, other2);
  return found3 === IMPACT_NONE || (found3 === IMPACT_AT_START || slidesOver(physics, collider, other2)) && !hitsCore(physics, body, collider, other2) || impact[0] >= limits[FIRST] ? !1 : (limits[FIRST] = impact[0], !0);
}
function meets(physics, body, collider, other2) {
  if (writeOtherSweep(physics, other2), isLeftToContacts(physics, body, collider, other2)) return !1;
  let found3 = findImpact(physics, collider, other2);
  return found3 !== IMPACT_NONE && found3 !== IMPACT_AT_START && impact[0] < limits[FIRST];
}
function contactAtEnd(physics, collider, other2) {
  pair3[6] = physics.tolerances.linearSlop;
  let points = collideAt(physics, collider, other2, BOUNDS, 1);
  return points === 0 ? 0 : approachAtEnd(points) > 0 ? 1 : -1;
}
function findImpact(physics, collider, other2) {
  let { shapeType, geometry, polygons } = physics;
  return timeOfImpact(
    shapeType[collider],
    geometry,
    collider * 12,
    own,
    0,
    shapeType[other2],
    geometry,
    other2 * 12,
    others,
    0,
    limits,
    polygons,
    impact,
    0
  );
}
function slidesOver(physics, collider, other2) {
  if (Math.abs(own[5] - own[4]) > MAX_SLIDING_TURN) return !1;
  pair3[6] = physics.tolerances.linearSlop;
  let points = collideAt(physics, collider, other2, impact, 0);
  return against[0] = others[2] - others[0] - own[2] + own[0], against[1] = others[3] - others[1] - own[3] + own[1], points > 0 && grazes(physics, collider, other2, manifold2, 0, points, against);
}
function isLeftToContacts(physics, body, collider, other2) {
  let { bodies } = physics;
  pair3[6] = 0;
  let points = collideAt(physics, collider, other2, BOUNDS, 1);
  if (points === 0 || -Math.min(manifold2[4], points === 2 ? manifold2[7] : 0) >= bodies.reach[body]) return !1;
  let dx = own[2] - own[0] - others[2] + others[0], dy = own[3] - own[1] - others[3] + others[1];
  return dx * manifold2[0] + dy * manifold2[1] < 0 ? !1 : Math.abs(own[5] - own[4]) + Math.abs(others[5] - others[4]) < MAX_SLIDING_TURN || approachAtEnd(points) >= 0;
}
function approachAtEnd(points) {
  let p = points === 2 && manifold2[7] < manifold2[4] ? 5 : 2, x = ends[0] + manifold2[p], y = ends[1] + manifold2[p + 1], turn3 = own[5] - own[4], otherTurn = others[5] - others[4], dx = own[2] - own[0] - turn3 * (y - own[3]) - (others[2] - others[0] - otherTurn * (y - others[3])), dy = own[3] - own[1] + turn3 * (x - own[2]) - (others[3] - others[1] + otherTurn * (x - others[2])), approach2 = dx * manifold2[0] + dy * manifold2[1];
  return approach2 === 0 ? 0 : approach2 > 0 ? 1 : -1;
}
function collideAt(physics, collider, other2, fractions, f2) {
  let { shapeType, geometry, polygons } = physics;
  return poseAt(own, 0, fractions, f2, ends, 0), poseAt(others, 0, fractions, f2, ends, 4), pair3[0] = ends[4] - ends[0], pair3[1] = ends[5] - ends[1], pair3[2] = ends[2], pair3[3] = ends[3], pair3[4] = ends[6], pair3[5] = ends[7], pair3[7] = 0, collidePair(
    shapeType[collider],
    geometry,
    collider * 12,
    shapeType[other2],
    geometry,
    other2 * 12,
    pair3,
    manifold2,
    0,
    ids2,
    0,
    polygons
  );
}
function hitsCore(physics, body, collider, other2) {
  let { shapeType, geometry, polygons, bodies } = physics;
  core[2] = 0.5 * bodies.reach[body];
  let x = own[6], y = own[7];
  shiftToMiddle(physics, collider);
  let found3 = timeOfImpact(
    1 /* Circle */,
    core,
    0,
    own,
    0,
    shapeType[other2],
    geometry,
    other2 * 12,
    others,
    0,
    limits,
    polygons,
    impact,
    0
  );
  return found3 === IMPACT_AT_START && holdMiddle(), own[6] = x, own[7] = y, found3 !== IMPACT_NONE && found3 !== IMPACT_AT_START;
}
function shiftToMiddle(physics, collider) {
  let { shapeType, geometry, polygons, tolerances } = physics, g = collider * 12, count = loadConvex(shapeType[collider], geometry, g, polygons, vertices4, normals4), x = own[6], y = own[7];
  own[6] = 0, own[7] = 0;
  let inside = !0, mx = 0, my = 0;
  for (let i = 0; i < count; i++) {
    let vx = vertices4[2 * i], vy = vertices4[2 * i + 1];
    mx += vx / count, my += vy / count;
    let out = normals4[2 * i] * (x - vx) + normals4[2 * i + 1] * (y - vy);
    count > 1 && out > geometry[g + 2] + tolerances.linearSlop && (inside = !1);
  }
  let most = 0;
  for (let i = 0; i < count; i++) {
    let dx = vertices4[2 * i] - mx, dy = vertices4[2 * i + 1] - my;
    most = Math.max(most, dx * dx + dy * dy);
  }
  let reach = Math.sqrt(most) + geometry[g + 2] + tolerances.linearSlop;
  inside && (x - mx) * (x - mx) + (y - my) * (y - my) <= reach * reach || (own[6] = x - mx, own[7] = y - my);
}
function holdMiddle() {
  let nx = impact[1], ny = impact[2];
  poseAt(own, 0, BOUNDS, 0, ends, 0), poseAt(own, 0, BOUNDS, 1, ends, 4);
  let inward = nx * (ends[4] - ends[0] - others[2] + others[0]) + ny * (ends[5] - ends[1] - others[3] + others[1]);
  inward <= 0 || !hold.allowed || (leg[2] = leg[2] - inward * nx, leg[3] = leg[3] - inward * ny, hold.changed = !0);
}

// src/world/sweep-body.ts
var candidates = new ItemBuffer(), swept = new Float64Array(4), LET_THROUGH = 40, turned3 = new Float64Array(2), hitLeg = new Float64Array(LEG_STRIDE), MAX_HOLDS = 4, found = {
  /** The body that was hit first, or 0. */
  body: 0
};
function sweepLeg(physics, body, bullet, pusher = 0) {
  hold.allowed = !0;
  for (let round = 0; ; round++) {
    if (hold.changed = !1, found.body = 0, clearLimits(physics), findCandidates(physics, body, bullet, candidates), pusher !== 0 && addColliders(physics, pusher), findFirstHit(physics, body, bullet, pusher), !hold.changed) return;
    round < MAX_HOLDS || (leg[2] = 0, leg[3] = 0, leg[5] = 0, hold.allowed = !1);
  }
}
function findCandidates(physics, body, all, out) {
  let { broadPhase: broadPhase2 } = physics, extent2 = physics.bodies.extent[body];
  swept[0] = Math.min(leg[0], leg[0] + leg[2]) - extent2, swept[1] = Math.min(leg[1], leg[1] + leg[3]) - extent2, swept[2] = Math.max(leg[0], leg[0] + leg[2]) + extent2, swept[3] = Math.max(leg[1], leg[1] + leg[3]) + extent2, out.clear(), !all && broadPhase2.fixedRegion ? broadPhase2.fixedRegion(swept, out) : broadPhase2.region(swept, out), out.count = sortItems(out.items, out.count);
}
function addColliders(physics, body) {
  let { bodies } = physics;
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) candidates.push(c);
}
function findFirstHit(physics, body, bullet, pusher) {
  let { bodies } = physics;
  if (candidates.count !== 0) {
    for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c))
      if (!(bodies.sensor[c] === 1 || isLeaving(physics, c))) {
        loadOwn(physics, c, body);
        for (let i = 0; i < candidates.count; i++) {
          let other2 = candidates.items[i];
          if (isObstacle(physics, body, c, other2, bullet, pusher) && (hitsSooner(physics, body, c, other2) && (found.body = bodies.bodyOf[other2]), hold.changed))
            return;
        }
      }
  }
}
function isObstacle(physics, body, collider, other2, bullet, pusher) {
  let { bodies, contacts } = physics, otherBody = bodies.bodyOf[other2];
  if (otherBody === body || bodies.sensor[other2] === 1 || isLeaving(physics, other2) || bodies.kind[otherBody] !== 3 /* Static */ && otherBody !== pusher && (!bullet || (bodies.traits[otherBody] & 4 /* Bullet */) !== 0))
    return !1;
  let contact = contacts.find(Math.min(collider, other2), Math.max(collider, other2));
  if (isLetThrough(physics, contact) || (contact === 0 ? !mayTouch(physics, collider, other2) : !filtersAllow(physics, collider, other2))) return !1;
  if ((bodies.traits[other2] & 2 /* OneWay */) === 0) return !0;
  let { OneWay } = physics.components, c = bodies.pose[other2 * POSE_STRIDE + 2], s = bodies.pose[other2 * POSE_STRIDE + 3];
  return leg[2] * (c * OneWay.x[other2] - s * OneWay.y[other2]) + leg[3] * (s * OneWay.x[other2] + c * OneWay.y[other2]) < 0;
}
function isLetThrough(physics, contact) {
  let { flags, pointCount } = physics.contacts;
  return contact !== 0 && pointCount[contact] > 0 && (flags[contact] & LET_THROUGH) !== 0;
}
function placeAfterLeg(physics, body) {
  let { bodies, states } = physics, { Position, Rotation } = physics.components, fraction = limits[FIRST], x = leg[0] + fraction * leg[2], y = leg[1] + fraction * leg[3], turn3 = leg[4] + fraction * leg[5], b = body * POSE_STRIDE, angle3 = Rotation.angle[body];
  if (isSolved(physics, body)) {
    let s = bodies.awakeIndex[body] * 8;
    angle3 -= states.state[s + 7], states.state[s + 3] = x - (bodies.pose[b] - bodies.pose[b + 4]), states.state[s + 4] = y - (bodies.pose[b + 1] - bodies.pose[b + 5]), states.state[s + 7] = turn3;
  }
  let cx = bodies.localCenter[body * 2], cy = bodies.localCenter[body * 2 + 1];
  turned3[0] = bodies.angle[body] + turn3, sincosOf(turned3, 0, turned3, 0), Position.x[body] = x - (turned3[0] * cx - turned3[1] * cy), Position.y[body] = y - (turned3[1] * cx + turned3[0] * cy), Rotation.angle[body] = angle3 + turn3;
}
function turnToCarried(physics, hit2) {
  writeStepLeg(physics, hit2, hitLeg);
  let fraction = limits[FIRST], left = 1 - fraction;
  leg[0] = leg[0] + fraction * leg[2], leg[1] = leg[1] + fraction * leg[3], leg[4] = leg[4] + fraction * leg[5], leg[5] = left * hitLeg[5];
  let rx = leg[0] - (hitLeg[0] + fraction * hitLeg[2]), ry = leg[1] - (hitLeg[1] + fraction * hitLeg[3]);
  turned3[0] = leg[5], sincosOf(turned3, 0, turned3, 0), leg[2] = left * hitLeg[2] + turned3[0] * rx - turned3[1] * ry - rx, leg[3] = left * hitLeg[3] + turned3[1] * rx + turned3[0] * ry - ry;
}

// src/world/sweep-kinematic.ts
var met = new ItemBuffer(), otherLeg2 = new Float64Array(LEG_STRIDE), approach = new Float64Array(1), firstBegin = 0, firstHit = 0;
function sweepKinematics(physics) {
  let { kinematics, kinematicCount } = physics;
  firstBegin = physics.events.contactBegin.count, firstHit = physics.events.contactHit.count;
  for (let i = 0; i < kinematicCount; i++)
    movesFar(physics, kinematics[i]) && sweepKinematic(physics, kinematics[i]);
}
function movesFar(physics, body) {
  let { bodies, tolerances, leaving } = physics;
  return !isSolved(physics, body) || leaving.flag[body] !== 0 ? !1 : (writeStepLeg(physics, body, leg), Math.sqrt(leg[2] * leg[2] + leg[3] * leg[3]) + Math.abs(leg[5]) * bodies.extent[body] > Math.max(2 * bodies.reach[body], tolerances.linearSlop));
}
function sweepKinematic(physics, body) {
  let { bodies } = physics;
  findCandidates(physics, body, !0, met), addFastOnes(physics, body);
  for (let i = 0; i < met.count; i++) {
    let other2 = met.items[i], otherBody = bodies.bodyOf[other2];
    otherBody === body || physics.leaving.flag[otherBody] !== 0 || (bodies.kind[otherBody] !== 1 /* Dynamic */ ? passBy(physics, body, other2) : isFirstMet(physics, i) && pushAlong(physics, body, otherBody));
  }
}
function addFastOnes(physics, body) {
  let { fast, kinematics, kinematicCount } = physics, before = met.count;
  for (let i = 0; i < fast.count; i++)
    fast.flag[fast.items[i]] !== 0 && addColliders2(physics, body, fast.items[i]);
  for (let i = 0; i < kinematicCount; i++)
    kinematics[i] !== body && addColliders2(physics, body, kinematics[i]);
  met.count > before && sortItems(met.items, met.count);
}
function addColliders2(physics, body, other2) {
  if (!isSolved(physics, other2)) return;
  let { bodies } = physics, { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB;
  writeStepLeg(physics, other2, otherLeg2);
  let x = otherLeg2[0] - leg[0], y = otherLeg2[1] - leg[1], near2 = bodies.extent[body] + bodies.extent[other2] + wayOf(leg) + wayOf(otherLeg2);
  if (!(x * x + y * y > near2 * near2))
    for (let c = bodies.firstCollider(other2); c !== 0; c = bodies.nextCollider(other2, c))
      minX[c] <= swept[2] && maxX[c] >= swept[0] && minY[c] <= swept[3] && maxY[c] >= swept[1] || met.push(c);
}
function wayOf(way) {
  return Math.sqrt(way[2] * way[2] + way[3] * way[3]);
}
function isFirstMet(physics, place3) {
  let { bodyOf: bodyOf2, firstChild } = physics.bodies, body = bodyOf2[met.items[place3]];
  if (firstChild[body] === 0) return !0;
  for (let i = 0; i < place3; i++) if (bodyOf2[met.items[i]] === body) return !1;
  return !0;
}
function areSolid(physics, a, b) {
  let { bodies, contacts } = physics;
  return isLeaving(physics, a) || isLeaving(physics, b) || bodies.sensor[a] === 1 || bodies.sensor[b] === 1 || !mayTouch(physics, a, b) || ((bodies.traits[a] | bodies.traits[b]) & 2 /* OneWay */) !== 0 ? !1 : !isLetThrough(physics, contacts.find(Math.min(a, b), Math.max(a, b)));
}
function pushAlong(physics, body, pushed) {
  writeStepLeg(physics, pushed, leg), runsInto(physics, body, pushed) && (writeStepLeg(physics, pushed, leg), sweepLeg(physics, pushed, !1, body), limits[FIRST] < 1 && found.body === body && (turnToCarried(physics, body), sweepLeg(physics, pushed, !1)), placeAfterLeg(physics, pushed), physics.fast.remove(pushed), wakeBody(physics, pushed));
}
function runsInto(physics, body, pushed) {
  let { bodies } = physics;
  hold.changed = !1, hold.allowed = !0, clearLimits(physics);
  for (let c = bodies.firstCollider(pushed); c !== 0; c = bodies.nextCollider(pushed, c)) {
    loadOwn(physics, c, pushed);
    for (let other2 = bodies.firstCollider(body); other2 !== 0; other2 = bodies.nextCollider(body, other2))
      if (areSolid(physics, c, other2) && (hitsSooner(physics, pushed, c, other2) || hold.changed))
        return !0;
  }
  return !1;
}
function passBy(physics, body, other2) {
  let { bodies, contacts } = physics, otherBody = bodies.bodyOf[other2];
  for (let c = bodies.firstCollider(body); c !== 0; c = bodies.nextCollider(body, c)) {
    if (!areSolid(physics, c, other2)) continue;
    let contact = contacts.find(Math.min(c, other2), Math.max(c, other2));
    contact !== 0 && (contacts.flags[contact] & 1 /* Touching */) !== 0 || (writeStepLeg(physics, body, leg), loadOwn(physics, c, body), clearLimits(physics), meets(physics, body, c, other2) && (writeStepLeg(physics, otherBody, otherLeg2), report(physics, c, other2)));
  }
}
function report(physics, own2, other2) {
  let { bodies, events } = physics, a = Math.min(own2, other2), b = Math.max(own2, other2), { contactBegin, contactHit, contactEnd } = events;
  if (isIn(contactBegin, firstBegin, a, b) || isIn(contactHit, firstHit, a, b)) return;
  findApproach(physics, bodies.bodyOf[own2], bodies.bodyOf[other2]);
  let opposed = contactAtEnd(physics, own2, other2);
  opposed === 0 ? (contactBegin.push(a, b, bodies.bodyOf[a], bodies.bodyOf[b]), pushHit(physics, a, b, own2 === a ? 1 : -1), contactEnd.push(a, b, bodies.bodyOf[a], bodies.bodyOf[b], EndReason.Separated)) : opposed < 0 && pushHit(physics, a, b, own2 === a ? 1 : -1);
}
function isIn(events, from, a, b) {
  for (let i = from; i < events.count; i++) if (events.a[i] === a && events.b[i] === b) return !0;
  return !1;
}
function pushHit(physics, a, b, sign) {
  if (approach[0] <= physics.settings.hitThreshold) return;
  let { contactHit } = physics.events, i = contactHit.push(a, b);
  contactHit.x[i] = impact[3], contactHit.y[i] = impact[4], contactHit.nx[i] = sign * impact[1], contactHit.ny[i] = sign * impact[2], contactHit.approachSpeed[i] = approach[0];
}
function findApproach(physics, body, other2) {
  let { x, y, angular } = physics.components.Velocity, fraction = impact[0], rx = impact[3] - leg[0] - fraction * leg[2], ry = impact[4] - leg[1] - fraction * leg[3], ox = impact[3] - otherLeg2[0] - fraction * otherLeg2[2], oy = impact[4] - otherLeg2[1] - fraction * otherLeg2[3], vx = x[body] - angular[body] * ry, vy = y[body] + angular[body] * rx;
  physics.bodies.kind[other2] === 2 /* Kinematic */ && (vx -= x[other2] - angular[other2] * oy, vy -= y[other2] + angular[other2] * ox), approach[0] = vx * impact[1] + vy * impact[2];
}

// src/world/continuous.ts
function sweepFastBodies(physics) {
  let { fast, bodies } = physics;
  if (sweepKinematics(physics), fast.count !== 0) {
    fast.compact();
    for (let pass = 0; pass < 2; pass++)
      for (let i = 0; i < fast.count; i++) {
        let body = fast.items[i], bullet = (bodies.traits[body] & 4 /* Bullet */) !== 0;
        bullet === (pass === 1) && isSolved(physics, body) && sweepBody(physics, body, bullet);
      }
    fast.clear();
  }
}
function sweepBody(physics, body, bullet) {
  writeStepLeg(physics, body, leg);
  let dx = leg[2], dy = leg[3];
  if (sweepLeg(physics, body, bullet), limits[FIRST] === 1 && leg[2] === dx && leg[3] === dy) return;
  let hit2 = found.body;
  limits[FIRST] < 1 && isSolved(physics, hit2) && (turnToCarried(physics, hit2), sweepLeg(physics, body, !1)), placeAfterLeg(physics, body);
}

// systems/integrate.ts
function integrate(physics, dt) {
  let { settings, states, rows } = physics;
  states.move(physics.solvedCount), relaxContacts(rows, states), applyRollingResistance(rows, states), applyRestitution(rows, states, settings.restitutionThreshold), applyLocks(states), physics.substep++, physics.substep === settings.substeps && finishSolving(physics, dt);
}
function finishSolving(physics, dt) {
  let { rows, contacts } = physics;
  physics.states.memory.kernel.storeImpulses(), storeRolling(rows, contacts);
  let anyQuiet = commitStates(physics, dt);
  sweepFastBodies(physics), physics.substep = 0, physics.phase = 1 /* Stepping */, destroyLeaving(physics), physics.settings.allowSleep && anyQuiet && sleepQuiet(physics);
}
function commitStates(physics, dt) {
  let { bodies, states, leaving, tolerances, fast } = physics, { Position, Rotation, Velocity } = physics.components, { awake, kind, extent: extent2, quietTime, reach } = bodies, { state: state3, work } = states, inverseDt = 1 / dt, anyQuiet = !1;
  for (let i = 0; i < physics.solvedCount; i++) {
    let entity = awake[i];
    if (leaving.flag[entity] !== 0) continue;
    let s = i * 8, k = (i + 1) * 8, vx = state3[s] + Math.fround(work[k] - Math.fround(state3[s])), vy = state3[s + 1] + Math.fround(work[k + 1] - Math.fround(state3[s + 1])), w = state3[s + 2] + Math.fround(work[k + 2] - Math.fround(state3[s + 2])), dx = state3[s + 3], dy = state3[s + 4], turn3 = state3[s + 7];
    if (Position.x[entity] = Position.x[entity] + dx, Position.y[entity] = Position.y[entity] + dy, turn3 !== 0 && (Rotation.angle[entity] = Rotation.angle[entity] + turn3, swingOrigin(physics, entity)), kind[entity] !== 1 /* Dynamic */) continue;
    Velocity.x[entity] = vx, Velocity.y[entity] = vy, Velocity.angular[entity] = w;
    let speed = Math.sqrt(vx * vx + vy * vy) + Math.abs(w) * extent2[entity], path = Math.sqrt(dx * dx + dy * dy) + Math.abs(turn3) * extent2[entity];
    path > reach[entity] && fast.add(entity);
    let motion2 = 0.5 * inverseDt * path;
    speed < tolerances.sleepSpeed && motion2 < tolerances.sleepSpeed ? (quietTime[entity] = quietTime[entity] + dt, quietTime[entity] >= TIME_TO_SLEEP && (anyQuiet = !0)) : quietTime[entity] = 0;
  }
  return anyQuiet;
}
var angle2 = new Float64Array(1), turned4 = new Float64Array(2);
function swingOrigin(physics, body) {
  let { pose, localCenter } = physics.bodies, x = localCenter[body * 2], y = localCenter[body * 2 + 1];
  if (x === 0 && y === 0) return;
  let { Position, Rotation } = physics.components;
  angle2[0] = Rotation.angle[body], sincosOf(angle2, 0, turned4, 0);
  let p = body * POSE_STRIDE;
  Position.x[body] = Position.x[body] - pose[p + 4] - (turned4[0] * x - turned4[1] * y), Position.y[body] = Position.y[body] - pose[p + 5] - (turned4[1] * x + turned4[0] * y);
}
function sleepQuiet(physics) {
  let { bodies, contacts, islands, sleepers } = physics;
  keepDrivenAwake(physics);
  let count = islands.findQuiet(bodies, contacts, TIME_TO_SLEEP, sleepers.entities, sleepers.roots);
  count > 0 && sleepIslands(physics, sleepers.entities, sleepers.roots, count, sleepers.last);
}
function keepDrivenAwake(physics) {
  let { bodies, contacts, kinematics, kinematicCount } = physics;
  for (let i = 0; i < kinematicCount; i++) {
    let entity = kinematics[i];
    if (bodies.isAwake(entity))
      for (let c = bodies.firstCollider(entity); c !== 0; c = bodies.nextCollider(entity, c))
        for (let edge2 = contacts.head[c]; edge2 !== 0; edge2 = contacts.next[edge2])
          (contacts.flags[edge2 >>> 1] & 110 /* Unsolved */) === 0 && contacts.pointCount[edge2 >>> 1] > 0 && (bodies.quietTime[bodies.bodyOf[contacts.otherOf(edge2)]] = 0);
  }
}

// systems/narrow-phase.ts
var pair4 = new Float64Array(PAIR_STRIDE), features2 = new Int32Array(2), motion = new Float64Array(2);
function narrowPhase(physics, dt) {
  let { contacts, stats } = physics;
  dropParting(physics), contacts.tidy(), contacts.orderActive(), stats.contacts = 0, rested.count = 0;
  for (let seen = 0; seen < contacts.activeCount; ) {
    let end = contacts.activeCount;
    finishSome(physics, collideSome(physics, seen, end), dt), seen = end;
  }
  for (let i = 0; i < rested.count; i++) {
    let contact = rested.items[i];
    contacts.activeIndex[contact] !== -1 && rests2(physics, contact) && contacts.deactivate(contact);
  }
  stats.pairs = contacts.activeCount;
}
var rested = new ItemBuffer();
function dropParting(physics) {
  let { contacts, moved: moved3 } = physics;
  if (moved3.count !== 0) {
    for (let i = 0; i < contacts.activeCount; ) {
      let contact = contacts.active[i], a = contacts.a[contact], b = contacts.b[contact];
      (moved3.flag[a] | moved3.flag[b]) === 0 || boxesOverlap(physics, a, b) ? i++ : removeContact(physics, contact, EndReason.Separated);
    }
    moved3.clear();
  }
}
function collideSome(physics, first, end) {
  let { memory } = physics.states, { linearSlop, speculativeDistance } = physics.tolerances, { i32: i322, f64: f642 } = memory;
  f642[16] = speculativeDistance, f642[17] = linearSlop, i322[31] = physics.hooks.preSolve === null ? 0 : 1, i322[30] = 0;
  let count = memory.kernel.collide(first, end);
  return physics.stats.contacts += i322[30], count;
}
function finishSome(physics, count, dt) {
  let { contacts } = physics, done = 0;
  try {
    for (; done < count; ) {
      let contact = contacts.todo[2 * done], before = contacts.todo[2 * done + 1];
      done++, contacts.activeIndex[contact] !== -1 && finishContact(physics, contact, before, dt);
    }
  } finally {
    for (; done < count; done++) {
      let before = contacts.todo[2 * done + 1];
      before !== -1 && (contacts.pointCount[contacts.todo[2 * done]] = before);
    }
  }
}
function finishContact(physics, contact, before, dt) {
  let { contacts, bodies } = physics, a = contacts.a[contact], b = contacts.b[contact], flags = contacts.flags[contact] & -33;
  contacts.flags[contact] = flags;
  let sensor = (flags & 2 /* Sensor */) !== 0, old = before, points = contacts.pointCount[contact];
  before === -1 && (old = points, pair4[6] = sensor ? 0 : physics.tolerances.speculativeDistance, points = collide2(physics, contact, a, b)), points > 0 && old === 0 ? noteApproach(physics, contact) : points === 0 && old > 0 && physics.islands.markStale(), (flags & 16 /* OneWay */) !== 0 && decideOneWay(physics, contact, old === 0, dt), points > 0 && isGraze(physics, contact, a, b, points) ? contacts.flags[contact] = contacts.flags[contact] | 64 /* Grazing */ : (flags & 64 /* Grazing */) !== 0 && (contacts.flags[contact] = contacts.flags[contact] & -65);
  let was = (flags & 1 /* Touching */) !== 0, is = points > 0 && (was || isNear2(physics, contact, points));
  is !== was && (is ? beginTouch(physics, contact) : endTouch(physics, contact, EndReason.Separated)), is && physics.stats.contacts++, points > 0 && (contacts.flags[contact] & 110 /* Unsolved */) === 0 && (wakeTogether(physics, bodies.bodyOf[a], bodies.bodyOf[b]), old === 0 && joinIslands(physics, contact, bodies.bodyOf[a], bodies.bodyOf[b]), physics.hooks.preSolve !== null && askPreSolve(physics, contact, a, b, physics.hooks.preSolve)), sensor && rests2(physics, contact) && rested.push(contact);
}
function rests2({ contacts, bodies }, contact) {
  return !bodies.isAwake(bodies.bodyOf[contacts.a[contact]]) && !bodies.isAwake(bodies.bodyOf[contacts.b[contact]]);
}
function isGraze(physics, contact, a, b, points) {
  let { bodies, contacts, components } = physics, { x, y } = components.Velocity, bodyA = bodies.bodyOf[a], bodyB = bodies.bodyOf[b];
  return bodies.kind[bodyA] === 1 /* Dynamic */ && bodies.kind[bodyB] === 1 /* Dynamic */ ? !1 : (watchDeep(physics, contact, bodyA, bodyB, points), motion[0] = x[bodyB] - x[bodyA], motion[1] = y[bodyB] - y[bodyA], grazes(physics, a, b, contacts.manifold, contact * 8, points, motion));
}
function watchDeep(physics, contact, bodyA, bodyB, points) {
  let { kind, reach } = physics.bodies, dynamic = kind[bodyA] === 1 /* Dynamic */ ? bodyA : bodyB, { manifold: manifold3 } = physics.contacts, m = contact * 8;
  manifold3[m + 4] >= -reach[dynamic] && (points === 1 || manifold3[m + 7] >= -reach[dynamic]) || kind[dynamic] !== 1 /* Dynamic */ || kind[bodyA + bodyB - dynamic] !== 3 /* Static */ || (physics.contacts.flags[contact] & 110 /* Unsolved */) === 0 && physics.fast.add(dynamic);
}
var asked2 = { a: 0, b: 0, nx: 0, ny: 0, separation: 0, approachSpeed: 0 };
function askPreSolve(physics, contact, a, b, preSolve) {
  let { contacts } = physics, m = contact * 8;
  asked2.a = a, asked2.b = b, asked2.nx = contacts.manifold[m], asked2.ny = contacts.manifold[m + 1], asked2.separation = contacts.manifold[m + 4], contacts.pointCount[contact] === 2 && (asked2.separation = Math.min(asked2.separation, contacts.manifold[m + 7])), asked2.approachSpeed = contacts.approach[contact], preSolve(asked2) || (contacts.flags[contact] = contacts.flags[contact] | 32 /* Skipped */);
}
function wakeTogether(physics, bodyA, bodyB) {
  let { awakeIndex, kind } = physics.bodies;
  awakeIndex[bodyA] === NOT_AWAKE ? kind[bodyA] === 1 /* Dynamic */ && wakeBody(physics, bodyA) : awakeIndex[bodyB] === NOT_AWAKE && kind[bodyB] === 1 /* Dynamic */ && wakeBody(physics, bodyB);
}
function collide2(physics, contact, a, b) {
  let { contacts, bodies, geometry, shapeType } = physics, { pose } = bodies, { feature, impulse, pointCount } = contacts, pA = a * POSE_STRIDE, pB = b * POSE_STRIDE;
  pair4[7] = a + b, pair4[0] = pose[pB] - pose[pA], pair4[1] = pose[pB + 1] - pose[pA + 1], pair4[2] = pose[pA + 2], pair4[3] = pose[pA + 3], pair4[4] = pose[pB + 2], pair4[5] = pose[pB + 3];
  let f2 = contact * 2;
  features2[0] = feature[f2], features2[1] = feature[f2 + 1];
  let old = pointCount[contact], points = collidePair(
    shapeType[a],
    geometry,
    a * 12,
    shapeType[b],
    geometry,
    b * 12,
    pair4,
    contacts.manifold,
    contact * 8,
    feature,
    f2,
    physics.polygons
  );
  return pointCount[contact] = points, points > 0 && carryImpulses(impulse, contact * 4, feature, f2, features2, old, points), points;
}
function isNear2({ contacts, tolerances }, contact, points) {
  let m = contact * 8, { manifold: manifold3 } = contacts;
  return manifold3[m + 4] <= tolerances.linearSlop || points === 2 && manifold3[m + 7] <= tolerances.linearSlop;
}

// src/world/check.ts
import { entityExists } from "bitecs";
function checkEntity(physics, entity) {
  let { presence } = physics, shaped = presence.Shape.has(entity), placed = presence.Position.has(entity);
  if (!(!shaped && !placed || presence.Prefab.has(entity))) {
    if (presence.Collider.has(entity)) {
      shaped && checkChild(physics, entity, placed);
      return;
    }
    if (shaped && !placed)
      throw new Error(
        `bitecs-physics: entity ${entity} has a Shape but no Position. Add one with addComponent(world, entity, set(Position, { x, y })), make it a part of another body with set(Collider, { body }), or remove the Shape.`
      );
    if (!(!placed || presence.Disabled.has(entity)) && !(!shaped && physics.bodies.firstChild[entity] === 0)) {
      if (presence.Static.has(entity) && presence.Kinematic.has(entity))
        throw new Error(`bitecs-physics: entity ${entity} is tagged both Static and Kinematic. Remove one of the tags.`);
      checkMotion(physics, entity), checkMass(physics, entity), presence.Motion.has(entity) && checkDrive(physics, entity), shaped && (checkShape(physics, entity), checkWeight(physics, entity));
    }
  }
}
function checkValues(physics, entity) {
  checkMotion(physics, entity), checkMass(physics, entity), physics.bodies.isCollider(entity) && checkShape(physics, entity);
}
function checkPart(physics, child) {
  checkOffset(physics, child), checkShape(physics, child);
}
function checkDrive(physics, entity) {
  let { gravityScale, linearDamping, angularDamping, maxSpeed, maxAngularSpeed } = physics.components.Motion;
  checkFinite(entity, "Motion", "gravityScale", gravityScale[entity]), checkNotNegative(entity, "Motion", "linearDamping", linearDamping[entity]), checkNotNegative(entity, "Motion", "angularDamping", angularDamping[entity]), checkNotNegative(entity, "Motion", "maxSpeed", maxSpeed[entity]), checkNotNegative(entity, "Motion", "maxAngularSpeed", maxAngularSpeed[entity]);
}
function checkChild(physics, entity, placed) {
  let { ecs, components, presence } = physics, { Collider } = components, body = Collider.body[entity];
  if (body === 0) {
    checkTakenOff(physics, entity);
    return;
  }
  let fail = (what) => new Error(`bitecs-physics: Collider of entity ${entity}: ${what}.`);
  if (placed) throw fail("a child collider moves with its body and has no Position of its own. Remove the Position");
  if (body === entity) throw fail("body is the entity itself. Name the entity whose body it is a part of");
  if (!entityExists(ecs, body)) throw fail(`body ${body} does not exist`);
  if (!presence.Position.has(body)) throw fail(`entity ${body} is no body: it has no Position`);
  if (checkPart(physics, entity), components.Shape.type[entity] === 7 /* Chain */)
    throw fail("a chain cannot be a child collider. Give the chain to the body itself");
}
function checkTakenOff(physics, entity) {
  let { bodies, presence } = physics;
  if (!(bodies.loose[entity] === 1 || bodies.claimOf[entity] !== 0 || presence.Disabled.has(entity)))
    throw new Error(
      `bitecs-physics: Collider of entity ${entity}: body was never given. Name the entity whose body it is a part of with set(Collider, { body }), or remove the Collider.`
    );
}
function checkOneWays(physics) {
  let { oneWays } = physics;
  if (oneWays.count === 0) return;
  oneWays.compact();
  let { x, y } = physics.components.OneWay;
  for (let i = 0; i < oneWays.count; i++) {
    let entity = oneWays.items[i];
    if (checkFinite(entity, "OneWay", "x", x[entity]), checkFinite(entity, "OneWay", "y", y[entity]), !(x[entity] !== 0 || y[entity] !== 0))
      throw new Error(
        `bitecs-physics: OneWay of entity ${entity} is (0, 0), which is no direction. Write the one from which it holds back, for example (0, 1), then step again.`
      );
  }
}
function checkOffset(physics, child) {
  let { Collider } = physics.components;
  checkFinite(child, "Collider", "x", Collider.x[child]), checkFinite(child, "Collider", "y", Collider.y[child]), checkFinite(child, "Collider", "angle", Collider.angle[child]);
}
function checkMotion(physics, entity) {
  let { Position, Rotation, Velocity } = physics.components;
  checkFinite(entity, "Position", "x", Position.x[entity]), checkFinite(entity, "Position", "y", Position.y[entity]), checkFinite(entity, "Rotation", "angle", Rotation.angle[entity]), checkFinite(entity, "Velocity", "x", Velocity.x[entity]), checkFinite(entity, "Velocity", "y", Velocity.y[entity]), checkFinite(entity, "Velocity", "angular", Velocity.angular[entity]);
}
function checkShape(physics, entity) {
  let { Shape, Material } = physics.components, violation = shapeViolation({
    type: Shape.type[entity],
    halfWidth: Shape.halfWidth[entity],
    halfHeight: Shape.halfHeight[entity],
    radius: Shape.radius[entity],
    geometry: Shape.geometry[entity]
  });
  if (violation) throw new Error(`bitecs-physics: Shape of entity ${entity}: ${violation}.`);
  if (Shape.geometry[entity] !== 0 && !knowsPoints(physics, Shape.type[entity], Shape.geometry[entity]))
    throw new Error(
      `bitecs-physics: Shape of entity ${entity}: this world knows no points ${Shape.geometry[entity]}. Set the shape anew with set(Shape, polygon(points)) or the like.`
    );
  if (!(Material.density[entity] > 0 && Material.density[entity] < 1 / 0))
    throw invalid(entity, "Material", "density", Material.density[entity], "finite and greater than 0");
  if (checkNotNegative(entity, "Material", "friction", Material.friction[entity]), checkNotNegative(entity, "Material", "rollingResistance", Material.rollingResistance[entity]), checkFinite(entity, "Material", "tangentSpeed", Material.tangentSpeed[entity]), !(Material.restitution[entity] >= 0 && Material.restitution[entity] <= 1))
    throw invalid(entity, "Material", "restitution", Material.restitution[entity], "between 0 and 1");
}
function checkMass(physics, entity) {
  let { Mass } = physics.components;
  if (!(Mass.mass[entity] >= 0 && Mass.mass[entity] < 1 / 0))
    throw invalid(entity, "Mass", "mass", Mass.mass[entity], "greater than 0, or 0 to take it from density and shape");
  if (!(Mass.inertia[entity] >= 0 && Mass.inertia[entity] < 1 / 0))
    throw invalid(entity, "Mass", "inertia", Mass.inertia[entity], "greater than 0, or 0 to take it from the shape");
  checkCenter(entity, "centerX", Mass.centerX[entity]), checkCenter(entity, "centerY", Mass.centerY[entity]);
}
function checkCenter(entity, field, value2) {
  if (Math.abs(value2) === 1 / 0) throw invalid(entity, "Mass", field, value2, "finite, or NaN to take it from the shapes");
}
function checkWeight(physics, entity) {
  let { components, presence } = physics, type = components.Shape.type[entity];
  if (!(type !== 6 /* Segment */ && type !== 7 /* Chain */) && !(components.Mass.mass[entity] > 0 || physics.bodies.firstChild[entity] !== 0) && !(presence.Static.has(entity) || presence.Kinematic.has(entity)))
    throw new Error(
      `bitecs-physics: entity ${entity} is dynamic, but its Shape is a line and weighs nothing. Tag it Static or Kinematic, or give it a mass with set(Mass, { mass }).`
    );
}
function checkNotNegative(entity, component, field, value2) {
  if (!(value2 >= 0 && value2 < 1 / 0)) throw invalid(entity, component, field, value2, "finite and not negative");
}
function checkFinite(entity, component, field, value2) {
  if (!Number.isFinite(value2)) throw invalid(entity, component, field, value2, "a finite number");
}
function invalid(entity, component, field, value2, expected) {
  return new Error(
    `bitecs-physics: ${component}.${field} of entity ${entity} is ${value2}, but must be ${expected}. Write a sound value to ${component}.${field}[${entity}], then step again.`
  );
}

// systems/resolve.ts
function resolve(physics, dt) {
  let { settings, states, rows } = physics;
  physics.substep === 0 && (states.time[0] = dt / settings.substeps, beginSolving(physics)), noteApproaches(rows, states), states.accelerate(physics.solvedCount), warmStartRolling(rows, states), pressContacts(rows, states), applyLocks(states);
}
function beginSolving(physics) {
  let { bodies, states, rows, contacts, components, islands, settings } = physics;
  gatherStates(physics), physics.phase = 2 /* Solving */, physics.solvedCount = bodies.awakeCount, physics.softness.update(states.time), setRates(states, physics.softness, settings.lengthUnit), applyForces(physics), physics.stepCount % ISLAND_REFRESH === 0 && islands.refresh(bodies, contacts), prepareContacts(rows, contacts, bodies, physics.softness, components.Material);
}
function gatherStates(physics) {
  let { bodies, states, settings, tolerances } = physics;
  states.reserve(bodies.awakeCount);
  let { shapeType } = physics, { x, y, angular } = physics.components.Velocity, { awake, awakeCount, kind, traits, firstChild } = bodies, { state: state3, drive, work, push: push2 } = states, { x: gx, y: gy } = settings.gravity, maxSquared = tolerances.maxSpeed * tolerances.maxSpeed, maxAngular = MAX_TURN_PER_SUBSTEP / states.time[0];
  for (let i = 0; i < awakeCount; i++) {
    let body = awake[i], s = i * 8, d = i * 8, k = (i + 1) * 8, p = (i + 1) * 4, pulled = kind[body] === 1 /* Dynamic */, sum2 = Math.abs(x[body]) + Math.abs(y[body]) + Math.abs(angular[body]);
    sum2 - sum2 !== 0 && checkValues(physics, body), state3[s] = x[body], state3[s + 1] = y[body], state3[s + 2] = shapeType[body] === 3 /* Aabb */ ? 0 : angular[body], state3[s + 3] = 0, state3[s + 4] = 0, state3[s + 7] = 0, work[k + 3] = 0, work[k + 4] = 0, work[k + 5] = 0, work[k + 6] = 1, work[k + 7] = 0, push2[p] = 0, push2[p + 1] = 0, push2[p + 2] = 0, push2[p + 3] = 0, drive[d] = pulled ? gx : 0, drive[d + 1] = pulled ? gy : 0, drive[d + 2] = 0, drive[d + 3] = 1, drive[d + 4] = 1, drive[d + 5] = maxSquared, drive[d + 6] = maxAngular, drive[d + 7] = shapeType[body] === 1 /* Circle */ && firstChild[body] === 0 ? 0 : 1, sum2 > LARGEST && limitToFloats(state3, s), pulled && (traits[body] & 1 /* Motion */) !== 0 && applyMotion(physics, body, i), work[k] = state3[s], work[k + 1] = state3[s + 1], work[k + 2] = state3[s + 2];
  }
}
function applyMotion(physics, body, index) {
  let { states } = physics, h = states.time[0], { Motion } = physics.components, { state: state3, drive } = states, d = index * 8, s = index * 8, scale = Motion.gravityScale[body];
  drive[d] = drive[d] * scale, drive[d + 1] = drive[d + 1] * scale, drive[d + 3] = 1 / (1 + h * Motion.linearDamping[body]), drive[d + 4] = 1 / (1 + h * Motion.angularDamping[body]);
  let maxSpeed = Motion.maxSpeed[body], maxAngular = Motion.maxAngularSpeed[body];
  maxSpeed > 0 && (drive[d + 5] = Math.min(drive[d + 5], maxSpeed * maxSpeed)), maxAngular > 0 && (drive[d + 6] = Math.min(drive[d + 6], maxAngular));
  let axes = (Motion.lockX[body] === 1 ? Lock.X : 0) | (Motion.lockY[body] === 1 ? Lock.Y : 0), turns = physics.bodies.pose[body * POSE_STRIDE + 7] !== 0;
  Motion.lockRotation[body] === 1 === turns && updateMass(physics, body), Motion.lockRotation[body] === 1 && (state3[s + 2] = 0), axes !== 0 && (states.lockAxes(index, axes), (axes & Lock.X) !== 0 && (state3[s] = 0, drive[d] = 0), (axes & Lock.Y) !== 0 && (state3[s + 1] = 0, drive[d + 1] = 0));
}
function applyForces(physics) {
  let { forced, force, bodies, states } = physics;
  if (forced.count === 0) return;
  forced.compact();
  let { drive } = states, { pose, awakeIndex } = bodies, { Motion } = physics.components;
  for (let i = 0; i < forced.count; i++) {
    let body = forced.items[i], f2 = body * 3, d = awakeIndex[body] * 8;
    if (d >= 0) {
      let inverseMass = pose[body * POSE_STRIDE + 6];
      Motion.lockX[body] === 0 && (drive[d] = drive[d] + force[f2] * inverseMass), Motion.lockY[body] === 0 && (drive[d + 1] = drive[d + 1] + force[f2 + 1] * inverseMass), drive[d + 2] = drive[d + 2] + force[f2 + 2] * pose[body * POSE_STRIDE + 7], limitToFloats(drive, d);
    }
    force.fill(0, f2, f2 + 3);
  }
  forced.clear();
}

// src/world/sync.ts
import { addComponent as addComponent3, removeEntity as removeEntity2 } from "bitecs";

// src/world/chain.ts
import { addComponent as addComponent2, addComponents, addEntity, removeEntity, set } from "bitecs";
function expandChain(physics, body) {
  let { ecs, components, paths, bodies, presence } = physics, path = paths.get(components.Shape.geometry[body]), count = path.points.length / 2, links = path.loop ? count : count - 1;
  for (let i = 0; i < links; i++) {
    let link2 = addEntity(ecs);
    addComponents(
      ecs,
      link2,
      components.ChainLink,
      set(components.Collider, { body, x: 0, y: 0, angle: 0 }),
      set(components.Shape, { type: 6 /* Segment */, halfWidth: 0, halfHeight: 0, radius: 0, points: linkPoints(path, i) })
    );
    let claimed = bodies.claimOf[link2];
    claimed !== 0 && physics.dirty.add(claimed, 2 /* Edited */), bodies.unclaim(link2), bodies.claim(link2, body), copySurface(physics, body, link2), presence.Sensor.has(body) && addComponent2(ecs, link2, components.Sensor);
  }
  bodies.chain[body] = components.Shape.geometry[body];
}
function removeLinks(physics, body) {
  let { bodies, ecs, presence } = physics;
  bodies.chain[body] = 0;
  for (let child = bodies.firstChild[body]; child !== 0; ) {
    let next = bodies.nextChild[child];
    presence.ChainLink.has(child) && removeEntity(ecs, child), child = next;
  }
}
function refreshLinks(physics, body) {
  let { bodies, presence } = physics;
  for (let child = bodies.firstChild[body]; child !== 0; child = bodies.nextChild[child])
    presence.ChainLink.has(child) && copySurface(physics, body, child);
}
function copySurface(physics, body, link2) {
  let { ecs, components, presence } = physics;
  for (let name of ["Material", "CollisionFilter"])
    presence[name].has(body) && addComponent2(ecs, link2, set(components[name], valuesOf(components[name], body)));
}
function linkPoints(path, link2) {
  let { points, loop } = path, count = points.length / 2, out = new Float64Array(8);
  for (let k = 0; k < 4; k++) {
    let i = link2 - 1 + k;
    loop && (i = (i + count) % count);
    let inner = Math.min(Math.max(i, 0), count - 1);
    out[2 * k] = points[2 * inner], out[2 * k + 1] = points[2 * inner + 1];
  }
  return !loop && link2 === 0 && (out[0] = 2 * out[2] - out[4], out[1] = 2 * out[3] - out[5]), !loop && link2 === count - 2 && (out[6] = 2 * out[4] - out[2], out[7] = 2 * out[5] - out[3]), out;
}
function valuesOf(component, entity) {
  let values2 = {};
  for (let [key, column] of Object.entries(component)) values2[key] = column[entity];
  return values2;
}

// src/world/sync.ts
function syncBodies(physics) {
  let { dirty } = physics;
  if (dirty.count === 0) return;
  dirty.compact();
  for (let i = 0; i < dirty.count; i++) checkEntity(physics, dirty.items[i]);
  for (let i = 0; i < dirty.count; i++) syncClaims(physics, dirty.items[i]);
  let { count } = dirty;
  for (let i = 0; i < count; i++) isBornAsleep(physics, dirty.items[i]) || syncNow(physics, dirty.items[i]);
  for (let i = 0; i < count; i++) syncNow(physics, dirty.items[i]);
  dirty.dropFirst(count), physics.naming.clear();
}
function syncNow(physics, entity) {
  let { dirty } = physics, reasons = dirty.flag[entity];
  if (reasons === 0) return;
  dirty.flag[entity] = 0;
  let done = !1;
  try {
    syncEntity(physics, entity, reasons), done = !0;
  } finally {
    done || (dirty.flag[entity] = dirty.flag[entity] | reasons);
  }
}
function syncClaims(physics, entity) {
  let { ecs, bodies, dirty, presence } = physics, named = wantedBody(physics, entity);
  named === 0 && presence.ChainLink.has(entity) && removeEntity2(ecs, entity);
  let claimed = bodies.claimOf[entity];
  (named !== 0 || claimed !== 0) && (detachCollider(physics, entity), claimed !== named && bodies.unclaim(entity), named === 0 && (bodies.loose[entity] = 1), claimed !== named && named !== 0 && bodies.claim(entity, named), claimed !== 0 && dirty.add(claimed, 2 /* Edited */), named !== 0 && dirty.add(named, 2 /* Edited */)), syncChain(physics, entity);
}
function syncChain(physics, entity) {
  let { components, bodies, dirty } = physics, wanted2 = components.Shape.type[entity] === 7 /* Chain */ && isBodyEntity(physics, entity) ? components.Shape.geometry[entity] : 0;
  if (!(bodies.chain[entity] !== wanted2 || (dirty.flag[entity] & 1 /* Structure */) !== 0)) {
    wanted2 !== 0 && refreshLinks(physics, entity);
    return;
  }
  bodies.chain[entity] !== 0 && removeLinks(physics, entity), wanted2 !== 0 && expandChain(physics, entity);
}
function wantedBody(physics, entity) {
  let { Collider, Shape, Disabled, Prefab: Prefab4 } = physics.presence;
  return Collider.has(entity) && Shape.has(entity) && !Disabled.has(entity) && !Prefab4.has(entity) ? physics.components.Collider.body[entity] : 0;
}
function isBodyEntity(physics, entity) {
  let { Position, Shape, Collider, Disabled, Prefab: Prefab4 } = physics.presence;
  return Position.has(entity) && (Shape.has(entity) || physics.bodies.firstChild[entity] !== 0) && !Collider.has(entity) && !Disabled.has(entity) && !Prefab4.has(entity);
}
function isBornAsleep(physics, entity) {
  return !physics.bodies.isBody(entity) && physics.presence.Sleeping.has(entity);
}
function kindOf(physics, entity) {
  let { Static, Kinematic } = physics.presence;
  return Static.has(entity) ? 3 /* Static */ : Kinematic.has(entity) ? 2 /* Kinematic */ : 1 /* Dynamic */;
}
function syncEntity(physics, entity, reasons) {
  let { bodies } = physics;
  if (!isBodyEntity(physics, entity)) {
    destroyBody(physics, entity);
    return;
  }
  let kind = kindOf(physics, entity), asleep = kind !== 3 /* Static */ && physics.presence.Sleeping.has(entity);
  if (bodies.isBody(entity) && isOtherBody(physics, entity, kind) && destroyBody(physics, entity), !bodies.isBody(entity)) {
    addMissingComponents(physics, entity, kind), isBodyEntity(physics, entity) && createBody(physics, entity, kind, asleep);
    return;
  }
  if ((reasons & 3) !== 0) {
    if (addMissingComponents(physics, entity, kind), !bodies.isBody(entity)) return;
    refreshBody(physics, entity);
  }
  (reasons & 16 /* Filtered */) !== 0 && searchAnew(physics, entity), (reasons & 4 /* Slept */) !== 0 && asleep ? restByTag(physics, entity) : (reasons & 8 /* Woken */) !== 0 && !asleep && wakeBody(physics, entity);
}
function isOtherBody(physics, entity, kind) {
  let { components, bodies, presence } = physics, type = presence.Shape.has(entity) ? components.Shape.type[entity] : 0 /* None */, sensor = presence.Sensor.has(entity);
  return bodies.kind[entity] !== kind || bodies.isCollider(entity) && bodies.sensor[entity] === 1 !== sensor || physics.shapeType[entity] !== type;
}
function addMissingComponents(physics, entity, kind) {
  let { components, presence } = physics;
  presence.Rotation.has(entity) || addOwn(physics, entity, components.Rotation), presence.BroadphaseAABB.has(entity) || addOwn(physics, entity, components.BroadphaseAABB), kind !== 3 /* Static */ && !presence.Velocity.has(entity) && addOwn(physics, entity, components.Velocity);
}
function addOwn(physics, entity, component) {
  physics.presence.Position.has(entity) && (physics.announceOwn(entity, component), addComponent3(physics.ecs, entity, component));
}

// systems/update-aabbs.ts
function updateAABBs(physics) {
  syncBodies(physics), checkOneWays(physics), watchKinematics(physics), takeInEdits(physics), followBodies(physics);
}
function followBodies(physics) {
  let { bodies, broadPhase: broadPhase2, moved: moved3 } = physics, { awake, awakeCount, bodyOf: bodyOf2, firstChild, pose, angle: angle3 } = bodies, { Position, Rotation, BroadphaseAABB } = physics.components, { x, y } = Position, { angle: turned7 } = Rotation, { minX, minY, maxX, maxY } = BroadphaseAABB;
  for (let i = 0; i < awakeCount; i++) {
    let body = awake[i];
    turned7[body] !== angle3[body] ? readPose(physics, body) : (pose[body * POSE_STRIDE] = x[body], pose[body * POSE_STRIDE + 1] = y[body]), bodyOf2[body] === body && (computeTight(physics, body), (tight[0] < minX[body] || tight[1] < minY[body] || tight[2] > maxX[body] || tight[3] > maxY[body]) && (growMoving(physics, body), broadPhase2.update(body), moved3.add(body))), firstChild[body] !== 0 && followChildren(physics, body);
  }
}
function followChildren(physics, body) {
  let { bodyOf: bodyOf2, firstChild, nextChild } = physics.bodies;
  for (let child = firstChild[body]; child !== 0; child = nextChild[child])
    bodyOf2[child] !== 0 && (placeChild(physics, child), readSurface(physics, child), followFatBox(physics, child) && (physics.broadPhase.update(child), physics.moved.add(child)));
}
function takeInEdits(physics) {
  let { bodies, geometry, shapeType, massSource } = physics, { Position, Rotation, Velocity, Shape, Mass, Material } = physics.components, { awake, awakeCount, traits, firstChild, surface } = bodies, { x, y } = Position, { angle: angle3 } = Rotation, { x: vx, y: vy, angular } = Velocity, { type, halfWidth: halfWidth2, halfHeight, radius } = Shape, { mass, inertia, centerX, centerY } = Mass, { friction, restitution, rollingResistance, tangentSpeed, density, frictionRule, restitutionRule } = Material, edited = !1;
  for (let i = 0; i < awakeCount; i++) {
    let entity = awake[i], g = entity * 12, m = entity * 5, s = entity * SURFACE_STRIDE, grip = friction[entity], bounce2 = restitution[entity], roll = rollingResistance[entity], drift = tangentSpeed[entity], sum2 = x[entity] + y[entity] + angle3[entity] + vx[entity] + vy[entity] + angular[entity] + grip + roll + drift, cx = massSource[m + 3], cy = massSource[m + 4];
    surface[s] = grip, surface[s + 1] = bounce2, surface[s + 2] = drift, surface[s + 3] = roll, !(sum2 - sum2 === 0 && grip >= 0 && roll >= 0 && bounce2 >= 0 && bounce2 <= 1 && shapeType[entity] === type[entity] && geometry[g] === halfWidth2[entity] && geometry[g + 1] === halfHeight[entity] && geometry[g + 2] === radius[entity] && massSource[m] === mass[entity] && massSource[m + 1] === inertia[entity] && massSource[m + 2] === density[entity] && (cx === centerX[entity] || cx !== cx && centerX[entity] !== centerX[entity]) && (cy === centerY[entity] || cy !== cy && centerY[entity] !== centerY[entity])) && checkBody(physics, entity) && (edited = !0), (traits[entity] & 9 | frictionRule[entity] | restitutionRule[entity] | firstChild[entity]) !== 0 && checkSpecial(physics, entity);
  }
  if (edited)
    for (let i = 0; i < awakeCount; i++)
      isReshaped(physics, awake[i]) && (bodies.isCollider(awake[i]) && readGeometry(physics, awake[i]), updateMass(physics, awake[i]));
}
function checkBody(physics, entity) {
  let { Position, Rotation, Velocity } = physics.components, sum2 = Position.x[entity] + Position.y[entity] + Rotation.angle[entity] + Velocity.x[entity] + Velocity.y[entity] + Velocity.angular[entity], reshaped = isReshaped(physics, entity);
  return (reshaped || sum2 - sum2 !== 0 || !isSurfaceSound(physics, entity)) && checkValues(physics, entity), reshaped;
}
function checkSpecial(physics, entity) {
  (physics.bodies.traits[entity] & 1 /* Motion */) !== 0 && checkDrive(physics, entity), physics.bodies.firstChild[entity] !== 0 && watchChildren(physics, entity), readSurface(physics, entity);
}
function watchChildren(physics, body) {
  let { bodies } = physics, { x, y, angle: angle3 } = physics.components.Collider;
  for (let child = bodies.firstChild[body]; child !== 0; child = bodies.nextChild[child]) {
    let sum2 = x[child] + y[child] + angle3[child];
    (sum2 - sum2 !== 0 || !isSurfaceSound(physics, child)) && checkPart(physics, child);
  }
}
function isSurfaceSound(physics, entity) {
  let { friction, restitution, rollingResistance, tangentSpeed } = physics.components.Material, sum2 = friction[entity] + rollingResistance[entity] + tangentSpeed[entity], bounce2 = restitution[entity];
  return sum2 - sum2 === 0 && friction[entity] >= 0 && rollingResistance[entity] >= 0 && bounce2 >= 0 && bounce2 <= 1;
}
function isReshaped(physics, entity) {
  let { geometry, shapeType, massSource } = physics, { Shape, Mass, Material } = physics.components, g = entity * 12, m = entity * 5;
  return shapeType[entity] !== Shape.type[entity] ? !0 : (geometry[g] !== Shape.halfWidth[entity] || geometry[g + 1] !== Shape.halfHeight[entity] || geometry[g + 2] !== Shape.radius[entity]) && shapeType[entity] !== 6 /* Segment */ || massSource[m] !== Mass.mass[entity] || massSource[m + 1] !== Mass.inertia[entity] || massSource[m + 2] !== Material.density[entity] || isOther(massSource[m + 3], Mass.centerX[entity]) || isOther(massSource[m + 4], Mass.centerY[entity]);
}
function isOther(a, b) {
  return a !== b && (a === a || b === b);
}
function watchKinematics(physics) {
  let { bodies, kinematics, kinematicCount } = physics, { Position, Rotation, Velocity } = physics.components;
  for (let i = 0; i < kinematicCount; i++) {
    let entity = kinematics[i], p = entity * POSE_STRIDE, moves = Velocity.x[entity] !== 0 || Velocity.y[entity] !== 0 || Velocity.angular[entity] !== 0 || bodies.pose[p] !== Position.x[entity] || bodies.pose[p + 1] !== Position.y[entity] || bodies.angle[entity] !== Rotation.angle[entity];
    moves && !bodies.isAwake(entity) && bodies.paused[entity] === 0 ? startMoving(physics, entity) : !moves && bodies.isAwake(entity) && stopMoving(physics, entity);
  }
}

// systems/pipeline.ts
function createPipeline() {
  return [
    { name: "UpdateAABBs", run: updateAABBs },
    { name: "BroadPhase", run: broadPhase },
    { name: "NarrowPhase", run: narrowPhase },
    { name: "Resolve", run: resolve, perSubstep: !0 },
    { name: "Integrate", run: integrate, perSubstep: !0 }
  ];
}
function runPipeline(systems, physics, dt, timings) {
  let first = 0;
  for (; first < systems.length; ) {
    let end = first + 1, repeated = systems[first].perSubstep === !0;
    for (; repeated && end < systems.length && systems[end].perSubstep === !0; ) end++;
    let times = repeated ? physics.settings.substeps : 1;
    for (let n = 0; n < times; n++)
      for (let i = first; i < end; i++) runSystem(systems[i], i, physics, dt, timings);
    first = end;
  }
}
function runSystem(system, index, physics, dt, timings) {
  if (timings === null) {
    system.run(physics, dt);
    return;
  }
  let start = performance.now();
  system.run(physics, dt), timings[index] = timings[index] + performance.now() - start;
}

// src/broadphase/item-list.ts
var ItemList = class {
  /** First `count` entries. Replaced by a larger array when it is full. */
  items = new Uint32Array(16);
  count = 0;
  /** By item: its place + 1, 0 when it is not in the list. */
  placeOf = new Uint32Array(16);
  /** No item of the list is higher. */
  get highest() {
    return this.placeOf.length - 1;
  }
  has(item) {
    return item < this.placeOf.length && this.placeOf[item] !== 0;
  }
  /** The place of an item, or −1. */
  place(item) {
    return item < this.placeOf.length ? this.placeOf[item] - 1 : -1;
  }
  /** Adds an item unless it is in the list. */
  add(item) {
    item >= this.placeOf.length && (this.placeOf = enlarged2(this.placeOf, item + 1)), this.placeOf[item] === 0 && (this.count === this.items.length && (this.items = enlarged2(this.items, this.count + 1)), this.items[this.count++] = item, this.placeOf[item] = this.count);
  }
  /** Removes an item. Returns the place that the last item took over, or −1 when the item was not in the list. */
  remove(item) {
    let place3 = this.place(item);
    if (place3 < 0) return -1;
    let last = this.items[--this.count];
    return this.items[place3] = last, this.placeOf[last] = place3 + 1, this.placeOf[item] = 0, place3;
  }
  clear() {
    for (let i = 0; i < this.count; i++) this.placeOf[this.items[i]] = 0;
    this.count = 0;
  }
};
function enlarged2(array, length) {
  let larger = new Uint32Array(Math.max(length, array.length * 2));
  return larger.set(array), larger;
}
function enlargedFloats(array, length) {
  let larger = new Float64Array(Math.max(length, array.length * 2));
  return larger.set(array), larger;
}
function enlargedBytes(array, length) {
  let larger = new Uint8Array(Math.max(length, array.length * 2));
  return larger.set(array), larger;
}

// src/broadphase/segment-box.ts
function touchesSegment(ends2, boxes, o) {
  let x1 = ends2[0], y1 = ends2[1], x2 = ends2[2], y2 = ends2[3], minX = boxes[o], minY = boxes[o + 1], maxX = boxes[o + 2], maxY = boxes[o + 3];
  if (minX > (x1 > x2 ? x1 : x2) || maxX < (x1 < x2 ? x1 : x2) || minY > (y1 > y2 ? y1 : y2) || maxY < (y1 < y2 ? y1 : y2)) return !1;
  let dx = x2 - x1, dy = y2 - y1, over = dx * ((dx > 0 ? maxY : minY) - y1) - dy * ((dy > 0 ? minX : maxX) - x1), under = dx * ((dx > 0 ? minY : maxY) - y1) - dy * ((dy > 0 ? maxX : minX) - x1);
  return over >= 0 && under <= 0;
}

// src/broadphase/box-list.ts
var BoxList = class {
  list = new ItemList();
  boxes = new Float64Array(64);
  get count() {
    return this.list.count;
  }
  has(item) {
    return this.list.has(item);
  }
  /** Takes in an item, or its new box. */
  put(item, from) {
    this.list.add(item), this.list.count * 4 > this.boxes.length && (this.boxes = enlargedFloats(this.boxes, this.list.count * 4));
    let o = this.list.place(item) * 4, { boxes } = this;
    boxes[o] = from.minX[item], boxes[o + 1] = from.minY[item], boxes[o + 2] = from.maxX[item], boxes[o + 3] = from.maxY[item];
  }
  /** Drops an item; false when it was not in the list. */
  remove(item) {
    let place3 = this.list.remove(item);
    if (place3 < 0) return !1;
    let last = this.list.count * 4;
    return this.boxes.copyWithin(place3 * 4, last, last + 4), !0;
  }
  /** Appends every item whose box overlaps the region. */
  search(region, out) {
    let { boxes } = this, minX = region[0], minY = region[1], maxX = region[2], maxY = region[3], { items, count } = this.list;
    for (let i = 0, o = 0; i < count; i++, o += 4)
      boxes[o] <= maxX && boxes[o + 2] >= minX && boxes[o + 1] <= maxY && boxes[o + 3] >= minY && out.push(items[i]);
  }
  /** Appends every item whose box the segment touches. */
  ray(ends2, out) {
    let { boxes } = this, { items, count } = this.list;
    for (let i = 0, o = 0; i < count; i++, o += 4)
      touchesSegment(ends2, boxes, o) && out.push(items[i]);
  }
  /** Appends every overlapping pair of this list of which at least one is in the move list. */
  pairsOfMoved(moved3, out) {
    let { count } = this.list;
    if (moved3.count * 2 >= count) {
      for (let i = 0; i + 1 < count; i++) this.pairsFrom(i, i + 1, moved3.flag, !1, out);
      return;
    }
    for (let i = 0; i < moved3.count; i++) {
      let place3 = this.list.place(moved3.items[i]);
      place3 >= 0 && this.pairsFrom(place3, 0, moved3.flag, !0, out);
    }
  }
  /** Appends every overlapping pair of an item of this list and one of another, of which at least one moved. */
  pairsWith(other2, moved3, out) {
    let { items, count } = this.list, all = moved3.count * 2 >= count;
    for (let i = 0; i < (all ? count : moved3.count); i++) {
      let place3 = all ? i : this.list.place(moved3.items[i]);
      place3 < 0 || moved3.flag[items[place3]] === 0 || this.pairsOfOne(place3, other2, null, out);
    }
    for (let i = 0; i < moved3.count; i++) {
      let place3 = other2.list.place(moved3.items[i]);
      place3 >= 0 && other2.pairsOfOne(place3, this, moved3.flag, out);
    }
  }
  /**
   * Pairs box `i` with those from `first` on. With `once`, box `i` moved, and of two that moved the lower id reports;
   * without it each pair is met once, and counts if one of the two moved.
   */
  pairsFrom(i, first, isMoved2, once, out) {
    let { boxes } = this, { items, count } = this.list, item = items[i], minX = boxes[4 * i], minY = boxes[4 * i + 1], maxX = boxes[4 * i + 2], maxY = boxes[4 * i + 3], own2 = isMoved2[item] !== 0;
    for (let j = first, o = 4 * first; j < count; j++, o += 4) {
      if (!(boxes[o] <= maxX && boxes[o + 2] >= minX && boxes[o + 1] <= maxY && boxes[o + 3] >= minY)) continue;
      let other2 = items[j];
      (once ? other2 === item || other2 < item && isMoved2[other2] !== 0 : !own2 && isMoved2[other2] === 0) || (item < other2 ? out.push(item, other2) : out.push(other2, item));
    }
  }
  /** Pairs box `i` with all of another list; with `skipped`, only with those whose flag there is 0. */
  pairsOfOne(i, other2, skipped, out) {
    let { boxes } = other2, { items, count } = other2.list, item = this.list.items[i], minX = this.boxes[4 * i], minY = this.boxes[4 * i + 1], maxX = this.boxes[4 * i + 2], maxY = this.boxes[4 * i + 3];
    for (let j = 0, o = 0; j < count; j++, o += 4) {
      if (!(boxes[o] <= maxX && boxes[o + 2] >= minX && boxes[o + 1] <= maxY && boxes[o + 3] >= minY)) continue;
      let found3 = items[j];
      skipped !== null && skipped[found3] !== 0 || (item < found3 ? out.push(item, found3) : out.push(found3, item));
    }
  }
};

// src/broadphase/brute-force-broad-phase.ts
var BruteForceBroadPhase = class {
  name = "brute-force";
  boxes;
  moving = new BoxList();
  fixed = new BoxList();
  constructor(boxes) {
    this.boxes = boxes;
  }
  add(item, fixed) {
    fixed ? this.fixed.put(item, this.boxes) : this.moving.put(item, this.boxes);
  }
  remove(item) {
    this.moving.remove(item) || this.fixed.remove(item);
  }
  update(item) {
    this.moving.has(item) ? this.moving.put(item, this.boxes) : this.fixed.has(item) && this.fixed.put(item, this.boxes);
  }
  computePairs(moved3, out) {
    this.moving.pairsOfMoved(moved3, out), this.moving.pairsWith(this.fixed, moved3, out);
  }
  region(box5, out) {
    this.moving.search(box5, out), this.fixed.search(box5, out);
  }
  ray(ends2, out) {
    this.moving.ray(ends2, out), this.fixed.ray(ends2, out);
  }
};

// src/broadphase/cell-size.ts
var LEAST_CELL = 95367431640625e-20, FILL = 0.5, LEAST_PART = 1 / 16, CELLS_SEARCHED = 9, bits = new Float64Array(1), words2 = new Uint32Array(bits.buffer), histogram = new Uint32Array(2048), HIGH = bitsOfOne() === 0 ? 1 : 0;
function bitsOfOne() {
  return bits[0] = 1, words2[0];
}
function beginSizes() {
  histogram.fill(0);
}
function countSize(size) {
  bits[0] = size;
  let exponent = words2[HIGH] >>> 20 & 2047;
  histogram[exponent] = histogram[exponent] + 1;
}
function chooseCellSize() {
  let total = 0;
  for (let e = 0; e < 2048; e++) total += histogram[e];
  let best = LEAST_CELL, least = 1 / 0, within = 0;
  for (let e = 0; e < 2047; e++) {
    if (histogram[e] === 0) continue;
    within += histogram[e];
    let tests = 0;
    for (let s = 0; s <= e; s++) {
      if (histogram[s] === 0) continue;
      let part5 = Math.max(s === e ? 0.75 : 0.75 * powerOfTwo2(s - e), LEAST_PART);
      tests += histogram[s] / (part5 * part5);
    }
    let cost = Math.min(CELLS_SEARCHED * FILL * tests / within, within) + (total - within);
    cost >= least || (least = cost, best = Math.max(LEAST_CELL, powerOfTwo2(e + 1 - 1023)));
  }
  return best;
}
function powerOfTwo2(exponent) {
  let value2 = 1;
  for (let e = exponent; e < 0 && value2 > 0; e++) value2 *= 0.5;
  for (let e = exponent; e > 0; e--) value2 *= 2;
  return value2;
}

// src/broadphase/cell-grid.ts
var BUCKETS_PER_ITEM = 2, ROW_STRIDE = 0.381966, LAST_CELL = 2 ** 50, SLACK = 2 ** -20, ROUNDING = 2 ** -50, CELLS_PER_ITEM = 1, box = new Float64Array(4), chosen = new Float64Array(4), CellGrid = class {
  list = new ItemList();
  /** Items larger than a cell. */
  large = new ItemList();
  /** By item: minX, minY, maxX, maxY. */
  boxes = new Float64Array(256);
  side = 1;
  inverse = 1;
  buckets = new Uint32Array(16);
  stride = 6;
  /** By item: the others of its bucket. */
  next = new Uint32Array(64);
  previous = new Uint32Array(64);
  /** Additions, removals and boxes that outgrew their cell since the cells were chosen. */
  changes = 0;
  has(item) {
    return this.list.has(item);
  }
  /** Takes in an item. It is put into a cell with the next search when the cells are to be chosen anew. */
  add(item, from) {
    item >= this.next.length && (this.next = enlarged2(this.next, item + 1), this.previous = enlarged2(this.previous, item + 1), this.boxes = enlargedFloats(this.boxes, this.next.length * 4)), this.list.add(item), this.copyBox(item, from), this.insert(item), this.changes++;
  }
  /** Drops an item; false when it is not in the grid. */
  remove(item) {
    return this.list.remove(item) < 0 ? !1 : (this.takeOut(item), this.changes++, !0);
  }
  /** Takes in an item's new box. */
  update(item, from) {
    let wasLarge = this.large.has(item), bucket = wasLarge ? -1 : this.bucketOf(item);
    this.copyBox(item, from);
    let isLarge = this.isLarge(item);
    isLarge !== wasLarge && this.changes++, !(isLarge === wasLarge && (isLarge || this.bucketOf(item) === bucket)) && (wasLarge ? this.large.remove(item) : this.unlink(item, bucket), this.insert(item));
  }
  /** Appends every item whose box overlaps the region. */
  search(region, out) {
    this.refresh();
    let minX = region[0], minY = region[1], maxX = region[2], maxY = region[3];
    this.chooseCells(region);
    let column = chosen[0], columns2 = chosen[2] - column + 1, row = chosen[1], rows = chosen[3] - row + 1;
    if (columns2 * rows > this.list.count * CELLS_PER_ITEM + CELL_FLOOR) {
      this.searchItems(this.list, region, out);
      return;
    }
    this.searchItems(this.large, region, out);
    let { boxes, buckets, next, inverse } = this, mask = buckets.length - 1;
    for (let r = 0; r < rows; r++) {
      let start = (column | 0) + Math.imul(row + r | 0, this.stride) | 0;
      for (let c = 0; c < columns2; c++)
        for (let item = buckets[start + c & mask]; item !== 0; item = next[item]) {
          let o = item * 4;
          boxes[o] > maxX || boxes[o + 2] < minX || boxes[o + 1] > maxY || boxes[o + 3] < minY || cellOf((0.5 * boxes[o] + 0.5 * boxes[o + 2]) * inverse) === column + c && cellOf((0.5 * boxes[o + 1] + 0.5 * boxes[o + 3]) * inverse) === row + r && out.push(item);
        }
    }
  }
  /** Appends every item whose box the segment touches: row by row, in the columns that the segment crosses there. */
  ray(ends2, out) {
    this.refresh(), box[0] = Math.min(ends2[0], ends2[2]), box[1] = Math.min(ends2[1], ends2[3]), box[2] = Math.max(ends2[0], ends2[2]), box[3] = Math.max(ends2[1], ends2[3]), this.chooseCells(box);
    let row = chosen[1], rows = chosen[3] - row + 1, columns2 = chosen[2] - chosen[0] + 1;
    if (row === -LAST_CELL || row + rows > LAST_CELL || 3 * rows + columns2 > this.list.count * CELLS_PER_ITEM + CELL_FLOOR) {
      this.castItems(this.list, ends2, out);
      return;
    }
    this.castItems(this.large, ends2, out);
    for (let r = row; r < row + rows; r++) this.chooseColumns(r, ends2) && this.castRow(r, ends2, out);
  }
  /** Visits the cells that hold something. */
  visitNodes(visit2) {
    this.refresh();
    let { side: side2 } = this;
    for (let i = 0; i < this.list.count; i++) {
      let item = this.list.items[i];
      if (this.large.has(item)) continue;
      let x = this.columnOf(item), y = this.rowOf(item), count = 0, first = !0;
      for (let other2 = this.buckets[this.bucketOf(item)]; other2 !== 0; other2 = this.next[other2])
        this.columnOf(other2) !== x || this.rowOf(other2) !== y || (other2 < item && (first = !1), count++);
      first && visit2(x * side2, y * side2, (x + 1) * side2, (y + 1) * side2, 0, count);
    }
  }
  castRow(row, ends2, out) {
    let from = chosen[0], to = chosen[2], { boxes, buckets, next } = this, mask = buckets.length - 1, start = (from | 0) + Math.imul(row | 0, this.stride) | 0;
    for (let c = 0; c <= to - from; c++)
      for (let item = buckets[start + c & mask]; item !== 0; item = next[item]) {
        let o = item * 4;
        touchesSegment(ends2, boxes, o) && this.columnOf(item) === from + c && this.rowOf(item) === row && out.push(item);
      }
  }
  searchItems(list2, region, out) {
    let { boxes } = this, minX = region[0], minY = region[1], maxX = region[2], maxY = region[3];
    for (let i = 0; i < list2.count; i++) {
      let o = list2.items[i] * 4;
      boxes[o] <= maxX && boxes[o + 2] >= minX && boxes[o + 1] <= maxY && boxes[o + 3] >= minY && out.push(list2.items[i]);
    }
  }
  castItems(list2, ends2, out) {
    let { boxes } = this;
    for (let i = 0; i < list2.count; i++) {
      let o = list2.items[i] * 4;
      touchesSegment(ends2, boxes, o) && out.push(list2.items[i]);
    }
  }
  /** Writes the cells whose boxes can reach a region: first column and row, last column and row. */
  chooseCells(region) {
    let { inverse } = this;
    for (let i = 0; i < 4; i++) {
      let at = region[i] * inverse, reach = 0.5 + SLACK + Math.abs(at) * ROUNDING, edge2 = i < 2 ? at - reach : at + reach;
      chosen[i] = Math.floor(Math.max(-LAST_CELL, Math.min(LAST_CELL, edge2)));
    }
  }
  /** Writes the first and last column that a segment crosses in a row; false if there is none. */
  chooseColumns(row, ends2) {
    let x1 = ends2[0], y1 = ends2[1], x2 = ends2[2], y2 = ends2[3], from = Math.min(x1, x2), to = Math.max(x1, x2);
    if (Math.abs(y2 - y1) > this.side * SLACK) {
      let slope = (x2 - x1) / (y2 - y1), reach = 0.5 + SLACK + Math.abs(row) * ROUNDING, a = x1 + ((row - reach) * this.side - y1) * slope, b = x1 + ((row + 1 + reach) * this.side - y1) * slope;
      if (from = Math.max(from, Math.min(a, b)), to = Math.min(to, Math.max(a, b)), from > to) return !1;
    }
    return box[0] = from, box[2] = to, this.chooseCells(box), !0;
  }
  /** The first cell whose boxes can reach a coordinate, and the last one. */
  columnOf(item) {
    return cellOf((0.5 * this.boxes[item * 4] + 0.5 * this.boxes[item * 4 + 2]) * this.inverse);
  }
  rowOf(item) {
    return cellOf((0.5 * this.boxes[item * 4 + 1] + 0.5 * this.boxes[item * 4 + 3]) * this.inverse);
  }
  bucketOf(item) {
    return (this.columnOf(item) | 0) + Math.imul(this.rowOf(item) | 0, this.stride) & this.buckets.length - 1;
  }
  isLarge(item) {
    let o = item * 4;
    return this.boxes[o + 2] - this.boxes[o] > this.side || this.boxes[o + 3] - this.boxes[o + 1] > this.side;
  }
  copyBox(item, from) {
    let { boxes } = this, o = item * 4;
    boxes[o] = from.minX[item], boxes[o + 1] = from.minY[item], boxes[o + 2] = from.maxX[item], boxes[o + 3] = from.maxY[item];
  }
  insert(item) {
    if (this.isLarge(item)) {
      this.large.add(item);
      return;
    }
    let bucket = this.bucketOf(item), first = this.buckets[bucket];
    this.next[item] = first, this.previous[item] = 0, first !== 0 && (this.previous[first] = item), this.buckets[bucket] = item;
  }
  takeOut(item) {
    this.large.remove(item) < 0 && this.unlink(item, this.bucketOf(item));
  }
  unlink(item, bucket) {
    let next = this.next[item], previous = this.previous[item];
    next !== 0 && (this.previous[next] = previous), previous !== 0 ? this.next[previous] = next : this.buckets[bucket] = next;
  }
  /** Chooses cells anew when half of the items came, went or outgrew them since the last time. */
  refresh() {
    let { list: list2, boxes } = this;
    if (this.changes <= 16 + 0.5 * list2.count) return;
    this.changes = 0, beginSizes();
    for (let i = 0; i < list2.count; i++) {
      let o = list2.items[i] * 4;
      countSize(Math.max(boxes[o + 2] - boxes[o], boxes[o + 3] - boxes[o + 1]));
    }
    this.side = chooseCellSize(), this.inverse = 1 / this.side;
    let size = 16;
    for (; size < list2.count * BUCKETS_PER_ITEM; ) size *= 2;
    size > this.buckets.length ? this.buckets = new Uint32Array(size) : this.buckets.fill(0), this.stride = Math.floor(this.buckets.length * ROW_STRIDE) | 1, this.large.clear();
    for (let i = 0; i < list2.count; i++) this.insert(list2.items[i]);
  }
}, CELL_FLOOR = 64;
function cellOf(at) {
  return Math.floor(Math.max(-LAST_CELL, Math.min(LAST_CELL, at)));
}

// src/broadphase/grid-broad-phase.ts
var around3 = new Float64Array(4), GridBroadPhase = class {
  name = "grid";
  boxes;
  moving = new CellGrid();
  fixed = new CellGrid();
  found = new ItemBuffer();
  constructor(boxes) {
    this.boxes = boxes;
  }
  add(item, fixed) {
    fixed ? this.fixed.add(item, this.boxes) : this.moving.add(item, this.boxes);
  }
  remove(item) {
    this.moving.remove(item) || this.fixed.remove(item);
  }
  update(item) {
    this.moving.has(item) ? this.moving.update(item, this.boxes) : this.fixed.has(item) && this.fixed.update(item, this.boxes);
  }
  computePairs(moved3, out) {
    let { moving, fixed } = this;
    for (let i = 0; i < moved3.count; i++) {
      let item = moved3.items[i];
      moving.has(item) ? (this.pairsOf(item, moving, moved3.flag, !0, out), this.pairsOf(item, fixed, null, !0, out)) : fixed.has(item) && this.pairsOf(item, moving, moved3.flag, !1, out);
    }
  }
  region(box5, out) {
    this.moving.search(box5, out), this.fixed.search(box5, out);
  }
  ray(ends2, out) {
    this.moving.ray(ends2, out), this.fixed.ray(ends2, out);
  }
  visitNodes(visit2) {
    this.moving.visitNodes(visit2), this.fixed.visitNodes(visit2);
  }
  /**
   * Pairs one moved item with what a grid holds around it. With flags, another moved item reports the pair itself:
   * of two moving ones the lower id does (`lowest`), of a moving and a fixed one the moving one.
   */
  pairsOf(item, grid, isMoved2, lowest3, out) {
    let { found: found3 } = this, { minX, minY, maxX, maxY } = this.boxes;
    found3.clear(), around3[0] = minX[item], around3[1] = minY[item], around3[2] = maxX[item], around3[3] = maxY[item], grid.search(around3, found3);
    for (let i = 0; i < found3.count; i++) {
      let other2 = found3.items[i];
      other2 !== item && (isMoved2 !== null && isMoved2[other2] !== 0 && !(lowest3 && item < other2) || (item < other2 ? out.push(item, other2) : out.push(other2, item)));
    }
  }
};

// src/quadtree/census.ts
var float2 = new Float32Array(1), floatBits = new Int32Array(float2.buffer), Census = class {
  /** Boxes to plan for, and how many of them were looked at. */
  count = 0;
  sampled = 0;
  /** minX, minY, maxX, maxY of the boxes that were looked at. */
  bounds = new Float64Array(4);
  /** Sizes in use and how many boxes have them, ascending. */
  sizes = new Float64Array(32);
  sizeCounts = new Int32Array(32);
  sizeCount = 0;
  #counts = new Int32Array(1024);
  #largest = new Float64Array(1024);
  #lowest = 0;
  #highest = 1023;
  /** Takes a sample of listed boxes, or all of them. Boxes that are none are left to the build. */
  ofList(bounds, list2, count, all) {
    let { minX, minY, maxX, maxY } = bounds, take = all ? count : sampleSize(count);
    this.#begin(count);
    let left = 1 / 0, bottom = 1 / 0, right = -1 / 0, top = -1 / 0;
    for (let k = 0; k < take; k++) {
      let item = list2[take === count ? k : scattered(k, count)], x0 = minX[item], y0 = minY[item], x1 = maxX[item], y1 = maxY[item];
      x0 <= x1 && y0 <= y1 && (x0 < left && (left = x0), y0 < bottom && (bottom = y0), x1 > right && (right = x1), y1 > top && (top = y1), this.#add(x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0));
    }
    this.#end(left, bottom, right, top);
  }
  /** Takes a sample of the first `used` entries, of which `count` are not holes, or all of them. */
  ofEntries(boxes, used, count, all) {
    let take = all ? used : sampleSize(used);
    this.#begin(count);
    let left = 1 / 0, bottom = 1 / 0, right = -1 / 0, top = -1 / 0;
    for (let k = 0; k < take; k++) {
      let at = 4 * (take === used ? k : scattered(k, used)), x0 = boxes[at], y0 = boxes[at + 1], x1 = boxes[at + 2], y1 = boxes[at + 3];
      x0 <= x1 && (x0 < left && (left = x0), y0 < bottom && (bottom = y0), x1 > right && (right = x1), y1 > top && (top = y1), this.#add(x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0));
    }
    this.sampled === 0 && !all ? this.ofEntries(boxes, used, count, !0) : this.#end(left, bottom, right, top);
  }
  #begin(count) {
    this.count = count, this.sampled = 0, this.#counts.fill(0, this.#lowest, this.#highest + 1), this.#largest.fill(0, this.#lowest, this.#highest + 1), this.#lowest = 1023, this.#highest = 0;
  }
  #add(size) {
    float2[0] = size;
    let bin = floatBits[0] >>> 21;
    this.sampled++, this.#counts[bin]++, size > this.#largest[bin] && (this.#largest[bin] = size), bin < this.#lowest && (this.#lowest = bin), bin > this.#highest && (this.#highest = bin);
  }
  /** Bins to a short list, as if all boxes had been counted; too many neighbors are joined. */
  #end(left, bottom, right, top) {
    this.bounds[0] = left, this.bounds[1] = bottom, this.bounds[2] = right, this.bounds[3] = top;
    let counts = this.#counts, scale = this.sampled > 0 ? this.count / this.sampled : 0, used = 0;
    for (let bin = this.#lowest; bin <= this.#highest; bin++) counts[bin] > 0 && used++;
    let joined = Math.ceil(used / 32), n = 0, waiting = 0;
    for (let bin = this.#lowest; bin <= this.#highest; bin++)
      counts[bin] !== 0 && (waiting === 0 && (this.sizeCounts[n] = 0, n++, waiting = joined), waiting--, this.sizeCounts[n - 1] += Math.ceil(counts[bin] * scale), this.sizes[n - 1] = this.#largest[bin]);
    this.sizeCount = n;
  }
};
function sampleSize(count) {
  let part5 = count >> 5;
  return Math.min(count, part5 < 128 ? 128 : part5 > 512 ? 512 : part5);
}
function scattered(k, count) {
  return Math.floor((Math.imul(k, 2654435761) >>> 0) / 4294967296 * count);
}

// src/quadtree/layout.ts
var FIT_SLACK = 1.0000019073486328, PLACE_SLACK = 1e-6, MIN_CELL_BITS = 6, MAX_CELL_BITS = 23, FOLD_STRIDES = [
  0,
  0,
  0,
  0,
  0,
  0,
  27,
  79,
  157,
  323,
  625,
  1257,
  2539,
  5065,
  10127,
  20263,
  40509,
  81003,
  162009,
  324019,
  648053,
  1296101,
  2592211,
  5184431
], POPULATED = 0, PLANNED = 1, MEASURED = 2, Levels = class {
  /** Planned levels, without the overflow. */
  count = 0;
  /** Cells of all planned levels; also the cell of the overflow. */
  cellCount = 0;
  /** Boxes that the plan was made for, 0 without a plan; and how many builds have used it. */
  plannedFor = 0;
  uses = 0;
  /**
   * The part of the bounding area that is truly populated, as measured: a first guess for the next
   * plan; and the neighbors of an entry in its finest cell, as planned and as measured.
   */
  crowding = new Float64Array([1, 0, 0]);
  /** Turns the longer side of a box into its size class. */
  classScale = 1;
  /** Level of each size class: class 0 is up to the finest side, each next one doubles. */
  ofClass = new Uint8Array(33);
  side = new Float64Array(35);
  inverse = new Float64Array(35);
  /** Half of the longest side of an entry: how far a box reaches out of its cell. */
  reach = new Float64Array(35);
  /** N; 1 marks a level that is one list. */
  cells = new Int32Array(35);
  stride = new Int32Array(35);
  /** The place of cell 0, and how many columns and rows were planned for. */
  column = new Int32Array(35);
  row = new Int32Array(35);
  columns = new Int32Array(35);
  rows = new Int32Array(35);
  /** N / 8 in a folded level: a search over at most so many cells meets none twice. Else 0. */
  foldArea = new Float64Array(35);
  /** Index of the first cell of the level in `starts`. */
  first = new Int32Array(35);
  /** Entries that are not holes. */
  filled = new Int32Array(35);
  /** Bounds of all entries, four numbers a level; shrink only when rebuilt. */
  bounds = new Float64Array(140);
};
function place2(coordinate) {
  return Math.max(-268435456, Math.min(268435456, coordinate)) + 268435456 | 0;
}
var scaled = new Float64Array(6), places = new Int32Array(6);
function placeAll(count) {
  for (let i = 0; i < count; i++)
    places[i] = Math.max(-268435456, Math.min(268435456, scaled[i])) + 268435456 | 0;
}
function placeStart(index, side2) {
  return (index - 268435456) * side2;
}
function fold2(levels, level, column, row) {
  let right = column - levels.column[level], down = row - levels.row[level], cells = levels.cells[level];
  if (levels.foldArea[level] > 0) return right + Math.imul(down, levels.stride[level]) & cells - 1;
  let cell = right + down * levels.stride[level];
  if (cell >= 0 && cell < cells) return cell;
  let rest = cell % cells;
  return rest < 0 ? rest + cells : rest;
}
function levelOfSize(levels, size) {
  return levels.ofClass[32 - Math.clz32(Math.min(size * levels.classScale, 1073741824))];
}
function cellOfBox(levels, boxes, at) {
  let minX = boxes[at], minY = boxes[at + 1], maxX = boxes[at + 2], maxY = boxes[at + 3], level = levelOfSize(levels, Math.max(maxX - minX, maxY - minY)), first = levels.first[level];
  if (levels.cells[level] === 1) return first;
  let scale = 0.5 * levels.inverse[level];
  return first + fold2(levels, level, place2((minX + maxX) * scale), place2((minY + maxY) * scale));
}
function meetsNoCellTwice(levels, level, columns2, rows) {
  let stride = levels.stride[level];
  return columns2 <= stride && rows * stride <= levels.cells[level] || columns2 * rows <= levels.foldArea[level];
}
function clearBounds(levels, level) {
  let at = level * 4;
  levels.bounds[at] = 1 / 0, levels.bounds[at + 1] = 1 / 0, levels.bounds[at + 2] = -1 / 0, levels.bounds[at + 3] = -1 / 0;
}
function widenLevel(levels, level, boxes, at) {
  let minX = boxes[at], minY = boxes[at + 1], maxX = boxes[at + 2], maxY = boxes[at + 3], b = level * 4, bounds = levels.bounds;
  minX < bounds[b] && (bounds[b] = minX), minY < bounds[b + 1] && (bounds[b + 1] = minY), maxX > bounds[b + 2] && (bounds[b + 2] = maxX), maxY > bounds[b + 3] && (bounds[b + 3] = maxY);
  let half = 0.5 * (maxX - minX > maxY - minY ? maxX - minX : maxY - minY);
  half > levels.reach[level] && (levels.reach[level] = half);
}

// src/quadtree/check.ts
function checkItem(doing, item) {
  if (!(item > 0 && item < 4194304 && (item | 0) === item))
    throw new RangeError(
      `Quadtree.${doing}: item ${item} is not an integer from 1 to ${4194303}; give each box a positive integer id`
    );
}
function checkBox(doing, item, box5) {
  let minX = box5[0], minY = box5[1], maxX = box5[2], maxY = box5[3];
  if (!(minX <= maxX && minY <= maxY && minX > -1 / 0 && minY > -1 / 0 && maxX < 1 / 0 && maxY < 1 / 0))
    throw new RangeError(
      `Quadtree.${doing}: the box of item ${item} is (${minX}, ${minY}) to (${maxX}, ${maxY}); a box needs finite numbers with min \u2264 max`
    );
}
function checkListed(doing, bounds, items, count) {
  let bad = firstBad(bounds, items, count);
  if (bad === count) return;
  let item = items[bad];
  checkItem(doing, item), checkBox(doing, item, Float64Array.of(bounds.minX[item], bounds.minY[item], bounds.maxX[item], bounds.maxY[item]));
}
function firstBad(bounds, items, count) {
  let { minX, minY, maxX, maxY } = bounds;
  for (let i = 0; i < count; i++) {
    let item = items[i], width = maxX[item] - minX[item], height = maxY[item] - minY[item];
    if (!(width >= 0 && height >= 0 && width < 1 / 0 && height < 1 / 0 && item > 0 && item < 4194304) && !isGood(bounds, item))
      return i;
  }
  return count;
}
function isGood(bounds, item) {
  let minX = bounds.minX[item], minY = bounds.minY[item], maxX = bounds.maxX[item], maxY = bounds.maxY[item];
  return item > 0 && item < 4194304 && minX <= maxX && minY <= maxY && minX > -1 / 0 && minY > -1 / 0 && maxX < 1 / 0 && maxY < 1 / 0;
}
function checkRegion(doing, box5) {
  if (!(box5[0] <= box5[2] && box5[1] <= box5[3]))
    throw new RangeError(
      `Quadtree.${doing}: the region is (${box5[0]}, ${box5[1]}) to (${box5[2]}, ${box5[3]}); a region needs numbers with min \u2264 max`
    );
}
function checkSegment(doing, ends2) {
  if (!(isFinite(ends2[0]) && isFinite(ends2[1]) && isFinite(ends2[2]) && isFinite(ends2[3])))
    throw new RangeError(
      `Quadtree.${doing}: the segment is (${ends2[0]}, ${ends2[1]}) to (${ends2[2]}, ${ends2[3]}); it needs finite numbers`
    );
}
function checkDisc(doing, disc) {
  if (isFinite(disc[0]) && isFinite(disc[1])) {
    if (disc[2] >= 0) return;
    throw new RangeError(`Quadtree.${doing}: maxDistance ${disc[2]} is not a number \u2265 0`);
  }
  throw new RangeError(`Quadtree.${doing}: the point is (${disc[0]}, ${disc[1]}); it needs finite numbers`);
}
function checkPresent(doing, store, item) {
  let entry2 = item < store.entryOf.length && item > 0 ? store.entryOf[item] : 0;
  if (entry2) return entry2 - 1;
  throw checkItem(doing, item), new Error(`Quadtree.${doing}: item ${item} is not in this tree; insert it first`);
}
function checkList(doing, items, count) {
  if (!(count >= 0 && count <= items.length && (count | 0) === count))
    throw new RangeError(`Quadtree.${doing}: count ${count} does not fit a list of ${items.length} items`);
}

// src/quadtree/count.ts
var Finest = class {
  scale = 0;
  stride = 0;
  mask = 0;
  /** Boxes narrower and lower than this are on this level. (Their longer side would be a mispredicted branch.) */
  fit = 0;
  column = 0;
  row = 0;
  /** The places of the plan, `from` inclusive and `to` exclusive: no clamping, no folding back. */
  fromColumn = 0;
  toColumn = 0;
  fromRow = 0;
  toRow = 0;
  read(store) {
    let levels = store.levels, stride = levels.stride[0], cells = levels.cells[0], folded = levels.foldArea[0] > 0;
    this.scale = 0.5 * levels.inverse[0], this.stride = stride, this.mask = folded ? cells - 1 : -1, this.fit = cells > 1 ? (1 - 1e-12) / levels.classScale : -1, this.column = levels.column[0], this.row = levels.row[0], this.fromColumn = this.column, this.toColumn = this.column + levels.columns[0], this.fromRow = this.row, this.toRow = this.row + levels.rows[0];
  }
}, finest = new Finest();
function countListed(store, bounds, list2, count, outside2) {
  let { levels, starts: starts2, spareCells } = store, { minX: lowX, minY: lowY, maxX: highX, maxY: highY } = bounds;
  finest.read(store);
  let { scale, stride, mask, fit, column, row, fromColumn, toColumn, fromRow, toRow } = finest;
  for (let i = 0; i < count; i++) {
    let item = list2[i], minX = lowX[item], minY = lowY[item], maxX = highX[item], maxY = highY[item], width = maxX - minX, height = maxY - minY, x = (minX + maxX) * scale + 268435456, y = (minY + maxY) * scale + 268435456, cell = 0;
    if (width >= 0 && height >= 0 && width < fit && height < fit && x >= fromColumn && x < toColumn && y >= fromRow && y < toRow)
      cell = (x | 0) - column + Math.imul((y | 0) - row, stride) & mask;
    else {
      if (box2[0] = minX, box2[1] = minY, box2[2] = maxX, box2[3] = maxY, !isBox3(box2)) return i;
      widen(outside2, box2, 0), cell = cellOfBox(levels, box2, 0);
    }
    spareCells[i] = cell, starts2[cell]++;
  }
  return count;
}
var box2 = new Float64Array(4);
function isBox3(boxes) {
  return boxes[0] <= boxes[2] && boxes[1] <= boxes[3] && boxes[0] > -1 / 0 && boxes[1] > -1 / 0 && boxes[2] < 1 / 0 && boxes[3] < 1 / 0;
}
function widen(bounds, boxes, at) {
  boxes[at] < bounds[0] && (bounds[0] = boxes[at]), boxes[at + 1] < bounds[1] && (bounds[1] = boxes[at + 1]), boxes[at + 2] > bounds[2] && (bounds[2] = boxes[at + 2]), boxes[at + 3] > bounds[3] && (bounds[3] = boxes[at + 3]);
}
function scatterListed(store, bounds, list2, count) {
  let { boxes, items, spareCells, starts: starts2, entryOf } = store, { minX, minY, maxX, maxY } = bounds;
  for (let i = count - 1; i >= 0; i--) {
    let cell = spareCells[i], item = list2[i], entry2 = starts2[cell] - 1, at = entry2 * 4;
    starts2[cell] = entry2, boxes[at] = minX[item], boxes[at + 1] = minY[item], boxes[at + 2] = maxX[item], boxes[at + 3] = maxY[item], items[entry2] = item, entryOf[item] = entry2 + 1;
  }
}
function countEntries(store, used, outside2) {
  let { levels, starts: starts2, boxes, items, spareCells } = store;
  finest.read(store);
  let { scale, stride, mask, fit, column, row, fromColumn, toColumn, fromRow, toRow } = finest;
  for (let entry2 = 0, at = 0; entry2 < used; entry2++, at += 4) {
    if (items[entry2] === 0) {
      spareCells[entry2] = -1;
      continue;
    }
    let minX = boxes[at], minY = boxes[at + 1], maxX = boxes[at + 2], maxY = boxes[at + 3], width = maxX - minX, height = maxY - minY, x = (minX + maxX) * scale + 268435456, y = (minY + maxY) * scale + 268435456, cell = 0;
    width < fit && height < fit && x >= fromColumn && x < toColumn && y >= fromRow && y < toRow ? cell = (x | 0) - column + Math.imul((y | 0) - row, stride) & mask : (widen(outside2, boxes, at), cell = cellOfBox(levels, boxes, at)), spareCells[entry2] = cell, starts2[cell]++;
  }
}
function scatterEntries(store, used) {
  let { boxes, items, spareBoxes, spareItems, spareCells, starts: starts2, entryOf } = store;
  for (let i = used - 1; i >= 0; i--) {
    let cell = spareCells[i];
    if (cell < 0) continue;
    let entry2 = starts2[cell] - 1, from = i * 4, to = entry2 * 4;
    starts2[cell] = entry2, boxes[to] = spareBoxes[from], boxes[to + 1] = spareBoxes[from + 1], boxes[to + 2] = spareBoxes[from + 2], boxes[to + 3] = spareBoxes[from + 3];
    let item = spareItems[i];
    items[entry2] = item, entryOf[item] = entry2 + 1;
  }
}

// src/quadtree/plan.ts
var LIST_LIMIT = 10, SMALL_WORLD = 32, PLACES_PER_ENTRY = 4, SAMPLE_ROOM = 1 + 1 / 128, LAST_CLASS = 31, LARGEST_SIDE = 1e290, STRANGERS = 0.4, COST_ENTRY = 14, COST_TEST = 1.8, COST_ROW = 7, COST_CELL = 0.8, trial = new Float64Array(2);
function costOfTrial(census2) {
  let area = trial[0], side2 = trial[1], fine = 0, s = 0;
  for (; s < census2.sizeCount && census2.sizes[s] <= side2; ) fine += census2.sizeCounts[s++];
  let load4 = area > 0 ? Math.min(fine, fine * side2 * side2 / area) : fine;
  area > PLACES_PER_ENTRY * fine * side2 * side2 && (load4 += STRANGERS);
  let cells = area > 0 ? Math.min(PLACES_PER_ENTRY * fine, area / (side2 * side2)) : 1, cost = fine * (COST_ENTRY + 4.5 * COST_TEST * load4) + COST_CELL * cells, octave = side2, coarse = 0, finer = fine, levels = 0;
  for (; s < census2.sizeCount; s++) {
    let size = census2.sizes[s], count = census2.sizeCounts[s];
    if (size > octave) {
      for (; octave < size; ) octave *= 2;
      finer += coarse, coarse = 0, levels++;
    }
    coarse += count;
    let density = area > 0 ? octave * octave / area : 1, reach = size / side2 + 2, strangers = area > PLACES_PER_ENTRY * coarse * octave * octave ? STRANGERS : 0;
    cost += count * (COST_ENTRY + 4.5 * COST_TEST * (Math.min(coarse, coarse * density) + strangers)), cost += COST_CELL * Math.min(PLACES_PER_ENTRY * count, 1 / density), cost += Math.min(
      levels * count * (reach * COST_ROW + Math.min(finer, reach * reach * load4) * COST_TEST),
      finer * (2.5 * COST_ROW + Math.min(count, 5 * count * density) * COST_TEST)
    );
  }
  return cost;
}
function finestSide(census2) {
  let area = trial[0], best = 0, bestCost = 1 / 0, fine = 0;
  for (let s = 0; s < census2.sizeCount; s++) {
    fine += census2.sizeCounts[s];
    let side2 = census2.sizes[s] * (census2.sampled < census2.count ? SAMPLE_ROOM : FIT_SLACK * FIT_SLACK);
    side2 > 1e-290 || (side2 = area > 1e-290 ? Math.sqrt(area / census2.count) * 0.5 : 1e-290);
    let next = s + 1 < census2.sizeCount ? census2.sizes[s + 1] : 1 / 0;
    for (let tries = 0; tries < 24 && side2 < next; tries++, side2 *= 1.19) {
      trial[1] = side2;
      let cost = costOfTrial(census2);
      if (cost < bestCost)
        bestCost = cost, best = side2;
      else if (area > 0 && fine * side2 * side2 > 4 * area) break;
    }
  }
  return best;
}
function shapeLevel(levels, level, census2, count) {
  let side2 = levels.side[level];
  if (levels.inverse[level] = 1 / side2, levels.reach[level] = 0, levels.filled[level] = 0, clearBounds(levels, level), levels.cells[level] = 1, levels.stride[level] = 0, levels.foldArea[level] = 0, count <= LIST_LIMIT || !(side2 < LARGEST_SIDE)) return 1;
  let inverse = levels.inverse[level], margin = census2.sampled < census2.count ? 0.01 : 0, minX = census2.bounds[0], minY = census2.bounds[1], maxX = census2.bounds[2], maxY = census2.bounds[3], marginX = (maxX - minX) * margin, marginY = (maxY - minY) * margin, column = levels.column[level] = place2((minX - marginX) * inverse), row = levels.row[level] = place2((minY - marginY) * inverse), columns2 = Math.max(4, place2((maxX + marginX) * inverse) - column + 2), rows = place2((maxY + marginY) * inverse) - row + 2;
  if (levels.columns[level] = columns2, levels.rows[level] = rows, columns2 * rows <= count * PLACES_PER_ENTRY + 64)
    levels.stride[level] = columns2, levels.cells[level] = Math.max(columns2 * rows, 2 * columns2 + 5);
  else {
    let bits2 = MIN_CELL_BITS;
    for (; bits2 < MAX_CELL_BITS && 1 << bits2 < count * 2; ) bits2++;
    levels.stride[level] = FOLD_STRIDES[bits2], levels.cells[level] = 1 << bits2, levels.foldArea[level] = (1 << bits2) / 8;
  }
  return levels.cells[level];
}
var classCounts = new Int32Array(33);
function planLevels(levels, census2) {
  let bounds = census2.bounds, area = (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]) * levels.crowding[POPULATED];
  trial[0] = area;
  let finest2 = census2.count <= LIST_LIMIT ? Math.max(census2.sizes[census2.sizeCount - 1], 1e-290) * 2 : finestSide(census2);
  levels.classScale = FIT_SLACK / finest2, classCounts.fill(0);
  for (let s = 0; s < census2.sizeCount; s++) {
    let scaled3 = census2.sizes[s] * levels.classScale;
    classCounts[32 - Math.clz32(scaled3 < 1073741824 ? scaled3 : 1073741824)] += census2.sizeCounts[s];
  }
  let highest = 32;
  for (; highest > 0 && classCounts[highest] === 0; ) highest--;
  let level = 0, cells = 0, waiting = 0, from = 0;
  for (let size = 0; size <= highest; size++)
    waiting += classCounts[size], !(waiting <= LIST_LIMIT && size < highest) && (levels.first[level] = cells, levels.side[level] = finest2 * doubled(size), cells += shapeLevel(levels, level, census2, size < LAST_CLASS ? waiting : 0), levels.ofClass.fill(level, from, size + 1), from = size + 1, waiting = 0, level++);
  levels.plannedFor = census2.count, levels.uses = 0, levels.count = level, levels.cellCount = cells, levels.first[level] = cells, levels.first[level + 1] = cells + 1, levels.side[level] = finest2 * doubled(highest), shapeLevel(levels, level, census2, 0);
  let last = levels.cells[level - 1] === 1 ? level - 1 : level;
  levels.ofClass.fill(last, from);
  let side2 = levels.side[0];
  levels.crowding[PLANNED] = levels.cells[0] === 1 || !(area > 0) ? census2.count : census2.count * side2 * side2 / area;
}
function planList(levels) {
  levels.classScale = 1, levels.ofClass.fill(0);
  for (let level = 0; level < 2; level++)
    levels.side[level] = 1, levels.inverse[level] = 1, levels.reach[level] = 0, levels.cells[level] = 1, levels.stride[level] = 0, levels.foldArea[level] = 0, levels.filled[level] = 0, levels.first[level] = level, clearBounds(levels, level);
  levels.first[2] = 2, levels.plannedFor = 0, levels.uses = 0, levels.count = 1, levels.cellCount = 1, levels.crowding[PLANNED] = 0;
}
function doubled(power) {
  return power < 32 ? 1 << power >>> 0 : (1 << 30) * 4;
}

// src/quadtree/store.ts
var Store = class {
  levels = new Levels();
  starts = new Int32Array(8);
  /** Four numbers an entry: minX, minY, maxX, maxY. */
  boxes;
  items;
  /** The other half of a double buffer: rebuilds read one and write the other. */
  spareBoxes = new Float64Array(0);
  spareItems = new Uint32Array(0);
  /** Cell of each box while it is sorted. */
  spareCells = new Int32Array(0);
  entryOf = new Int32Array(64);
  /** Live items. */
  count = 0;
  /** Entries in use, holes and overflow included. */
  used = 0;
  /** Entries that changed their cell since the last search. */
  relocated = 0;
  /** The same since the last build. */
  worn = 0;
  /** The cells no longer tell where the boxes are; the next search rebuilds first. */
  stale = !1;
  /** Builds leave holes, because entries have been seen to move. */
  elastic = !1;
  constructor(capacity) {
    this.boxes = new Float64Array(capacity * 4), this.items = new Uint32Array(capacity), this.reset();
  }
  /** Empty, with one list level. Does not touch `entryOf`. */
  reset() {
    let levels = this.levels;
    levels.count = 0, levels.cellCount = 0, levels.plannedFor = 0, levels.uses = 0, levels.classScale = 1, levels.ofClass.fill(0), levels.cells[0] = 1, levels.foldArea[0] = 0, levels.stride[0] = 0, levels.first[0] = 0, levels.first[1] = 1, levels.filled[0] = 0, levels.reach[0] = 0, levels.bounds[0] = levels.bounds[1] = 1 / 0, levels.bounds[2] = levels.bounds[3] = -1 / 0, this.starts[0] = 0, this.starts[1] = 0, this.count = 0, this.used = 0, this.relocated = 0, this.worn = 0, this.stale = !1, levels.crowding[0] = 1;
  }
};
function grown(capacity, count) {
  return Math.max(count, capacity + (capacity >> 1) + 16);
}
function reserveSpare(store, count) {
  let capacity = store.spareItems.length;
  if (count <= capacity) return;
  let larger = grown(capacity, count);
  store.spareBoxes = new Float64Array(larger * 4), store.spareItems = new Uint32Array(larger);
}
function reserveSpareCells(store, count) {
  let capacity = store.spareCells.length;
  count > capacity && (store.spareCells = new Int32Array(grown(capacity, count)));
}
function reserveSorted(store, count) {
  let capacity = store.items.length;
  if (count <= capacity) return;
  let larger = grown(capacity, count), { boxes, items } = store;
  store.boxes = new Float64Array(larger * 4), store.boxes.set(boxes), store.items = new Uint32Array(larger), store.items.set(items);
}
function reserveItem(store, item) {
  let length = store.entryOf.length;
  if (item < length) return;
  let larger = new Int32Array(Math.min(4194304, Math.max(item + 1, length * 2)));
  larger.set(store.entryOf), store.entryOf = larger;
}
function reserveCells(store, count) {
  count <= store.starts.length || (store.starts = new Int32Array(Math.max(count, store.starts.length * 2)));
}
function levelOfCell(store, cell) {
  let levels = store.levels, level = 0;
  for (; level < levels.count && cell >= levels.first[level + 1]; ) level++;
  return level;
}
function beginOfLevel(store, level) {
  return store.starts[store.levels.first[level]];
}
function endOfLevel(store, level) {
  return store.starts[store.levels.first[level + 1]];
}
function cellOfEntry(store, entry2) {
  let { levels, boxes } = store;
  if (entry2 >= store.starts[levels.cellCount]) return levels.cellCount;
  let at = entry2 * 4;
  return cellOfBox(levels, boxes, at);
}
function overflowIsLong(overflow, count) {
  return overflow > 16 && 16 * overflow * overflow > count;
}
function overflowOf(store) {
  return store.used - store.starts[store.levels.cellCount];
}

// src/quadtree/build.ts
var census = new Census(), outside = new Float64Array(4), CROWDED = 3, MAX_PLANS = 4, MOST_USES = 32, SLACK_SHIFT = 3;
function buildFrom(store, bounds, list2, count) {
  reserveListed(store, list2, count);
  let known3 = countKnown(store, list2, count);
  sortListed(store, bounds, list2, count), known3 < store.count && forgetUnlisted(store), finish2(store, count);
}
function buildKnown(store, bounds, list2, count, highest) {
  reserveItem(store, highest), sortListed(store, bounds, list2, count), finish2(store, count);
}
function sortListed(store, bounds, list2, count) {
  if (reserveSpareCells(store, count), store.elastic = !1, count === 0) {
    store.used = 0;
    return;
  }
  countAgain(store, bounds, list2, count) || countAnew(store, bounds, list2, count), reserveSorted(store, count), scatterListed(store, bounds, list2, count);
}
function countKnown(store, list2, count) {
  let { entryOf } = store, known3 = 0;
  for (let i = 0; i < count; i++) known3 += +(entryOf[list2[i]] !== 0);
  return known3;
}
function countAgain(store, bounds, list2, count) {
  let { levels } = store;
  if (levels.uses >= MOST_USES || Math.abs(count - levels.plannedFor) * 8 > count || (levels.uses++, prepareCells(store), countListed(store, bounds, list2, count, outside) < count) || overflowIsLong(store.starts[levels.cellCount], count)) return !1;
  sumUp(store);
  let load4 = levels.crowding[MEASURED];
  return load4 < 1.5 || load4 < CROWDED * Math.max(levels.crowding[PLANNED], 0.05);
}
function countAnew(store, bounds, list2, count) {
  count > SMALL_WORLD && census.ofList(bounds, list2, count, !1);
  for (let plans = 1; ; plans++) {
    prepare2(store, count);
    let read = countListed(store, bounds, list2, count, outside);
    read < count && abandon(store, bounds, list2[read]);
    let stray = count > SMALL_WORLD && strays(store);
    if (sumUp(store), count <= SMALL_WORLD || plans === MAX_PLANS || !plansAgain(store, stray)) break;
    stray && census.ofList(bounds, list2, count, !0);
  }
}
function rebuild(store) {
  let { count, used } = store;
  if (count > 0) {
    let room = store.elastic ? count + (count >> 2) + 8 : count;
    reserveSpareCells(store, used), reserveSpare(store, room), count > SMALL_WORLD && census.ofEntries(store.boxes, used, count, !1);
    for (let plans = 1; ; plans++) {
      prepare2(store, count), countEntries(store, used, outside);
      let stray = count > SMALL_WORLD && strays(store);
      if (swapHalves(store), store.elastic ? sumUpWithHoles(store) : sumUp(store), count <= SMALL_WORLD || plans === MAX_PLANS || !plansAgain(store, stray)) break;
      swapHalves(store), stray && census.ofEntries(store.boxes, used, count, !0);
    }
    scatterEntries(store, used);
  }
  finish2(store, count);
}
function prepare2(store, count) {
  count > SMALL_WORLD ? planLevels(store.levels, census) : planList(store.levels), prepareCells(store);
}
function prepareCells(store) {
  reserveCells(store, store.levels.cellCount + 2), store.starts.fill(0, 0, store.levels.cellCount + 2), outside[0] = outside[1] = 1 / 0, outside[2] = outside[3] = -1 / 0;
}
function strays(store) {
  return census.sampled < census.count && overflowIsLong(store.starts[store.levels.cellCount], census.count);
}
function plansAgain(store, stray) {
  let { cells, crowding } = store.levels;
  if (cells[0] === 1) return stray;
  let load4 = crowding[MEASURED], excess = Math.max(load4, 0.05) / Math.max(crowding[PLANNED], 0.05);
  return excess < 1 && (crowding[POPULATED] = Math.min(1, crowding[POPULATED] / Math.max(excess, 0.25))), excess < CROWDED || load4 < 1.5 ? stray : (crowding[POPULATED] /= excess, !0);
}
function finish2(store, count) {
  count === 0 && store.reset(), store.count = count, store.relocated = 0, store.worn = 0, store.stale = !1, count > 0 && measureLevels(store);
}
function swapHalves(store) {
  let { boxes, items } = store;
  store.boxes = store.spareBoxes, store.items = store.spareItems, store.spareBoxes = boxes, store.spareItems = items;
}
function reserveListed(store, list2, count) {
  let highest = 0, ascending = !0;
  for (let i = 0; i < count; i++) {
    let item = list2[i];
    item <= highest && (ascending = !1), item > highest && (highest = item), item === 0 && checkItem("build", item);
  }
  count !== 0 && (checkItem("build", highest), reserveItem(store, highest), ascending || checkDifferent(store.entryOf, list2, count));
}
function checkDifferent(entryOf, list2, count) {
  let marked = 0;
  for (; marked < count && entryOf[list2[marked]] >= 0; ) {
    let item = list2[marked++];
    entryOf[item] = ~entryOf[item];
  }
  for (let i = 0; i < marked; i++) entryOf[list2[i]] = ~entryOf[list2[i]];
  if (marked < count) throw new Error(`Quadtree.build: item ${list2[marked]} is listed twice; list each item once`);
}
function abandon(store, bounds, item) {
  throw store.count > 0 ? rebuild(store) : finish2(store, 0), checkBox("build", item, Float64Array.of(bounds.minX[item], bounds.minY[item], bounds.maxX[item], bounds.maxY[item])), new Error(`Quadtree.build: the box of item ${item} changed during the build`);
}
function forgetUnlisted(store) {
  let { items, entryOf, used } = store;
  for (let item = 1; item < entryOf.length; item++) {
    let entry2 = entryOf[item];
    entry2 > 0 && (entry2 > used || items[entry2 - 1] !== item) && (entryOf[item] = 0);
  }
}
function sumUp(store) {
  let { levels, starts: starts2 } = store, cells = levels.cellCount, finest2 = levels.first[1], sum2 = 0, squares = 0;
  for (let cell = 0; cell < finest2; cell++) {
    let count = starts2[cell];
    squares += count * count, sum2 += count, starts2[cell] = sum2;
  }
  measureCrowding(store.levels, sum2, squares);
  for (let cell = finest2; cell <= cells; cell++)
    sum2 += starts2[cell], starts2[cell] = sum2;
  starts2[cells + 1] = sum2, store.used = sum2;
}
function measureCrowding(levels, filled, squares) {
  let folded = levels.foldArea[0] > 0 ? filled / levels.cells[0] : 0;
  levels.crowding[MEASURED] = filled > 0 ? squares / filled - 1 - folded : 0;
}
function sumUpWithHoles(store) {
  let { levels, starts: starts2 } = store, cells = levels.cellCount, sum2 = 0, squares = 0, filled = 0;
  for (let cell = 0; cell < cells; cell++) {
    let before = sum2, count = starts2[cell];
    cell < levels.first[1] && (squares += count * count, filled += count), sum2 += count, starts2[cell] = sum2, sum2 >> SLACK_SHIFT !== before >> SLACK_SHIFT && digHole(store, sum2++);
  }
  sum2 += starts2[cells], starts2[cells] = sum2, starts2[cells + 1] = sum2, store.used = sum2, measureCrowding(levels, filled, squares);
}
function measureLevels(store) {
  let { levels } = store, others2 = 0;
  for (let level = 1; level <= levels.count; level++)
    clearBounds(levels, level), levels.reach[level] = 0, levels.filled[level] = 0, measureLevel(store, level), others2 += levels.filled[level];
  measureFinest(levels), levels.filled[0] = store.count - others2;
}
function measureFinest(levels) {
  let { side: side2, bounds, column, row, columns: columns2, rows } = levels, list2 = levels.cells[0] === 1, size = side2[0];
  levels.reach[0] = list2 ? 1 / 0 : size * 0.5, bounds[0] = list2 ? outside[0] : Math.min(outside[0], placeStart(column[0] - 1, size)), bounds[1] = list2 ? outside[1] : Math.min(outside[1], placeStart(row[0] - 1, size)), bounds[2] = list2 ? outside[2] : Math.max(outside[2], placeStart(column[0] + columns2[0] + 1, size)), bounds[3] = list2 ? outside[3] : Math.max(outside[3], placeStart(row[0] + rows[0] + 1, size));
}
function measureLevel(store, level) {
  let { levels, boxes, items } = store, end = endOfLevel(store, level);
  for (let entry2 = beginOfLevel(store, level); entry2 < end; entry2++) {
    if (items[entry2] === 0) continue;
    let at = entry2 * 4;
    levels.filled[level]++, widenLevel(levels, level, boxes, at);
  }
}
function digHole(store, entry2) {
  let boxes = store.boxes, at = entry2 * 4;
  boxes[at] = 1 / 0, boxes[at + 1] = 1 / 0, boxes[at + 2] = -1 / 0, boxes[at + 3] = -1 / 0, store.items[entry2] = 0;
}

// src/quadtree/nearest.ts
var X2 = 0, Y2 = 1, RADIUS = 2, chosen2 = new Int32Array(4), inset = new Float64Array(1);
function nearestInStore(store, disc, visit2) {
  let { count, filled } = store.levels, fullest = 0;
  for (let level = 1; level <= count; level++) filled[level] > filled[fullest] && (fullest = level);
  nearestInLevel(store, fullest, disc, visit2);
  for (let level = 0; level <= count && disc[RADIUS] >= 0; level++)
    level !== fullest && filled[level] > 0 && nearestInLevel(store, level, disc, visit2);
}
function nearestInLevel(store, level, disc, visit2) {
  let levels = store.levels, begin = beginOfLevel(store, level), end = endOfLevel(store, level), { bounds } = levels, at = level * 4, x = disc[X2], y = disc[Y2], outX = Math.max(bounds[at] - x, 0, x - bounds[at + 2]), outY = Math.max(bounds[at + 1] - y, 0, y - bounds[at + 3]);
  if (outX * outX + outY * outY > disc[RADIUS]) return;
  if (levels.cells[level] === 1) {
    visitRun(store, begin, end, disc, visit2, -1, 0, 0, 0);
    return;
  }
  choosePlace(store, level, disc);
  let column = chosen2[0], row = chosen2[1], farthest2 = chosen2[3], side2 = levels.side[level], edge2 = inset[0], reach = levels.reach[level];
  for (let ring = chosen2[2]; ring <= farthest2; ring++) {
    let gap = (ring - 1) * side2 + edge2 - reach - side2 * 1e-6;
    if (ring > 0 && gap > 0 && gap * gap > disc[RADIUS]) return;
    let width = 2 * ring + 1;
    if (width * width > 2 * levels.filled[level] + 64 || !meetsNoCellTwice(levels, level, width, width)) {
      visitRun(store, begin, end, disc, visit2, level, column, row, -ring);
      return;
    }
    if (visitRing(store, level, column, row, ring, disc, visit2), disc[RADIUS] < 0) return;
  }
}
function choosePlace(store, level, disc) {
  let x = disc[X2], y = disc[Y2], { bounds, side: sides, inverse } = store.levels, at = level * 4, side2 = sides[level], scale = inverse[level];
  scaled[0] = x * scale, scaled[1] = y * scale;
  for (let i = 0; i < 4; i++) scaled[2 + i] = bounds[at + i] * scale;
  placeAll(6);
  let column = places[0], row = places[1], left = places[2] - column, right = places[4] - column, below = places[3] - row, above = places[5] - row;
  chosen2[0] = column, chosen2[1] = row, chosen2[2] = Math.max(0, left, -right, below, -above), chosen2[3] = Math.max(-left, right, -below, above), inset[0] = Math.max(0, Math.min(
    x - placeStart(column, side2),
    placeStart(column + 1, side2) - x,
    y - placeStart(row, side2),
    placeStart(row + 1, side2) - y
  ));
}
function visitRing(store, level, column, row, ring, disc, visit2) {
  for (let y1 = row - ring; y1 <= row + ring && disc[RADIUS] >= 0; y1++)
    y1 === row - ring || y1 === row + ring ? visitCells(store, level, column - ring, y1, 2 * ring + 1, disc, visit2, column, row, ring) : (visitCells(store, level, column - ring, y1, 1, disc, visit2, column, row, ring), disc[RADIUS] >= 0 && visitCells(store, level, column + ring, y1, 1, disc, visit2, column, row, ring));
}
function visitCells(store, level, from, y1, columns2, disc, visit2, column, row, ring) {
  let { starts: starts2, levels } = store, first = levels.first[level], size = levels.cells[level], begin = fold2(levels, level, from, y1), end = begin + columns2, stop = starts2[first + (end < size ? end : size)];
  visitRun(store, starts2[first + begin], stop, disc, visit2, level, column, row, ring), end > size && disc[RADIUS] >= 0 && visitRun(store, starts2[first], starts2[first + end - size], disc, visit2, level, column, row, ring);
}
function visitRun(store, begin, end, disc, visit2, level, column, row, ring) {
  let { boxes, items, levels } = store, x = disc[X2], y = disc[Y2];
  for (let entry2 = begin, at = begin * 4; entry2 < end; entry2++, at += 4) {
    let minX = boxes[at], minY = boxes[at + 1], maxX = boxes[at + 2], maxY = boxes[at + 3], dx = Math.max(minX - x, 0, x - maxX), dy = Math.max(minY - y, 0, y - maxY);
    if (!(!(dx * dx + dy * dy <= disc[RADIUS]) || items[entry2] === 0)) {
      if (level >= 0) {
        let scale = 0.5 * levels.inverse[level], away = Math.max(Math.abs(place2((minX + maxX) * scale) - column), Math.abs(place2((minY + maxY) * scale) - row));
        if (ring >= 0 ? away !== ring : away < -ring) continue;
      }
      if (visit2(items[entry2], disc), disc[RADIUS] < 0) return;
    }
  }
}

// src/quadtree/seek.ts
var EVERYTHING = new Uint8Array(0), MANY_SEEKERS = 256, entries = new Uint32Array(256);
function entriesOf(doing, store, list2, count) {
  entries.length < count && (entries = new Uint32Array(Math.max(count, entries.length * 2)));
  let { entryOf } = store;
  for (let i = 0; i < count; i++) {
    let item = list2[i], entry2 = item < entryOf.length ? entryOf[item] : 0;
    entry2 === 0 && checkPresent(doing, store, item), entries[i] = entry2 - 1;
  }
  return count >= MANY_SEEKERS && sortItems(entries, count), entries;
}
function entriesFrom(begin, end) {
  entries.length < end - begin && (entries = new Uint32Array(Math.max(end - begin, entries.length * 2)));
  for (let entry2 = begin; entry2 < end; entry2++) entries[entry2 - begin] = entry2;
  return entries;
}
function seekLevel(seekers, list2, count, store, level, marks, own2, out) {
  let { levels, starts: starts2, boxes, items } = store, { boxes: mine, items: names } = seekers, { bounds } = levels, size = levels.cells[level], stride = levels.stride[level], first = levels.first[level], filled = levels.filled[level], scale = levels.inverse[level], grid = size > 1 && isNear3(store, level), reach = grid ? levels.reach[level] * scale + PLACE_SLACK : 0, plain = grid && levels.foldArea[level] === 0, fromColumn = levels.column[level], toColumn = plain ? fromColumn + levels.columns[level] : fromColumn, fromRow = levels.row[level], toRow = fromRow + levels.rows[level], left = bounds[level * 4], bottom = bounds[level * 4 + 1], right = bounds[level * 4 + 2], top = bounds[level * 4 + 3], few = count < MANY_SEEKERS, outA = out.a, outB = out.b, room = outA.length, total = out.count;
  for (let i = 0; i < count; i++) {
    let seeker = list2[i], item = names[seeker], m = seeker * 4, minX = mine[m], minY = mine[m + 1], maxX = mine[m + 2], maxY = mine[m + 3];
    if (minX > right || maxX < left || minY > top || maxY < bottom) continue;
    let columns2 = size, rows = 1, cell = 0, last = size;
    if (grid) {
      let column = (minX > left ? minX : left) * scale - reach + 268435456 | 0, row = (minY > bottom ? minY : bottom) * scale - reach + 268435456 | 0, width = ((maxX < right ? maxX : right) * scale + reach + 268435456 | 0) - column + 1, height = ((maxY < top ? maxY : top) * scale + reach + 268435456 | 0) - row + 1;
      height <= filled && column >= fromColumn && row >= fromRow && column + width <= toColumn && row + height <= toRow ? (columns2 = width, rows = height, cell = column - fromColumn + Math.imul(row - fromRow, stride)) : height <= filled && meetsNoCellTwice(levels, level, width, height) && (columns2 = width, rows = height, cell = fold2(levels, level, column, row));
    }
    let raw = total;
    for (let r = 0; r < rows; r++, cell += stride) {
      cell >= size && (cell -= size);
      let from = cell + columns2;
      last = from < size ? from : size;
      let entry2 = starts2[first + cell], end = starts2[first + last];
      for (; ; ) {
        if (raw + end - entry2 >= room && (out.count = raw, out.reserve(raw + end - entry2 + 1), outA = out.a, outB = out.b, room = outA.length), few)
          for (let at = entry2 * 4; entry2 < end; entry2++, at += 4)
            boxes[at] > maxX || boxes[at + 2] < minX || boxes[at + 1] > maxY || boxes[at + 3] < minY || (outB[raw++] = items[entry2]);
        else
          for (let at = entry2 * 4; entry2 < end; entry2++, at += 4)
            outB[raw] = items[entry2], raw += +(boxes[at] <= maxX) & +(boxes[at + 2] >= minX) & +(boxes[at + 1] <= maxY) & +(boxes[at + 3] >= minY);
        if (from === last) break;
        entry2 = starts2[first], end = starts2[first + from - last], last = from;
      }
    }
    if (!own2) {
      for (; total < raw; total++) outA[total] = item;
      continue;
    }
    for (let h = total; h < raw; h++) {
      let other2 = outB[h];
      outA[total] = other2 < item ? other2 : item, outB[total] = other2 < item ? item : other2, total += +(other2 > item) | +(other2 < item) & +(marks[other2] === 0);
    }
  }
  out.count = total;
}
function isNear3(store, level) {
  let { bounds, inverse, reach } = store.levels, limit = 268435456 * 0.5, scale = inverse[level];
  for (let i = 0; i < 4; i++) if (!(Math.abs(bounds[level * 4 + i] * scale) < limit)) return !1;
  return reach[level] * scale < limit;
}

// src/quadtree/pairs.ts
var LOWER_FIRST = 0, SEEKER_FIRST = 1, FOUND_FIRST = 2, ROW_TESTS = 4, MANY_MOVED = 5;
function pairsOfStore(store, out) {
  return allPairs(store, EVERYTHING, out);
}
function allPairs(store, marks, out) {
  let before = out.count, levels = store.levels;
  for (let level = 0; level <= levels.count; level++)
    if (levels.filled[level] !== 0) {
      levels.cells[level] === 1 ? pairsOfList(store, level, out) : pairsOfGrid(store, level, out);
      for (let coarser = level + 1; coarser <= levels.count; coarser++)
        levels.filled[coarser] !== 0 && pairsBetween(store, level, store, coarser, LOWER_FIRST, LOWER_FIRST, out);
    }
  return marks.length > 0 && keepMarked(marks, before, out), out.count - before;
}
function keepMarked(marks, from, out) {
  let { a, b, count } = out, kept = from;
  for (let i = from; i < count; i++) {
    let first = a[i], second = b[i];
    a[kept] = first, b[kept] = second, kept += +((marks[first] | marks[second]) !== 0);
  }
  out.count = kept;
}
function pairsOfList(store, level, out) {
  let end = endOfLevel(store, level);
  for (let entry2 = beginOfLevel(store, level); entry2 < end; entry2++)
    store.items[entry2] !== 0 && pairRun(store, entry2, store, entry2 + 1, end, LOWER_FIRST, out);
}
function pairsOfGrid(store, level, out) {
  let { levels, starts: starts2, boxes, items } = store, size = levels.cells[level], stride = levels.stride[level], first = levels.first[level], last = first + size - 1, levelEnd = endOfLevel(store, level), outA = out.a, outB = out.b, count = out.count, entry2 = beginOfLevel(store, level), cell = first - 1;
  for (; entry2 < levelEnd; ) {
    do
      cell++;
    while (starts2[cell + 1] <= entry2);
    let cellEnd = starts2[cell + 1], row = cell + stride - 1;
    if (row > last && (row -= size), cell === last || row + 2 > last) {
      for (out.count = count; entry2 < cellEnd; entry2++) items[entry2] !== 0 && pairAtSeam(store, entry2, cell, row, first, last, out);
      outA = out.a, outB = out.b, count = out.count;
      continue;
    }
    let nextEnd = starts2[cell + 2], below = starts2[row], belowEnd = starts2[row + 3], candidates3 = nextEnd + belowEnd - below;
    for (; entry2 < cellEnd; entry2++) {
      let total = candidates3 - entry2 - 1;
      count + total >= outA.length && (out.count = count, out.reserve(count + total + 1), outA = out.a, outB = out.b);
      let item = items[entry2], at = entry2 * 4, minX = boxes[at], minY = boxes[at + 1], maxX = boxes[at + 2], maxY = boxes[at + 3];
      for (let other2 = entry2 + 1; other2 < nextEnd; other2++) {
        let o = other2 * 4, found3 = items[other2], lower = item - found3 & item - found3 >> 31;
        outA[count] = found3 + lower, outB[count] = item - lower, count += +(boxes[o] <= maxX) & +(boxes[o + 2] >= minX) & +(boxes[o + 1] <= maxY) & +(boxes[o + 3] >= minY);
      }
      for (let other2 = below; other2 < belowEnd; other2++) {
        let o = other2 * 4, found3 = items[other2], lower = item - found3 & item - found3 >> 31;
        outA[count] = found3 + lower, outB[count] = item - lower, count += +(boxes[o] <= maxX) & +(boxes[o + 2] >= minX) & +(boxes[o + 1] <= maxY) & +(boxes[o + 3] >= minY);
      }
    }
  }
  out.count = count;
}
function pairAtSeam(store, entry2, cell, row, first, last, out) {
  let starts2 = store.starts;
  pairRun(store, entry2, store, entry2 + 1, starts2[cell + 1], LOWER_FIRST, out);
  let next = cell === last ? first : cell + 1;
  pairRun(store, entry2, store, starts2[next], starts2[next + 1], LOWER_FIRST, out);
  for (let step = 0; step < 3; step++) {
    let below = row + step > last ? row + step - (last - first + 1) : row + step;
    pairRun(store, entry2, store, starts2[below], starts2[below + 1], LOWER_FIRST, out);
  }
}
function pairRun(seekers, entry2, store, begin, end, order3, out) {
  if (begin >= end) return;
  let { boxes, items } = store, mine = seekers.boxes, m = entry2 * 4, minX = mine[m], minY = mine[m + 1], maxX = mine[m + 2], maxY = mine[m + 3], item = seekers.items[entry2];
  for (let other2 = begin, o = begin * 4; other2 < end; other2++, o += 4)
    if (boxes[o] <= maxX && boxes[o + 2] >= minX && boxes[o + 1] <= maxY && boxes[o + 3] >= minY) {
      let found3 = items[other2];
      order3 === SEEKER_FIRST || order3 === LOWER_FIRST && item < found3 ? out.push(item, found3) : out.push(found3, item);
    }
}
function costOfSeeking(seekers, seeking, store, level) {
  let levels = store.levels, filled = levels.filled[level], tests = filled;
  if (levels.cells[level] !== 1) {
    let rows = 2 + 2 * (seekers.levels.reach[seeking] + levels.reach[level] - 0.5 * levels.side[level]) * levels.inverse[level], scanned = rows * rows * filled / levels.cells[level];
    tests = Math.min(filled, rows * ROW_TESTS + scanned);
  }
  return seekers.levels.filled[seeking] * (ROW_TESTS + tests);
}
function pairsBetween(one2, oneLevel, two, twoLevel, order3, reversed, out) {
  costOfSeeking(one2, oneLevel, two, twoLevel) < costOfSeeking(two, twoLevel, one2, oneLevel) ? seekPairs(one2, oneLevel, two, twoLevel, order3, out) : seekPairs(two, twoLevel, one2, oneLevel, reversed, out);
}
function seekPairs(seekers, seeking, store, level, order3, out) {
  let begin = beginOfLevel(seekers, seeking), end = endOfLevel(seekers, seeking), before = out.count;
  seekLevel(seekers, entriesFrom(begin, end), end - begin, store, level, EVERYTHING, !1, out), order3 === LOWER_FIRST ? putLowerFirst(out, before) : order3 === FOUND_FIRST && swapColumns(out, before);
}
function putLowerFirst(out, from) {
  let { a, b, count } = out;
  for (let i = from; i < count; i++) {
    let one2 = a[i], two = b[i];
    a[i] = one2 < two ? one2 : two, b[i] = one2 < two ? two : one2;
  }
}
function swapColumns(out, from) {
  let { a, b, count } = out;
  for (let i = from; i < count; i++) {
    let one2 = a[i];
    a[i] = b[i], b[i] = one2;
  }
}
function pairsOfStores(one2, two, out) {
  let before = out.count;
  for (let i = 0; i <= one2.levels.count; i++)
    if (one2.levels.filled[i] !== 0)
      for (let j = 0; j <= two.levels.count; j++)
        two.levels.filled[j] !== 0 && pairsBetween(one2, i, two, j, SEEKER_FIRST, FOUND_FIRST, out);
  return out.count - before;
}
function pairsOfEntries(seekers, list2, count, marks, store, out) {
  let before = out.count;
  if (count === seekers.count && arePresent("pairsOfItemsWith", seekers, list2, count)) return pairsOfStores(seekers, store, out);
  let levels = store.levels, waiting = 0;
  for (let level = 0; level <= levels.count; level++)
    levels.filled[level] !== 0 && (searchesBack(seekers, count, marks, store, level) ? pairsOfFew(store, level, seekers, marks, out) : waiting++);
  if (waiting === 0 && arePresent("pairsOfItemsWith", seekers, list2, count)) return out.count - before;
  let entries2 = entriesOf("pairsOfItemsWith", seekers, list2, count);
  for (let level = 0; level <= levels.count; level++)
    levels.filled[level] === 0 || searchesBack(seekers, count, marks, store, level) || seekLevel(seekers, entries2, count, store, level, EVERYTHING, !1, out);
  return out.count - before;
}
function searchesBack(seekers, count, marks, store, level) {
  let filled = store.levels.filled[level];
  return marks.length > 0 && filled * seekers.count < count * (ROW_TESTS + Math.min(filled, ROW_TESTS));
}
function pairsOfFew(store, level, found3, marks, out) {
  let before = out.count;
  for (let other2 = 0; other2 <= found3.levels.count; other2++)
    found3.levels.filled[other2] !== 0 && seekPairs(store, level, found3, other2, FOUND_FIRST, out);
  let { a, b, count } = out, kept = before;
  for (let i = before; i < count; i++) {
    let first = a[i];
    a[kept] = first, b[kept] = b[i], kept += +(marks[first] !== 0);
  }
  out.count = kept;
}
function pairsOfSeekers(store, list2, count, out) {
  let before = out.count, entries2 = entriesOf("searchFrom", store, list2, count), levels = store.levels;
  for (let level = 0; level <= levels.count; level++)
    levels.filled[level] !== 0 && seekLevel(store, entries2, count, store, level, EVERYTHING, !1, out);
  return dropSelves(before, out), out.count - before;
}
function dropSelves(from, out) {
  let { a, b, count } = out, kept = from;
  for (let i = from; i < count; i++) {
    let first = a[i], second = b[i];
    a[kept] = first, b[kept] = second, kept += +(first !== second);
  }
  out.count = kept;
}
function pairsOfMovedItems(store, moved3, count, isMoved2, out) {
  if (count === store.count && arePresent("pairsOfMoved", store, moved3, count)) return allPairs(store, EVERYTHING, out);
  if (count * MANY_MOVED > store.count && arePresent("pairsOfMoved", store, moved3, count)) return allPairs(store, isMoved2, out);
  let before = out.count, entries2 = entriesOf("pairsOfMoved", store, moved3, count), levels = store.levels;
  for (let level = 0; level <= levels.count; level++)
    levels.filled[level] !== 0 && seekLevel(store, entries2, count, store, level, isMoved2, !0, out);
  return out.count - before;
}
function arePresent(doing, store, list2, count) {
  for (let i = 0; i < count; i++) checkPresent(doing, store, list2[i]);
  return !0;
}

// src/quadtree/ray.ts
var BLOCK2 = 4, X1 = 0, Y1 = 1, X22 = 2, Y22 = 3, MAX = 4, RAY_ROUNDING = 2 ** -48, part2 = new Float64Array(3), FROM = 0, TO = 1, WIDENED = 2;
function castStore(store, ray2, visit2, out) {
  let { count, filled } = store.levels;
  for (let level = count; level >= 0; level--)
    if (filled[level] > 0 && castLevel(store, level, ray2, visit2, out), ray2[MAX] <= 0) return;
}
function castLevel(store, level, ray2, visit2, out) {
  let { cells, inverse, side: side2, reach, filled } = store.levels;
  if (!cutToLevel(store, level, ray2)) return;
  let dx = ray2[X22] - ray2[X1], dy = ray2[Y22] - ray2[Y1], flat = Math.abs(dx) >= Math.abs(dy), steps = (part2[TO] - part2[FROM]) * Math.abs(flat ? dx : dy) * inverse[level];
  if (cells[level] === 1 || steps > filled[level] || leavesPlaces(store, level, ray2)) {
    castRun(store, beginOfLevel(store, level), endOfLevel(store, level), ray2, visit2, out, -1, 0, 0, 0);
    return;
  }
  let far = Math.max(Math.abs(ray2[X1]), Math.abs(ray2[Y1]), Math.abs(ray2[X22]), Math.abs(ray2[Y22]));
  part2[WIDENED] = reach[level] + side2[level] * PLACE_SLACK + far * RAY_ROUNDING, flat ? castFlat(store, level, ray2, visit2, out) : castSteep(store, level, ray2, visit2, out);
}
function cutToLevel(store, level, ray2) {
  let { bounds } = store.levels, at = level * 4, max = ray2[MAX], from = 0, to = max;
  for (let axis = 0; axis < 2; axis++) {
    let low = bounds[at + axis], high = bounds[at + 2 + axis], start = ray2[X1 + axis], d = ray2[X22 + axis] - start;
    if (d === 0) {
      if (start < low || start > high) return !1;
      continue;
    }
    let a = (low - start) / d, b = (high - start) / d;
    from = Math.max(from, Math.min(a, b)), to = Math.min(to, Math.max(a, b));
  }
  let slack = 1e-12 * (1 + max);
  return part2[FROM] = Math.max(0, from - slack), part2[TO] = Math.min(max, to + slack), from <= to + slack;
}
function leavesPlaces(store, level, ray2) {
  let { bounds, inverse, side: side2 } = store.levels, limit = 268435452 * side2[level], at = level * 4;
  return inverse[level] > 0 ? bounds[at] < -limit || bounds[at + 1] < -limit || bounds[at + 2] > limit || bounds[at + 3] > limit ? !(isWithin(ray2, X1, limit) && isWithin(ray2, Y1, limit)) : !1 : !0;
}
function isWithin(ray2, axis, limit) {
  let start = ray2[axis], d = ray2[X22 + axis] - start;
  return Math.abs(start + d * part2[FROM]) < limit && Math.abs(start + d * part2[TO]) < limit;
}
function castFlat(store, level, ray2, visit2, out) {
  let { levels } = store, side2 = levels.side[level], scale = levels.inverse[level], widened = part2[WIDENED], x1 = ray2[X1], y1 = ray2[Y1], dx = ray2[X22] - x1, dy = ray2[Y22] - y1, forward = dx >= 0, begin = x1 + dx * part2[FROM], end = x1 + dx * part2[TO];
  scaled[0] = (forward ? begin - widened : begin + widened) * scale, scaled[1] = (forward ? end + widened : end - widened) * scale, placeAll(2);
  let first = places[0], last = places[1], slope = dx === 0 ? 0 : dy / dx, blocks = Math.floor(Math.abs(last - first) / BLOCK2) + 1;
  for (let block = 0; block < blocks; block++) {
    let near2 = forward ? first + block * BLOCK2 : first - block * BLOCK2, low = forward ? near2 : Math.max(near2 - BLOCK2 + 1, last), high = forward ? Math.min(near2 + BLOCK2 - 1, last) : near2, left = Math.max(placeStart(low, side2) - widened, Math.min(begin, end)), right = Math.min(placeStart(high + 1, side2) + widened, Math.max(begin, end));
    if (dx !== 0 && ((forward ? left : right) - x1) / dx > ray2[MAX]) return;
    left > right && (left = right = block === 0 ? begin : end);
    let ya = y1 + (left - x1) * slope, yb = y1 + (right - x1) * slope;
    scaled[0] = (Math.min(ya, yb) - widened) * scale, scaled[1] = (Math.max(ya, yb) + widened) * scale, placeAll(2);
    let bottom = places[0], top = places[1];
    for (let row = bottom; row <= top; row++)
      if (castRow(store, level, row, low, high, ray2, visit2, out), ray2[MAX] <= 0) return;
  }
}
function castSteep(store, level, ray2, visit2, out) {
  let { levels } = store, side2 = levels.side[level], scale = levels.inverse[level], widened = part2[WIDENED], x1 = ray2[X1], y1 = ray2[Y1], dx = ray2[X22] - x1, dy = ray2[Y22] - y1, step = dy >= 0 ? 1 : -1, begin = y1 + dy * part2[FROM], end = y1 + dy * part2[TO];
  scaled[0] = (begin - step * widened) * scale, scaled[1] = (end + step * widened) * scale, placeAll(2);
  let first = places[0], last = places[1], slope = dx / dy;
  for (let row = first; step > 0 ? row <= last : row >= last; row += step) {
    let bottom = Math.max(placeStart(row, side2) - widened, Math.min(begin, end)), top = Math.min(placeStart(row + 1, side2) + widened, Math.max(begin, end));
    if (((step > 0 ? bottom : top) - y1) / dy > ray2[MAX]) return;
    bottom > top && (bottom = top = row === first ? begin : end);
    let xa = x1 + (bottom - y1) * slope, xb = x1 + (top - y1) * slope;
    scaled[0] = (Math.min(xa, xb) - widened) * scale, scaled[1] = (Math.max(xa, xb) + widened) * scale, placeAll(2);
    let low = places[0], high = places[1];
    if (castRow(store, level, row, low, high, ray2, visit2, out), ray2[MAX] <= 0) return;
  }
}
function castRow(store, level, row, low, high, ray2, visit2, out) {
  let { starts: starts2, levels } = store, first = levels.first[level], size = levels.cells[level], cell = fold2(levels, level, low, row), end = cell + Math.min(high - low + 1, size), begin = starts2[first + cell], stop = starts2[first + (end <= size ? end : size)];
  begin < stop && castRun(store, begin, stop, ray2, visit2, out, level, row, low, high), !(end <= size || ray2[MAX] <= 0) && (begin = starts2[first], stop = starts2[first + end - size], begin < stop && castRun(store, begin, stop, ray2, visit2, out, level, row, low, high));
}
function castRun(store, begin, end, ray2, visit2, out, level, row, low, high) {
  let { boxes, items } = store, x1 = ray2[X1], y1 = ray2[Y1], x2 = ray2[X22], y2 = ray2[Y22], dx = x2 - x1, dy = y2 - y1, max = ray2[MAX], endX = max === 1 ? x2 : x1 + dx * max, endY = max === 1 ? y2 : y1 + dy * max, left = Math.min(x1, endX), right = Math.max(x1, endX), bottom = Math.min(y1, endY), top = Math.max(y1, endY);
  for (let entry2 = begin, at = begin * 4; entry2 < end; entry2++, at += 4) {
    let minX = boxes[at], minY = boxes[at + 1], maxX = boxes[at + 2], maxY = boxes[at + 3];
    if (minX > right || maxX < left || minY > top || maxY < bottom) continue;
    let over = dx * ((dx > 0 ? maxY : minY) - y1) - dy * ((dy > 0 ? minX : maxX) - x1), under = dx * ((dx > 0 ? minY : maxY) - y1) - dy * ((dy > 0 ? maxX : minX) - x1);
    if (!(over < 0 || under > 0) && !(level >= 0 && !lies(store, level, row, low, high, at)) && (out !== null && out.push(items[entry2]), visit2 !== null && (visit2(items[entry2], ray2), ray2[MAX] !== max))) {
      if (max = ray2[MAX], max <= 0) return;
      endX = x1 + dx * max, endY = y1 + dy * max, left = Math.min(x1, endX), right = Math.max(x1, endX), bottom = Math.min(y1, endY), top = Math.max(y1, endY);
    }
  }
}
function lies(store, level, row, low, high, at) {
  let { boxes, levels } = store, scale = 0.5 * levels.inverse[level], column = place2((boxes[at] + boxes[at + 2]) * scale);
  return column >= low && column <= high && place2((boxes[at + 1] + boxes[at + 3]) * scale) === row;
}

// src/quadtree/search.ts
var cut = new Float64Array(4), part3 = new Int32Array(3), CELL = 0, COLUMNS2 = 1, ROWS = 2;
function searchStore(store, region, out) {
  let before = out.count, { count, filled } = store.levels;
  for (let level = 0; level <= count; level++)
    filled[level] === 0 || !cutToLevel2(store, level, region) || (store.levels.cells[level] === 1 ? searchList(store, level, out) : (chooseCells(store, level), searchCells(store, level, out)));
  return out.count - before;
}
function cutToLevel2(store, level, region) {
  let { bounds } = store.levels, at = level * 4, left = bounds[at], bottom = bounds[at + 1], right = bounds[at + 2], top = bounds[at + 3], minX = region[0], minY = region[1], maxX = region[2], maxY = region[3];
  return minX > right || maxX < left || minY > top || maxY < bottom ? !1 : (cut[0] = minX > left ? minX : left, cut[1] = minY > bottom ? minY : bottom, cut[2] = maxX < right ? maxX : right, cut[3] = maxY < top ? maxY : top, !0);
}
function chooseCells(store, level) {
  let { levels } = store;
  part3[CELL] = 0, part3[COLUMNS2] = levels.cells[level], part3[ROWS] = 1;
  let scale = levels.inverse[level], reach = levels.reach[level];
  scaled[0] = (cut[0] - reach) * scale - PLACE_SLACK, scaled[1] = (cut[1] - reach) * scale - PLACE_SLACK, scaled[2] = (cut[2] + reach) * scale + PLACE_SLACK, scaled[3] = (cut[3] + reach) * scale + PLACE_SLACK, placeAll(4);
  let column = places[0], row = places[1], columns2 = places[2] - column + 1, rows = places[3] - row + 1;
  rows > levels.filled[level] || !meetsNoCellTwice(levels, level, columns2, rows) || (part3[CELL] = fold2(levels, level, column, row), part3[COLUMNS2] = columns2, part3[ROWS] = rows);
}
function searchList(store, level, out) {
  let { boxes, items } = store, x0 = cut[0], y0 = cut[1], x1 = cut[2], y1 = cut[3], end = endOfLevel(store, level);
  for (let entry2 = beginOfLevel(store, level), o = entry2 * 4; entry2 < end; entry2++, o += 4)
    boxes[o] <= x1 && boxes[o + 2] >= x0 && boxes[o + 1] <= y1 && boxes[o + 3] >= y0 && out.push(items[entry2]);
}
function searchCells(store, level, out) {
  let { levels, starts: starts2, boxes, items } = store, size = levels.cells[level], stride = levels.stride[level], first = levels.first[level], columns2 = part3[COLUMNS2], rows = part3[ROWS], x0 = cut[0], y0 = cut[1], x1 = cut[2], y1 = cut[3], cell = part3[CELL], found3 = out.items, count = out.count;
  for (let r = 0; r < rows; r++, cell += stride) {
    cell >= size && (cell -= size);
    for (let from = cell, rest = columns2; rest > 0; from = 0) {
      let to = from + rest < size ? from + rest : size, end = starts2[first + to], entry2 = starts2[first + from];
      rest -= to - from, count + end - entry2 >= found3.length && (out.count = count, out.reserve(count + end - entry2 + 1), found3 = out.items);
      for (let o = entry2 * 4; entry2 < end; entry2++, o += 4)
        found3[count] = items[entry2], count += +(boxes[o] <= x1) & +(boxes[o + 2] >= x0) & +(boxes[o + 1] <= y1) & +(boxes[o + 3] >= y0);
    }
  }
  out.count = count;
}

// src/quadtree/serialize.ts
var MAGIC = 349307028805, VERSION = 1, HEADER3 = 16, LEVEL = 15;
function saveStore(store) {
  let { levels, used } = store, numbers2 = HEADER3 + 35 * LEVEL + 33 + used * 4, starts2 = levels.cellCount + 2, buffer = new ArrayBuffer(numbers2 * 8 + (used + starts2) * 4), floats = new Float64Array(buffer, 0, numbers2);
  floats.set([
    MAGIC,
    VERSION,
    buffer.byteLength,
    store.count,
    used,
    levels.count,
    levels.cellCount,
    levels.classScale,
    levels.crowding[POPULATED],
    store.elastic ? 1 : 0,
    store.stale ? 1 : 0,
    store.relocated,
    store.worn,
    levels.plannedFor,
    levels.uses,
    levels.crowding[PLANNED]
  ]);
  for (let level = 0; level < 35; level++) saveLevel(levels, level, floats);
  let classes = HEADER3 + 35 * LEVEL;
  floats.set(levels.ofClass, classes), floats.set(store.boxes.subarray(0, used * 4), classes + 33);
  let integers = new Int32Array(buffer, numbers2 * 8);
  return integers.set(store.items.subarray(0, used)), integers.set(store.starts.subarray(0, starts2), used), buffer;
}
function saveLevel(levels, level, floats) {
  let at = HEADER3 + level * LEVEL;
  floats[at] = levels.side[level], floats[at + 1] = levels.reach[level], floats[at + 2] = levels.cells[level], floats[at + 3] = levels.stride[level], floats[at + 4] = levels.column[level], floats[at + 5] = levels.row[level], floats[at + 6] = levels.columns[level], floats[at + 7] = levels.rows[level], floats[at + 8] = levels.foldArea[level], floats[at + 9] = levels.first[level], floats[at + 10] = levels.filled[level];
  for (let i = 0; i < 4; i++) floats[at + 11 + i] = levels.bounds[level * 4 + i];
}
function loadLevel(levels, level, floats) {
  let at = HEADER3 + level * LEVEL;
  levels.side[level] = floats[at], levels.reach[level] = floats[at + 1], levels.cells[level] = floats[at + 2], levels.stride[level] = floats[at + 3], levels.column[level] = floats[at + 4], levels.row[level] = floats[at + 5], levels.columns[level] = floats[at + 6], levels.rows[level] = floats[at + 7], levels.foldArea[level] = floats[at + 8], levels.first[level] = floats[at + 9], levels.filled[level] = floats[at + 10], levels.inverse[level] = 1 / floats[at];
  for (let i = 0; i < 4; i++) levels.bounds[level * 4 + i] = floats[at + 11 + i];
}
function refuse(why) {
  throw new Error(`Quadtree.load: ${why}; pass a buffer that came from save()`);
}
function loadStore(buffer) {
  buffer instanceof ArrayBuffer || refuse("this is not an ArrayBuffer");
  let fixed = HEADER3 + 35 * LEVEL + 33;
  (buffer.byteLength < fixed * 8 || buffer.byteLength % 4 !== 0) && refuse("the buffer is too short for a tree");
  let head = new Float64Array(buffer, 0, fixed);
  head[0] !== MAGIC && refuse("the buffer does not hold a tree"), head[1] !== VERSION && refuse(`the tree has version ${head[1]}, this is version ${VERSION}`);
  let used = head[4], levelCount = head[5], cellCount = head[6], whole = Number.isInteger(used) && used >= 0 && Number.isInteger(cellCount) && cellCount >= 0 && Number.isInteger(levelCount) && levelCount >= 0 && levelCount <= 33, bytes = (fixed + used * 4) * 8 + (used + cellCount + 2) * 4;
  (!whole || head[2] !== bytes || buffer.byteLength !== bytes) && refuse("the buffer was cut or changed");
  let store = new Store(0);
  reserveSorted(store, used), reserveCells(store, cellCount + 2);
  let { levels } = store;
  levels.count = levelCount, levels.cellCount = cellCount, levels.classScale = head[7], store.count = head[3], store.used = used, levels.crowding[POPULATED] = head[8], store.elastic = head[9] === 1, store.stale = head[10] === 1, store.relocated = head[11], store.worn = head[12], levels.plannedFor = head[13], levels.uses = head[14], levels.crowding[PLANNED] = head[15];
  for (let level = 0; level < 35; level++) loadLevel(levels, level, head);
  levels.ofClass.set(head.subarray(fixed - 33, fixed)), store.boxes.set(new Float64Array(buffer, fixed * 8, used * 4));
  let integers = new Int32Array(buffer, (fixed + used * 4) * 8);
  return store.items.set(integers.subarray(0, used)), store.starts.set(integers.subarray(used, used + cellCount + 2)), checkLevels(store), checkEntries(store), store;
}
function checkLevels(store) {
  let { levels, starts: starts2 } = store, cells = 0;
  for (let level = 0; level <= levels.count; level++) {
    let own2 = levels.cells[level], stride = levels.stride[level], folded = levels.foldArea[level] > 0;
    (levels.first[level] !== cells || own2 < 1 || level === levels.count && own2 !== 1) && refuse("its levels are damaged"), folded && ((own2 & own2 - 1) !== 0 || levels.foldArea[level] > own2 / 8) && refuse("its levels are damaged"), own2 > 1 && !(levels.side[level] > 0 && stride >= 3 && stride < own2) && refuse("its levels are damaged"), cells += own2;
  }
  (cells !== levels.cellCount + 1 || levels.first[levels.count + 1] !== cells) && refuse("its levels are damaged");
  for (let i = 0; i < 33; i++) levels.ofClass[i] > levels.count && refuse("its levels are damaged");
  (starts2[0] !== 0 || starts2[cells] !== store.used) && refuse("its cells are damaged");
  for (let cell = 0; cell < cells; cell++) starts2[cell] > starts2[cell + 1] && refuse("its cells are damaged");
}
function checkEntries(store) {
  let { levels, starts: starts2, boxes, items } = store, count = 0;
  for (let entry2 = 0, at = 0; entry2 < store.used; entry2++, at += 4) {
    let item = items[entry2], minX = boxes[at], minY = boxes[at + 1], maxX = boxes[at + 2], maxY = boxes[at + 3];
    if (item === 0) {
      (minX !== 1 / 0 || maxX !== -1 / 0) && refuse("its entries are damaged");
      continue;
    }
    if ((item >= 4194304 || !(minX <= maxX) || !(minY <= maxY)) && refuse("its entries are damaged"), !store.stale && entry2 < starts2[levels.cellCount]) {
      let cell = cellOfBox(levels, boxes, at);
      (entry2 < starts2[cell] || entry2 >= starts2[cell + 1]) && refuse("its entries are damaged");
    }
    reserveItem(store, item), store.entryOf[item] !== 0 && refuse(`item ${item} is in it twice`), store.entryOf[item] = entry2 + 1, count++;
  }
  count !== store.count && refuse("its entries are damaged");
}

// src/quadtree/update.ts
var HOLE_REACH = 64, CELL_REACH = 512, RELOCATED_SHIFT = 2, WORN_OUT = 8;
function insertEntry(store, item, from, f2) {
  let levels = store.levels;
  store.count++;
  let cell = levels.cellCount, entry2 = -1;
  store.stale || (cell = cellOfBox(levels, from, f2), cell < levels.cellCount && (entry2 = freePlace(store, cell), entry2 < 0 && (store.elastic = !0))), entry2 < 0 && (cell = levels.cellCount, entry2 = appendPlace(store), overflowIsLong(overflowOf(store), store.count) && (store.stale = !0));
  let level = levelOfCell(store, cell);
  levels.filled[level]++, widenLevel(levels, level, from, f2), writeBox(store, entry2, from, f2), store.items[entry2] = item, store.entryOf[item] = entry2 + 1;
}
function moveEntry(store, entry2, from, f2) {
  let levels = store.levels;
  if (!store.stale) {
    let cell = cellOfBox(levels, from, f2), old = cellOfEntry(store, entry2);
    if (cell === old)
      widenLevel(levels, levelOfCell(store, cell), from, f2);
    else if (store.relocated > store.count >> RELOCATED_SHIFT && store.count > 64)
      store.stale = !0;
    else {
      let item = store.items[entry2];
      digHole(store, entry2), levels.filled[levelOfCell(store, old)]--, store.count--, store.relocated++, store.worn++, insertEntry(store, item, from, f2);
      return;
    }
  }
  writeBox(store, entry2, from, f2);
}
function removeEntry(store, entry2) {
  store.stale || store.levels.filled[levelOfCell(store, cellOfEntry(store, entry2))]--, store.entryOf[store.items[entry2]] = 0, store.count--, digHole(store, entry2);
}
function refreshStore(store) {
  store.relocated = 0, (store.stale || store.used > 64 && store.used > 2 * store.count || store.worn > 64 + WORN_OUT * store.count || overflowIsLong(overflowOf(store), store.count)) && rebuild(store);
}
function writeBox(store, entry2, from, f2) {
  let boxes = store.boxes, at = entry2 * 4;
  boxes[at] = from[f2], boxes[at + 1] = from[f2 + 1], boxes[at + 2] = from[f2 + 2], boxes[at + 3] = from[f2 + 3];
}
function appendPlace(store) {
  let entry2 = store.used;
  return reserveSorted(store, entry2 + 1), store.used = entry2 + 1, store.starts[store.levels.cellCount + 1] = entry2 + 1, entry2;
}
function freePlace(store, cell) {
  let { starts: starts2, items } = store, begin = starts2[cell], last = starts2[store.levels.cellCount], limit = begin + HOLE_REACH < last ? begin + HOLE_REACH : last, hole = begin;
  for (; hole < limit && items[hole] !== 0; ) hole++;
  if (hole === limit) return -1;
  let owner = cell;
  for (; starts2[owner + 1] <= hole; ) owner++;
  if (owner - cell > CELL_REACH) return -1;
  for (; owner > cell; owner--) {
    let front = starts2[owner];
    front !== hole && copyEntry(store, front, hole), hole = front, starts2[owner] = front + 1;
  }
  return hole;
}
function copyEntry(store, from, to) {
  let { boxes, items } = store, a = from * 4, b = to * 4;
  boxes[b] = boxes[a], boxes[b + 1] = boxes[a + 1], boxes[b + 2] = boxes[a + 2], boxes[b + 3] = boxes[a + 3];
  let item = items[from];
  items[to] = item, store.entryOf[item] = to + 1;
}

// src/quadtree/shift.ts
function shiftEntries(store, bounds, list2, count) {
  for (let i = 0; i < count; i++)
    i = store.stale || store.levels.cells[0] === 1 ? shiftWithoutCells(store, bounds, list2, i, count) : shiftWithinCells(store, bounds, list2, i, count), i < count && shiftOne(store, bounds, list2[i]);
}
var box3 = new Float64Array(4);
function shiftOne(store, bounds, item) {
  let entry2 = item < store.entryOf.length ? store.entryOf[item] - 1 : -1;
  box3[0] = bounds.minX[item], box3[1] = bounds.minY[item], box3[2] = bounds.maxX[item], box3[3] = bounds.maxY[item], entry2 < 0 ? (reserveItem(store, item), insertEntry(store, item, box3, 0)) : moveEntry(store, entry2, box3, 0);
}
function shiftWithinCells(store, bounds, list2, begin, count) {
  let { boxes, entryOf } = store, { minX: lowX, minY: lowY, maxX: highX, maxY: highY } = bounds, end = store.starts[store.levels.first[1]];
  finest.read(store);
  let { scale, fit, fromColumn, toColumn, fromRow, toRow } = finest;
  for (let i = begin; i < count; i++) {
    let item = list2[i], entry2 = (item < entryOf.length ? entryOf[item] : 0) - 1;
    if (entry2 < 0 || entry2 >= end) return i;
    let minX = lowX[item], minY = lowY[item], maxX = highX[item], maxY = highY[item], at = entry2 * 4, oldX = boxes[at], oldY = boxes[at + 1], oldMaxX = boxes[at + 2], oldMaxY = boxes[at + 3], x = (minX + maxX) * scale + 268435456, y = (minY + maxY) * scale + 268435456;
    if (!(maxX - minX < fit && maxY - minY < fit) || !(x >= fromColumn && x < toColumn && y >= fromRow && y < toRow) || ((oldX + oldMaxX) * scale + 268435456 | 0) !== (x | 0) || ((oldY + oldMaxY) * scale + 268435456 | 0) !== (y | 0)) return i;
    boxes[at] = minX, boxes[at + 1] = minY, boxes[at + 2] = maxX, boxes[at + 3] = maxY;
  }
  return count;
}
function shiftWithoutCells(store, bounds, list2, begin, count) {
  let { boxes, entryOf, levels, stale } = store, { minX: lowX, minY: lowY, maxX: highX, maxY: highY } = bounds, end = stale ? store.used : levels.cellCount === 1 ? store.starts[1] : 0, left = 1 / 0, bottom = 1 / 0, right = -1 / 0, top = -1 / 0, i = begin;
  for (; i < count; i++) {
    let item = list2[i], entry2 = (item < entryOf.length ? entryOf[item] : 0) - 1;
    if (entry2 < 0 || entry2 >= end) break;
    let minX = lowX[item], minY = lowY[item], maxX = highX[item], maxY = highY[item], at = entry2 * 4;
    boxes[at] = minX, boxes[at + 1] = minY, boxes[at + 2] = maxX, boxes[at + 3] = maxY, minX < left && (left = minX), minY < bottom && (bottom = minY), maxX > right && (right = maxX), maxY > top && (top = maxY);
  }
  return i === begin || stale || (box3[0] = left, box3[1] = bottom, box3[2] = right, box3[3] = top, widenLevel(levels, 0, box3, 0)), i;
}

// src/quadtree/visit.ts
function visitStore(store, visit2) {
  let levels = store.levels;
  for (let level = levels.count; level >= 0; level--) {
    if (levels.filled[level] === 0) continue;
    let depth3 = levels.count - level;
    if (levels.cells[level] === 1) {
      let at = level * 4, bounds = levels.bounds;
      visit2(bounds[at], bounds[at + 1], bounds[at + 2], bounds[at + 3], depth3, levels.filled[level]);
      continue;
    }
    for (let cell = levels.first[level]; cell < levels.first[level + 1]; cell++) {
      let begin = store.starts[cell], end = store.starts[cell + 1];
      for (let entry2 = begin; entry2 < end; entry2++) visitNode(store, level, depth3, begin, entry2, end, visit2);
    }
  }
}
function visitNode(store, level, depth3, begin, entry2, end, visit2) {
  if (store.items[entry2] === 0) return;
  let column = columnOf(store, level, entry2), row = rowOf(store, level, entry2), count = 0;
  for (let other2 = begin; other2 < end; other2++)
    if (!(store.items[other2] === 0 || columnOf(store, level, other2) !== column || rowOf(store, level, other2) !== row)) {
      if (other2 < entry2) return;
      count++;
    }
  let side2 = store.levels.side[level], minX = placeStart(column, side2), minY = placeStart(row, side2);
  visit2(minX, minY, minX + side2, minY + side2, depth3, count);
}
function columnOf(store, level, entry2) {
  return place2((store.boxes[entry2 * 4] + store.boxes[entry2 * 4 + 2]) * 0.5 * store.levels.inverse[level]);
}
function rowOf(store, level, entry2) {
  return place2((store.boxes[entry2 * 4 + 1] + store.boxes[entry2 * 4 + 3]) * 0.5 * store.levels.inverse[level]);
}

// src/quadtree/visits.ts
var arrays = [], visitors = [], depth = 0;
function beginVisits(visit2) {
  return depth === arrays.length && arrays.push(new Float64Array(5)), visitors[depth] = visit2, arrays[depth++];
}
function endVisits() {
  depth--;
}
function passEnd(item, ray2) {
  let next = visitors[depth - 1](item, ray2[4]);
  next < ray2[4] && (ray2[4] = next);
}
function passRadius(item, disc) {
  let next = visitors[depth - 1](item, disc[2]);
  next < disc[2] && (disc[2] = next);
}

// src/quadtree/quadtree.ts
var storeOf, numbers = new Float64Array(5), Quadtree = class _Quadtree {
  static {
    storeOf = (tree) => tree.#store;
  }
  #store;
  /** @param options.capacity boxes to make room for at once; default 256. The tree grows by itself. */
  constructor(options = {}) {
    let capacity = options.capacity ?? 256;
    if (!(capacity >= 0 && capacity <= 1 << 22))
      throw new RangeError(`new Quadtree: capacity ${capacity} is not from 0 to ${1 << 22}`);
    this.#store = new Store(Math.ceil(capacity));
  }
  /** Boxes in the tree. */
  get count() {
    return this.#store.count;
  }
  /**
   * Replaces all contents by the first `count` listed items, with boxes read from `bounds` by item.
   * @throws if a box is not finite or inverted, an item is no id or listed twice; nothing has changed then.
   */
  build(bounds, items, count) {
    checkList("build", items, count), buildFrom(this.#store, bounds, items, count);
  }
  /** Adds a box. @throws if the item is in the tree already, or on a bad id or box. */
  insert(item, minX, minY, maxX, maxY) {
    checkItem("insert", item), numbers[0] = minX, numbers[1] = minY, numbers[2] = maxX, numbers[3] = maxY, checkBox("insert", item, numbers);
    let store = this.#store;
    if (reserveItem(store, item), store.entryOf[item] !== 0)
      throw new Error(`Quadtree.insert: item ${item} is in this tree already; move it instead`);
    insertEntry(store, item, numbers, 0);
  }
  /** Gives an item a new box. O(1) while it stays in its cell. @throws if it is absent, or on a bad box. */
  move(item, minX, minY, maxX, maxY) {
    numbers[0] = minX, numbers[1] = minY, numbers[2] = maxX, numbers[3] = maxY, this.#move(item);
  }
  /** Moves an item to the box in `numbers`. */
  #move(item) {
    checkBox("move", item, numbers), moveEntry(this.#store, checkPresent("move", this.#store, item), numbers, 0);
  }
  /**
   * Inserts or moves the first `count` listed items, with boxes read from `bounds` by item: faster than one by one.
   * @throws if a box is not finite or inverted, or an item is no id; nothing has changed then.
   */
  put(bounds, items, count) {
    checkList("put", items, count), checkListed("put", bounds, items, count), shiftEntries(this.#store, bounds, items, count);
  }
  /** Takes an item out; false if it was not in the tree. */
  remove(item) {
    return checkItem("remove", item), this.has(item) ? (removeEntry(this.#store, this.#store.entryOf[item] - 1), !0) : !1;
  }
  has(item) {
    let entryOf = this.#store.entryOf;
    return item < entryOf.length && entryOf[item] > 0;
  }
  /** Empties the tree and keeps its memory. */
  clear() {
    let store = this.#store;
    for (let entry2 = 0; entry2 < store.used; entry2++) store.entryOf[store.items[entry2]] = 0;
    store.reset();
  }
  /**
   * Sorts the tree anew if what has moved made that worth it. Every search does so by itself; call
   * it to choose the moment.
   */
  refresh() {
    refreshStore(this.#store);
  }
  /** Appends all items whose box touches the region to `out`; returns how many. The region may be infinite. */
  search(minX, minY, maxX, maxY, out) {
    return numbers[0] = minX, numbers[1] = minY, numbers[2] = maxX, numbers[3] = maxY, this.searchBox(numbers, out);
  }
  /** The same for a region as an array: minX, minY, maxX, maxY. */
  searchBox(box5, out) {
    return checkRegion("search", box5), refreshStore(this.#store), searchStore(this.#store, box5, out);
  }
  /** For each listed item of this tree, all others that it touches: `a` is the listed one. */
  searchFrom(items, count, out) {
    return checkList("searchFrom", items, count), refreshStore(this.#store), pairsOfSeekers(this.#store, items, count, out);
  }
  /** Appends every overlapping pair once, the lower id in `a`; returns how many. */
  pairs(out) {
    return refreshStore(this.#store), pairsOfStore(this.#store, out);
  }
  /** Appends every overlapping pair of an item of this tree (`a`) and one of the other (`b`). */
  pairsWith(other2, out) {
    if (other2 === this) throw new Error("Quadtree.pairsWith: the other tree is this tree; use pairs");
    return refreshStore(this.#store), refreshStore(other2.#store), pairsOfStores(this.#store, other2.#store, out);
  }
  /**
   * Appends every overlapping pair with at least one moved item, once, the lower id in `a`.
   * @param moved items of this tree, each once
   * @param isMoved by item: 1 if it is listed, else 0
   */
  pairsOfMoved(moved3, count, isMoved2, out) {
    return checkList("pairsOfMoved", moved3, count), refreshStore(this.#store), pairsOfMovedItems(this.#store, moved3, count, isMoved2, out);
  }
  /**
   * Appends the overlapping pairs of the listed items of this tree (`a`) with items of another (`b`).
   * @param items items of this tree, each once
   * @param isListed by item: not 0 if it is listed. Optional: faster where the list is long and the other tree small
   */
  pairsOfItemsWith(other2, items, count, out, isListed = EVERYTHING) {
    return checkList("pairsOfItemsWith", items, count), refreshStore(this.#store), refreshStore(other2.#store), pairsOfEntries(this.#store, items, count, isListed, other2.#store, out);
  }
  /** Appends all items whose box the segment touches, in no order; returns how many. */
  ray(x1, y1, x2, y2, out) {
    return numbers[0] = x1, numbers[1] = y1, numbers[2] = x2, numbers[3] = y2, this.searchSegment(numbers, out);
  }
  /** The same for a segment as an array: x1, y1, x2, y2. */
  searchSegment(ends2, out) {
    checkSegment("ray", ends2), refreshStore(this.#store);
    let before = out.count;
    for (let i = 0; i < 4; i++) numbers[i] = ends2[i];
    return numbers[4] = 1, castStore(this.#store, numbers, null, out), out.count - before;
  }
  /**
   * Visits the items whose box the segment touches, roughly from near to far.
   * @param maxFraction end of the segment as a multiple of (x2 - x1, y2 - y1), ≥ 0
   * @param visit returns the new end: its hit's fraction to look only nearer from now on, the given
   *   one to go on, 0 to stop
   * @returns the last end
   */
  castRay(x1, y1, x2, y2, maxFraction, visit2) {
    let ray2 = beginVisits(visit2);
    try {
      return ray2[0] = x1, ray2[1] = y1, ray2[2] = x2, ray2[3] = y2, ray2[4] = maxFraction, this.castSegment(ray2, passEnd), ray2[4];
    } finally {
      endVisits();
    }
  }
  /**
   * The same for a ray as an array: x1, y1, x2, y2, maxFraction. The visitor lowers `ray[4]` to look only nearer from
   * then on, to 0 to stop. It must not use the same array for a search of its own.
   */
  castSegment(ray2, visit2) {
    if (checkSegment("castRay", ray2), !(ray2[4] >= 0 && ray2[4] < 1 / 0))
      throw new RangeError(`Quadtree.castRay: maxFraction ${ray2[4]} is not a finite number \u2265 0`);
    refreshStore(this.#store), castStore(this.#store, ray2, visit2, null);
  }
  /**
   * Visits the items whose box is at most `maxDistance` from the point, roughly from near to far.
   * @param maxDistance ≥ 0, may be Infinity
   * @param visit gets the squared radius and returns the new one: smaller to look only nearer from
   *   now on, negative to stop
   */
  nearest(x, y, maxDistance, visit2) {
    let disc = beginVisits(visit2);
    try {
      disc[0] = x, disc[1] = y, disc[2] = maxDistance >= 0 ? maxDistance * maxDistance : maxDistance, this.visitDisc(disc, passRadius);
    } finally {
      endVisits();
    }
  }
  /**
   * The same for a point and a squared radius as an array: x, y, maxDistanceSquared. The visitor lowers `disc[2]` to
   * look only nearer from then on, below 0 to stop. It must not use the same array for a search of its own.
   */
  visitDisc(disc, visit2) {
    checkDisc("nearest", disc), refreshStore(this.#store), nearestInStore(this.#store, disc, visit2);
  }
  /** Visits all nodes that hold a box, coarse ones first: for drawing. */
  visitNodes(visit2) {
    refreshStore(this.#store), visitStore(this.#store, visit2);
  }
  /** The whole tree in one buffer, to store or to send. */
  save() {
    return saveStore(this.#store);
  }
  /** The tree that was saved. @throws if the buffer is not a saved tree or was damaged. */
  static load(buffer) {
    let tree = new _Quadtree({ capacity: 0 });
    return tree.#store = loadStore(buffer), tree;
  }
};

// src/broadphase/lazy-tree.ts
var MANY_CHANGED = 4, MANY_CHANGED_OF_LARGE = 8, LARGE2 = 32768, LazyTree = class {
  tree = new Quadtree();
  store = storeOf(this.tree);
  boxes;
  /** What is in the tree, or will be when it is asked. */
  list = new ItemList();
  /** Changed items, as many as the limit; and how many there were. */
  changed = new Uint32Array(0);
  changes = 0;
  limit = 0;
  /** Some of the changed items may be gone. */
  hasGone = !1;
  constructor(boxes) {
    this.boxes = boxes;
  }
  get count() {
    return this.list.count;
  }
  add(item) {
    this.list.add(item), this.update(item);
  }
  /** Notes that an item of this tree has another box. */
  update(item) {
    this.changes < this.limit && (this.changed[this.changes] = item), this.changes++;
  }
  /** Drops an item of this tree. */
  remove(item) {
    this.list.remove(item), this.tree.remove(item), this.hasGone = !0;
  }
  /** The tree, up to date. */
  get() {
    return this.changes > 0 && this.takeIn(), this.tree;
  }
  takeIn() {
    let { store, list: list2, boxes } = this;
    this.changes > this.limit ? buildKnown(store, boxes, list2.items, list2.count, Math.min(list2.highest, 4194303)) : (this.hasGone && this.dropGone(), shiftEntries(store, boxes, this.changed, this.changes)), this.changes = 0, this.hasGone = !1, this.limit = Math.floor(list2.count / (list2.count < LARGE2 ? MANY_CHANGED : MANY_CHANGED_OF_LARGE)), this.limit > this.changed.length && (this.changed = new Uint32Array(this.limit * 2));
  }
  /** Drops what is not in the list any more from what changed. */
  dropGone() {
    let { changed, list: list2 } = this, kept = 0;
    for (let i = 0; i < this.changes; i++)
      changed[kept] = changed[i], list2.has(changed[i]) && kept++;
    this.changes = kept;
  }
};

// src/broadphase/sorted-boxes.ts
var MANY = 2, MOST_TESTS = 10, MOST_TESTS_OF_FEW = 15, MOST_WORK = 15, MOST_WORK_OF_FEW = 40, MOST_PASSED = 16, MANY_HOLES = 8, GAPS = [1750, 701, 301, 132, 57, 23, 10, 4], ROUNDING2 = 2 ** -50, SortedBoxes = class {
  /** Boxes that are in the list. */
  count = 0;
  bounds;
  /** Places in use, holes included; those behind `sorted` are not in order yet. */
  used = 0;
  sorted = 0;
  items = new Uint32Array(64);
  /** Four numbers a place, and an end that no sweep passes: lower and upper end on the axis, the same across. */
  boxes = new Float64Array(260);
  /** By item: its place. */
  placeOf = new Uint32Array(64);
  /** Items with another box, some perhaps twice or gone since, as many as the limit; and how many there were. */
  changed = new Uint32Array(0);
  changes = 0;
  mostChanges = 0;
  /** The order is by the y axis. */
  isUpright = !1;
  /** No box is longer along the axis. */
  longest = 0;
  /** What the last search did, and could do at most before a tree is faster: tests, and places that boxes passed. */
  work = 0;
  limit = 0;
  constructor(bounds) {
    this.bounds = bounds;
  }
  /**
   * Begins anew with the listed items; false, with an empty list, if too many of them overlap on either axis.
   * @param moves how many of them move
   */
  fill(one2, two, moves) {
    this.clear();
    for (let i = 0; i < one2.count; i++) this.add(one2.items[i]);
    for (let i = 0; i < two.count; i++) this.add(two.items[i]);
    return this.chooseAxis(moves * MANY < this.count ? MOST_TESTS_OF_FEW : MOST_TESTS) ? (this.sortAnew(), !0) : (this.clear(), !1);
  }
  add(item) {
    item >= this.placeOf.length && (this.placeOf = enlarged2(this.placeOf, item + 1)), this.used === this.items.length && (this.items = enlarged2(this.items, this.used + 1), this.boxes = enlargedFloats(this.boxes, this.items.length * 4 + 4)), this.placeOf[item] = this.used, this.items[this.used++] = item, this.count++;
  }
  remove(item) {
    let place3 = this.placeOf[item];
    this.items[place3] = 0, this.boxes[place3 * 4 + 2] = 1 / 0, this.count--;
  }
  update(item) {
    this.changes < this.mostChanges && (this.changed[this.changes] = item), this.changes++;
  }
  clear() {
    this.changes = 0, this.mostChanges = 0, this.count = 0, this.used = 0, this.sorted = 0;
  }
  /** The last search did more than a tree would have had to. */
  get strained() {
    return this.work > this.limit;
  }
  /** Chooses the axis on which fewer boxes overlap; false if many do on both. */
  chooseAxis(most) {
    let { items, used, bounds } = this, left = 1 / 0, bottom = 1 / 0, right = -1 / 0, top = -1 / 0, width = 0, height = 0;
    for (let i = 0; i < used; i++) {
      let item = items[i], x = bounds.minX[item], y = bounds.minY[item];
      x < left && (left = x), x > right && (right = x), y < bottom && (bottom = y), y > top && (top = y), width += bounds.maxX[item] - x, height += bounds.maxY[item] - y;
    }
    let alongX = width / (right - left), alongY = height / (top - bottom);
    return this.isUpright = alongY < alongX, used < 16 || (this.isUpright ? alongY : alongX) < most;
  }
  /**
   * Appends every pair with a moved item and at most one fixed one, the lower id first.
   * @param kind by item: 0 for what is in no world, `fixedKind` for fixed items
   */
  computePairs(kind, fixedKind, fixedCount, moved3, out) {
    this.work = 0, this.takeIn();
    let before = out.count;
    moved3.count * MANY < this.count ? (this.limit = (moved3.count + 4) * MOST_WORK_OF_FEW, this.seek(kind, fixedKind, moved3, out)) : (this.limit = (this.used + 8) * MOST_WORK, this.sweep(out), (moved3.count < this.count || fixedCount > 0) && keep(kind, fixedKind, moved3.flag, before, out));
  }
  takeIn() {
    let { changed, changes, used, count } = this, fresh = used - this.sorted;
    if (changes > this.mostChanges || fresh * MANY >= count || (used - count) * MANY_HOLES > used)
      this.sortAll() || this.sortAnew();
    else {
      for (let i = 0; i < changes; i++) {
        let place3 = this.placeOf[changed[i]];
        place3 < this.sorted && this.items[place3] === changed[i] && this.sortOne(changed[i]);
      }
      for (; this.sorted < used; this.sorted++) this.sortLast(this.sorted);
    }
    this.changes = 0, this.mostChanges = Math.floor(count / MANY), this.mostChanges > changed.length && (this.changed = new Uint32Array(this.mostChanges * 2));
  }
  /** Sorts what may be in any order, in a time that grows little faster than the number. */
  sortAnew() {
    let { items, isUpright: isUpright2, bounds } = this, low = isUpright2 ? bounds.minY : bounds.minX, count = 0;
    for (let i = 0; i < this.used; i++) items[i] !== 0 && (items[count++] = items[i]);
    this.used = count;
    for (let g = 0; g < GAPS.length; g++) {
      let gap = GAPS[g];
      for (let i = gap; i < count; i++) {
        let item = items[i], from = low[item], at = i;
        for (; at >= gap && low[items[at - gap]] > from; at -= gap) items[at] = items[at - gap];
        items[at] = item;
      }
    }
    this.sorted = count, this.sortAll(1 / 0), this.work = 0;
  }
  /** Reads all boxes anew and sorts them by insertion; false if that takes too long. The items are all there then. */
  sortAll(most = this.used * MOST_PASSED) {
    let { items, boxes, placeOf, used, isUpright: isUpright2, bounds } = this, low = isUpright2 ? bounds.minY : bounds.minX, high = isUpright2 ? bounds.maxY : bounds.maxX, low2 = isUpright2 ? bounds.minX : bounds.minY, high2 = isUpright2 ? bounds.maxX : bounds.maxY, kept = 0, longest = 0, work = 0;
    for (let i = 0; i < used; i++) {
      let item = items[i];
      if (item === 0) continue;
      if (work > most) {
        for (; i < used; i++) items[kept++] = items[i];
        return this.used = kept, !1;
      }
      let from = low[item], to = high[item], at = kept * 4;
      for (; at > 0 && boxes[at - 4] > from; ) {
        let other2 = items[(at >> 2) - 1];
        boxes[at] = boxes[at - 4], boxes[at + 1] = boxes[at - 3], boxes[at + 2] = boxes[at - 2], boxes[at + 3] = boxes[at - 1], items[at >> 2] = other2, placeOf[other2] = at >> 2, at -= 4, work++;
      }
      boxes[at] = from, boxes[at + 1] = to, boxes[at + 2] = low2[item], boxes[at + 3] = high2[item], items[at >> 2] = item, placeOf[item] = at >> 2, to - from > longest && (longest = to - from), kept++;
    }
    return boxes[kept * 4] = 1 / 0, this.used = kept, this.sorted = kept, this.longest = longest, this.work += work, !0;
  }
  /** Takes in the item behind those that are sorted. */
  sortLast(place3) {
    let { boxes, items } = this;
    boxes[place3 * 4] = 1 / 0, boxes[place3 * 4 + 4] = 1 / 0, items[place3] !== 0 && this.sortOne(items[place3]);
  }
  /** Reads one box anew and moves it to its place. */
  sortOne(item) {
    let { items, boxes, placeOf, isUpright: isUpright2, bounds } = this, start = placeOf[item], from = isUpright2 ? bounds.minY[item] : bounds.minX[item], to = isUpright2 ? bounds.maxY[item] : bounds.maxX[item], place3 = start;
    for (; place3 > 0 && boxes[place3 * 4 - 4] > from; place3--) this.pass(place3 - 1, place3);
    for (; boxes[place3 * 4 + 4] < from; place3++) this.pass(place3 + 1, place3);
    let at = place3 * 4;
    boxes[at] = from, boxes[at + 1] = to, boxes[at + 2] = isUpright2 ? bounds.minX[item] : bounds.minY[item], boxes[at + 3] = isUpright2 ? bounds.maxX[item] : bounds.maxY[item], items[place3] = item, placeOf[item] = place3, to - from > this.longest && (this.longest = to - from), this.work += place3 > start ? place3 - start : start - place3;
  }
  /** Moves what is at one place to the one beside it. */
  pass(from, to) {
    let { items, boxes, placeOf } = this, f2 = from * 4, t = to * 4;
    boxes[t] = boxes[f2], boxes[t + 1] = boxes[f2 + 1], boxes[t + 2] = boxes[f2 + 2], boxes[t + 3] = boxes[f2 + 3];
    let item = items[from];
    items[to] = item, placeOf[item] = to;
  }
  /** Every overlapping pair. */
  sweep(out) {
    let { items, boxes, used } = this, outA = out.a, outB = out.b, total = out.count, work = 0;
    for (let i = 0; i < used; i++) {
      total + used >= outA.length && (out.count = total, out.reserve(total + used + 1), outA = out.a, outB = out.b);
      let item = items[i], to = boxes[i * 4 + 1], low = boxes[i * 4 + 2], high = boxes[i * 4 + 3], at = i * 4 + 4, raw = total;
      for (; boxes[at] <= to; at += 4)
        outB[raw] = at, raw += +(boxes[at + 2] <= high) & +(boxes[at + 3] >= low);
      for (work += at - i * 4; total < raw; total++) {
        let found3 = items[outB[total] >> 2];
        outA[total] = found3 < item ? found3 : item, outB[total] = found3 < item ? item : found3;
      }
    }
    out.count = total, this.work += work >> 2;
  }
  /**
   * What each moved item meets on both sides; of two moved ones the lower id reports. With branches: few items meet the
   * same neighbors again, and the processor learns them (1.1 to 1.3 times as fast as counting up, in worlds of 200 to 400).
   */
  seek(kind, fixedKind, moved3, out) {
    let { items, boxes, placeOf, used, longest } = this, { items: seekers, flag: flag2, count: moves } = moved3, outA = out.a, outB = out.b, total = out.count, work = 0;
    for (let i = 0; i < moves; i++) {
      let item = seekers[i], seeking = item < kind.length ? kind[item] : 0;
      if (seeking === 0) continue;
      total + used >= outA.length && (out.count = total, out.reserve(total + used + 1), outA = out.a, outB = out.b);
      let m = placeOf[item] * 4, from = boxes[m], to = boxes[m + 1], low = boxes[m + 2], high = boxes[m + 3], raw = total, at = m + 4;
      for (; boxes[at] <= to; at += 4)
        boxes[at + 2] <= high && boxes[at + 3] >= low && (outB[raw++] = items[at >> 2]);
      work += at;
      let bound = from - longest, first = bound - (Math.abs(bound) + longest) * ROUNDING2;
      for (at = m - 4; at >= 0 && boxes[at] >= first; at -= 4)
        boxes[at + 2] <= high && boxes[at + 3] >= low && boxes[at + 1] >= from && (outB[raw++] = items[at >> 2]);
      work -= at;
      for (let h = total; h < raw; h++) {
        let other2 = outB[h];
        outA[total] = other2 < item ? other2 : item, outB[total] = other2 < item ? item : other2, total += (+(other2 > item) | +(flag2[other2] === 0)) & (+(seeking !== fixedKind) | +(kind[other2] !== fixedKind));
      }
    }
    out.count = total, this.work += work >> 2;
  }
};
function keep(kind, fixedKind, isMoved2, from, out) {
  let { a, b, count } = out, kept = from;
  for (let i = from; i < count; i++) {
    let first = a[i], second = b[i];
    a[kept] = first, b[kept] = second, kept += +((isMoved2[first] | isMoved2[second]) !== 0) & (+(kind[first] !== fixedKind) | +(kind[second] !== fixedKind));
  }
  out.count = kept;
}

// src/broadphase/quadtree-broad-phase.ts
var MOVING = 1, FIXED = 2, SMALL_WORLD2 = 3072, SMALL_NO_LONGER = 4096, REST = 32, LONGEST_REST = 2048, around4 = new Float64Array(4), QuadtreeBroadPhase = class {
  name = "quadtree";
  boxes;
  fixed;
  moving;
  small;
  isSmall = !1;
  /** Searches until the list is looked at again, and how many it will be the next time. */
  wait = 0;
  rest = REST;
  /** By item; 0 for none. */
  kind = new Uint8Array(64);
  seekers = new ItemBuffer();
  found = new ItemBuffer();
  constructor(boxes) {
    this.boxes = boxes, this.fixed = new LazyTree(boxes), this.moving = new LazyTree(boxes), this.small = new SortedBoxes(boxes);
  }
  add(item, fixed) {
    item >= this.kind.length && (this.kind = enlargedBytes(this.kind, item + 1)), this.kind[item] = fixed ? FIXED : MOVING, fixed ? this.fixed.add(item) : this.moving.add(item), this.isSmall && this.small.add(item);
  }
  remove(item) {
    let kind = item < this.kind.length ? this.kind[item] : 0;
    kind !== 0 && (this.kind[item] = 0, kind === FIXED ? this.fixed.remove(item) : this.moving.remove(item), this.isSmall && this.small.remove(item));
  }
  update(item) {
    let kind = item < this.kind.length ? this.kind[item] : 0;
    kind !== 0 && (kind === FIXED ? this.fixed.update(item) : this.moving.update(item), this.isSmall && this.small.update(item));
  }
  computePairs(moved3, out) {
    moved3.count !== 0 && (this.suitsList(moved3.count) ? this.pairsOfList(moved3, out) : this.pairsOfTrees(moved3, out));
  }
  region(box5, out) {
    let { moving, fixed } = this;
    moving.count > 0 && moving.get().searchBox(box5, out), fixed.count > 0 && fixed.get().searchBox(box5, out);
  }
  fixedRegion(box5, out) {
    this.fixed.count > 0 && this.fixed.get().searchBox(box5, out);
  }
  ray(ends2, out) {
    this.moving.get().searchSegment(ends2, out), this.fixed.get().searchSegment(ends2, out);
  }
  castRay(ray2, visit2) {
    let { moving, fixed } = this;
    moving.count > 0 && moving.get().castSegment(ray2, visit2), fixed.count > 0 && ray2[4] > 0 && fixed.get().castSegment(ray2, visit2);
  }
  nearest(disc, visit2) {
    this.moving.get().visitDisc(disc, visit2), disc[2] >= 0 && this.fixed.get().visitDisc(disc, visit2);
  }
  visitNodes(visit2) {
    this.moving.get().visitNodes(visit2), this.fixed.get().visitNodes(visit2);
  }
  /** Whether pairs are found by the list; takes it up, or gives it up. */
  suitsList(moves) {
    let { small, moving, fixed } = this, count = moving.count + fixed.count;
    return this.isSmall ? (count > SMALL_NO_LONGER && this.giveUp(), this.isSmall) : count > SMALL_WORLD2 || --this.wait > 0 ? !1 : (this.isSmall = small.fill(moving.list, fixed.list, moves), this.isSmall || this.giveUp(), this.isSmall);
  }
  giveUp() {
    this.isSmall = !1, this.small.clear(), this.wait = this.rest, this.rest = Math.min(this.rest * 2, LONGEST_REST);
  }
  pairsOfList(moved3, out) {
    let { small } = this;
    small.computePairs(this.kind, FIXED, this.fixed.count, moved3, out), small.strained && this.giveUp();
  }
  pairsOfTrees(moved3, out) {
    let moving = this.moving.get(), fixed = this.fixed.get(), { kind } = this, { items, count } = moved3, same = 0;
    for (; same < count && kind[items[same]] === MOVING; ) same++;
    if (same < count && (this.chooseSeekers(moved3, out), items = this.seekers.items, count = this.seekers.count, count === 0))
      return;
    let all = count === moving.count;
    if (all ? moving.pairs(out) : moving.pairsOfMoved(items, count, moved3.flag, out), fixed.count === 0) return;
    let before = out.count;
    all ? moving.pairsWith(fixed, out) : moving.pairsOfItemsWith(fixed, items, count, out, moved3.flag), putInOrder(out, before);
  }
  /** Those of the move list that move, and the pairs of those that do not. */
  chooseSeekers(moved3, out) {
    let { seekers, kind } = this, { items, flag: flag2, count } = moved3;
    seekers.clear();
    for (let i = 0; i < count; i++) {
      let item = items[i], itsKind = item < kind.length ? kind[item] : 0;
      itsKind === MOVING ? seekers.push(item) : itsKind === FIXED && this.pairsOfFixed(item, flag2, out);
    }
  }
  /** A static collider was put somewhere: pairs it with what did not move; what did finds it by itself. */
  pairsOfFixed(item, isMoved2, out) {
    let { minX, minY, maxX, maxY } = this.boxes, { found: found3 } = this;
    found3.clear(), around4[0] = minX[item], around4[1] = minY[item], around4[2] = maxX[item], around4[3] = maxY[item], this.moving.get().searchBox(around4, found3);
    for (let i = 0; i < found3.count; i++) {
      let other2 = found3.items[i];
      isMoved2[other2] === 0 && out.push(Math.min(item, other2), Math.max(item, other2));
    }
  }
};
function putInOrder(pairs, from) {
  let { a, b, count } = pairs;
  for (let i = from; i < count; i++) {
    let one2 = a[i], two = b[i];
    a[i] = one2 < two ? one2 : two, b[i] = one2 < two ? two : one2;
  }
}

// src/broadphase/endpoint-axis.ts
var RUN2 = 16, EndpointAxis = class {
  keys = new Uint32Array(64);
  values = new Float64Array(64);
  count = 0;
  /** By endpoint: where it is. */
  places = new Uint32Array(64);
  spareKeys = new Uint32Array(64);
  spareValues = new Float64Array(64);
  constructor() {
    this.setSentinels();
  }
  /** Appends both ends of an item, out of order: {@link sortFrom} comes next. */
  append(item, min, max) {
    let last = this.count + 2;
    last + 1 >= this.keys.length && (this.keys = enlarged2(this.keys, last + 2), this.values = enlargedFloats(this.values, last + 2)), 2 * item + 1 >= this.places.length && (this.places = enlarged2(this.places, 2 * item + 2)), this.keys[last - 1] = 2 * item, this.values[last - 1] = min, this.keys[last] = 2 * item + 1, this.values[last] = max, this.count = last;
  }
  /** Turns both ends of an item into holes. */
  remove(item) {
    this.keys[this.places[2 * item]] = 0, this.keys[this.places[2 * item + 1]] = 0;
  }
  /** Closes the holes. */
  compact() {
    let { keys, values: values2, places: places2 } = this, kept = 0;
    for (let i = 1; i <= this.count; i++) {
      let key = keys[i];
      key !== 0 && (kept++, keys[kept] = key, values2[kept] = values2[i], places2[key] = kept);
    }
    this.count = kept, this.setSentinels();
  }
  /**
   * Gives both ends of an item, which are in order, new values and moves them where they belong.
   * @returns the swaps that it took
   */
  move(item, min, max, listener) {
    let { values: values2, places: places2 } = this, low = 2 * item, high = low + 1, first = min < values2[places2[low]] ? this.shift(low, min, listener) : 0, second = this.shift(high, max, listener);
    return first + second + this.shift(low, min, listener);
  }
  /** Sorts everything by insertion after values were written, stopping when it takes more swaps than `most`. */
  sortByInsertion(listener, most) {
    let swaps = 0;
    for (let i = 2; i <= this.count && swaps <= most; i++) swaps += this.sink(i, listener);
    return swaps;
  }
  /** Sorts the entries from `from` on, then merges them with those in front. No swap is reported. */
  sortFrom(from) {
    let end = this.count + 1;
    this.spareKeys.length < end && (this.spareKeys = enlarged2(this.spareKeys, end), this.spareValues = enlargedFloats(this.spareValues, end));
    for (let start = from; start < end; start += RUN2) this.sortRun(start, Math.min(start + RUN2, end));
    for (let width = RUN2; width < end - from; width *= 2)
      for (let start = from; start + width < end; start += 2 * width)
        this.merge(start, start + width, Math.min(start + 2 * width, end));
    from > 1 && this.merge(1, from, end), this.setSentinels();
    for (let i = 1; i < end; i++) this.places[this.keys[i]] = i;
  }
  /** The first entry whose value is at least `value`. */
  lowerBound(value2) {
    let low = 1, high = this.count + 1;
    for (; low < high; ) {
      let middle = low + high >>> 1;
      this.values[middle] < value2 ? low = middle + 1 : high = middle;
    }
    return low;
  }
  setSentinels() {
    this.keys[0] = 0, this.values[0] = -1 / 0, this.keys[this.count + 1] = 0, this.values[this.count + 1] = 1 / 0;
  }
  shift(key, value2, listener) {
    let at = this.places[key];
    this.values[at] = value2;
    let swaps = this.sink(at, listener);
    return swaps > 0 ? swaps : this.rise(at, listener);
  }
  /** Moves an entry down to its place. */
  sink(from, listener) {
    let { keys, values: values2, places: places2 } = this, key = keys[from], value2 = values2[from], isMax = key & 1, at = from;
    for (; ; ) {
      let before = values2[at - 1];
      if (before < value2) break;
      let other2 = keys[at - 1];
      if (before === value2 && (isMax === 1 || (other2 & 1) === 0)) break;
      keys[at] = other2, values2[at] = before, places2[other2] = at, at--, !(((key ^ other2) & 1) === 0 || key < 2 || other2 < 2) && (isMax === 1 ? listener.part(key >>> 1, other2 >>> 1) : listener.meet(key >>> 1, other2 >>> 1));
    }
    return at === from ? 0 : (keys[at] = key, values2[at] = value2, places2[key] = at, from - at);
  }
  /** Moves an entry up to its place. */
  rise(from, listener) {
    let { keys, values: values2, places: places2 } = this, key = keys[from], value2 = values2[from], isMax = key & 1, at = from;
    for (; ; ) {
      let after = values2[at + 1];
      if (after > value2) break;
      let other2 = keys[at + 1];
      if (after === value2 && (isMax === 0 || (other2 & 1) === 1)) break;
      keys[at] = other2, values2[at] = after, places2[other2] = at, at++, !(((key ^ other2) & 1) === 0 || key < 2 || other2 < 2) && (isMax === 1 ? listener.meet(key >>> 1, other2 >>> 1) : listener.part(key >>> 1, other2 >>> 1));
    }
    return at === from ? 0 : (keys[at] = key, values2[at] = value2, places2[key] = at, at - from);
  }
  sortRun(start, end) {
    let { keys, values: values2 } = this;
    for (let i = start + 1; i < end; i++) {
      let key = keys[i], value2 = values2[i], at = i;
      for (; at > start && isBefore(value2, key, values2[at - 1], keys[at - 1]); )
        keys[at] = keys[at - 1], values2[at] = values2[at - 1], at--;
      keys[at] = key, values2[at] = value2;
    }
  }
  /** Merges two sorted neighbors, [start, middle) and [middle, end); the first waits in the spare arrays. */
  merge(start, middle, end) {
    let { keys, values: values2, spareKeys, spareValues } = this;
    if (!isBefore(values2[middle], keys[middle], values2[middle - 1], keys[middle - 1])) return;
    for (let i = start; i < middle; i++)
      spareKeys[i] = keys[i], spareValues[i] = values2[i];
    let to = start, one2 = start, two = middle;
    for (; one2 < middle && two < end; )
      isBefore(values2[two], keys[two], spareValues[one2], spareKeys[one2]) ? (keys[to] = keys[two], values2[to++] = values2[two++]) : (keys[to] = spareKeys[one2], values2[to++] = spareValues[one2++]);
    for (; one2 < middle; )
      keys[to] = spareKeys[one2], values2[to++] = spareValues[one2++];
  }
};
function isBefore(value2, key, otherValue, otherKey) {
  return value2 < otherValue || value2 === otherValue && (key & 1) < (otherKey & 1);
}

// src/broadphase/pair-set.ts
var PairSet = class {
  /** The lower id of each pair. */
  a = new Uint32Array(64);
  /** The higher id of each pair; 0 for a freed one. */
  b = new Uint32Array(64);
  count = 0;
  /** By edge: its neighbors in the list of its item. */
  next = new Uint32Array(128);
  previous = new Uint32Array(128);
  /** By item: its first edge. */
  head = new Uint32Array(64);
  slots = new Uint32Array(128);
  highest = 0;
  firstFree = 0;
  /** The first edge of an item, or 0. */
  first(item) {
    return item < this.head.length ? this.head[item] : 0;
  }
  /** The edge of the same item after `edge`, or 0. */
  after(edge2) {
    return this.next[edge2];
  }
  /** The item at the other end. */
  other(edge2) {
    return (edge2 & 1) === 0 ? this.b[edge2 >>> 1] : this.a[edge2 >>> 1];
  }
  /** Adds a pair unless it is in the set. */
  add(one2, two) {
    let a = one2 < two ? one2 : two, b = one2 < two ? two : one2;
    if (this.slots[this.findSlot(a, b)] !== 0) return;
    let pair9 = this.takeId();
    this.a[pair9] = a, this.b[pair9] = b, this.count++, b >= this.head.length && (this.head = enlarged2(this.head, b + 1)), this.link(pair9 * 2, a), this.link(pair9 * 2 + 1, b), this.count * 2 > this.slots.length && (this.slots = doubleSlots(this.slots, this.a, this.b)), this.slots[this.findSlot(a, b)] = pair9;
  }
  /** Drops a pair, if it is in the set. */
  remove(one2, two) {
    let a = one2 < two ? one2 : two, b = one2 < two ? two : one2, slot = this.findSlot(a, b);
    this.slots[slot] !== 0 && this.removeAt(slot);
  }
  /** Drops every pair of an item. */
  removeAll(item) {
    for (let edge2 = this.first(item); edge2 !== 0; edge2 = this.first(item))
      this.removeAt(this.findSlot(this.a[edge2 >>> 1], this.b[edge2 >>> 1]));
  }
  clear() {
    this.highest !== 0 && (this.head.fill(0), this.slots.fill(0), this.highest = 0, this.firstFree = 0, this.count = 0);
  }
  /** The slot that holds a pair, or the empty one where it would go. */
  findSlot(a, b) {
    return findSlot(this.slots, this.a, this.b, a, b);
  }
  takeId() {
    let free = this.firstFree;
    if (free !== 0)
      return this.firstFree = this.a[free], free;
    let id = ++this.highest;
    return id === this.a.length && (this.a = enlarged2(this.a, 2 * id), this.b = enlarged2(this.b, 2 * id), this.next = enlarged2(this.next, 4 * id), this.previous = enlarged2(this.previous, 4 * id)), id;
  }
  link(edge2, item) {
    let first = this.head[item];
    this.next[edge2] = first, this.previous[edge2] = 0, first !== 0 && (this.previous[first] = edge2), this.head[item] = edge2;
  }
  unlink(edge2, item) {
    let next = this.next[edge2], previous = this.previous[edge2];
    next !== 0 && (this.previous[next] = previous), previous !== 0 ? this.next[previous] = next : this.head[item] = next;
  }
  removeAt(slot) {
    let pair9 = this.slots[slot];
    this.unlink(pair9 * 2, this.a[pair9]), this.unlink(pair9 * 2 + 1, this.b[pair9]), closeSlot(this.slots, this.a, this.b, slot), this.a[pair9] = this.firstFree, this.b[pair9] = 0, this.firstFree = pair9, this.count--;
  }
};

// src/broadphase/sweep-and-prune-broad-phase.ts
var MANY_CHANGED2 = 8, MOST_SWAPS = 64, ROUNDING3 = 2 ** -50, MANY_ADDED = 4, around5 = new Float64Array(4), SweepAndPruneBroadPhase = class {
  name = "sweep-and-prune";
  boxes;
  x = new EndpointAxis();
  y = new EndpointAxis();
  overlaps = new PairSet();
  /** Items whose ends are in the lists. */
  listed = new ItemList();
  /** Items that wait to be taken into the lists. */
  added = new ItemList();
  /** Listed items whose box is another one now. */
  changed = new ItemList();
  isFixed = new Uint8Array(64);
  holes = 0;
  /** No listed box is wider, or higher. */
  widest = 0;
  highest = 0;
  /** Scratch of the sweep. */
  open = new ItemList();
  constructor(boxes) {
    this.boxes = boxes;
  }
  add(item, fixed) {
    if (item >= this.isFixed.length) {
      let larger = new Uint8Array(Math.max(item + 1, this.isFixed.length * 2));
      larger.set(this.isFixed), this.isFixed = larger;
    }
    this.isFixed[item] = fixed ? 1 : 0, this.added.add(item);
  }
  remove(item) {
    this.added.remove(item), this.changed.remove(item), !(this.listed.remove(item) < 0) && (this.x.remove(item), this.y.remove(item), this.overlaps.removeAll(item), this.holes++);
  }
  update(item) {
    this.listed.has(item) && this.changed.add(item);
  }
  computePairs(moved3, out) {
    this.takeIn();
    let { overlaps: overlaps2 } = this, { flag: flag2 } = moved3;
    for (let i = 0; i < moved3.count; i++) {
      let item = moved3.items[i];
      for (let edge2 = overlaps2.first(item); edge2 !== 0; edge2 = overlaps2.after(edge2)) {
        let other2 = overlaps2.other(edge2);
        item < other2 ? out.push(item, other2) : flag2[other2] === 0 && out.push(other2, item);
      }
    }
  }
  region(box5, out) {
    this.takeIn();
    let minX = box5[0], minY = box5[1], maxX = box5[2], maxY = box5[3], boxes = this.boxes, first = this.x.lowerBound(reachBelow(minX, this.widest)), last = this.x.lowerBound(maxX), firstY = this.y.lowerBound(reachBelow(minY, this.highest)), flat = this.y.lowerBound(maxY) - firstY < last - first, { keys, values: values2, count } = flat ? this.y : this.x, bound = flat ? maxY : maxX;
    for (let i = flat ? firstY : first; i <= count && values2[i] <= bound; i++) {
      if ((keys[i] & 1) === 1 || keys[i] === 0) continue;
      let item = keys[i] >>> 1;
      boxes.minX[item] > maxX || boxes.maxX[item] < minX || boxes.minY[item] <= maxY && boxes.maxY[item] >= minY && out.push(item);
    }
  }
  ray(ends2, out) {
    let before = out.count;
    around5[0] = Math.min(ends2[0], ends2[2]), around5[1] = Math.min(ends2[1], ends2[3]), around5[2] = Math.max(ends2[0], ends2[2]), around5[3] = Math.max(ends2[1], ends2[3]), this.region(around5, out);
    let { minX, minY, maxX, maxY } = this.boxes, kept = before;
    for (let i = before; i < out.count; i++) {
      let item = out.items[i];
      around5[0] = minX[item], around5[1] = minY[item], around5[2] = maxX[item], around5[3] = maxY[item], touchesSegment(ends2, around5, 0) && (out.items[kept++] = item);
    }
    out.count = kept;
  }
  /** A minimum passed below a maximum: the boxes overlap if they do so on the other axis too. */
  meet(one2, two) {
    if (this.isFixed[one2] === 1 && this.isFixed[two] === 1) return;
    let { minX, minY, maxX, maxY } = this.boxes;
    minX[one2] > maxX[two] || maxX[one2] < minX[two] || minY[one2] > maxY[two] || maxY[one2] < minY[two] || this.overlaps.add(one2, two);
  }
  /** A maximum passed below a minimum. */
  part(one2, two) {
    this.overlaps.remove(one2, two);
  }
  takeIn() {
    this.holes > 16 + this.listed.count && (this.x.compact(), this.y.compact(), this.holes = 0), this.changed.count > 0 && this.takeInChanged(), this.added.count > 0 && this.takeInAdded();
  }
  takeInChanged() {
    let { changed, listed, x, y } = this, { minX, minY, maxX, maxY } = this.boxes, most = MOST_SWAPS * (listed.count + 16), many = changed.count * MANY_CHANGED2 > listed.count, swaps = 0;
    for (let i = 0; i < changed.count; i++) {
      let item = changed.items[i];
      this.noteSize(item), many ? (x.values[x.places[2 * item]] = minX[item], x.values[x.places[2 * item + 1]] = maxX[item], y.values[y.places[2 * item]] = minY[item], y.values[y.places[2 * item + 1]] = maxY[item]) : swaps <= most && (swaps += x.move(item, minX[item], maxX[item], this), swaps += y.move(item, minY[item], maxY[item], this));
    }
    changed.clear(), many && (swaps = x.sortByInsertion(this, most)), many && swaps <= most && (swaps += y.sortByInsertion(this, most)), swaps > most && this.rebuild();
  }
  takeInAdded() {
    let { added: added2, listed, x, y } = this, { minX, minY, maxX, maxY } = this.boxes, fromX = x.count + 1, fromY = y.count + 1;
    for (let i = 0; i < added2.count; i++) {
      let item = added2.items[i];
      this.noteSize(item), x.append(item, minX[item], maxX[item]), y.append(item, minY[item], maxY[item]), listed.add(item);
    }
    if (added2.count * MANY_ADDED > listed.count)
      this.rebuild();
    else {
      x.sortFrom(fromX), y.sortFrom(fromY);
      for (let i = 0; i < added2.count; i++) this.pairOne(added2.items[i]);
    }
    added2.clear();
  }
  /** Finds the pairs of one new item, among the other new ones too: the set takes each pair once. */
  pairOne(item) {
    let { boxes, x } = this, { keys, values: values2, count } = x, left = boxes.minX[item], right = boxes.maxX[item];
    for (let i = x.lowerBound(reachBelow(left, this.widest)); i <= count && values2[i] <= right; i++) {
      let other2 = keys[i] >>> 1;
      (keys[i] & 1) === 0 && other2 !== 0 && other2 !== item && this.meet(item, other2);
    }
  }
  /** Sorts all ends and sweeps along the axis on which the boxes lie farther apart, for every pair. */
  rebuild() {
    let { x, y, listed, overlaps: overlaps2, open } = this, { minX, minY, maxX, maxY } = this.boxes;
    overlaps2.clear(), x.count = 0, y.count = 0, this.holes = 0, this.widest = 0, this.highest = 0;
    for (let i = 0; i < listed.count; i++) {
      let item = listed.items[i];
      this.noteSize(item), x.append(item, minX[item], maxX[item]), y.append(item, minY[item], maxY[item]);
    }
    if (x.sortFrom(1), y.sortFrom(1), listed.count === 0) return;
    let wide = x.values[x.count] - x.values[1] >= y.values[y.count] - y.values[1], { keys, count } = wide ? x : y;
    open.clear();
    for (let i = 1; i <= count; i++) {
      let item = keys[i] >>> 1;
      if ((keys[i] & 1) === 1) {
        open.remove(item);
        continue;
      }
      for (let k = 0; k < open.count; k++) this.meet(item, open.items[k]);
      open.add(item);
    }
  }
  noteSize(item) {
    let { minX, minY, maxX, maxY } = this.boxes;
    this.widest = Math.max(this.widest, maxX[item] - minX[item]), this.highest = Math.max(this.highest, maxY[item] - minY[item]);
  }
};
function reachBelow(value2, size) {
  let bound = value2 - size;
  return bound - (Math.abs(bound) + size) * ROUNDING3;
}

// src/broadphase/guarded.ts
var REQUIRED = ["add", "remove", "update", "computePairs", "region", "ray"];
function guarded(factory) {
  return (boxes) => {
    let made = factory(boxes);
    for (let method of REQUIRED)
      if (typeof made?.[method] != "function")
        throw new TypeError(
          `addPhysics: the broadPhase factory must return an object with ${REQUIRED.join(", ")}; ${method} is missing.`
        );
    return new GuardedBroadPhase(made);
  };
}
var GuardedBroadPhase = class {
  name;
  fixedRegion;
  castRay;
  nearest;
  visitNodes;
  inner;
  /** Whom the search at hand is for. */
  onRay = null;
  onNear = null;
  /** By item: 0 when it is not in the broad phase, else MOVING or FIXED. */
  live = new Uint8Array(64);
  constructor(inner) {
    this.inner = inner, this.name = inner.name, inner.fixedRegion && (this.fixedRegion = (box5, out) => this.findFixed(box5, out)), inner.castRay && this.guardRays(inner), inner.nearest && this.guardDiscs(inner), inner.visitNodes && (this.visitNodes = (visit2) => inner.visitNodes(visit2));
  }
  add(item, fixed) {
    if (item >= this.live.length) {
      let larger = new Uint8Array(Math.max(item + 1, this.live.length * 2));
      larger.set(this.live), this.live = larger;
    }
    this.inner.add(item, fixed), this.live[item] = fixed ? 2 : 1;
  }
  remove(item) {
    this.inner.remove(item), this.live[item] = 0;
  }
  update(item) {
    this.inner.update(item);
  }
  computePairs(moved3, out) {
    let before = out.count;
    this.inner.computePairs(moved3, out);
    for (let i = before; i < out.count; i++) {
      let a = out.a[i], b = out.b[i];
      a >= b && this.fail(`computePairs reported the pair (${a}, ${b}). The lower id must be a, the higher one b`), this.checkLive("computePairs", a), this.checkLive("computePairs", b), this.live[a] === 2 && this.live[b] === 2 && this.fail(`computePairs reported the pair (${a}, ${b}), but both were added as fixed. Skip such pairs`);
    }
  }
  region(box5, out) {
    let before = out.count;
    this.inner.region(box5, out);
    for (let i = before; i < out.count; i++) this.checkLive("region", out.items[i]);
  }
  ray(ends2, out) {
    let before = out.count;
    this.inner.ray(ends2, out);
    for (let i = before; i < out.count; i++) this.checkLive("ray", out.items[i]);
  }
  findFixed(box5, out) {
    let before = out.count;
    this.inner.fixedRegion(box5, out);
    for (let i = before; i < out.count; i++) this.checkLive("fixedRegion", out.items[i]);
  }
  /** The visitors are made once: one for each search would be garbage. */
  guardRays(inner) {
    let guard = (item, ray2) => {
      this.checkLive("castRay", item), this.onRay(item, ray2);
    };
    this.castRay = (ray2, visit2) => {
      this.onRay = visit2, inner.castRay(ray2, guard);
    };
  }
  guardDiscs(inner) {
    let guard = (item, disc) => {
      this.checkLive("nearest", item), this.onNear(item, disc);
    };
    this.nearest = (disc, visit2) => {
      this.onNear = visit2, inner.nearest(disc, guard);
    };
  }
  checkLive(method, item) {
    item < this.live.length && this.live[item] !== 0 || this.fail(`${method} reported item ${item}, which was removed or never added. Forget items in remove`);
  }
  fail(what) {
    throw new Error(`broad phase '${this.name}': ${what}.`);
  }
};

// src/broadphase/choose.ts
var FACTORIES = {
  quadtree: (boxes) => new QuadtreeBroadPhase(boxes),
  "sweep-and-prune": (boxes) => new SweepAndPruneBroadPhase(boxes),
  grid: (boxes) => new GridBroadPhase(boxes),
  "brute-force": (boxes) => new BruteForceBroadPhase(boxes)
}, BROAD_PHASE_NAMES = Object.keys(FACTORIES);
function chooseBroadPhase(option = "quadtree") {
  if (typeof option == "function") return guarded(option);
  if (!Object.hasOwn(FACTORIES, option))
    throw new RangeError(
      `addPhysics: there is no broad phase '${String(option)}'. Use ${BROAD_PHASE_NAMES.join(", ")}, or a factory.`
    );
  return FACTORIES[option];
}

// src/plugin/observers.ts
import {
  observe,
  onAdd,
  onGet,
  onRemove,
  onSet,
  removeComponent as removeComponent2
} from "bitecs";

// src/plugin/fields.ts
var Fields = class {
  spec;
  /** By field: what {@link take} found, where {@link given} has its bit. */
  values;
  /** Bits of the fields that were given. */
  given = 0;
  store;
  columns;
  provided;
  extras;
  keys;
  rules;
  /** The arrays are those of this capacity. */
  capacity = 0;
  arrays = [];
  floats = [];
  floatInitials = [];
  integers = [];
  integerInitials = [];
  /**
   * @param provided The user brought the store: any arrays, which may be replaced at any time.
   * @param extras What data may hold besides the fields, and is not looked at here.
   */
  constructor(spec, store, columns2, provided, extras = []) {
    this.spec = spec, this.store = store, this.columns = columns2, this.provided = provided, this.extras = extras, this.keys = Object.keys(spec.fields), this.rules = this.keys.map((key) => spec.fields[key].rule), this.values = new Float64Array(this.keys.length);
    for (let key of this.keys) {
      let { kind, initial } = spec.fields[key];
      (kind === "f64" ? this.floatInitials : this.integerInitials).push(initial);
    }
  }
  /** Gives the fields of an entity the values they begin with. Data in a store of the user is theirs. */
  reset(entity) {
    if (this.provided) return;
    this.capacity !== this.columns.capacity && this.findArrays();
    let { floats, floatInitials, integers, integerInitials } = this;
    for (let i = 0; i < floats.length; i++) floats[i][entity] = floatInitials[i];
    for (let i = 0; i < integers.length; i++) integers[i][entity] = integerInitials[i];
  }
  /**
   * Checks data and holds on to it; nothing is written yet.
   * @throws RangeError that says what is wrong with it.
   */
  take(data) {
    let { keys, values: values2 } = this;
    this.given = 0;
    for (let key in data) {
      let i = 0;
      for (; i < keys.length && keys[i] !== key; ) i++;
      let value2 = data[key];
      if (i === keys.length || !this.accepts(i, value2)) {
        this.takeSlowly(data);
        return;
      }
      values2[i] = value2, this.given |= 1 << i;
    }
  }
  /** Writes what was taken. */
  write(entity) {
    if (this.provided) {
      for (let i = 0; i < this.keys.length; i++) this.writeField(this.store[this.keys[i]], i, entity);
      return;
    }
    this.capacity !== this.columns.capacity && this.findArrays();
    for (let i = 0; i < this.arrays.length; i++) this.writeField(this.arrays[i], i, entity);
  }
  /** The fields of an entity as an object that can be set. */
  read(entity) {
    let data = {};
    for (let key of this.keys) {
      let { initial, rule: rule2, kind } = this.spec.fields[key], value2 = this.store[key][entity] ?? initial;
      (value2 !== initial || kind !== "ref" && (rule2 !== "positive" || initial > 0)) && (data[key] = value2);
    }
    return data;
  }
  writeField(array, field, entity) {
    (this.given & 1 << field) !== 0 && (array instanceof Float64Array ? array[entity] = this.values[field] : array[entity] = this.values[field]);
  }
  accepts(field, value2) {
    let rule2 = this.rules[field];
    return rule2 === "finite" && typeof value2 == "number" ? value2 - value2 === 0 : typeof value2 == "number" && ruleViolation(rule2, value2) === "";
  }
  /** Data that is not just numbers for fields: says what is wrong with it, or finds it sound after all. */
  takeSlowly(data) {
    this.given = 0;
    for (let key of Object.keys(data)) {
      let field = this.spec.fields[key];
      if (field === void 0) {
        if (this.provided || this.extras.includes(key)) continue;
        throw new RangeError(`there is no field '${key}'; the fields are ${this.keys.join(", ")}`);
      }
      let violation = ruleViolation(field.rule, data[key]);
      if (violation) throw new RangeError(`${key} ${violation}, got ${String(data[key])}`);
      let index = this.keys.indexOf(key);
      this.values[index] = Number(data[key]), this.given |= 1 << index;
    }
  }
  findArrays() {
    this.capacity = this.columns.capacity, this.arrays = this.keys.map((key) => this.store[key]), this.floats = this.arrays.filter((array) => array instanceof Float64Array), this.integers = this.arrays.filter((array) => !(array instanceof Float64Array));
  }
};

// src/plugin/set-shape.ts
var SHAPE_EXTRAS = ["points", "loop"], Given = { Type: 1, HalfWidth: 2, HalfHeight: 4, Radius: 8, Geometry: 16 }, shape = { type: 0, halfWidth: 0.5, halfHeight: 0.5, radius: 0.5, geometry: 0 };
function setShape(physics, fields, entity, data) {
  let { Shape } = physics.components;
  fields.take(data);
  let { given: given3, values: values2 } = fields, points = data.points, named = (given3 & Given.Geometry) !== 0, retyped = (given3 & Given.Type) !== 0;
  shape.type = retyped ? values2[0] : Shape.type[entity], shape.halfWidth = (given3 & Given.HalfWidth) !== 0 ? values2[1] : Shape.halfWidth[entity], shape.halfHeight = (given3 & Given.HalfHeight) !== 0 ? values2[2] : Shape.halfHeight[entity], shape.radius = (given3 & Given.Radius) !== 0 ? values2[3] : Shape.radius[entity], shape.geometry = named ? values2[4] : Shape.geometry[entity], retyped && !named && (shape.geometry = points !== void 0 ? 1 : 0);
  let violation = shapeViolation(shape);
  if (violation) throw new RangeError(violation);
  if (points !== void 0)
    shape.geometry = addPoints(physics, shape.type, points, shape.radius, data.loop === !0), holdPoints(physics, entity, shape.type, shape.geometry);
  else if (named && shape.geometry !== 0) {
    if (!knowsPoints(physics, shape.type, shape.geometry))
      throw new RangeError(`this world knows no points ${shape.geometry}`);
    retainPoints(physics, shape.type, shape.geometry), holdPoints(physics, entity, shape.type, shape.geometry);
  } else retyped && holdPoints(physics, entity, 0, 0);
  Shape.type[entity] = shape.type, Shape.halfWidth[entity] = shape.halfWidth, Shape.halfHeight[entity] = shape.halfHeight, Shape.radius[entity] = shape.radius, Shape.geometry[entity] = shape.geometry;
}

// src/plugin/observers.ts
var RESETS = {
  Position: [rotationSpec, velocitySpec, motionSpec],
  Shape: [massSpec, materialSpec, collisionFilterSpec, oneWaySpec]
};
function installObservers(physics) {
  let removers = [], added2 = new LastAdded();
  for (let binding of bindings(physics)) installStore(physics, binding, added2, removers);
  let { Static, Kinematic, Sensor, Bullet, Disabled, Sleeping } = physics.components;
  for (let tag of [Static, Kinematic, Sensor, Bullet])
    installTag(physics, tag, 1 /* Structure */, 1 /* Structure */, removers);
  return installTag(physics, Sleeping, 4 /* Slept */, 8 /* Woken */, removers), installTag(physics, Disabled, 1 /* Structure */, 1 /* Structure */, removers), removers.push(observe(physics.ecs, onAdd(Disabled), (entity) => leaveSimulation(physics, entity))), () => {
    for (let remove of removers) remove();
  };
}
function bindings(physics) {
  let bind = (spec, essential = !1, reason = 0) => {
    let name = spec.name, component = physics.components[name], provided = physics.provided[name] !== void 0;
    return { fields: new Fields(spec, component, physics.columns, provided, spec === shapeSpec ? SHAPE_EXTRAS : []), component, presence: physics.presence[name], essential, reason, resets: [] };
  }, all = [
    bind(positionSpec, !0),
    bind(shapeSpec, !0),
    bind(rotationSpec),
    bind(velocitySpec),
    bind(colliderSpec, !0),
    bind(collisionFilterSpec, !1, 16 /* Filtered */),
    bind(motionSpec),
    bind(oneWaySpec),
    bind(massSpec),
    bind(materialSpec),
    bind(broadphaseAABBSpec)
  ];
  for (let binding of all) {
    let others2 = RESETS[binding.fields.spec.name] ?? [];
    binding.resets = all.filter(({ fields }) => others2.includes(fields.spec));
  }
  return all;
}
function installTag(physics, tag, added2, removed, removers) {
  removers.push(
    observe(physics.ecs, onAdd(tag), (entity) => {
      entity >= physics.columns.capacity && makeRoom(physics, tag, entity), physics.takeOwn(entity, tag) || physics.dirty.add(entity, added2);
    }),
    observe(physics.ecs, onRemove(tag), (entity) => {
      entity >= physics.columns.capacity || physics.takeOwn(entity, tag) || physics.dirty.add(entity, removed);
    })
  );
}
function installStore(physics, binding, added2, removers) {
  let { ecs } = physics, { component, essential, fields } = binding, { spec } = fields;
  removers.push(
    observe(ecs, onAdd(component), (entity) => {
      entity >= physics.columns.capacity && makeRoom(physics, component, entity), !physics.takeOwn(entity, component) && (added2.entity = entity, added2.component = component, spec === colliderSpec && (physics.bodies.loose[entity] = 0), spec === oneWaySpec && physics.oneWays.add(entity), resetFields(binding, entity), physics.dirty.add(entity, 1 /* Structure */ | binding.reason));
    }),
    observe(ecs, onRemove(component), (entity) => {
      if (added2.entity = 0, entity >= physics.columns.capacity) return;
      essential && !(spec === colliderSpec && physics.bodies.isBody(entity)) ? leaveSimulation(physics, entity) : essential || fields.reset(entity), spec === oneWaySpec && physics.oneWays.remove(entity), spec === positionSpec && releaseChildren(physics, entity), spec === shapeSpec && (holdPoints(physics, entity, 0, 0), fields.reset(entity)), physics.dirty.add(entity, 1 /* Structure */ | binding.reason);
    }),
    observe(ecs, onSet(component), (entity, data) => {
      let fresh = added2.entity === entity && added2.component === component;
      added2.entity = 0, setFields(physics, binding, entity, data, fresh);
    }),
    observe(ecs, onGet(component), (entity) => fields.read(entity))
  );
}
var LastAdded = class {
  entity = 0;
  component = null;
};
function makeRoom(physics, component, entity) {
  try {
    physics.ensureCapacity(entity);
  } catch (error) {
    throw removeComponent2(physics.ecs, entity, component), error;
  }
}
function resetFields(binding, entity) {
  binding.fields.reset(entity);
  let { resets } = binding;
  for (let i = 0; i < resets.length; i++) resets[i].presence.has(entity) || resets[i].fields.reset(entity);
}
function setFields(physics, binding, entity, data, fresh) {
  let { fields, component } = binding, { spec } = fields;
  try {
    entity >= physics.columns.capacity && physics.ensureCapacity(entity), spec === shapeSpec ? setShape(physics, fields, entity, data) : (fields.take(data), fields.write(entity));
  } catch (error) {
    throw fresh && removeComponent2(physics.ecs, entity, component), new RangeError(`bitecs-physics: ${spec.name} of entity ${entity}: ${error.message}.`);
  }
  spec === colliderSpec && (physics.naming.add(entity), data.body === 0 && (physics.bodies.loose[entity] = 1)), physics.presence.Prefab.has(entity) || physics.dirty.add(entity, 2 /* Edited */ | binding.reason);
}

// src/collision/convex-ray.ts
function castConvex(vertices7, normals7, count, edges, ray2, out, o) {
  let radius = ray2[5];
  return containsStart(vertices7, normals7, count, edges, ray2) ? (out[o] = 0, out[o + 1] = 0, out[o + 2] = 0, 1) : radius === 0 && edges > 2 ? castSharp(vertices7, normals7, edges, ray2, out, o) : radius === 0 ? count === 1 ? 0 : castLine(vertices7, normals7, ray2, out, o) : castRounded(vertices7, normals7, count, edges, ray2, out, o);
}
function containsStart(vertices7, normals7, count, edges, ray2) {
  let radius = ray2[5], x = ray2[0], y = ray2[1], depth3 = edges > 2 ? -1 / 0 : 1 / 0;
  for (let i = 0; i < edges; i++) {
    let d = normals7[i * 2] * (x - vertices7[i * 2]) + normals7[i * 2 + 1] * (y - vertices7[i * 2 + 1]);
    if (d > radius) return !1;
    d > depth3 && (depth3 = d);
  }
  if (depth3 <= 0) return !0;
  for (let i = 0; i < count; i++) {
    let j = i + 1 < count ? i + 1 : 0, ex = vertices7[j * 2] - vertices7[i * 2], ey = vertices7[j * 2 + 1] - vertices7[i * 2 + 1], px = x - vertices7[i * 2], py = y - vertices7[i * 2 + 1], square = ex * ex + ey * ey, t = square > 0 ? (px * ex + py * ey) / square : 0;
    t < 0 && (t = 0), t > 1 && (t = 1);
    let dx = px - ex * t, dy = py - ey * t;
    if (dx * dx + dy * dy <= radius * radius) return !0;
  }
  return !1;
}
function castSharp(vertices7, normals7, edges, ray2, out, o) {
  let enter2 = 0, leave2 = ray2[4], edge2 = -1;
  for (let i = 0; i < edges; i++) {
    let nx = normals7[i * 2], ny = normals7[i * 2 + 1], gap = nx * (vertices7[i * 2] - ray2[0]) + ny * (vertices7[i * 2 + 1] - ray2[1]), speed = nx * ray2[2] + ny * ray2[3];
    if (speed === 0) {
      if (gap < 0) return 0;
    } else if (speed < 0) {
      let at = gap / speed;
      (at > enter2 || edge2 < 0 && at >= enter2) && (enter2 = at, edge2 = i);
    } else gap < leave2 * speed && (leave2 = gap / speed);
    if (enter2 > leave2) return 0;
  }
  return edge2 < 0 ? 0 : (out[o] = enter2, out[o + 1] = normals7[edge2 * 2], out[o + 2] = normals7[edge2 * 2 + 1], 1);
}
function castLine(vertices7, normals7, ray2, out, o) {
  let dx = ray2[2], dy = ray2[3], px = vertices7[0] - ray2[0], py = vertices7[1] - ray2[1], ex = vertices7[2] - vertices7[0], ey = vertices7[3] - vertices7[1], across = dx * ey - dy * ex, length = dx * dx + dy * dy;
  if (length === 0) return 0;
  let nearZero = 1e-12 * Math.sqrt(length * (ex * ex + ey * ey)), fraction, nx, ny;
  if (across > nearZero || across < -nearZero) {
    fraction = (px * ey - py * ex) / across;
    let along2 = (px * dy - py * dx) / across;
    if (!(along2 >= 0 && along2 <= 1)) return 0;
    let front = normals7[0] * dx + normals7[1] * dy < 0 ? 1 : -1;
    nx = normals7[0] * front, ny = normals7[1] * front;
  } else {
    if (Math.abs(px * dy - py * dx) > nearZero) return 0;
    let first = (px * dx + py * dy) / length, second = ((px + ex) * dx + (py + ey) * dy) / length;
    fraction = first < second ? first : second;
    let inverse = 1 / Math.sqrt(length);
    nx = -dx * inverse, ny = -dy * inverse;
  }
  return fraction >= 0 && fraction <= ray2[4] ? (out[o] = fraction, out[o + 1] = nx, out[o + 2] = ny, 1) : 0;
}
function castRounded(vertices7, normals7, count, edges, ray2, out, o) {
  let radius = ray2[5], best = ray2[4], hit2 = 0, x = ray2[0], y = ray2[1], dx = ray2[2], dy = ray2[3], length = dx * dx + dy * dy;
  for (let i = 0; i < edges; i++) {
    let nx = normals7[i * 2], ny = normals7[i * 2 + 1], speed = nx * dx + ny * dy;
    if (speed >= 0) continue;
    let j = i + 1 < count ? i + 1 : 0, vx = vertices7[i * 2], vy = vertices7[i * 2 + 1], at = (radius - nx * (x - vx) - ny * (y - vy)) / speed;
    if (!(at >= 0 && at <= best)) continue;
    let along2 = nx * (y + dy * at - vy) - ny * (x + dx * at - vx), width = nx * (vertices7[j * 2 + 1] - vy) - ny * (vertices7[j * 2] - vx);
    along2 < 0 || along2 > width || (best = at, out[o] = at, out[o + 1] = nx, out[o + 2] = ny, hit2 = 1);
  }
  for (let i = 0; i < count && length > 0; i++) {
    let px = x - vertices7[i * 2], py = y - vertices7[i * 2 + 1], half = px * dx + py * dy;
    if (half >= 0) continue;
    let side2 = px * dy - py * dx, rest = radius * radius * length - side2 * side2;
    if (rest < 0) continue;
    let at = (-half - Math.sqrt(rest)) / length;
    at >= 0 && at < best && (best = at, out[o] = at, out[o + 1] = (px + dx * at) / radius, out[o + 2] = (py + dy * at) / radius, hit2 = 1);
  }
  return hit2;
}

// src/collision/ray.ts
var RAY_STRIDE = 5, RAY_HIT_STRIDE = 3, vertices5 = new Float64Array(MAX_VERTICES * 2), normals5 = new Float64Array(MAX_VERTICES * 2), local = new Float64Array(6);
function castRayAtShape(type, sizes2, offset, poses2, p, ray2, r, pool, out, o) {
  let turns = type !== 3 /* Aabb */, c = turns ? poses2[p + 2] : 1, s = turns ? poses2[p + 3] : 0, x = ray2[r] - poses2[p], y = ray2[r + 1] - poses2[p + 1], dx = ray2[r + 2], dy = ray2[r + 3];
  local[0] = c * x + s * y, local[1] = c * y - s * x, local[2] = c * dx + s * dy, local[3] = c * dy - s * dx, local[4] = ray2[r + 4];
  let radius = sizes2[offset + 2];
  local[5] = radius;
  let hit2;
  if ((type === 2 /* Box */ || type === 3 /* Aabb */) && radius === 0)
    hit2 = castBox(sizes2, offset, out, o);
  else {
    let count = loadConvex(type, sizes2, offset, pool, vertices5, normals5);
    if (count === 0 || type === 6 /* Segment */ && sizes2[offset + 3] === 1 && local[2] * normals5[2] + local[3] * normals5[3] >= 0) return 0;
    hit2 = castConvex(vertices5, normals5, count, edgeCount(count), local, out, o);
  }
  if (hit2 === 0) return 0;
  let nx = out[o + 1], ny = out[o + 2];
  return out[o + 1] = c * nx - s * ny, out[o + 2] = s * nx + c * ny, 1;
}
function castBox(sizes2, offset, out, o) {
  let halfX = sizes2[offset], halfY = sizes2[offset + 1], x = local[0], y = local[1], dx = local[2], dy = local[3];
  if (x >= -halfX && x <= halfX && y >= -halfY && y <= halfY)
    return out[o] = 0, out[o + 1] = 0, out[o + 2] = 0, 1;
  let enter2 = 0, leave2 = local[4], nx = 0, ny = 0;
  if (dx !== 0) {
    let side2 = dx > 0 ? -1 : 1, near2 = (side2 * halfX - x) / dx, far = (-side2 * halfX - x) / dx;
    near2 >= enter2 && (enter2 = near2, nx = side2), far < leave2 && (leave2 = far);
  } else if (x < -halfX || x > halfX) return 0;
  if (dy !== 0) {
    let side2 = dy > 0 ? -1 : 1, near2 = (side2 * halfY - y) / dy, far = (-side2 * halfY - y) / dy;
    near2 >= enter2 && (near2 > enter2 || nx === 0) && (enter2 = near2, nx = 0, ny = side2), far < leave2 && (leave2 = far);
  } else if (y < -halfY || y > halfY) return 0;
  return enter2 > leave2 || nx === 0 && ny === 0 ? 0 : (out[o] = enter2, out[o + 1] = nx, out[o + 2] = ny, 1);
}

// src/world/registry.ts
var known = /* @__PURE__ */ new WeakMap();
function findPhysics(world) {
  return known.get(world);
}
function requirePhysics(world, caller) {
  let physics = known.get(world);
  if (physics === void 0)
    throw new Error(`${caller}: this world has no physics. Call addPhysics(world) first.`);
  return physics;
}
function register(world, physics) {
  known.set(world, physics);
}
function unregister(world) {
  known.delete(world);
}

// src/queries/entity-buffer.ts
var EntityBuffer = class {
  count = 0;
  entities;
  /** @param capacity Entities that fit before it grows. Default 16. */
  constructor(capacity = 16) {
    this.entities = new Uint32Array(Math.max(1, capacity));
  }
};
function writeEntities(found3, out, caller) {
  let { items, count } = found3;
  reserveEntities(out, count, caller);
  let { entities } = out;
  for (let i = 0; i < count; i++) entities[i] = items[i];
  return out.count = count, out;
}
function sortEntities(found3, out, caller) {
  return reserveEntities(out, found3.count, caller), out.count = sortItems(found3.items, found3.count, out.entities), out;
}
function reserveEntities(out, count, caller) {
  if (!(out.entities instanceof Uint32Array))
    throw new TypeError(`${caller}: out.entities must be a Uint32Array. Pass new EntityBuffer().`);
  out.entities.length < count && (out.entities = new Uint32Array(Math.max(count, 2 * out.entities.length)));
}

// src/queries/filter.ts
var FIELDS = ["mask", "category", "exclude", "terms", "predicate", "includeSensors"], ActiveFilter = class {
  predicate = null;
  /** Whether sensors are reported. */
  sensors = !1;
  /** Whether there is a filter at all. */
  given = !1;
  refusesSensors = !1;
  /** Nothing is asked for but sensors or none. */
  plain = !0;
  mask = -1;
  category = -1;
  one = 0;
  several = null;
  terms = null;
  matcher = null;
  /** @throws TypeError or RangeError on a field that cannot be used, and on an object that is no filter. */
  load(filter, matcher, caller) {
    if (this.reset(), filter == null) return;
    checkFilter(filter, caller);
    let { mask, category, exclude, terms } = filter;
    mask !== void 0 && (this.mask = bitsOf(mask, "mask", caller)), category !== void 0 && (this.category = bitsOf(category, "category", caller)), typeof exclude == "number" ? this.one = exclude : exclude !== void 0 && (this.several = exclude), terms !== void 0 && terms.length > 0 && (this.matcher = matcher, this.terms = matcher.find(terms, caller)), this.given = !0, this.predicate = filter.predicate ?? null, this.sensors = filter.includeSensors === !0, this.refusesSensors = filter.includeSensors === !1, this.plain = this.mask === -1 && this.category === -1 && this.one === 0 && this.several === null && this.terms === null && this.predicate === null;
  }
  /** Lets nothing of the user be held from here. */
  reset() {
    this.plain = !0, this.predicate = null, this.several = null, this.terms = null, this.matcher = null, this.mask = -1, this.category = -1, this.one = 0, this.sensors = !1, this.refusesSensors = !1, this.given = !1;
  }
  /** For queries that report sensors unless they are asked not to: tells whether they are. */
  takeSensors() {
    return this.given ? (this.sensors = !this.refusesSensors, this.sensors) : !0;
  }
  /** Whether it lets through all that is no sensor, unasked. */
  isOpen(physics) {
    return this.plain && physics.leaving.count === 0;
  }
  /** Everything but the predicate. */
  allows(physics, collider) {
    let { bodyOf: bodyOf2, sensor } = physics.bodies;
    if (sensor[collider] === 1 && !this.sensors) return !1;
    if (this.plain && physics.leaving.count === 0) return !0;
    let body = bodyOf2[collider];
    return body === 0 || this.mask !== -1 && (physics.components.CollisionFilter.category[collider] & this.mask) === 0 || this.category !== -1 && (physics.components.CollisionFilter.mask[collider] & this.category) === 0 || this.one !== 0 && (this.one === collider || this.one === body) || this.several !== null && this.isExcluded(this.several, collider, body) || physics.leaving.count > 0 && (physics.leaving.flag[collider] | physics.leaving.flag[body]) !== 0 ? !1 : this.terms === null || this.matcher.matchesCollider(this.terms, collider, body);
  }
  /** The predicate. */
  accepts(collider) {
    return this.predicate === null || this.predicate(collider);
  }
  isExcluded(list2, collider, body) {
    for (let i = 0; i < list2.length; i++) if (list2[i] === collider || list2[i] === body) return !0;
    return !1;
  }
};
function hasFilterField(filter) {
  return filter.mask !== void 0 || filter.category !== void 0 || filter.exclude !== void 0 || filter.terms !== void 0 || filter.predicate !== void 0 || filter.includeSensors !== void 0;
}
function checkTerms(terms, name, caller) {
  if (!Array.isArray(terms))
    throw new TypeError(`${caller}: ${name} must be a list of query terms such as [Enemy], got ${nameOf(terms)}.`);
}
function checkFilter(filter, caller) {
  if (typeof filter != "object") throw new TypeError(`${caller}: the filter must be an object, got ${nameOf(filter)}.`);
  let { exclude, terms, predicate, includeSensors } = filter;
  if (exclude !== void 0 && checkExclude(exclude, caller), terms !== void 0 && checkTerms(terms, "filter.terms", caller), predicate !== void 0 && typeof predicate != "function")
    throw new TypeError(`${caller}: filter.predicate must be a function, got ${nameOf(predicate)}.`);
  if (includeSensors !== void 0 && typeof includeSensors != "boolean")
    throw new TypeError(`${caller}: filter.includeSensors must be true or false, got ${nameOf(includeSensors)}.`);
  hasFilterField(filter) || checkEmpty(filter, caller);
}
function checkExclude(exclude, caller) {
  if (typeof exclude == "number") {
    if (Number.isInteger(exclude) && exclude >= 0) return;
    throw new RangeError(`${caller}: filter.exclude must be an entity, got ${exclude}.`);
  }
  if (!(typeof exclude == "object" && exclude !== null && typeof exclude.length == "number"))
    throw new TypeError(`${caller}: filter.exclude must be an entity or an array of entities, got ${nameOf(exclude)}.`);
}
function checkEmpty(filter, caller) {
  for (let key in filter) {
    if (FIELDS.includes(key)) continue;
    let fields = FIELDS.join(", ");
    throw new TypeError(`${caller}: '${key}' is no field of a filter (${fields}). A buffer to write to comes after it.`);
  }
}
function bitsOf(value2, field, caller) {
  if (Number.isInteger(value2) && value2 >= -2147483648 && value2 <= 4294967295) return value2 | 0;
  throw new RangeError(`${caller}: filter.${field} must be an integer of 32 bits, got ${nameOf(value2)}.`);
}
function nameOf(value2) {
  return typeof value2 == "string" ? `'${value2}'` : typeof value2 == "function" ? "a function" : typeof value2 != "object" || value2 === null ? String(value2) : Array.isArray(value2) ? "an array" : `an object (${value2.constructor?.name ?? "Object"})`;
}

// src/queries/hit.ts
function createHit() {
  return { entity: 0, x: 0.5, y: 0.5, nx: 0.5, ny: 0.5, distance: 0.5, fraction: 0.5 };
}
var FLOATS = ["x", "y", "nx", "ny", "distance", "fraction"], HitBuffer = class {
  count = 0;
  entities;
  x;
  y;
  nx;
  ny;
  distance;
  fraction;
  /** @param capacity Hits that fit before it grows. Default 16. */
  constructor(capacity = 16) {
    let size = Math.max(1, capacity);
    this.entities = new Uint32Array(size), this.x = new Float64Array(size), this.y = new Float64Array(size), this.nx = new Float64Array(size), this.ny = new Float64Array(size), this.distance = new Float64Array(size), this.fraction = new Float64Array(size);
  }
};
function reserveHits(hits, count) {
  if (hits.entities.length < count) {
    let larger = new Uint32Array(Math.max(count, 2 * hits.entities.length));
    larger.set(hits.entities), hits.entities = larger;
  }
  for (let key of FLOATS) {
    if (hits[key].length >= hits.entities.length) continue;
    let larger = new Float64Array(hits.entities.length);
    larger.set(hits[key]), hits[key] = larger;
  }
}
function checkHits(hits, caller) {
  let sound = hits.entities instanceof Uint32Array;
  for (let key of FLOATS) sound &&= hits[key] instanceof Float64Array;
  if (!sound) throw new TypeError(`${caller}: out must have columns of numbers. Pass new HitBuffer().`);
}

// components/shape-data.ts
function circle(radius) {
  return requireSize("circle", "radius", radius), { type: 1 /* Circle */, halfWidth: 0, halfHeight: 0, radius };
}
function box4(halfWidth2, halfHeight) {
  return requireSize("box", "halfWidth", halfWidth2), requireSize("box", "halfHeight", halfHeight), { type: 2 /* Box */, halfWidth: halfWidth2, halfHeight, radius: 0 };
}
function aabb(halfWidth2, halfHeight) {
  return requireSize("aabb", "halfWidth", halfWidth2), requireSize("aabb", "halfHeight", halfHeight), { type: 3 /* Aabb */, halfWidth: halfWidth2, halfHeight, radius: 0 };
}
function capsule(halfLength, radius) {
  return requireSize("capsule", "halfLength", halfLength), requireSize("capsule", "radius", radius), { type: 4 /* Capsule */, halfWidth: halfLength, halfHeight: 0, radius };
}
function polygon(points, radius = 0) {
  let violation = ruleViolation("nonNegative", radius);
  if (violation) throw new RangeError(`polygon: radius ${violation}, got ${radius}`);
  return { type: 5 /* Polygon */, halfWidth: 0, halfHeight: 0, radius, points: flatten("polygon", points) };
}
function segment(x1, y1, x2, y2) {
  let points = flatten("segment", [{ x: x1, y: y1 }, { x: x2, y: y2 }]);
  return requireDistinct("segment", points, !1), { type: 6 /* Segment */, halfWidth: 0, halfHeight: 0, radius: 0, points };
}
function chain(points, loop = !1) {
  let least = loop ? 3 : 2;
  if (points.length < least) throw new RangeError(`chain: at least ${least} points are needed, got ${points.length}`);
  let flat = flatten("chain", points);
  return requireDistinct("chain", flat, loop), { type: 7 /* Chain */, halfWidth: 0, halfHeight: 0, radius: 0, points: flat, loop };
}
function flatten(shape2, points) {
  let flat = new Float64Array(points.length * 2);
  return points.forEach((point2, i) => {
    if (!Number.isFinite(point2.x) || !Number.isFinite(point2.y))
      throw new RangeError(`${shape2}: point ${i} must be finite, got (${point2.x}, ${point2.y})`);
    flat[2 * i] = point2.x, flat[2 * i + 1] = point2.y;
  }), flat;
}
function requireDistinct(shape2, points, loop) {
  let count = points.length / 2;
  for (let i = 0; i < (loop ? count : count - 1); i++) {
    let next = (i + 1) % count;
    if (points[2 * i] === points[2 * next] && points[2 * i + 1] === points[2 * next + 1])
      throw new RangeError(`${shape2}: points ${i} and ${next} are equal`);
  }
}
function requireSize(shape2, field, value2) {
  let violation = ruleViolation("positive", value2);
  if (violation) throw new RangeError(`${shape2}: ${field} ${violation}, got ${value2}`);
}

// src/queries/probe.ts
var Probe = class {
  /** Type of the part that was selected. */
  type = 0 /* None */;
  sizes = new Float64Array(12);
  /** x, y, cosine, sine. */
  pose = new Float64Array(4);
  /** minX, minY, maxX, maxY of all parts. */
  bounds = new Float64Array(4);
  parts = 1;
  points = null;
  polygon = 0;
  /**
   * @param at The pose: x, y, angle.
   * @throws RangeError on a shape that cannot be used or a pose that is not finite. {@link release} it afterwards.
   */
  load(physics, shape2, at, caller) {
    let x = at[0], y = at[1], angle3 = at[2];
    if (!Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(angle3))
      throw new RangeError(`${caller}: the pose must be finite, got x ${x}, y ${y}, angle ${angle3}.`);
    let { type, halfWidth: halfWidth2, halfHeight, radius } = shape2, points = shape2.points ?? null;
    this.check(shape2, points, caller), this.points = points, this.type = type === 7 /* Chain */ ? 6 /* Segment */ : type, this.parts = type === 7 /* Chain */ ? points.length / 2 - (shape2.loop === !0 ? 0 : 1) : 1, this.pose[0] = x, this.pose[1] = y, type === 3 /* Aabb */ ? (this.pose[2] = 1, this.pose[3] = 0) : sincosOf(at, 2, this.pose, 2), this.sizes.fill(0), this.sizes[0] = halfWidth2, this.sizes[1] = halfHeight, this.sizes[2] = radius, type === 5 /* Polygon */ && (this.polygon = registerPolygonOf(physics.polygons, points, this.sizes, 2), this.sizes[3] = this.polygon), this.measure(physics);
  }
  /** Makes one part of the shape the one that `sizes` holds. */
  select(part5) {
    if (this.type !== 6 /* Segment */) return;
    let points = this.points, first = 2 * part5, second = (first + 2) % points.length;
    this.sizes[0] = points[first], this.sizes[1] = points[first + 1], this.sizes[4] = points[second], this.sizes[5] = points[second + 1];
  }
  /** Gives back what {@link load} took. */
  release(physics) {
    this.polygon !== 0 && releasePolygon(physics.polygons, this.polygon), this.polygon = 0, this.points = null;
  }
  check(shape2, points, caller) {
    let geometry = points === null ? 0 : 1;
    if (shape2.type === checked.type && shape2.halfWidth === checked.halfWidth && shape2.halfHeight === checked.halfHeight && shape2.radius === checked.radius && geometry === checked.geometry) return;
    checked.type = shape2.type, checked.halfWidth = shape2.halfWidth, checked.halfHeight = shape2.halfHeight, checked.radius = shape2.radius, checked.geometry = geometry;
    let violation = shapeViolation(checked);
    if (violation !== "")
      throw checked.type = 0 /* None */, new RangeError(`${caller}: the shape cannot be used: ${violation}. Make it with circle(\u2026) or the like.`);
  }
  measure(physics) {
    let { bounds } = this;
    for (let part5 = 0; part5 < this.parts; part5++)
      this.select(part5), computeBounds(this.type, this.sizes, 0, this.pose, 0, physics.polygons, partBounds, 0), bounds[0] = part5 === 0 ? partBounds[0] : Math.min(bounds[0], partBounds[0]), bounds[1] = part5 === 0 ? partBounds[1] : Math.min(bounds[1], partBounds[1]), bounds[2] = part5 === 0 ? partBounds[2] : Math.max(bounds[2], partBounds[2]), bounds[3] = part5 === 0 ? partBounds[3] : Math.max(bounds[3], partBounds[3]);
  }
}, partBounds = new Float64Array(4), checked = { type: 0 /* None */, halfWidth: 0.5, halfHeight: 0.5, radius: 0.5, geometry: 0 };

// src/queries/refresh.ts
var WATCHED_BODIES = 128;
function refresh(physics, freshness) {
  if (!(physics.phase !== 0 /* Idle */ || freshness.refreshing || isHalfMade(physics))) {
    freshness.refreshing = !0;
    try {
      takeIn(physics, freshness);
    } finally {
      freshness.refreshing = !1;
    }
  }
}
function takeIn(physics, freshness) {
  freshness.seenStep !== physics.stepCount || isMoved(physics) ? (updateAABBs(physics), freshness.seenStep = physics.stepCount) : physics.dirty.count > 0 && syncBodies(physics);
}
function isHalfMade(physics) {
  let { dirty } = physics, { type } = physics.components.Shape, { Shape, Position, Collider, Prefab: Prefab4 } = physics.presence;
  for (let i = 0; i < dirty.count; i++) {
    let entity = dirty.items[i];
    if (!(dirty.flag[entity] === 0 || !Shape.has(entity) || Prefab4.has(entity)) && (type[entity] === 0 /* None */ || !Position.has(entity) && !Collider.has(entity)))
      return !0;
  }
  return !1;
}
function isMoved(physics) {
  let { bodies, kinematics, kinematicCount } = physics;
  if (bodies.awakeCount > WATCHED_BODIES || kinematicCount > WATCHED_BODIES) return !1;
  for (let i = 0; i < bodies.awakeCount; i++) if (isElsewhere(physics, bodies.awake[i])) return !0;
  for (let i = 0; i < kinematicCount; i++) if (isElsewhere(physics, kinematics[i])) return !0;
  return !1;
}
function isElsewhere(physics, body) {
  let { pose, angle: angle3 } = physics.bodies, { Position, Rotation } = physics.components, p = body * POSE_STRIDE;
  return pose[p] !== Position.x[body] || pose[p + 1] !== Position.y[body] ? !0 : angle3[body] !== Rotation.angle[body] && physics.shapeType[body] !== 3 /* Aabb */;
}

// src/queries/term-matcher.ts
import { $internal as $internal2, noCommit, query } from "bitecs";
var $opType = /* @__PURE__ */ Symbol.for("bitecs-opType"), $opTerms = /* @__PURE__ */ Symbol.for("bitecs-opTerms"), TermMatcher = class {
  world;
  known = [];
  constructor(world) {
    this.world = world;
  }
  /**
   * The live queries of these terms, for {@link matchesCollider}.
   * @throws TypeError on a term that is undefined: mostly a component that was imported before it was made.
   */
  find(terms, caller) {
    for (let i = 0; i < this.known.length; i++) {
      let entry3 = this.known[i];
      if (sameTerms(entry3.terms, terms))
        return this.revive(entry3), entry3;
    }
    for (let i = 0; i < terms.length; i++)
      if (terms[i] === void 0 || terms[i] === null) {
        let found3 = String(terms[i]);
        throw new TypeError(`${caller}: term ${i} of the query terms is ${found3}. Pass components, tags or operators.`);
      }
    let entry2 = { terms: [...terms], query: this.lookUp([...terms]), parts: null };
    return this.known.push(entry2), entry2;
  }
  /**
   * Whether a collider matches: terms see the components of the collider and those of its body together, so that
   * `[Enemy]` finds the limbs of an enemy, and `[Not(Dead)]` none of a dead one.
   */
  matchesCollider(found3, collider, body) {
    if (collider === body) return matches2(found3.query, collider);
    found3.parts ??= this.split(found3.terms);
    for (let i = 0; i < found3.parts.length; i++) {
      let part5 = found3.parts[i];
      if ((matches2(part5.query, collider) || matches2(part5.query, body)) === part5.negated) return !1;
    }
    return !0;
  }
  /** bitECS ceases to update a query after removeQuery. */
  revive(entry2) {
    let { queries } = this.world[$internal2];
    if (queries.has(entry2.query) || (entry2.query = this.lookUp([...entry2.terms])), entry2.parts !== null)
      for (let i = 0; i < entry2.parts.length; i++) {
        let part5 = entry2.parts[i];
        queries.has(part5.query) || (part5.query = this.lookUp(part5.terms));
      }
  }
  /** `Not(A, B)` asks for neither, `And(A, B)` and a plain list for each; `Or` is a part by itself. */
  split(terms) {
    let parts = [];
    for (let term of terms) {
      let type = term[$opType], inner = term[$opTerms];
      if (type === "Not") for (let one2 of inner) parts.push({ terms: [one2], negated: !0, query: this.lookUp([one2]) });
      else type === "And" ? parts.push(...this.split(inner)) : parts.push({ terms: [term], negated: !1, query: this.lookUp([term]) });
    }
    return parts;
  }
  /** The public API gives the list of results only; the query is the one that owns this list. */
  lookUp(terms) {
    let dense = query(this.world, terms, noCommit);
    for (let candidate of this.world[$internal2].queries)
      if (candidate.dense === dense) return candidate;
    throw new Error("bitecs-physics: bitECS did not keep a query for these terms. Hierarchy terms cannot be used here.");
  }
};
function matches2(found3, entity) {
  return found3.has(entity) && !found3.toRemove.has(entity);
}
function sameTerms(a, b) {
  if (a.length !== b.length) return !1;
  for (let i = 0; i < a.length; i++) if (!sameTerm(a[i], b[i])) return !1;
  return !0;
}
function sameTerm(a, b) {
  if (a === b) return !0;
  let opA = a, opB = b;
  return opA[$opType] === void 0 || opA[$opType] !== opB[$opType] ? !1 : sameTerms(opA[$opTerms], opB[$opTerms]);
}

// src/queries/state.ts
var WorldQueries = class {
  seenStep = -1;
  refreshing = !1;
  matcher;
  pairs = new PairBuffer();
  point = new EntityBuffer();
  region = new EntityBuffer();
  shape = new EntityBuffer();
  view = new EntityBuffer();
  touching = new EntityBuffer();
  ray = createHit();
  cast = createHit();
  all = new HitBuffer();
  batch = new HitBuffer();
  nearest = new HitBuffer();
  constructor(world) {
    this.matcher = new TermMatcher(world);
  }
}, Query = class {
  filter = new ActiveFilter();
  candidates = new ItemBuffer();
  pairs = new PairBuffer();
  hits = new HitBuffer();
  probe = new Probe();
  /** The numbers of the call: a region minX, minY, maxX, maxY, a point twice, the ends of a ray, a pose and a way. */
  given = new Float64Array(5);
  ray = new Float64Array(RAY_STRIDE);
  /** For the broad phase: a region; or x1, y1, x2, y2 of a ray and its end; or x, y and a squared radius. */
  search = new Float64Array(5);
  /** Of the ray. */
  length = new Float64Array(1);
  /** How much farther than the best hit candidates are looked at, as a part of the ray. */
  slack = new Float64Array(1);
  /** The hit at hand and the best so far: fraction (infinite while there is none), normal, point. */
  hit = new Float64Array(5);
  best = new Float64Array(5);
  entity = 0;
  /** The public function that asks, for errors. */
  caller = "";
  /** Hits wanted at most. */
  most = 1;
  physics = null;
  world = null;
}, given2 = new Float64Array(5), known2 = /* @__PURE__ */ new WeakMap(), stack2 = [], depth2 = 0;
function queriesOf(physics) {
  let found3 = known2.get(physics);
  return found3 === void 0 && (found3 = new WorldQueries(physics.ecs), known2.set(physics, found3)), found3;
}
function ask(world, caller, filter, find, subject, out) {
  let physics = requirePhysics(world, caller), queries = known2.get(physics) ?? queriesOf(physics);
  depth2 === stack2.length && stack2.push(new Query());
  let query4 = stack2[depth2], { given: numbers2, filter: active, best } = query4;
  numbers2[0] = given2[0], numbers2[1] = given2[1], numbers2[2] = given2[2], numbers2[3] = given2[3], numbers2[4] = given2[4], query4.candidates.count = 0, query4.hits.count = 0, query4.entity = 0, query4.most = 1, best[0] = 1 / 0, query4.caller = caller, query4.physics = physics, query4.world = queries, depth2++;
  try {
    let { awakeCount } = physics.bodies, { kinematicCount } = physics;
    return (awakeCount + kinematicCount > 0 && awakeCount <= WATCHED_BODIES && kinematicCount <= WATCHED_BODIES || queries.seenStep !== physics.stepCount || physics.dirty.count > 0) && physics.phase === 0 /* Idle */ && !queries.refreshing && refresh(physics, queries), filter != null && active.load(filter, queries.matcher, caller), find(query4, subject, out);
  } finally {
    depth2--, filter != null && active.reset(), query4.physics = null, query4.world = null;
  }
}
function enter(physics) {
  depth2 === stack2.length && stack2.push(new Query());
  let query4 = stack2[depth2++];
  return query4.physics = physics, query4.world = queriesOf(physics), query4.pairs.count = 0, query4;
}
function leave(query4) {
  depth2--, query4.filter.reset(), query4.physics = null, query4.world = null;
}
function isAsked(physics) {
  for (let i = 0; i < depth2; i++) if (stack2[i].physics === physics) return !0;
  return !1;
}

// src/plugin.ts
var installed = /* @__PURE__ */ new WeakMap();
function addPhysics(world, options = {}) {
  let internal = world[$internal3];
  if (internal === void 0)
    throw new Error("addPhysics: this is no bitECS world, or it was deleted. Make one with createWorld().");
  let known3 = findPhysics(world);
  if (known3 !== void 0 && !isForgotten(known3))
    throw new Error("addPhysics: this world has physics already. Find it with getPhysics(world).");
  if (internal.entityIndex.versioning)
    throw new Error(
      "addPhysics: this world has versioned entity ids, which do not fit typed arrays. Make it with createWorld() or createEntityIndex() without withVersioning."
    );
  checkProvided(options.components ?? {});
  let physics = new PhysicsWorld(
    world,
    makeSettings(options),
    checkCapacity(options.capacity),
    options.components ?? {},
    chooseBroadPhase(options.broadPhase),
    createPipeline(),
    options.allocate
  );
  installed.set(physics, { remove: installObservers(physics), componentMap: internal.componentMap }), register(world, physics);
  for (let entity of query2(world, [physics.components.Position]))
    physics.ensureCapacity(entity), physics.dirty.add(entity, 1 /* Structure */);
  return physics;
}
function removePhysics(world) {
  let physics = requirePhysics(world, "removePhysics");
  if (physics.phase !== 0 /* Idle */) throw new Error("removePhysics: the world is stepping. Call it after the step.");
  installed.get(physics)?.remove();
  let { bodies } = physics;
  for (let entity = 1; entity < physics.columns.capacity; entity++)
    bodies.isBody(entity) && destroyBody(physics, entity), bodies.chain[entity] !== 0 && !isForgotten(physics) && removeLinks(physics, entity);
  return unregister(world), physics;
}
function stepPhysics(world, dt) {
  let physics = requirePhysics(world, "stepPhysics");
  if (!Number.isFinite(dt) || dt < 0)
    throw new RangeError(`stepPhysics: dt must be finite and not negative, got ${dt}. Seconds, for example 1 / 60.`);
  if (physics.phase !== 0 /* Idle */)
    throw new Error("stepPhysics: the world is stepping already. A system must not step the world it runs in.");
  if (isAsked(physics))
    throw new Error("stepPhysics: a query of this world is running. A predicate must not step the world that it is asked about.");
  if (checkWorld(physics), dt === 0) return;
  physics.phase = 1 /* Stepping */;
  let done = !1;
  try {
    beginStep(physics), runPipeline(physics.systems, physics, dt, physics.profiling ? physics.timings : null), physics.stepCount++, done = !0;
  } finally {
    physics.substep = 0, physics.phase = 0 /* Idle */, endStep(physics, done);
  }
}
function beginStep(physics) {
  for (let i = 0; i < physics.eventBuffers.length; i++) physics.eventBuffers[i].beginStep();
  physics.profiling && (physics.timings.length < physics.systems.length && (physics.timings = new Float64Array(physics.systems.length * 2)), physics.timings.fill(0));
}
function endStep(physics, done) {
  if (destroyLeaving(physics), syncSleepingTags(physics), done)
    for (let i = 0; i < physics.eventBuffers.length; i++) physics.eventBuffers[i].endStep();
  physics.stats.bodies = physics.bodies.count, physics.stats.awake = physics.bodies.awakeCount;
}
function wake(world, entity) {
  let physics = requirePhysics(world, "wake");
  requireBody(physics, entity, "wake"), physics.dirty.flag[entity] !== 0 && removeComponent3(world, entity, physics.components.Sleeping), wakeBody(physics, entity), physics.phase === 0 /* Idle */ && syncSleepingTags(physics);
}
function touch(world, entity) {
  let physics = requirePhysics(world, "touch");
  physics.bodies.isCollider(entity) || requireBody(physics, entity, "touch"), physics.dirty.add(entity, 18);
}
function isSleeping(world, entity) {
  let { bodies } = requirePhysics(world, "isSleeping"), kind = bodies.kind[entity];
  return kind === 1 /* Dynamic */ ? !bodies.isAwake(entity) : kind === 2 /* Kinematic */ && bodies.paused[entity] === 1;
}
function requireBody(physics, entity, caller) {
  if (!entityExists2(physics.ecs, entity)) throw new Error(`${caller}: entity ${entity} does not exist.`);
  if (!((physics.bodies.kind[entity] ?? 0 /* None */) !== 0 /* None */ || (physics.dirty.flag[entity] ?? 0) !== 0))
    throw new Error(`${caller}: entity ${entity} is no body. A body has a Position and a Shape and is not Disabled.`);
}
function isForgotten(physics) {
  return physics.ecs[$internal3]?.componentMap !== installed.get(physics)?.componentMap;
}
function checkWorld(physics) {
  if (isForgotten(physics))
    throw unregister(physics.ecs), new Error("stepPhysics: the world was reset or deleted, and its physics with it. Call addPhysics again.");
  let violation = settingsViolation(physics.settings);
  if (violation) throw new RangeError(`stepPhysics: ${violation}`);
}
function checkProvided(stores) {
  let expected = {
    Position: ["x", "y"],
    Rotation: ["angle"],
    Velocity: ["x", "y", "angular"]
  };
  for (let [name, store] of Object.entries(stores)) {
    if (!(name in expected)) throw new Error(`addPhysics: components.${name} cannot be brought along.`);
    for (let field of expected[name]) {
      let column = store[field];
      if (!Array.isArray(column) && !ArrayBuffer.isView(column))
        throw new Error(`addPhysics: components.${name}.${field} must be an array.`);
    }
  }
}

// src/queries/pairs.ts
function queryPairs(world, termsA2, termsB2, options) {
  let physics = requirePhysics(world, "queryPairs"), { matcher, pairs } = queriesOf(physics), out = options?.out ?? pairs;
  checkCall(termsA2, termsB2, options, out);
  let sideA = termsA2 && termsA2.length > 0 ? matcher.find(termsA2, "queryPairs") : null, sideB = termsB2 && termsB2.length > 0 ? matcher.find(termsB2, "queryPairs") : null;
  return options && hasFilterField(options) ? findFiltered(physics, options, sideA, sideB, out) : (out.clear(), collectPairs(physics, options, sideA, sideB, out), out);
}
function findFiltered(physics, options, sideA, sideB, out) {
  let query4 = enter(physics);
  try {
    let { filter, pairs } = query4;
    return filter.load(options, query4.world.matcher, "queryPairs"), filter.takeSensors(), collectPairs(physics, options, sideA, sideB, pairs), keepAllowed(physics, filter, pairs), filter.predicate !== null && keepAccepted(physics, filter, pairs), copyPairs(pairs, out), out;
  } finally {
    leave(query4);
  }
}
function collectPairs(physics, options, sideA, sideB, out) {
  let { b, flags, active, activeCount, highest } = physics.contacts, { matcher } = queriesOf(physics), needed = options?.candidates === !0 ? 0 : 1 /* Touching */;
  if (options?.sleeping === !0) {
    for (let contact = 1; contact <= highest; contact++)
      b[contact] === 0 || (flags[contact] & needed) !== needed || collect(physics, contact, matcher, sideA, sideB, out);
    return;
  }
  for (let i = 0; i < activeCount; i++) {
    let contact = active[i];
    (flags[contact] & needed) === needed && collect(physics, contact, matcher, sideA, sideB, out);
  }
}
function collect(physics, contact, matcher, sideA, sideB, out) {
  let a = physics.contacts.a[contact], b = physics.contacts.b[contact];
  isSide(physics, matcher, sideA, a) && isSide(physics, matcher, sideB, b) ? out.push(a, b) : isSide(physics, matcher, sideA, b) && isSide(physics, matcher, sideB, a) && out.push(b, a);
}
function isSide(physics, matcher, side2, collider) {
  return side2 === null || matcher.matchesCollider(side2, collider, physics.bodies.bodyOf[collider]);
}
function keepAllowed(physics, filter, pairs) {
  let { a, b } = pairs, kept = 0;
  for (let i = 0; i < pairs.count; i++)
    !filter.allows(physics, a[i]) || !filter.allows(physics, b[i]) || (a[kept] = a[i], b[kept++] = b[i]);
  pairs.count = kept;
}
function keepAccepted(physics, filter, pairs) {
  let kept = 0;
  for (let i = 0; i < pairs.count; i++) {
    let a = pairs.a[i], b = pairs.b[i];
    !isPair(physics, a, b) || !filter.accepts(a) || !isPair(physics, a, b) || !filter.accepts(b) || (pairs.a[kept] = a, pairs.b[kept++] = b);
  }
  pairs.count = kept;
}
function copyPairs(from, to) {
  to.reserve(from.count), to.count = from.count;
  for (let i = 0; i < from.count; i++)
    to.a[i] = from.a[i], to.b[i] = from.b[i];
}
function isPair({ contacts }, a, b) {
  return contacts.find(Math.min(a, b), Math.max(a, b)) !== 0;
}
function checkCall(termsA2, termsB2, options, out) {
  if (termsA2 && checkTerms(termsA2, "termsA", "queryPairs"), termsB2 && checkTerms(termsB2, "termsB", "queryPairs"), options && typeof options != "object")
    throw new TypeError(`queryPairs: the options must be an object, got a ${typeof options}.`);
  if (!(out.a instanceof Uint32Array && out.b instanceof Uint32Array && typeof out.push == "function"))
    throw new TypeError("queryPairs: out must have columns of entities. Pass new PairBuffer().");
}

// src/collision/point.ts
var POINT_DISTANCE_STRIDE = 5, dot = new Float64Array(12), pair5 = new Float64Array(PAIR_STRIDE), distance2 = new Float64Array(8);
function containsPoint(type, sizes2, offset, poses2, p, point2, at, pool) {
  let dx = point2[at] - poses2[p], dy = point2[at + 1] - poses2[p + 1];
  if (type === 1 /* Circle */) return dx * dx + dy * dy <= sizes2[offset + 2] * sizes2[offset + 2];
  if ((type === 2 /* Box */ || type === 3 /* Aabb */) && sizes2[offset + 2] === 0) {
    let turns = type === 2 /* Box */, c = turns ? poses2[p + 2] : 1, s = turns ? poses2[p + 3] : 0;
    return Math.abs(c * dx + s * dy) <= sizes2[offset] && Math.abs(c * dy - s * dx) <= sizes2[offset + 1];
  }
  return measurePoint(type, sizes2, offset, poses2, p, point2, at, pool), distance2[0] <= 0;
}
function measurePointDistance(type, sizes2, offset, poses2, p, point2, at, pool, out, o) {
  measurePoint(type, sizes2, offset, poses2, p, point2, at, pool), out[o] = distance2[0], out[o + 1] = distance2[1], out[o + 2] = distance2[2], out[o + 3] = poses2[p] + distance2[3], out[o + 4] = poses2[p + 1] + distance2[4];
}
function measurePoint(type, sizes2, offset, poses2, p, point2, at, pool) {
  pair5[0] = point2[at] - poses2[p], pair5[1] = point2[at + 1] - poses2[p + 1], pair5[2] = poses2[p + 2], pair5[3] = poses2[p + 3], pair5[4] = 1, pair5[5] = 0, measureDistance(type, sizes2, offset, 1 /* Circle */, dot, 0, pair5, pool, distance2, 0);
}

// src/queries/overlap.ts
var pair6 = new Float64Array(PAIR_STRIDE), sizes = new Float64Array(12), corner = new Float64Array(2), part4 = new Float64Array(4), upright = Float64Array.of(0, 0, 1, 0);
function holdsPoint(physics, collider, point2) {
  return containsPoint(
    physics.shapeType[collider],
    physics.geometry,
    collider * 12,
    physics.bodies.pose,
    collider * POSE_STRIDE,
    point2,
    0,
    physics.polygons
  );
}
function overlapsProbe(physics, collider, probe) {
  setPair(physics, collider, probe.pose);
  for (let index = 0; index < probe.parts; index++)
    if (probe.select(index), overlaps(physics, collider, probe.type, probe.sizes)) return !0;
  return !1;
}
function overlapsRegion(physics, collider, region) {
  if (physics.bodies.exact[collider] === 1) return !0;
  if (physics.shapeType[collider] === 1 /* Circle */) return circleOverlaps(physics, collider, region);
  if (isUpright(physics, collider)) return boxOverlaps(physics, collider, region);
  let box5 = physics.components.BroadphaseAABB, minX = Math.max(region[0], box5.minX[collider]), minY = Math.max(region[1], box5.minY[collider]), maxX = Math.min(region[2], box5.maxX[collider]), maxY = Math.min(region[3], box5.maxY[collider]);
  if (minX > maxX || minY > maxY) return !1;
  let width = maxX - minX, height = maxY - minY;
  return width === box5.maxX[collider] - box5.minX[collider] && height === box5.maxY[collider] - box5.minY[collider] ? !0 : (part4[0] = minX, part4[1] = minY, part4[2] = width, part4[3] = height, partOverlaps(physics, collider));
}
function circleOverlaps(physics, collider, region) {
  let { pose } = physics.bodies, x = pose[collider * POSE_STRIDE], y = pose[collider * POSE_STRIDE + 1], radius = physics.geometry[collider * 12 + 2], dx = x < region[0] ? region[0] - x : x > region[2] ? x - region[2] : 0, dy = y < region[1] ? region[1] - y : y > region[3] ? y - region[3] : 0;
  return dx * dx + dy * dy <= radius * radius;
}
function boxOverlaps(physics, collider, region) {
  let { geometry } = physics, { pose } = physics.bodies, x = pose[collider * POSE_STRIDE], y = pose[collider * POSE_STRIDE + 1], halfX = geometry[collider * 12], halfY = geometry[collider * 12 + 1];
  return x - halfX <= region[2] && x + halfX >= region[0] && y - halfY <= region[3] && y + halfY >= region[1];
}
function partOverlaps(physics, collider) {
  let minX = part4[0], minY = part4[1], width = part4[2], height = part4[3];
  return width === 0 && height === 0 ? (corner[0] = minX, corner[1] = minY, holdsPoint(physics, collider, corner)) : (upright[0] = minX + 0.5 * width, upright[1] = minY + 0.5 * height, setPair(physics, collider, upright), sizes.fill(0), width > 0 && height > 0 ? (sizes[0] = 0.5 * width, sizes[1] = 0.5 * height, overlaps(physics, collider, 3 /* Aabb */, sizes)) : (sizes[0] = -0.5 * width, sizes[1] = -0.5 * height, sizes[4] = 0.5 * width, sizes[5] = 0.5 * height, overlaps(physics, collider, 6 /* Segment */, sizes)));
}
function setPair(physics, collider, other2) {
  let { pose } = physics.bodies, p = collider * POSE_STRIDE;
  pair6[0] = other2[0] - pose[p], pair6[1] = other2[1] - pose[p + 1], pair6[2] = pose[p + 2], pair6[3] = pose[p + 3], pair6[4] = other2[2], pair6[5] = other2[3];
}
function overlaps(physics, collider, type, other2) {
  return overlapShapes(
    physics.shapeType[collider],
    physics.geometry,
    collider * 12,
    type,
    other2,
    0,
    pair6,
    physics.polygons
  );
}

// src/queries/point.ts
function queryPoint(world, x, y, filter, out) {
  return given2[0] = x, given2[1] = y, given2[2] = x, given2[3] = y, ask(world, "queryPoint", filter, findAtPoint, null, out);
}
function findAtPoint(query4, _, out) {
  let { given: point2 } = query4;
  if (!Number.isFinite(point2[0]) || !Number.isFinite(point2[1]))
    throw new RangeError(`queryPoint: the point must be finite, got (${point2[0]}, ${point2[1]}).`);
  return query4.physics.broadPhase.region(point2, query4.candidates), keep2(query4), writeEntities(query4.candidates, out ?? query4.world.point, "queryPoint");
}
function keep2(query4) {
  let { candidates: candidates3, filter } = query4, physics = query4.physics, kept = 0;
  candidates3.count = sortItems(candidates3.items, candidates3.count);
  for (let i = 0; i < candidates3.count; i++) {
    let collider = candidates3.items[i];
    !filter.allows(physics, collider) || !holdsPoint(physics, collider, query4.given) || filter.accepts(collider) && (candidates3.items[kept++] = collider);
  }
  candidates3.count = kept;
}

// src/queries/keep.ts
function keepAllowed2(query4) {
  let { candidates: candidates3, filter } = query4, physics = query4.physics, kept = 0;
  for (let i = 0; i < candidates3.count; i++) {
    let collider = candidates3.items[i];
    filter.allows(physics, collider) && filter.accepts(collider) && (candidates3.items[kept++] = collider);
  }
  candidates3.count = kept;
}

// src/queries/region.ts
function queryRegion(world, minX, minY, maxX, maxY, filter, out) {
  return given2[0] = minX, given2[1] = minY, given2[2] = maxX, given2[3] = maxY, ask(world, "queryRegion", filter, findInRegion, null, out);
}
function findInRegion(query4, _, out) {
  checkRegion2("queryRegion", query4.given), query4.physics.broadPhase.region(query4.given, query4.candidates);
  let { candidates: candidates3 } = query4, target = out ?? query4.world.region;
  return query4.filter.predicate === null ? (keep3(query4), sortEntities(candidates3, target, "queryRegion")) : (candidates3.count = sortItems(candidates3.items, candidates3.count), keep3(query4), writeEntities(candidates3, target, "queryRegion"));
}
function queryView(world, minX, minY, maxX, maxY, filter, out) {
  return given2[0] = minX, given2[1] = minY, given2[2] = maxX, given2[3] = maxY, ask(world, "queryView", filter, findInView, filter ?? null, out);
}
function findInView(query4, asked3, out) {
  let { candidates: candidates3 } = query4, target = out ?? query4.world.view;
  return checkRegion2("queryView", query4.given), query4.physics.broadPhase.region(query4.given, candidates3), asked3 === null ? sortEntities(candidates3, target, "queryView") : (candidates3.count = sortItems(candidates3.items, candidates3.count), keepAllowed2(query4), writeEntities(candidates3, target, "queryView"));
}
function keep3(query4) {
  let { candidates: candidates3, filter } = query4, physics = query4.physics, kept = 0, { exact } = physics.bodies, all = filter.isOpen(physics);
  for (let i = 0; i < candidates3.count; i++) {
    let collider = candidates3.items[i];
    if (all && exact[collider] === 1) {
      candidates3.items[kept++] = collider;
      continue;
    }
    !filter.allows(physics, collider) || !overlapsRegion(physics, collider, query4.given) || filter.accepts(collider) && (candidates3.items[kept++] = collider);
  }
  candidates3.count = kept;
}
function checkRegion2(caller, box5) {
  if (!(box5[0] <= box5[2] && box5[1] <= box5[3]))
    throw new RangeError(
      `${caller}: the region is (${box5[0]}, ${box5[1]}) to (${box5[2]}, ${box5[3]}). It needs numbers, the minimum first.`
    );
}

// src/queries/shape.ts
function queryShape(world, shape2, x, y, angle3, filter, out) {
  return given2[0] = x, given2[1] = y, given2[2] = angle3, ask(world, "queryShape", filter, findInShape, shape2, out);
}
function findInShape(query4, shape2, out) {
  let physics = query4.physics, { probe } = query4;
  try {
    return probe.load(physics, shape2, query4.given, "queryShape"), physics.broadPhase.region(probe.bounds, query4.candidates), keep4(query4), writeEntities(query4.candidates, out ?? query4.world.shape, "queryShape");
  } finally {
    probe.release(physics);
  }
}
function keep4(query4) {
  let { candidates: candidates3, filter, probe } = query4, physics = query4.physics, kept = 0;
  candidates3.count = sortItems(candidates3.items, candidates3.count);
  for (let i = 0; i < candidates3.count; i++) {
    let collider = candidates3.items[i];
    !filter.allows(physics, collider) || !overlapsProbe(physics, collider, probe) || filter.accepts(collider) && (candidates3.items[kept++] = collider);
  }
  candidates3.count = kept;
}

// src/queries/sort-hits.ts
var order2 = new Uint32Array(64);
function sortHits(from, to) {
  let { count } = from;
  order2.length < count && (order2 = new Uint32Array(Math.max(count, order2.length * 2)));
  for (let i = 0; i < count; i++) order2[i] = i;
  for (let i = (count >>> 1) - 1; i >= 0; i--) sift(from, i, count);
  for (let end = count - 1; end > 0; end--) {
    let last = order2[end];
    order2[end] = order2[0], order2[0] = last, sift(from, 0, end);
  }
  reserveHits(to, count), to.count = count;
  for (let i = 0; i < count; i++) {
    let row = order2[i];
    to.entities[i] = from.entities[row], to.x[i] = from.x[row], to.y[i] = from.y[row], to.nx[i] = from.nx[row], to.ny[i] = from.ny[row], to.distance[i] = from.distance[row], to.fraction[i] = from.fraction[row];
  }
}
function sift(hits, start, count) {
  let row = order2[start], at = start;
  for (; ; ) {
    let child = 2 * at + 1;
    if (child >= count || (child + 1 < count && isAfter(hits, order2[child + 1], order2[child]) && child++, !isAfter(hits, order2[child], row))) break;
    order2[at] = order2[child], at = child;
  }
  order2[at] = row;
}
function isAfter(hits, one2, two) {
  let difference = hits.fraction[one2] - hits.fraction[two];
  return difference > 0 || difference === 0 && hits.entities[one2] > hits.entities[two];
}

// src/queries/ray.ts
var hit = new Float64Array(RAY_HIT_STRIDE);
function castRay(world, x1, y1, x2, y2, filter, out) {
  return given2[0] = x1, given2[1] = y1, given2[2] = x2, given2[3] = y2, ask(world, "castRay", filter, castForClosest, null, out);
}
function castForClosest(query4, _, out) {
  if (checkEnds("castRay", query4.given), setRay(query4), findClosest(query4), query4.entity === 0) return null;
  let found3 = out ?? query4.world.ray, { best, ray: ray2 } = query4, fraction = best[0];
  return found3.entity = query4.entity, found3.x = ray2[0] + ray2[2] * fraction, found3.y = ray2[1] + ray2[3] * fraction, found3.nx = best[1], found3.ny = best[2], found3.distance = query4.length[0] * fraction, found3.fraction = fraction, found3;
}
function castRayAny(world, x1, y1, x2, y2, filter) {
  return given2[0] = x1, given2[1] = y1, given2[2] = x2, given2[3] = y2, ask(world, "castRayAny", filter, castForAny, null, null);
}
function castForAny(query4) {
  return checkEnds("castRayAny", query4.given), setRay(query4), findAny(query4), query4.entity !== 0;
}
function castRayAll(world, x1, y1, x2, y2, filter, out) {
  return given2[0] = x1, given2[1] = y1, given2[2] = x2, given2[3] = y2, ask(world, "castRayAll", filter, castForAll, null, out);
}
function castForAll(query4, _, out) {
  checkEnds("castRayAll", query4.given);
  let target = out ?? query4.world.all;
  return checkHits(target, "castRayAll"), setRay(query4), collectHits2(query4), sortHits(query4.hits, target), target;
}
function setRay(query4) {
  let { ray: ray2, search, slack, given: asked3 } = query4;
  search[0] = asked3[0], search[1] = asked3[1], search[2] = asked3[2], search[3] = asked3[3], search[4] = 1, ray2[0] = asked3[0], ray2[1] = asked3[1], ray2[2] = asked3[2] - asked3[0], ray2[3] = asked3[3] - asked3[1], ray2[4] = 1;
  let length = Math.sqrt(ray2[2] * ray2[2] + ray2[3] * ray2[3]);
  query4.length[0] = length;
  let reach = Math.abs(ray2[0]) + Math.abs(ray2[1]) + length;
  slack[0] = length > 0 ? Math.min(1, 1e-9 + 1e-14 * reach / length) : 1;
}
var visiting = null;
function findClosest(query4) {
  let { ray: ray2, search, filter } = query4, { broadPhase: broadPhase2 } = query4.physics;
  if (query4.best[0] = 1 / 0, broadPhase2.castRay && filter.predicate === null && isLong(ray2)) {
    visiting = query4, broadPhase2.castRay(search, visitClosest), visiting = null;
    return;
  }
  collectCandidates(query4);
  let { candidates: candidates3 } = query4;
  for (let i = 0; i < candidates3.count; i++) {
    let collider = candidates3.items[i];
    filter.allows(query4.physics, collider) && meetClosest(query4, collider);
  }
}
function visitClosest(collider) {
  let query4 = visiting;
  query4.filter.allows(query4.physics, collider) && meetClosest(query4, collider);
}
function meetClosest(query4, collider) {
  let { best, ray: ray2, search, filter } = query4;
  if (!castAt(query4.physics, collider, ray2) || hit[0] > best[0] || hit[0] === best[0] && collider > query4.entity) return;
  let fraction = hit[0], nx = hit[1], ny = hit[2];
  if (!filter.accepts(collider)) return;
  best[0] = fraction, best[1] = nx, best[2] = ny, query4.entity = collider;
  let end = fraction + query4.slack[0];
  end < ray2[4] && (ray2[4] = search[4] = end);
}
function findAny(query4) {
  let { ray: ray2, search, filter } = query4, { broadPhase: broadPhase2 } = query4.physics;
  if (broadPhase2.castRay && filter.predicate === null && isLong(ray2)) {
    visiting = query4, broadPhase2.castRay(search, visitAny), visiting = null;
    return;
  }
  collectCandidates(query4);
  let { candidates: candidates3 } = query4;
  for (let i = 0; i < candidates3.count && query4.entity === 0; i++) {
    let collider = candidates3.items[i];
    !filter.allows(query4.physics, collider) || !castAt(query4.physics, collider, ray2) || filter.accepts(collider) && (query4.entity = collider);
  }
}
function visitAny(collider, search) {
  let query4 = visiting;
  !query4.filter.allows(query4.physics, collider) || !castAt(query4.physics, collider, query4.ray) || (query4.entity = collider, search[4] = 0);
}
function collectHits2(query4) {
  let { ray: ray2, filter, hits, candidates: candidates3 } = query4;
  collectCandidates(query4);
  let length = query4.length[0];
  for (let i = 0; i < candidates3.count; i++) {
    let collider = candidates3.items[i];
    if (!filter.allows(query4.physics, collider) || !castAt(query4.physics, collider, ray2)) continue;
    let fraction = hit[0], nx = hit[1], ny = hit[2];
    if (!filter.accepts(collider)) continue;
    hits.count === hits.entities.length && reserveHits(hits, hits.count + 1);
    let row = hits.count++;
    hits.entities[row] = collider, hits.x[row] = ray2[0] + ray2[2] * fraction, hits.y[row] = ray2[1] + ray2[3] * fraction, hits.nx[row] = nx, hits.ny[row] = ny, hits.distance[row] = length * fraction, hits.fraction[row] = fraction;
  }
}
function collectCandidates(query4) {
  let { ray: ray2, search, candidates: candidates3 } = query4, { broadPhase: broadPhase2 } = query4.physics;
  isLong(ray2) ? broadPhase2.ray(search, candidates3) : broadPhase2.region(search, candidates3), candidates3.count = sortItems(candidates3.items, candidates3.count);
}
function isLong(ray2) {
  return ray2[2] !== 0 || ray2[3] !== 0;
}
function castAt(physics, collider, ray2) {
  return castRayAtShape(
    physics.shapeType[collider],
    physics.geometry,
    collider * 12,
    physics.bodies.pose,
    collider * POSE_STRIDE,
    ray2,
    0,
    physics.polygons,
    hit,
    0
  ) === 1;
}
function checkEnds(caller, ends2) {
  let x1 = ends2[0], y1 = ends2[1], x2 = ends2[2], y2 = ends2[3];
  if (!(Number.isFinite(x1) && Number.isFinite(y1) && Number.isFinite(x2) && Number.isFinite(y2)))
    throw new RangeError(`${caller}: the ends of a ray must be finite, got (${x1}, ${y1}) to (${x2}, ${y2}).`);
}

// src/collision/shape-cast.ts
var vertices6 = new Float64Array(34), normals6 = new Float64Array(34), ray = new Float64Array(6), local2 = new Float64Array(3), moved = new Float64Array(PAIR_STRIDE), distance3 = new Float64Array(DISTANCE_STRIDE);
function castShapes(typeA, sizesA, a, typeB, sizesB, b, pair9, translation, t, pool, out, o) {
  moved.set(pair9), typeA === 3 /* Aabb */ && (moved[2] = 1, moved[3] = 0), typeB === 3 /* Aabb */ && (moved[4] = 1, moved[5] = 0);
  let counts = loadPair(typeA, sizesA, a, typeB, sizesB, b, moved, pool), countA = counts >> 4, countB = counts & 15;
  if (countA === 0 || countB === 0) return 0;
  let c = moved[2], s = moved[3], dx = translation[t], dy = translation[t + 1];
  if (ray[2] = c * dx + s * dy, ray[3] = c * dy - s * dx, ray[4] = translation[t + 2], typeB === 6 /* Segment */ && sizesB[b + 3] === 1 && ray[2] * normalsB[2] + ray[3] * normalsB[3] >= 0) return 0;
  let count = mergeDifference(countA, countB);
  if (ray[5] = sizesA[a + 2] + sizesB[b + 2], castConvex(vertices6, normals6, count, count > 1 ? count : 0, ray, local2, 0) === 0) return 0;
  let fraction = local2[0];
  moved[0] = moved[0] - dx * fraction, moved[1] = moved[1] - dy * fraction, measureDistance(typeA, sizesA, a, typeB, sizesB, b, moved, pool, distance3, 0);
  let started2 = local2[1] === 0 && local2[2] === 0, nx = started2 ? -distance3[1] : c * local2[1] - s * local2[2], ny = started2 ? -distance3[2] : s * local2[1] + c * local2[2];
  return started2 && dx * nx + dy * ny >= 0 ? 0 : (out[o] = fraction, out[o + 1] = nx, out[o + 2] = ny, out[o + 3] = 0.5 * (distance3[3] + distance3[5]) + dx * fraction, out[o + 4] = 0.5 * (distance3[4] + distance3[6]) + dy * fraction, 1);
}
function mergeDifference(countA, countB) {
  let edgesA = countA > 1 ? countA : 0, edgesB = countB > 1 ? countB : 0, startA = lowest(countA, verticesA, -1), startB = lowest(countB, verticesB, 1), usedA = 0, usedB = 0, count = 0;
  do {
    let i = (startA + usedA) % countA, j = (startB + usedB) % countB;
    vertices6[count * 2] = verticesB[j * 2] - verticesA[i * 2], vertices6[count * 2 + 1] = verticesB[j * 2 + 1] - verticesA[i * 2 + 1];
    let turn3 = nextEdge(i, usedA, edgesA, j, usedB, edgesB);
    turn3 >= 0 && usedB < edgesB ? (normals6[count * 2] = normalsB[j * 2], normals6[count * 2 + 1] = normalsB[j * 2 + 1], usedB++) : usedA < edgesA && (normals6[count * 2] = -normalsA[i * 2], normals6[count * 2 + 1] = -normalsA[i * 2 + 1]), turn3 <= 0 && usedA < edgesA && usedA++, count++;
  } while (usedA < edgesA || usedB < edgesB);
  return count;
}
var orders = new Float64Array(2);
function setOrder(side2, from, n, sign, used, edges) {
  let nx = sign * from[n], ny = sign * from[n + 1], share = -ny / (Math.abs(nx) + Math.abs(ny)), order3 = nx >= 0 ? 1 - share : 3 + share;
  used === 0 && order3 > 3 ? orders[side2] = order3 - 4 : orders[side2] = used > 0 && used === edges - 1 && order3 < 1 ? order3 + 4 : order3;
}
function nextEdge(i, usedA, edgesA, j, usedB, edgesB) {
  if (usedA === edgesA) return 1;
  if (usedB === edgesB) return -1;
  setOrder(0, normalsA, i * 2, -1, usedA, edgesA), setOrder(1, normalsB, j * 2, 1, usedB, edgesB);
  let difference = orders[0] - orders[1];
  return difference > 1e-12 ? 1 : difference < -1e-12 ? -1 : 0;
}
function lowest(count, points, sign) {
  let best = 0;
  for (let i = 1; i < count; i++) {
    let dy = sign * (points[i * 2 + 1] - points[best * 2 + 1]);
    (dy < 0 || dy === 0 && sign * (points[i * 2] - points[best * 2]) < 0) && (best = i);
  }
  return best;
}

// src/queries/shape-cast.ts
var PIECE_SIZES = 2, MOST_PIECES = 32, ROUNDING4 = 2 ** -48, pair7 = new Float64Array(PAIR_STRIDE);
function castShape(world, shape2, x, y, angle3, dx, dy, filter, out) {
  return given2[0] = x, given2[1] = y, given2[2] = angle3, given2[3] = dx, given2[4] = dy, ask(world, "castShape", filter, findFirst, shape2, out);
}
function findFirst(query4, shape2, out) {
  let physics = query4.physics, { probe, ray: ray2, best, given: asked3 } = query4, dx = asked3[3], dy = asked3[4];
  if (!Number.isFinite(dx) || !Number.isFinite(dy))
    throw new RangeError(`castShape: the way must be finite, got (${dx}, ${dy}).`);
  try {
    if (probe.load(physics, shape2, asked3, "castShape"), ray2[0] = dx, ray2[1] = dy, searchWay(query4), query4.entity === 0) return null;
    let found3 = out ?? query4.world.cast;
    return found3.entity = query4.entity, found3.x = asked3[0] + best[3], found3.y = asked3[1] + best[4], found3.nx = best[1], found3.ny = best[2], found3.distance = Math.sqrt(dx * dx + dy * dy) * best[0], found3.fraction = best[0], found3;
  } finally {
    probe.release(physics);
  }
}
function searchWay(query4) {
  let { probe, ray: ray2, best, candidates: candidates3, filter } = query4, { bounds } = probe, dx = ray2[0], dy = ray2[1], size = Math.max(bounds[2] - bounds[0], bounds[3] - bounds[1]), wanted2 = Math.max(Math.abs(dx), Math.abs(dy)) / (PIECE_SIZES * size), pieces = wanted2 < MOST_PIECES ? Math.max(1, Math.ceil(wanted2)) : MOST_PIECES;
  for (let piece = 0; piece < pieces && best[0] > piece / pieces; piece++) {
    candidates3.clear(), searchPiece(query4, piece, pieces), candidates3.count = sortItems(candidates3.items, candidates3.count);
    for (let i = 0; i < candidates3.count; i++) {
      let collider = candidates3.items[i];
      filter.allows(query4.physics, collider) && meet(query4, collider);
    }
  }
}
function searchPiece(query4, piece, pieces) {
  let { bounds } = query4.probe, from = piece / pieces, to = (piece + 1) / pieces, dx = query4.ray[0], dy = query4.ray[1], left = bounds[0] + Math.min(dx * from, dx * to), right = bounds[2] + Math.max(dx * from, dx * to), bottom = bounds[1] + Math.min(dy * from, dy * to), top = bounds[3] + Math.max(dy * from, dy * to), slack = (Math.abs(left) + Math.abs(right) + Math.abs(bottom) + Math.abs(top)) * ROUNDING4, { search } = query4;
  search[0] = left - slack, search[1] = bottom - slack, search[2] = right + slack, search[3] = top + slack, query4.physics.broadPhase.region(search, query4.candidates);
}
function meet(query4, collider) {
  let { probe, best, hit: hit2, filter } = query4;
  for (let part5 = 0; part5 < probe.parts; part5++)
    if (probe.select(part5), !!castPart(query4, collider) && !(hit2[0] > best[0] || hit2[0] === best[0] && collider >= query4.entity)) {
      if (query4.entity !== collider && !filter.accepts(collider)) return;
      best.set(hit2), query4.entity = collider;
    }
}
function castPart(query4, collider) {
  let physics = query4.physics, { probe, ray: ray2, hit: hit2 } = query4, { pose } = physics.bodies, p = collider * POSE_STRIDE;
  return pair7[0] = pose[p] - probe.pose[0], pair7[1] = pose[p + 1] - probe.pose[1], pair7[2] = probe.pose[2], pair7[3] = probe.pose[3], pair7[4] = pose[p + 2], pair7[5] = pose[p + 3], ray2[2] = 1, castShapes(
    probe.type,
    probe.sizes,
    0,
    physics.shapeType[collider],
    physics.geometry,
    collider * 12,
    pair7,
    ray2,
    0,
    physics.polygons,
    hit2,
    0
  ) === 1;
}

// src/queries/point-distance.ts
function measureFromPoint(physics, collider, point2, out) {
  let type = physics.shapeType[collider];
  if (type === 1 /* Circle */) measureCircle(physics, collider, point2, out);
  else if (type === 2 /* Box */ || type === 3 /* Aabb */) measureBox(physics, collider, point2, out);
  else {
    let g = collider * 12, p = collider * POSE_STRIDE;
    measurePointDistance(type, physics.geometry, g, physics.bodies.pose, p, point2, 0, physics.polygons, out, 0);
  }
}
function measureCircle(physics, collider, point2, out) {
  let { pose } = physics.bodies, p = collider * POSE_STRIDE, radius = physics.geometry[collider * 12 + 2], dx = point2[0] - pose[p], dy = point2[1] - pose[p + 1], length = Math.sqrt(dx * dx + dy * dy), nx = length > 0 ? dx / length : 1, ny = length > 0 ? dy / length : 0;
  out[0] = length - radius, out[1] = nx, out[2] = ny, out[3] = pose[p] + nx * radius, out[4] = pose[p + 1] + ny * radius;
}
function measureBox(physics, collider, point2, out) {
  let { geometry } = physics, { pose } = physics.bodies, p = collider * POSE_STRIDE, g = collider * 12, turns = physics.shapeType[collider] === 2 /* Box */, c = turns ? pose[p + 2] : 1, s = turns ? pose[p + 3] : 0, dx = point2[0] - pose[p], dy = point2[1] - pose[p + 1], x = c * dx + s * dy, y = c * dy - s * dx, halfX = geometry[g], halfY = geometry[g + 1], radius = geometry[g + 2], nearX = x < -halfX ? -halfX : x > halfX ? halfX : x, nearY = y < -halfY ? -halfY : y > halfY ? halfY : y, outX = x - nearX, outY = y - nearY, distance5 = Math.sqrt(outX * outX + outY * outY), nx = 0, ny = 0;
  if (distance5 > 0)
    nx = outX / distance5, ny = outY / distance5;
  else {
    let depthX = halfX - Math.abs(x), depthY = halfY - Math.abs(y);
    depthX < depthY ? nx = x < 0 ? -1 : 1 : ny = y < 0 ? -1 : 1, distance5 = -Math.min(depthX, depthY);
  }
  let placeX = nearX + nx * radius, placeY = nearY + ny * radius;
  out[0] = distance5 - radius, out[1] = c * nx - s * ny, out[2] = s * nx + c * ny, out[3] = pose[p] + c * placeX - s * placeY, out[4] = pose[p + 1] + s * placeX + c * placeY;
}

// src/queries/nearest.ts
var GROWTH2 = 4, MOST_SQUARES = 11, measured = new Float64Array(POINT_DISTANCE_STRIDE);
function nearest(world, x, y, k, maxDistance = 1 / 0, filter, out) {
  return given2[0] = x, given2[1] = y, given2[2] = maxDistance, ask(world, "nearest", filter, findNearest, k, out);
}
function findNearest(query4, k, out) {
  let { given: asked3 } = query4;
  if (!Number.isFinite(asked3[0]) || !Number.isFinite(asked3[1]))
    throw new RangeError(`nearest: the point must be finite, got (${asked3[0]}, ${asked3[1]}).`);
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`nearest: k must be a whole number from 1 up, got ${k}.`);
  if (!(asked3[2] >= 0)) throw new RangeError(`nearest: maxDistance must not be negative, got ${asked3[2]}.`);
  let target = out ?? query4.world.nearest;
  return checkHits(target, "nearest"), query4.most = k, findHits(query4), write2(query4, target), target;
}
var visiting2 = null;
function findHits(query4) {
  let { given: asked3, search: disc, filter } = query4, { broadPhase: broadPhase2 } = query4.physics;
  if (broadPhase2.nearest && filter.predicate === null) {
    disc[0] = asked3[0], disc[1] = asked3[1], disc[2] = asked3[2] * asked3[2], visiting2 = query4, broadPhase2.nearest(disc, visit), visiting2 = null;
    return;
  }
  let radius = query4.physics.settings.lengthUnit;
  for (let square = 0; ; square++) {
    (square === MOST_SQUARES || radius > asked3[2]) && (radius = asked3[2]), disc[0] = asked3[0] - radius, disc[1] = asked3[1] - radius, disc[2] = asked3[0] + radius, disc[3] = asked3[1] + radius, searchSquare(query4);
    let { hits } = query4;
    if (radius === asked3[2] || hits.count === query4.most && hits.distance[hits.count - 1] <= radius) return;
    radius *= GROWTH2;
  }
}
function searchSquare(query4) {
  let { candidates: candidates3, hits, filter } = query4;
  hits.count = 0, candidates3.clear(), query4.physics.broadPhase.region(query4.search, candidates3), candidates3.count = sortItems(candidates3.items, candidates3.count);
  for (let i = 0; i < candidates3.count; i++) {
    let collider = candidates3.items[i];
    filter.allows(query4.physics, collider) && meet2(query4, collider);
  }
}
function visit(collider, disc) {
  let query4 = visiting2;
  if (!query4.filter.allows(query4.physics, collider)) return;
  meet2(query4, collider);
  let { hits, most } = query4;
  if (hits.count < most) return;
  let worst = hits.distance[most - 1], reach = worst + 1e-9 * worst + 1e-14 * (Math.abs(disc[0]) + Math.abs(disc[1]));
  reach * reach < disc[2] && (disc[2] = reach * reach);
}
function meet2(query4, collider) {
  let { given: asked3, hits, most } = query4;
  measureFromPoint(query4.physics, collider, asked3, measured);
  let inside = measured[0] <= 0, distance5 = inside ? 0 : measured[0];
  if (!(distance5 <= asked3[2])) return;
  let row = hits.count;
  for (; row > 0 && isBefore2(distance5, collider, hits, row - 1); ) row--;
  if (row === most || row > 0 && hits.entities[row - 1] === collider) return;
  let nx = measured[1], ny = measured[2], x = inside ? asked3[0] : measured[3], y = inside ? asked3[1] : measured[4];
  query4.filter.accepts(collider) && (hits.count < most && (reserveHits(hits, hits.count + 1), hits.count++), shiftRows(hits, row), hits.entities[row] = collider, hits.distance[row] = distance5, hits.x[row] = x, hits.y[row] = y, hits.nx[row] = nx, hits.ny[row] = ny);
}
function isBefore2(distance5, collider, hits, row) {
  let difference = distance5 - hits.distance[row];
  return difference < 0 || difference === 0 && collider < hits.entities[row];
}
function shiftRows(hits, row) {
  let last = hits.count - 1;
  hits.entities.copyWithin(row + 1, row, last), hits.distance.copyWithin(row + 1, row, last), hits.x.copyWithin(row + 1, row, last), hits.y.copyWithin(row + 1, row, last), hits.nx.copyWithin(row + 1, row, last), hits.ny.copyWithin(row + 1, row, last);
}
function write2(query4, out) {
  let { hits, given: asked3 } = query4, scale = asked3[2] > 0 && asked3[2] < 1 / 0 ? 1 / asked3[2] : 0;
  reserveHits(out, hits.count), out.count = hits.count;
  for (let i = 0; i < hits.count; i++)
    out.entities[i] = hits.entities[i], out.x[i] = hits.x[i], out.y[i] = hits.y[i], out.nx[i] = hits.nx[i], out.ny[i] = hits.ny[i], out.distance[i] = hits.distance[i], out.fraction[i] = hits.distance[i] * scale;
}

// src/queries/colliders.ts
import { entityExists as entityExists3 } from "bitecs";
function firstColliderOf(physics, entity, caller) {
  let { bodies, ecs, dirty } = physics;
  if (!entityExists3(ecs, entity)) throw new Error(`${caller}: entity ${entity} does not exist.`);
  if (entity < bodies.role.length) {
    if (bodies.isBody(entity)) return bodies.firstCollider(entity);
    if (bodies.isCollider(entity)) return entity;
    if (dirty.flag[entity] !== 0) return 0;
  }
  throw new Error(
    `${caller}: entity ${entity} is neither a body nor a collider. A body has a Position and a Shape and is not Disabled; a collider has a Shape and a Collider.`
  );
}
function colliderOf({ bodies }, entity) {
  return bodies.isBody(entity) ? bodies.firstCollider(entity) : bodies.isCollider(entity) ? entity : 0;
}
function nextColliderOf(physics, entity, collider) {
  return physics.bodies.isBody(entity) ? physics.bodies.nextCollider(entity, collider) : 0;
}

// src/queries/distance.ts
function createDistance() {
  return { distance: 0.5, ax: 0.5, ay: 0.5, bx: 0.5, by: 0.5, nx: 0.5, ny: 0.5 };
}
var shared = createDistance(), pair8 = new Float64Array(PAIR_STRIDE), measured2 = new Float64Array(DISTANCE_STRIDE);
function distance4(world, a, b, filter, out = shared) {
  return given2[0] = a, ask(world, "distance", filter, findDistance, b, out);
}
function findDistance(query4, b, out) {
  let a = query4.given[0];
  if (a === b) throw new Error(`distance: both entities are ${a}. Name two different ones.`);
  let physics = query4.physics, { candidates: candidates3, filter } = query4, sensors = filter.takeSensors();
  firstColliderOf(physics, a, "distance"), collectColliders(query4, b);
  let found3 = !1;
  for (let one2 = colliderOf(physics, a); one2 !== 0; one2 = nextColliderOf(physics, a, one2))
    if (!(!sensors && physics.bodies.sensor[one2] === 1))
      for (let i = 0; i < candidates3.count; i++) {
        let two = candidates3.items[i];
        physics.bodies.bodyOf[two] === 0 || found3 && !isNearer(physics, one2, two, out) || (measure2(physics, one2, two), !(found3 && !(measured2[0] < out.distance)) && (found3 = !0, write3(physics, one2, out)));
      }
  return found3 ? out : null;
}
function collectColliders(query4, entity) {
  let physics = query4.physics, { candidates: candidates3, filter } = query4;
  for (let c = firstColliderOf(physics, entity, "distance"); c !== 0; c = nextColliderOf(physics, entity, c))
    candidates3.push(c);
  filter.given && keepAllowed2(query4);
}
function isNearer(physics, one2, two, found3) {
  let { minX, minY, maxX, maxY } = physics.components.BroadphaseAABB, dx = Math.max(0, minX[one2] - maxX[two], minX[two] - maxX[one2]), dy = Math.max(0, minY[one2] - maxY[two], minY[two] - maxY[one2]);
  return dx === 0 && dy === 0 || dx * dx + dy * dy < found3.distance * found3.distance;
}
function measure2(physics, one2, two) {
  let { pose } = physics.bodies, a = one2 * POSE_STRIDE, b = two * POSE_STRIDE;
  pair8[0] = pose[b] - pose[a], pair8[1] = pose[b + 1] - pose[a + 1], pair8[2] = pose[a + 2], pair8[3] = pose[a + 3], pair8[4] = pose[b + 2], pair8[5] = pose[b + 3], pair8[7] = one2 + two, measureDistance(
    physics.shapeType[one2],
    physics.geometry,
    one2 * 12,
    physics.shapeType[two],
    physics.geometry,
    two * 12,
    pair8,
    physics.polygons,
    measured2,
    0
  );
}
function write3(physics, one2, out) {
  let x = physics.bodies.pose[one2 * POSE_STRIDE], y = physics.bodies.pose[one2 * POSE_STRIDE + 1];
  out.distance = measured2[0], out.nx = measured2[1], out.ny = measured2[2], out.ax = x + measured2[3], out.ay = y + measured2[4], out.bx = x + measured2[5], out.by = y + measured2[6];
}

// src/queries/touching.ts
import { entityExists as entityExists4 } from "bitecs";
function touching(world, entity, filter, out) {
  return ask(world, "touching", filter, findTouching, entity, out);
}
function findTouching(query4, entity, out) {
  let { candidates: candidates3, filter } = query4;
  return collectTouched(query4, entity, 0, "touching"), filter.given && keepAllowed2(query4), writeEntities(candidates3, out ?? query4.world.touching, "touching");
}
function collectTouched(query4, entity, only, caller) {
  let { candidates: candidates3, filter } = query4, physics = query4.physics, { contacts, bodies } = physics, sensors = filter.takeSensors();
  for (let c = firstColliderOf(physics, entity, caller); c !== 0; c = nextColliderOf(physics, entity, c))
    if (!(!sensors && bodies.sensor[c] === 1))
      for (let edge2 = contacts.head[c]; edge2 !== 0; edge2 = contacts.next[edge2]) {
        if ((contacts.flags[edge2 >>> 1] & 1 /* Touching */) === 0) continue;
        let other2 = contacts.otherOf(edge2);
        (only === 0 || isPartOf(physics, other2, only)) && candidates3.push(other2);
      }
  candidates3.count = sortItems(candidates3.items, candidates3.count);
}
function isPartOf({ bodies }, collider, entity) {
  return collider === entity || bodies.isBody(entity) && bodies.bodyOf[collider] === entity;
}
function isTouching(world, a, b, filter) {
  return ask(world, "isTouching", filter, findTouch, a, b);
}
function findTouch(query4, a, b) {
  if (query4.filter.given) return findAllowedTouch(query4, a, b);
  let physics = query4.physics;
  firstColliderOf(physics, b, "isTouching");
  for (let c = firstColliderOf(physics, a, "isTouching"); c !== 0; c = nextColliderOf(physics, a, c))
    if (touches(physics, c, b)) return !0;
  return !1;
}
function touches(physics, collider, entity) {
  let { contacts, bodies } = physics, isBody = bodies.isBody(entity);
  for (let edge2 = contacts.head[collider]; edge2 !== 0; edge2 = contacts.next[edge2]) {
    if ((contacts.flags[edge2 >>> 1] & 1 /* Touching */) === 0) continue;
    let other2 = contacts.otherOf(edge2);
    if (other2 === entity || isBody && bodies.bodyOf[other2] === entity) return !0;
  }
  return !1;
}
function findAllowedTouch(query4, a, b) {
  let physics = query4.physics, { candidates: candidates3, filter } = query4;
  firstColliderOf(physics, b, "isTouching"), collectTouched(query4, a, b, "isTouching");
  for (let i = 0; i < candidates3.count; i++) {
    let collider = candidates3.items[i];
    if (filter.allows(physics, collider) && filter.accepts(collider)) return !0;
  }
  return !1;
}
function bodyOf(world, entity) {
  return ask(world, "bodyOf", null, findBody, entity, null);
}
function findBody(query4, entity) {
  let { bodies, ecs } = query4.physics;
  if (!entityExists4(ecs, entity)) throw new Error(`bodyOf: entity ${entity} does not exist.`);
  return entity >= bodies.role.length ? 0 : bodies.isBody(entity) ? entity : bodies.bodyOf[entity];
}

// src/queries/contacts.ts
var FLOATS2 = ["x", "y", "nx", "ny", "separation", "impulse"], ContactBuffer = class {
  count = 0;
  entities;
  others;
  x;
  y;
  nx;
  ny;
  separation;
  impulse;
  /** @param capacity Points that fit before it grows. Default 16. */
  constructor(capacity = 16) {
    let size = Math.max(1, capacity);
    this.entities = new Uint32Array(size), this.others = new Uint32Array(size), this.x = new Float64Array(size), this.y = new Float64Array(size), this.nx = new Float64Array(size), this.ny = new Float64Array(size), this.separation = new Float64Array(size), this.impulse = new Float64Array(size);
  }
}, shared2 = new ContactBuffer(), FEW = 16;
function queryContacts(world, entity, filter, out = shared2) {
  return ask(world, "queryContacts", filter, findContacts, entity, out);
}
function findContacts(query4, entity, out) {
  checkOut(out);
  let physics = query4.physics, { candidates: edges, filter } = query4;
  collectEdges(query4, entity), sortEdges(physics, edges.items, edges.count), filter.given && keep5(query4), out.count = 0;
  for (let i = 0; i < edges.count; i++) writeContact(physics, edges.items[i], out);
  return out;
}
function collectEdges(query4, entity) {
  let physics = query4.physics, { candidates: edges, filter } = query4, { contacts } = physics, unwanted = filter.sensors ? 0 : 2 /* Sensor */;
  for (let c = firstColliderOf(physics, entity, "queryContacts"); c !== 0; c = nextColliderOf(physics, entity, c))
    for (let edge2 = contacts.head[c]; edge2 !== 0; edge2 = contacts.next[edge2])
      (contacts.flags[edge2 >>> 1] & (1 /* Touching */ | unwanted)) === 1 /* Touching */ && edges.push(edge2);
}
function keep5(query4) {
  let physics = query4.physics, { candidates: edges, filter } = query4, { contacts } = physics, kept = 0, last = 0, passes2 = !1;
  for (let i = 0; i < edges.count; i++) {
    let edge2 = edges.items[i];
    if (contacts.b[edge2 >>> 1] === 0) continue;
    let other2 = contacts.otherOf(edge2);
    other2 !== last && (passes2 = filter.allows(physics, other2) && filter.accepts(other2)), last = other2, passes2 && (edges.items[kept++] = edge2);
  }
  edges.count = kept;
}
function sortEdges(physics, edges, count) {
  if (count <= FEW) return sortFew(physics, edges, count);
  for (let i = (count >>> 1) - 1; i >= 0; i--) sift2(physics, edges, i, count);
  for (let end = count - 1; end > 0; end--) {
    let last = edges[end];
    edges[end] = edges[0], edges[0] = last, sift2(physics, edges, 0, end);
  }
}
function sortFew(physics, edges, count) {
  for (let i = 1; i < count; i++) {
    let edge2 = edges[i], at = i;
    for (; at > 0 && isBefore3(physics, edge2, edges[at - 1]); at--) edges[at] = edges[at - 1];
    edges[at] = edge2;
  }
}
function sift2(physics, edges, start, count) {
  let edge2 = edges[start], at = start;
  for (; ; ) {
    let child = 2 * at + 1;
    if (child >= count || (child + 1 < count && isBefore3(physics, edges[child], edges[child + 1]) && child++, !isBefore3(physics, edge2, edges[child]))) break;
    edges[at] = edges[child], at = child;
  }
  edges[at] = edge2;
}
function isBefore3(physics, one2, two) {
  let { contacts } = physics, difference = contacts.otherOf(one2) - contacts.otherOf(two);
  return difference < 0 || difference === 0 && contacts.otherOf(one2 ^ 1) < contacts.otherOf(two ^ 1);
}
function writeContact(physics, edge2, out) {
  let { contacts } = physics, { pose } = physics.bodies, contact = edge2 >>> 1;
  if (contacts.b[contact] === 0) return;
  let m = contact * 8, sign = (edge2 & 1) === 0 ? 1 : -1, a = contacts.a[contact] * POSE_STRIDE;
  reserve(out, out.count + 2);
  for (let k = 0; k < contacts.pointCount[contact]; k++) {
    let row = out.count++;
    out.entities[row] = contacts.otherOf(edge2 ^ 1), out.others[row] = contacts.otherOf(edge2), out.x[row] = pose[a] + contacts.manifold[m + 2 + 3 * k], out.y[row] = pose[a + 1] + contacts.manifold[m + 3 + 3 * k], out.nx[row] = sign * contacts.manifold[m], out.ny[row] = sign * contacts.manifold[m + 1], out.separation[row] = contacts.manifold[m + 4 + 3 * k], out.impulse[row] = contacts.impulse[contact * 4 + 2 * k];
  }
}
function reserve(out, count) {
  out.entities.length < count && (out.entities = grown2(out.entities, Math.max(count, 2 * out.entities.length))), out.others.length < count && (out.others = grown2(out.others, out.entities.length));
  for (let key of FLOATS2) {
    if (out[key].length >= count) continue;
    let larger = new Float64Array(out.entities.length);
    larger.set(out[key]), out[key] = larger;
  }
}
function grown2(column, length) {
  let larger = new Uint32Array(length);
  return larger.set(column), larger;
}
function checkOut(out) {
  let sound = out.entities instanceof Uint32Array && out.others instanceof Uint32Array;
  for (let key of FLOATS2) sound &&= out[key] instanceof Float64Array;
  if (!sound) throw new TypeError("queryContacts: out must have columns of numbers. Pass new ContactBuffer().");
}

// src/queries/inspect.ts
function hashWorld(world) {
  let physics = requirePhysics(world, "hashWorld"), { Position, Rotation, Velocity } = physics.components, { kind } = physics.bodies, record2 = new Float64Array(7), hash = 2166136261;
  for (let entity = 1; entity < kind.length; entity++)
    kind[entity] !== 0 /* None */ && (record2[0] = entity, record2[1] = Position.x[entity], record2[2] = Position.y[entity], record2[3] = Rotation.angle[entity], record2[4] = Velocity.x[entity], record2[5] = Velocity.y[entity], record2[6] = Velocity.angular[entity], hash = hashFloats(hash, record2, 0, 7));
  return hash >>> 0;
}

// src/control.ts
import { entityExists as entityExists5 } from "bitecs";
function applyForce(world, entity, fx, fy, x, y) {
  let physics = requireDynamic(world, entity, "applyForce"), torque = turning(physics, entity, fx, fy, x, y, "applyForce");
  addForce(physics, entity, fx, fy, torque, "applyForce");
}
function applyTorque(world, entity, torque) {
  addForce(requireDynamic(world, entity, "applyTorque"), entity, 0, 0, torque, "applyTorque");
}
function applyImpulse(world, entity, jx, jy, x, y) {
  let physics = requireDynamic(world, entity, "applyImpulse"), turn3 = turning(physics, entity, jx, jy, x, y, "applyImpulse");
  kick(physics, entity, jx, jy, turn3, "applyImpulse");
}
function applyAngularImpulse(world, entity, impulse) {
  kick(requireDynamic(world, entity, "applyAngularImpulse"), entity, 0, 0, impulse, "applyAngularImpulse");
}
function teleport(world, entity, x, y, angle3) {
  let physics = requireKnown(world, entity, "teleport"), { Position, Rotation } = physics.components;
  if (requireFinite("teleport", entity, x, y, angle3 ?? 0), physics.phase === 2 /* Solving */)
    throw new Error("teleport: the solver is running. Call it before or after the step, or from a system of the step.");
  Position.x[entity] = x, Position.y[entity] = y, angle3 !== void 0 && (Rotation.angle[entity] = angle3), refreshBody(physics, entity), physics.phase === 0 /* Idle */ && syncSleepingTags(physics);
}
function getMass(world, entity, out = { mass: 0, inertia: 0, x: 0, y: 0 }) {
  let physics = requireKnown(world, entity, "getMass"), { bodies } = physics, p = entity * POSE_STRIDE;
  return out.mass = 1 / bodies.pose[p + 6], out.inertia = 1 / bodies.pose[p + 7], findCenter(physics, entity), out.x = center[0], out.y = center[1], out;
}
var turned5 = new Float64Array(2), center = new Float64Array(2);
function findCenter(physics, body) {
  let { localCenter } = physics.bodies, { Position, Rotation } = physics.components;
  turned5[0] = physics.shapeType[body] === 3 /* Aabb */ ? 0 : Rotation.angle[body], sincosOf(turned5, 0, turned5, 0);
  let x = localCenter[body * 2], y = localCenter[body * 2 + 1];
  center[0] = Position.x[body] + turned5[0] * x - turned5[1] * y, center[1] = Position.y[body] + turned5[1] * x + turned5[0] * y;
}
function turning(physics, entity, fx, fy, x, y, caller) {
  if (x === void 0 && y === void 0) return 0;
  if (x === void 0 || y === void 0)
    throw new RangeError(`${caller}: a point needs x and y; entity ${entity} was given (${x}, ${y}).`);
  return findCenter(physics, entity), (x - center[0]) * fy - (y - center[1]) * fx;
}
function addForce(physics, entity, fx, fy, torque, caller) {
  requireFinite(caller, entity, fx, fy, torque);
  let { force } = physics, f2 = entity * 3;
  force[f2] = force[f2] + fx, force[f2 + 1] = force[f2 + 1] + fy, force[f2 + 2] = force[f2 + 2] + torque, physics.forced.add(entity), rouse(physics, entity);
}
function kick(physics, entity, jx, jy, turn3, caller) {
  requireFinite(caller, entity, jx, jy, turn3);
  let { bodies, states } = physics, { Velocity } = physics.components, inverseMass = bodies.pose[entity * POSE_STRIDE + 6], inverseInertia = bodies.pose[entity * POSE_STRIDE + 7], index = bodies.awakeIndex[entity];
  if (physics.phase === 2 /* Solving */ && index >= 0 && index < physics.solvedCount) {
    let { work, axes } = states, k = (index + 1) * 8;
    (axes[index] & Lock.X) === 0 && (work[k] = work[k] + jx * inverseMass), (axes[index] & Lock.Y) === 0 && (work[k + 1] = work[k + 1] + jy * inverseMass), work[k + 2] = work[k + 2] + turn3 * inverseInertia, limitToFloats(work, k);
    return;
  }
  Velocity.x[entity] = Velocity.x[entity] + jx * inverseMass, Velocity.y[entity] = Velocity.y[entity] + jy * inverseMass, Velocity.angular[entity] = Velocity.angular[entity] + turn3 * inverseInertia, rouse(physics, entity);
}
function rouse(physics, entity) {
  wakeBody(physics, entity), physics.phase === 0 /* Idle */ && syncSleepingTags(physics);
}
function requireKnown(world, entity, caller) {
  let physics = requirePhysics(world, caller);
  if (!entityExists5(world, entity)) throw new Error(`${caller}: entity ${entity} does not exist.`);
  if (physics.phase === 0 /* Idle */ && syncBodies(physics), entity < physics.columns.capacity && physics.bodies.isBody(entity)) return physics;
  throw new Error(`${caller}: entity ${entity} is no body. A body has a Position and a Shape and is not Disabled.`);
}
function requireDynamic(world, entity, caller) {
  let physics = requireKnown(world, entity, caller);
  if (physics.bodies.kind[entity] === 1 /* Dynamic */) return physics;
  throw new Error(`${caller}: entity ${entity} is Static or Kinematic, which no force moves. Set its Velocity instead.`);
}
function requireFinite(caller, entity, a, b, c) {
  if (!(Number.isFinite(a) && Number.isFinite(b) && Number.isFinite(c)))
    throw new RangeError(`${caller}: the numbers for entity ${entity} must be finite, got ${a}, ${b}, ${c}.`);
}

// test/fuzz/shapes.ts
function shapeOf(spec) {
  switch (spec.type) {
    case "circle":
      return circle(spec.radius);
    case "box":
      return { ...box4(spec.halfWidth, spec.halfHeight), radius: spec.radius };
    case "aabb":
      return { ...aabb(spec.halfWidth, spec.halfHeight), radius: spec.radius };
    case "capsule":
      return capsule(spec.halfLength, spec.radius);
    case "polygon":
      return polygon(spec.points.map(point), spec.radius);
    case "segment":
      return segment(spec.points[0][0], spec.points[0][1], spec.points[1][0], spec.points[1][1]);
    case "chain":
      return chain(spec.points.map(point), spec.loop);
  }
}
function hasArea(spec) {
  return spec.type !== "segment" && spec.type !== "chain";
}
function scaled2(spec, factor) {
  let of4 = (points) => points.map(([x, y]) => [x * factor, y * factor]);
  switch (spec.type) {
    case "circle":
      return { ...spec, radius: spec.radius * factor };
    case "box":
    case "aabb":
      return { ...spec, halfWidth: spec.halfWidth * factor, halfHeight: spec.halfHeight * factor, radius: spec.radius * factor };
    case "capsule":
      return { ...spec, halfLength: spec.halfLength * factor, radius: spec.radius * factor };
    case "polygon":
      return { ...spec, points: of4(spec.points), radius: spec.radius * factor };
    default:
      return { ...spec, points: of4(spec.points) };
  }
}
function point([x, y]) {
  return { x, y };
}

// test/fuzz/generator.ts
var WEIGHTS = {
  step: 12,
  settle: 0.4,
  spawn: 6,
  child: 2.5,
  despawn: 2,
  respawn: 1,
  wake: 0.6,
  touch: 0.6,
  tag: 3,
  kind: 1.5,
  set: 4,
  write: 4,
  reshape: 1.5,
  resize: 1,
  strip: 1,
  push: 3,
  turn: 1,
  teleport: 1.5,
  attach: 0.7,
  hook: 0.8,
  settings: 0.5,
  idle: 0.5,
  vacate: 0.3,
  query: 8,
  within: 1.5,
  reinstall: 0.08
}, STEPS = [1 / 60, 1 / 60, 1 / 60, 1 / 30, 1 / 120, 1 / 240, 0.1];
function generate(seed, operations2) {
  return new Generator(seed).make(operations2);
}
var Generator = class {
  random;
  seed;
  weights = /* @__PURE__ */ new Map();
  worlds;
  /** Slots by world, bodies and children. */
  bodies = [[], []];
  children = [[], []];
  nextSlot = 1;
  world = 0;
  /** How far from the middle things are put. */
  spread;
  constructor(seed) {
    this.seed = seed, this.random = new Random(seed), this.worlds = this.random.chance(0.15) ? 2 : 1, this.spread = this.random.pick([0.5, 2, 4]);
    for (let name of Object.keys(WEIGHTS)) {
      let factor = name === "step" || name === "spawn" ? this.random.pick([0.5, 1, 2]) : this.random.pick([0, 0.3, 1, 1, 4]);
      this.weights.set(name, WEIGHTS[name] * factor);
    }
  }
  make(count) {
    let { random } = this, operations2 = [];
    for (let world = 0; world < this.worlds; world++)
      this.world = world, random.chance(0.8) && operations2.push(this.ground());
    for (; operations2.length < count; )
      this.world = random.below(this.worlds), operations2.push(...this.any());
    operations2.push({ world: 0, do: "step", dt: 1 / 60, count: 2 });
    let worlds = Array.from({ length: this.worlds }, () => ({ capacity: random.pick([16, 16, 64]), substeps: random.pick([4, 4, 1, 2, 8]) }));
    return { seed: this.seed, worlds, checkEvery: random.pick([1, 1, 1, 3, 1e3]), operations: operations2 };
  }
  ground() {
    let slot = this.nextSlot++;
    this.bodies[this.world].push(slot);
    let shape2 = { type: "box", halfWidth: 20, halfHeight: 1, radius: 0 };
    return { world: this.world, do: "spawn", slot, kind: "static", shape: shape2, x: 0, y: -2, angle: 0, tags: [], extras: {} };
  }
  any() {
    let total = 0;
    for (let weight of this.weights.values()) total += weight;
    let at = this.random.next() * total;
    for (let [name, weight] of this.weights)
      if (at -= weight, at < 0) return this.make1(name);
    return [];
  }
  make1(name) {
    let { random, world } = this;
    switch (name) {
      case "step":
        return [{ world, do: "step", dt: random.pick(STEPS), count: 1 + random.below(random.chance(0.04) ? 30 : 3) }];
      case "settle":
        return [{ world, do: "step", dt: 1 / 60, count: 45 }];
      case "spawn":
        return [this.spawn()];
      case "child":
        return this.child();
      case "respawn": {
        let slot = this.someSlot();
        return slot === 0 ? [] : [{ world, do: "despawn", slot }, random.chance(0.3) ? this.child()[0] : this.spawn()];
      }
      case "idle":
      case "vacate":
        return [{ world, do: name, count: 1 + random.below(20) }];
      case "hook":
        return [{ world, do: "hook", hook: random.pick(["filterPair", "preSolve"]), rule: random.pick(["none", "some", "some", "throw"]), salt: random.below(5) }];
      case "settings":
        return [{ world, do: "settings", data: this.settings() }];
      case "query":
        return [anyQuery(random, world, this.spread, () => this.someSlot())];
      case "within":
        return this.within();
      case "reinstall":
        return [{ world, do: "reinstall" }];
      default: {
        let operation = this.change(name);
        return operation === null ? [] : [operation];
      }
    }
  }
  change(name) {
    let { random, world } = this, slot = name === "attach" ? this.someChild() : this.someSlot();
    if (slot === 0) return null;
    switch (name) {
      case "despawn":
      case "wake":
      case "touch":
        return { world, do: name, slot };
      case "tag":
        return { world, do: "tag", slot, tag: random.pick(["Sleeping", "Sleeping", "Sensor", "Bullet", "Disabled"]), on: random.chance(0.6) };
      case "kind":
        return { world, do: "kind", slot, kind: this.kind() };
      case "set": {
        let component = random.pick(COMPONENTS);
        return { world, do: "set", slot, component, data: this.fields(component) };
      }
      case "write": {
        let component = random.pick(COMPONENTS);
        return { world, do: "write", slot, component, data: this.fields(component), announce: random.chance(0.4) };
      }
      case "reshape":
        return { world, do: "reshape", slot, shape: anyShape(random, "any") };
      case "resize":
        return { world, do: "resize", slot, factor: random.between(0.5, 1.6), announce: random.chance(0.5) };
      case "strip":
        return { world, do: "strip", slot, components: random.pick(STRIPPED) };
      case "push":
        return {
          world,
          do: "push",
          slot,
          way: random.pick(["force", "impulse"]),
          x: random.between(-9, 9),
          y: random.between(-9, 9),
          at: random.chance(0.3) ? [this.place(), this.place()] : null
        };
      case "turn":
        return { world, do: "turn", slot, way: random.pick(["torque", "impulse"]), amount: random.between(-3, 3) };
      case "teleport":
        return { world, do: "teleport", slot, x: this.place(), y: this.place(), angle: random.chance(0.5) ? random.between(-4, 4) : null };
      case "attach":
        return { world, do: "attach", slot, body: this.someBody(), x: random.between(-1, 1), y: random.between(-1, 1), angle: random.between(-3, 3) };
    }
  }
  spawn() {
    let { random, world } = this, slot = this.nextSlot++;
    this.bodies[world].push(slot);
    let kind = this.kind(), shape2 = random.chance(0.04) ? null : anyShape(random, "any"), extras = {};
    for (let component of ["Material", "CollisionFilter", "Motion", "OneWay", "Mass"])
      random.chance(0.15) && (extras[component] = this.fields(component));
    kind !== "static" && random.chance(0.6) && (extras.Velocity = this.fields("Velocity")), shape2 !== null && !hasArea(shape2) && extras.Mass === void 0 && (extras.Mass = { mass: 1 });
    let tags = [["Sensor", 0.12], ["Bullet", 0.1], ["Sleeping", 0.06], ["Disabled", 0.03], ["Prefab", 0.02]].filter(([, part5]) => random.chance(part5)).map(([tag]) => tag);
    return { world, do: "spawn", slot, kind, shape: shape2, x: this.place(), y: this.place(), angle: random.between(-4, 4), tags, extras };
  }
  child() {
    let { random, world } = this, body = this.someBody();
    if (body === 0) return [this.spawn()];
    let slot = this.nextSlot++;
    this.children[world].push(slot);
    let extras = {};
    for (let component of ["Material", "CollisionFilter", "OneWay"])
      random.chance(0.2) && (extras[component] = this.fields(component));
    let tags = random.chance(0.2) ? ["Sensor"] : [];
    return [{
      world,
      do: "child",
      slot,
      body,
      shape: anyShape(random, "noChain"),
      x: random.between(-1, 1),
      y: random.between(-1, 1),
      angle: random.between(-3, 3),
      tags,
      extras
    }];
  }
  within() {
    let { random, world } = this, names = ["despawn", "wake", "touch", "tag", "push", "turn", "teleport", "query", "set", "write", "kind", "strip"], more = SWITCHES.shapesWithinStep ? ["spawn", "reshape", "resize", "child"] : [], operation = this.make1(random.pick([...names, ...more]))[0];
    return operation === void 0 ? [] : [
      { world, do: "within", stage: random.below(6), substep: random.below(2), operation },
      { world, do: "step", dt: 1 / 60, count: 1 }
    ];
  }
  kind() {
    let odds = this.random.next();
    return odds < 0.2 ? "static" : odds < 0.35 ? "kinematic" : "dynamic";
  }
  settings() {
    let { random } = this;
    return {
      gravityX: random.chance(0.3) ? random.between(-10, 10) : 0,
      gravityY: random.pick([-9.81, 0, 10, -50]),
      substeps: random.pick([1, 2, 4, 8]),
      allowSleep: random.chance(0.8)
    };
  }
  fields(component) {
    return anyFields(this.random, component, this.spread);
  }
  place() {
    return this.random.between(-this.spread, this.spread);
  }
  someSlot() {
    return this.random.chance(0.25) ? this.someChild() || this.someBody() : this.someBody();
  }
  someBody() {
    let slots = this.bodies[this.world];
    return slots.length === 0 ? 0 : slots[this.random.chance(0.5) ? this.random.below(slots.length) : slots.length - 1 - this.random.below(Math.min(6, slots.length))];
  }
  someChild() {
    let slots = this.children[this.world];
    return slots.length === 0 ? 0 : slots[slots.length - 1 - this.random.below(Math.min(6, slots.length))];
  }
}, COMPONENTS = [
  "Position",
  "Rotation",
  "Velocity",
  "Velocity",
  "Mass",
  "Material",
  "Motion",
  "CollisionFilter",
  "OneWay",
  "Collider"
], STRIPPED = [
  ["Shape"],
  ["Shape", "Position"],
  ["Velocity"],
  ["Rotation"],
  ["Mass"],
  ["Material"],
  ["Motion"],
  ["CollisionFilter"],
  ["OneWay"],
  ["BroadphaseAABB"]
];
function anyFields(random, component, spread) {
  switch (component) {
    case "Position":
      return { x: random.between(-spread, spread), y: random.between(-spread, spread) };
    case "Rotation":
      return { angle: random.between(-4, 4) };
    case "Velocity": {
      let fast = random.chance(0.1) ? 60 : 5;
      return { x: random.between(-fast, fast), y: random.between(-fast, fast), angular: random.between(-6, 6) };
    }
    case "Mass":
      return random.chance(0.3) ? { mass: random.between(0.1, 9), centerX: random.between(-0.3, 0.3) } : { mass: random.between(0.1, 9) };
    case "Material":
      return {
        friction: random.between(0, 1.5),
        restitution: random.chance(0.4) ? random.between(0, 1) : 0,
        density: random.between(0.1, 5),
        rollingResistance: random.chance(0.2) ? 0.1 : 0,
        tangentSpeed: random.chance(0.2) ? random.between(-3, 3) : 0,
        frictionRule: random.chance(0.2) ? random.below(6) : 0,
        restitutionRule: random.chance(0.2) ? random.below(6) : 0
      };
    case "Motion":
      return {
        gravityScale: random.between(-1, 2),
        linearDamping: random.chance(0.3) ? random.between(0, 5) : 0,
        angularDamping: random.chance(0.3) ? random.between(0, 5) : 0,
        maxSpeed: random.chance(0.2) ? 3 : 0,
        lockX: random.below(2),
        lockY: random.below(2),
        lockRotation: random.below(2)
      };
    case "CollisionFilter":
      return { category: 1 << random.below(3), mask: random.chance(0.5) ? 7 : random.below(8), group: random.chance(0.2) ? random.below(5) - 2 : 0 };
    case "OneWay":
      return { x: random.between(-1, 1), y: random.between(0.1, 1) };
    case "Collider":
      return { x: random.between(-1, 1), y: random.between(-1, 1), angle: random.between(-3, 3) };
  }
}

// test/fuzz/print.ts
function printProgram({ seed, worlds, checkEvery, operations: operations2 }) {
  let lines2 = operations2.map((operation) => `    ${literal(operation)},`);
  return ["{", `  seed: ${seed}, worlds: ${literal(worlds)}, checkEvery: ${checkEvery},`, "  operations: [", ...lines2, "  ],", "}"].join(`
`);
}
function literal(value2) {
  return Array.isArray(value2) ? `[${value2.map(literal).join(", ")}]` : value2 !== null && typeof value2 == "object" ? `{ ${Object.entries(value2).map(([key, entry2]) => `${key}: ${literal(entry2)}`).join(", ")} }` : typeof value2 == "string" ? `'${value2}'` : String(value2);
}

// test/fuzz/failure.ts
var Failure = class extends Error {
  /** Which rule was broken: a shortened program must break the same one. */
  rule;
  /** Index of the operation. */
  operation = -1;
  constructor(rule2, what) {
    super(`${rule2}: ${what}`), this.rule = rule2;
  }
};
function must(holds, rule2, what) {
  if (!holds) throw new Failure(rule2, what());
}

// test/fuzz/player.ts
import { addComponent as addComponent4, addComponents as addComponents2, addEntity as addEntity2, entityExists as entityExists12, hasComponent as hasComponent5, Prefab as Prefab3, removeComponent as removeComponent4, removeEntity as removeEntity3, set as set2, setComponent } from "bitecs";

// test/fuzz/model.ts
import { Prefab as Prefab2, entityExists as entityExists6, hasComponent } from "bitecs";

// test/fuzz/geometry.ts
function separation(a, b) {
  return coreSeparation(a.core, b.core) - a.radius - b.radius;
}
function pointSeparation(solid, x, y) {
  return coreSeparation(solid.core, [[x, y]]) - solid.radius;
}
function coreSeparation(a, b) {
  let widest = Math.max(widestGap(a, b), widestGap(b, a));
  return widest > 0 || a.length < 3 && b.length < 3 && !linesCross(a, b) ? nearestFeatures(a, b) : Math.min(0, widest);
}
function widestGap(a, b) {
  let widest = -1 / 0;
  if (a.length < 2) return widest;
  for (let i = 0; i < a.length; i++) {
    let p = a[i], q = a[(i + 1) % a.length], length = Math.sqrt((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2), nx = (q[1] - p[1]) / length, ny = (p[0] - q[0]) / length;
    widest = Math.max(widest, lowest2(b, nx, ny) + lowest2(a, -nx, -ny)), a.length === 2 && (widest = Math.max(widest, lowest2(b, ny, -nx) + lowest2(a, -ny, nx)));
  }
  return widest;
}
function lowest2(points, nx, ny) {
  let low = 1 / 0;
  for (let i = 0; i < points.length; i++) {
    let along2 = points[i][0] * nx + points[i][1] * ny;
    along2 < low && (low = along2);
  }
  return low;
}
function linesCross(a, b) {
  return a.length < 2 || b.length < 2 ? !1 : side(a[0], a[1], b[0]) * side(a[0], a[1], b[1]) < 0 && side(b[0], b[1], a[0]) * side(b[0], b[1], a[1]) < 0;
}
function side(p, q, r) {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}
function nearestFeatures(a, b) {
  let nearest2 = 1 / 0;
  for (let p of a) for (let i = 0; i < b.length; i++) nearest2 = Math.min(nearest2, toEdge(p, b[i], b[(i + 1) % b.length]));
  for (let p of b) for (let i = 0; i < a.length; i++) nearest2 = Math.min(nearest2, toEdge(p, a[i], a[(i + 1) % a.length]));
  return nearest2;
}
function toEdge(p, a, b) {
  let ex = b[0] - a[0], ey = b[1] - a[1], square = ex * ex + ey * ey, t = square === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / square));
  return Math.sqrt((p[0] - a[0] - t * ex) ** 2 + (p[1] - a[1] - t * ey) ** 2);
}
function meet3(depth3, slack) {
  let low = 0, high = 1;
  for (let i = 0; i < 70; i++) {
    let third = (high - low) / 3;
    depth3(low + third) <= depth3(high - third) ? high -= third : low += third;
  }
  let deepest = (low + high) / 2;
  depth3(0) <= depth3(deepest) && (deepest = 0), depth3(1) < depth3(deepest) && (deepest = 1);
  let least = depth3(deepest);
  return { surely: firstBelow(depth3, deepest, -slack), perhaps: firstBelow(depth3, deepest, slack), least };
}
function firstBelow(depth3, deepest, bound) {
  if (depth3(0) <= bound) return 0;
  if (depth3(deepest) > bound) return 1 / 0;
  let low = 0, high = deepest;
  for (let i = 0; i < 60; i++) {
    let middle = (low + high) / 2;
    depth3(middle) <= bound ? high = middle : low = middle;
  }
  return high;
}
function moved2(solid, dx, dy) {
  return { ...solid, core: solid.core.map(([x, y]) => [x + dx, y + dy]) };
}
function boundsOf(solids) {
  let minX = 1 / 0, minY = 1 / 0, maxX = -1 / 0, maxY = -1 / 0;
  for (let { core: core2, radius } of solids)
    for (let [x, y] of core2)
      x - radius < minX && (minX = x - radius), y - radius < minY && (minY = y - radius), x + radius > maxX && (maxX = x + radius), y + radius > maxY && (maxY = y + radius);
  return [minX, minY, maxX, maxY];
}
function boxGap(a, b) {
  return Math.max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3]);
}
var outlines = /* @__PURE__ */ new WeakMap();
function outline(points) {
  let known3 = outlines.get(points);
  if (known3 !== void 0) return known3;
  let start = points[0];
  for (let p of points) (p[0] < start[0] || p[0] === start[0] && p[1] < start[1]) && (start = p);
  let hull2 = [], at = start;
  do {
    hull2.push(at);
    let next = points[0] === at ? points[1] : points[0];
    for (let p of points) {
      let turn3 = side(at, next, p), farther = Math.hypot(p[0] - at[0], p[1] - at[1]) > Math.hypot(next[0] - at[0], next[1] - at[1]);
      (turn3 < 0 || turn3 === 0 && farther) && (next = p);
    }
    at = next;
  } while (at !== start && hull2.length <= points.length);
  return outlines.set(points, hull2), hull2;
}

// test/fuzz/model.ts
var Model = class {
  parts = [];
  byEntity = /* @__PURE__ */ new Map();
  seen;
  constructor(seen) {
    this.seen = seen;
    let owners = /* @__PURE__ */ new Map();
    for (let slot of seen.slots.values()) owners.set(slot.entity, slot);
    for (let slot of seen.slots.values()) this.add(slot, owners);
  }
  /** The collider with this id; for a link of a chain that of the chain. */
  find(collider) {
    let part5 = this.byEntity.get(collider);
    if (part5 !== void 0) return part5;
    let { world, physics } = this.seen;
    if (!(!entityExists6(world, collider) || !hasComponent(world, collider, physics.components.ChainLink)))
      return this.byEntity.get(bodyOf(world, collider));
  }
  add(slot, owners) {
    let { world, physics } = this.seen, { components: c } = physics, { entity, shape: shape2 } = slot;
    if (shape2 === null || !isPresent(this.seen, entity) || !hasComponent(world, entity, c.Shape)) return;
    let body = hasComponent(world, entity, c.Collider) ? c.Collider.body[entity] : entity, owner = owners.get(body);
    if (owner === void 0 || !isBodyEntity2(this.seen, body)) return;
    let kind = kindOf2(this.seen, body), solids = solidsOf(physics, shape2, entity, body), part5 = {
      slot,
      entity,
      body,
      kind,
      awake: isMoving(this.seen, body, kind),
      sensor: hasComponent(world, entity, c.Sensor),
      chain: shape2.type === "chain",
      solids,
      bounds: boundsOf(solids),
      stale: slot.stale || owner.stale,
      tagged: slot.tagged || owner.tagged,
      category: c.CollisionFilter.category[entity],
      mask: c.CollisionFilter.mask[entity],
      group: c.CollisionFilter.group[entity]
    };
    this.parts.push(part5), this.byEntity.set(entity, part5);
  }
};
function isPresent({ world, physics }, entity) {
  return entityExists6(world, entity) && !hasComponent(world, entity, physics.components.Disabled) && !hasComponent(world, entity, Prefab2);
}
function isBodyEntity2(seen, entity) {
  let { Position, Collider } = seen.physics.components;
  return isPresent(seen, entity) && hasComponent(seen.world, entity, Position) && !hasComponent(seen.world, entity, Collider);
}
function kindOf2({ world, physics }, body) {
  return hasComponent(world, body, physics.components.Static) ? "static" : hasComponent(world, body, physics.components.Kinematic) ? "kinematic" : "dynamic";
}
function isMoving({ world, physics }, body, kind) {
  if (kind === "static") return !1;
  let { x, y, angular } = physics.components.Velocity;
  return isSleeping(world, body) || hasComponent(world, body, physics.components.Sleeping) ? !1 : kind === "dynamic" || x[body] !== 0 || y[body] !== 0 || angular[body] !== 0;
}
function solidsOf(physics, shape2, entity, body) {
  let { Position, Rotation, Shape, Collider } = physics.components, bodyAngle = Shape.type[body] === 3 /* Aabb */ ? 0 : Rotation.angle[body], x = Position.x[body], y = Position.y[body], angle3 = bodyAngle;
  if (entity !== body) {
    let [dx, dy] = turned6([Collider.x[entity], Collider.y[entity]], bodyAngle);
    x += dx, y += dy, angle3 += Collider.angle[entity];
  }
  shape2.type === "aabb" && (angle3 = 0);
  let place3 = (points) => points.map((p) => {
    let [u, v] = turned6(p, angle3);
    return [x + u, y + v];
  });
  return localSolids(physics, shape2, entity).map((solid) => ({ ...solid, core: place3(solid.core) }));
}
function localSolids(physics, shape2, entity) {
  let { halfWidth: halfWidth2, halfHeight, radius } = physics.components.Shape, w = halfWidth2[entity], h = halfHeight[entity], one2 = (core2) => [{ core: core2, radius: radius[entity], sided: !1 }];
  switch (shape2.type) {
    case "circle":
      return one2([[0, 0]]);
    case "box":
    case "aabb":
      return one2([[-w, -h], [w, -h], [w, h], [-w, h]]);
    case "capsule":
      return one2([[-w, 0], [w, 0]]);
    case "polygon":
      return one2(outline(shape2.points));
    case "segment":
      return one2(shape2.points);
    case "chain":
      return linksOf(shape2.points, shape2.loop);
  }
}
function linksOf(points, loop) {
  let count = loop ? points.length : points.length - 1;
  return Array.from({ length: count }, (_, i) => ({
    core: [points[i], points[(i + 1) % points.length]],
    radius: 0,
    sided: !0
  }));
}
function looseSolids(shape2, x, y, angle3) {
  let turn3 = shape2.type === "aabb" ? 0 : angle3, place3 = (points) => points.map((p) => {
    let [u, v] = turned6(p, turn3);
    return [x + u, y + v];
  });
  switch (shape2.type) {
    case "circle":
      return [{ core: place3([[0, 0]]), radius: shape2.radius, sided: !1 }];
    case "box":
    case "aabb": {
      let { halfWidth: w, halfHeight: h } = shape2;
      return [{ core: place3([[-w, -h], [w, -h], [w, h], [-w, h]]), radius: shape2.radius, sided: !1 }];
    }
    case "capsule":
      return [{ core: place3([[-shape2.halfLength, 0], [shape2.halfLength, 0]]), radius: shape2.radius, sided: !1 }];
    case "polygon":
      return [{ core: place3(outline(shape2.points)), radius: shape2.radius, sided: !1 }];
    case "segment":
      return [{ core: place3(shape2.points), radius: 0, sided: !1 }];
    case "chain":
      return linksOf(shape2.points, shape2.loop).map((link2) => ({ ...link2, core: place3(link2.core) }));
  }
}
function turned6([x, y], angle3) {
  let c = Math.cos(angle3), s = Math.sin(angle3);
  return [c * x - s * y, s * x + c * y];
}

// test/fuzz/played-world.ts
import { createWorld, entityExists as entityExists11, hasComponent as hasComponent3 } from "bitecs";

// test/fuzz/hooks.ts
import { entityExists as entityExists7 } from "bitecs";
var HOOK_ERROR = "thrown by a hook of the program";
function isChosen({ rule: rule2, salt }, a, b) {
  return rule2 !== "none" && (a * 31 + b * 17 + salt) % 5 === 0;
}
function allows(rule2, a, b) {
  let chosen3 = isChosen(rule2, a, b);
  if (chosen3 && rule2.rule === "throw") throw new Error(HOOK_ERROR);
  return !chosen3;
}
function filterPairOf(world, rule2) {
  return rule2.rule === "none" ? null : (a, b) => (must(a < b, "filterPair out of order", () => `${a} ${b}`), must(entityExists7(world, a) && entityExists7(world, b), "filterPair about a stranger", () => `${a} ${b}`), allows(rule2, a, b));
}
function preSolveOf(world, rule2, reach) {
  return rule2.rule === "none" ? null : ({ a, b, nx, ny, separation: separation2, approachSpeed }) => {
    let numbers2 = [nx, ny, separation2, approachSpeed];
    return must(numbers2.every(Number.isFinite), "preSolve not finite", () => `${a} and ${b}: ${numbers2.join(" ")}`), must(Math.abs(Math.hypot(nx, ny) - 1) < 1e-6, "preSolve normal", () => `${a} and ${b}: (${nx}, ${ny})`), must(separation2 < reach, "preSolve of what is apart", () => `${a} and ${b}: ${separation2}`), must(entityExists7(world, a) && entityExists7(world, b), "preSolve of a stranger", () => `${a} and ${b}`), allows(rule2, a, b);
  };
}

// test/fuzz/ledger.ts
import { entityExists as entityExists8 } from "bitecs";
var Ledger = class {
  open = /* @__PURE__ */ new Map();
  asleep = /* @__PURE__ */ new Map();
  /** How many of each kind of event are in the book already. */
  seen = { begins: 0, ends: 0, visits: 0, leaves: 0 };
  /**
   * Polled once after each step that went well.
   * @param checked Whether to compare with the touches that there are.
   */
  poll(at, checked2) {
    this.stepBegan(), this.enterNew(at), checkHits2(at), checked2 && this.compareTouches(at), this.compareSleep(at);
  }
  /** A step began, and dropped what was polled before it. */
  stepBegan() {
    this.seen = { begins: 0, ends: 0, visits: 0, leaves: 0 };
  }
  /** The plugin was taken off: everything has ended. */
  close(at) {
    this.enterNew(at), must(this.open.size === 0, "touches left after removePhysics", () => [...this.open.keys()].join(", "));
  }
  enterNew({ physics }) {
    let { contactBegin, contactEnd, sensorBegin, sensorEnd } = physics.events, { seen } = this;
    this.enter("touch", { count: contactBegin.count, first: contactBegin.a, second: contactBegin.b }, seen.begins, 1), this.enter("touch", { count: contactEnd.count, first: contactEnd.a, second: contactEnd.b }, seen.ends, -1), this.enter("visit", { count: sensorBegin.count, first: sensorBegin.sensor, second: sensorBegin.visitor }, seen.visits, 1), this.enter("visit", { count: sensorEnd.count, first: sensorEnd.sensor, second: sensorEnd.visitor }, seen.leaves, -1), this.seen = { begins: contactBegin.count, ends: contactEnd.count, visits: sensorBegin.count, leaves: sensorEnd.count };
  }
  enter(what, columns2, from, sign) {
    for (let i = from; i < columns2.count; i++) {
      let key = `${what} ${columns2.first[i]} ${columns2.second[i]}`, balance = (this.open.get(key) ?? 0) + sign;
      balance === 0 ? this.open.delete(key) : this.open.set(key, balance);
    }
  }
  compareTouches({ world }) {
    let now = /* @__PURE__ */ new Set(), onlySolid = /* @__PURE__ */ new Set(), pairs = queryPairs(world, void 0, void 0, { sleeping: !0 });
    for (let i = 0; i < pairs.count; i++) now.add(`${pairs.a[i]} ${pairs.b[i]}`);
    let solid = queryPairs(world, void 0, void 0, { sleeping: !0, includeSensors: !1 });
    for (let i = 0; i < solid.count; i++) onlySolid.add(`${solid.a[i]} ${solid.b[i]}`);
    for (let [key, balance] of this.open) {
      let [what, first, second] = key.split(" "), pair9 = Number(first) < Number(second) ? `${first} ${second}` : `${second} ${first}`;
      must(balance === 1, "events do not balance", () => `${key}: began ${balance} times more than it ended`), must(now.has(pair9), "event without touch", () => `${key} began and did not end, but queryPairs does not have it`), must(what === "touch" === onlySolid.has(pair9), "event of the wrong kind", () => `${key}, solid: ${onlySolid.has(pair9)}`);
    }
    for (let pair9 of now) {
      let [a, b] = pair9.split(" "), told = this.open.has(`touch ${pair9}`) || this.open.has(`visit ${a} ${b}`) || this.open.has(`visit ${b} ${a}`);
      must(told, "touch without event", () => `queryPairs has ${pair9}, but no begin without an end`);
    }
  }
  compareSleep(at) {
    let { world, physics, slots } = at, balance = /* @__PURE__ */ new Map(), count = (entity, sign) => {
      balance.set(entity, (balance.get(entity) ?? 0) + sign);
    }, { sleep, wake: wake2 } = physics.events;
    for (let i = 0; i < sleep.count; i++) count(sleep.entities[i], 1);
    for (let i = 0; i < wake2.count; i++) count(wake2.entities[i], -1);
    let next = /* @__PURE__ */ new Map();
    for (let slot of slots.values()) {
      let { entity } = slot;
      if (!entityExists8(world, entity) || !isBodyEntity2(at, entity) || kindOf2(at, entity) !== "dynamic") continue;
      let now = isSleeping(world, entity), before = this.asleep.get(entity);
      if (next.set(entity, now), !(before === void 0 || slot.remade) && Number(now) - Number(before) !== (balance.get(entity) ?? 0))
        throw new Failure("sleep events do not balance", `entity ${entity}: ${before} before, ${now} now, balance ${balance.get(entity) ?? 0}`);
    }
    this.asleep = next;
  }
};
function checkHits2({ physics }) {
  let { contactHit: hits } = physics.events;
  for (let i = 0; i < hits.count; i++) {
    let numbers2 = [hits.x[i], hits.y[i], hits.nx[i], hits.ny[i], hits.approachSpeed[i]];
    must(numbers2.every(Number.isFinite), "hit not finite", () => `${hits.a[i]} with ${hits.b[i]}: ${numbers2.join(" ")}`);
  }
}

// test/fuzz/numbers.ts
import { entityExists as entityExists9, hasComponent as hasComponent2, query as query3 } from "bitecs";
function staticPoses(seen) {
  let poses2 = /* @__PURE__ */ new Map(), { Position, Rotation, Static } = seen.physics.components;
  for (let { entity } of seen.slots.values())
    !entityExists9(seen.world, entity) || !hasComponent2(seen.world, entity, Static) || poses2.set(entity, [Position.x[entity], Position.y[entity], Rotation.angle[entity]]);
  return poses2;
}
function checkNumbers(seen, before) {
  let { world, physics } = seen, { Position, Rotation } = physics.components;
  for (let [entity, [x, y, angle3]] of before) {
    let still = Position.x[entity] === x && Position.y[entity] === y && Rotation.angle[entity] === angle3;
    must(still, "static moved", () => `${entity} from (${x}, ${y}, ${angle3}) to (${Position.x[entity]}, ${Position.y[entity]}, ${Rotation.angle[entity]})`);
  }
  checkCounts(seen);
  for (let part5 of new Model(seen).parts) {
    let told = bodyOf(world, part5.entity);
    must(told === part5.body, "bodyOf disagrees", () => `${part5.entity} is of ${part5.body}, bodyOf says ${told}`);
  }
}
function checkCounts(seen) {
  let { world, physics } = seen, { Sleeping } = physics.components, bodies = new Set(new Model(seen).parts.map((part5) => part5.body));
  must(physics.stats.bodies === bodies.size, "stats.bodies disagrees", () => `${physics.stats.bodies}, but there are ${[...bodies].join()}`);
  let awake = 0;
  for (let body of bodies) {
    if (kindOf2(seen, body) === "kinematic" && (awake += isSleeping(world, body) ? 0 : 1), kindOf2(seen, body) !== "dynamic") continue;
    let asleep = isSleeping(world, body);
    awake += asleep ? 0 : 1, must(asleep === hasComponent2(world, body, Sleeping), "tag Sleeping disagrees", () => `${body}: isSleeping ${asleep}`);
  }
  must(physics.stats.awake <= awake, "stats.awake disagrees", () => `${physics.stats.awake}, at most ${awake} can be`);
}
function checkFinite2(seen) {
  let { world, physics } = seen, { Position, Rotation, Velocity, BroadphaseAABB } = physics.components;
  for (let { entity } of seen.slots.values()) {
    if (!entityExists9(world, entity)) continue;
    let numbers2 = [];
    if (hasComponent2(world, entity, Position) && numbers2.push(["Position.x", Position.x[entity]], ["Position.y", Position.y[entity]]), hasComponent2(world, entity, Rotation) && numbers2.push(["Rotation.angle", Rotation.angle[entity]]), hasComponent2(world, entity, Velocity) && numbers2.push(["Velocity.x", Velocity.x[entity]], ["Velocity.y", Velocity.y[entity]], ["Velocity.angular", Velocity.angular[entity]]), hasComponent2(world, entity, BroadphaseAABB)) {
      let { minX, minY, maxX, maxY } = BroadphaseAABB;
      numbers2.push(["minX", minX[entity]], ["minY", minY[entity]], ["maxX", maxX[entity]], ["maxY", maxY[entity]]);
    }
    for (let [name, value2] of numbers2)
      must(Number.isFinite(value2), "number not finite", () => `${name} of entity ${entity} is ${value2}`);
    if (!isBodyEntity2(seen, entity) || bodyOf(world, entity) === 0) continue;
    let { mass, inertia, x, y } = getMass(world, entity);
    must(mass > 0 && inertia > 0 && Number.isFinite(x + y), "mass unsound", () => `${entity}: ${mass}, ${inertia}, (${x}, ${y})`);
  }
}
function checkLinks({ world, physics }) {
  for (let link2 of query3(world, [physics.components.ChainLink])) {
    let owner = bodyOf(world, link2);
    must(owner !== 0 && entityExists9(world, owner), "link without a chain", () => `${link2} of ${owner}`);
  }
}

// test/fuzz/touches.ts
import { entityExists as entityExists10 } from "bitecs";
var REACH = 0.02, DEEP = 1e-4, CREEP = 0.05 / 30 + 1e-6, FAR = 10, ROUNDING5 = 1e-6;
function checkTouches(seen, before, refused) {
  let after = new Model(seen), told = checkReported(seen, before, after);
  checkMissing(before, after, told, refused), checkLists(seen, after);
}
function checkReported(seen, before, after) {
  let { world } = seen, pairs = queryPairs(world, void 0, void 0, { sleeping: !0 }), told = /* @__PURE__ */ new Set();
  for (let i = 0; i < pairs.count; i++) {
    let a = pairs.a[i], b = pairs.b[i], pair9 = `${a} ${b}`;
    must(a < b, "pair out of order", () => pair9), must(!told.has(pair9), "pair told twice", () => pair9), told.add(pair9), must(entityExists10(world, a) && entityExists10(world, b), "pair of an entity that is not", () => pair9);
    let partA = after.find(a), partB = after.find(b);
    must(partA !== void 0 && partB !== void 0, "pair of no collider", () => pair9), told.add(`${Math.min(partA.entity, partB.entity)} ${Math.max(partA.entity, partB.entity)}`), must(partA.body !== partB.body, "pair within a body", () => pair9), checkNear(before, partA, partB, pair9);
  }
  return told;
}
function checkNear(before, a, b, pair9) {
  if (a.stale || b.stale || isUncertain(a, b)) return;
  let was = beforeOf(before, a, b), now = apart(a, b), creep = a.awake && b.awake ? 0 : CREEP, limit = (a.sensor || b.sensor ? 0 : REACH) + ROUNDING5 + creep, least = Math.min(was, a.awake || b.awake ? 1 / 0 : now);
  must(least <= limit, "pair too far", () => `${pair9}: ${least.toFixed(4)} apart when the step began, ${now.toFixed(4)} now`);
}
function beforeOf(before, a, b) {
  let oldA = before.find(a.entity), oldB = before.find(b.entity);
  return oldA === void 0 || oldB === void 0 ? -1 / 0 : apart(oldA, oldB);
}
function checkMissing(before, after, told, refused) {
  for (let a of after.parts)
    for (let b of after.parts) {
      if (a.entity >= b.entity || boxGap(a.bounds, b.bounds) > FAR || !mayTouch2(a, b) || refused(a.entity, b.entity)) continue;
      let oldA = before.find(a.entity), oldB = before.find(b.entity);
      if (oldA === void 0 || oldB === void 0 || !isAwake(oldA, oldB)) continue;
      let was = apart(oldA, oldB);
      was >= -DEEP || must(told.has(`${a.entity} ${b.entity}`), "pair missing", () => `${a.entity} ${b.entity}: ${was.toFixed(4)} deep when the step began`);
    }
}
function mayTouch2(a, b) {
  return a.body === b.body || a.stale || b.stale || isUncertain(a, b) || !isAwake(a, b) || a.chain || b.chain || isLine(a) && isLine(b) ? !1 : a.group !== 0 && a.group === b.group ? a.group > 0 : (a.mask & b.category) !== 0 && (b.mask & a.category) !== 0;
}
function isUncertain(a, b) {
  return !SWITCHES.pairsOfTagged && (a.tagged || b.tagged);
}
function isAwake(a, b) {
  return a.awake || b.awake;
}
function isLine(part5) {
  return part5.solids.every((solid) => solid.core.length < 3 && solid.radius === 0);
}
function apart(a, b) {
  let gap = boxGap(a.bounds, b.bounds);
  if (gap > 2 * REACH) return gap;
  let least = 1 / 0;
  for (let one2 of a.solids) for (let two of b.solids) least = Math.min(least, separation(one2, two));
  return least;
}
function checkLists(seen, after) {
  let { world } = seen, partners = /* @__PURE__ */ new Map(), pairs = queryPairs(world, void 0, void 0, { sleeping: !0 }), add8 = (one2, two) => {
    let list2 = partners.get(one2) ?? /* @__PURE__ */ new Set();
    partners.set(one2, list2.add(two));
  };
  for (let i = 0; i < pairs.count; i++)
    add8(pairs.a[i], pairs.b[i]), add8(pairs.b[i], pairs.a[i]);
  for (let part5 of after.parts) {
    if (part5.chain || part5.entity === part5.body) continue;
    let list2 = touching(world, part5.entity), expected = [...partners.get(part5.entity) ?? []].sort((one2, two) => one2 - two), got = Array.from(list2.entities.subarray(0, list2.count));
    must(got.join() === expected.join(), "touching disagrees", () => `of ${part5.entity}: ${got.join()}, queryPairs ${expected.join()}`);
    for (let other2 of expected)
      must(isTouching(world, part5.entity, other2), "isTouching disagrees", () => `${part5.entity} and ${other2}`);
  }
  for (let part5 of after.parts) {
    let view2 = queryContacts(world, part5.entity, { includeSensors: !0 });
    for (let i = 0; i < view2.count; i++) {
      let numbers2 = [view2.x[i], view2.y[i], view2.nx[i], view2.ny[i], view2.separation[i], view2.impulse[i]];
      must(numbers2.every(Number.isFinite), "contact not finite", () => `${view2.entities[i]} and ${view2.others[i]}: ${numbers2.join(" ")}`);
      let length = Math.hypot(view2.nx[i], view2.ny[i]);
      must(Math.abs(length - 1) < 1e-6, "normal not of length 1", () => `${view2.entities[i]} and ${view2.others[i]}: ${length}`);
      let known3 = partners.get(view2.entities[i])?.has(view2.others[i]) === !0;
      must(known3, "contact without touch", () => `${view2.entities[i]} and ${view2.others[i]}`);
    }
  }
}

// test/fuzz/played-world.ts
var PlayedWorld = class {
  world = createWorld();
  physics;
  slots = /* @__PURE__ */ new Map();
  /** Entities without components, which only push the ids up. */
  idle = [];
  /** What is to be done in the midst of the next step. */
  later = [];
  /** What was changed within the step that runs: its poses before say nothing about its touches. */
  blurred = !1;
  /** Queries see the poses with which the step began. */
  stepping = !1;
  options;
  broadPhase;
  play;
  pairRules = [];
  ledger = new Ledger();
  constructor(options, broadPhase2, play) {
    this.options = options, this.broadPhase = broadPhase2, this.play = play, this.physics = this.install();
  }
  /** Takes the plugin off and adds it again. */
  reinstall() {
    let before = this.physics.components;
    removePhysics(this.world), this.ledger.close(this), this.ledger = new Ledger(), this.later.length = 0, this.pairRules.length = 0, this.physics = this.install(), this.physics.components.Position !== before.Position && this.slots.clear();
    for (let slot of this.slots.values()) Object.assign(slot, { remade: !0, stale: !1, tagged: !1 });
  }
  /**
   * @param checked Whether to compare everything with the model afterwards.
   * @returns What happened: the hash, or that a hook threw.
   */
  step(dt, checked2) {
    SWITCHES.fastPushers || this.calmPushers(dt);
    let before = checked2 ? new Model(this) : null, poses2 = staticPoses(this), asleep = this.sleepers();
    this.blurred = this.later.length > 0, this.stepping = !0;
    try {
      stepPhysics(this.world, dt);
    } catch (error) {
      if (error.message !== HOOK_ERROR) throw error;
      return this.ledger.stepBegan(), `hook threw, ${hashWorld(this.world)}`;
    } finally {
      this.stepping = !1;
    }
    return this.later.length = 0, dt === 0 ? "nothing" : (this.ledger.poll(this, checked2), this.settle(asleep), before !== null && (this.blurred || (checkNumbers(this, poses2), checkTouches(this, before, (a, b) => this.mayRefuse(a, b)), checkLinks(this)), checkFinite2(this)), String(hashWorld(this.world)));
  }
  setHook(hook, rule2) {
    let { hooks } = this.physics;
    hook === "preSolve" ? hooks.preSolve = preSolveOf(this.world, rule2, REACH + 1e-6) : (this.pairRules.push(rule2), hooks.filterPair = filterPairOf(this.world, rule2));
  }
  /** Adds the plugin, with a system of the program's own before each stage and one at the end. */
  install() {
    let { broadPhase: broadPhase2, options } = this, physics = addPhysics(this.world, { broadPhase: broadPhase2, capacity: options.capacity, substeps: options.substeps }), stages = physics.systems.length;
    for (let stage = stages; stage >= 0; stage--) {
      let perSubstep = stage === stages - 1, run = () => this.playLater(stage);
      physics.systems.splice(stage, 0, { name: `Program${stage}`, run, perSubstep });
    }
    return physics;
  }
  playLater(stage) {
    for (let i = 0; i < this.later.length; i++) {
      let entry2 = this.later[i], perSubstep = stage === 4;
      entry2.stage !== stage || perSubstep && entry2.substep !== this.physics.substep || (this.later.splice(i--, 1), this.play(entry2.operation));
    }
  }
  /** Keeps kinematic bodies from moving farther in a step than they are thick; a line is not thick at all. */
  calmPushers(dt) {
    let { Kinematic, Velocity } = this.physics.components;
    for (let { entity, shape: shape2 } of this.slots.values()) {
      if (!entityExists11(this.world, entity) || !hasComponent3(this.world, entity, Kinematic)) continue;
      let most = shape2 === null || !hasArea(shape2) ? 0 : 0.02 / dt;
      Velocity.x[entity] = Math.max(-most, Math.min(most, Velocity.x[entity])), Velocity.y[entity] = Math.max(-most, Math.min(most, Velocity.y[entity])), Velocity.angular[entity] = Math.max(-most / 5, Math.min(most / 5, Velocity.angular[entity]));
    }
  }
  /** A pair that was refused once stays so until one of the two moves on. */
  mayRefuse(a, b) {
    return this.pairRules.some((rule2) => isChosen(rule2, a, b));
  }
  sleepers() {
    let asleep = /* @__PURE__ */ new Set(), { Sleeping } = this.physics.components;
    for (let { entity } of this.slots.values())
      entityExists11(this.world, entity) && (isSleeping(this.world, entity) || hasComponent3(this.world, entity, Sleeping)) && asleep.add(entity);
    return asleep;
  }
  /** Lets go of the doubts about bodies that were awake before and after a step. */
  settle(asleep) {
    let { Sleeping } = this.physics.components;
    for (let slot of this.slots.values()) {
      slot.remade &&= this.blurred;
      let { entity } = slot;
      !entityExists11(this.world, entity) || !isBodyEntity2(this, entity) || kindOf2(this, entity) !== "dynamic" || asleep.has(entity) || isSleeping(this.world, entity) || hasComponent3(this.world, entity, Sleeping) || (slot.stale = !1, slot.tagged = !1);
    }
  }
};

// test/fuzz/questions.ts
import { Not, hasComponent as hasComponent4 } from "bitecs";
var SLACK2 = 1e-6;
function ask2(seen, question, spec) {
  let filter = spec === null ? null : filterOf(seen, spec);
  switch (question.ask) {
    case "point":
      return askPoint(seen, question, spec, filter);
    case "region":
    case "view":
      return askRegion(seen, question, spec, filter);
    case "shape":
      return askShape(seen, question, spec, filter);
    case "ray":
    case "rayAny":
    case "rayAll":
      return askRay(seen, question, spec, filter);
    case "cast":
      return askCast(seen, question, spec, filter);
    case "nearest":
      return askNearest(seen, question, spec, filter);
    case "distance":
      return askDistance(seen, question);
  }
}
function filterOf(seen, spec) {
  let filter = {};
  spec.mask !== void 0 && (filter.mask = spec.mask), spec.category !== void 0 && (filter.category = spec.category);
  let excluded = spec.exclude === void 0 ? void 0 : seen.slots.get(spec.exclude)?.entity;
  excluded !== void 0 && (filter.exclude = excluded), spec.includeSensors !== void 0 && (filter.includeSensors = spec.includeSensors), spec.term !== void 0 && (filter.terms = [termOf(seen, spec.term)]);
  let { rest } = spec;
  return rest !== void 0 && (filter.predicate = (entity) => entity % 3 === rest), filter;
}
function termOf({ physics }, term) {
  let { Static, Velocity, Material } = physics.components;
  return term === "!Static" ? Not(Static) : term === "Static" ? Static : term === "Velocity" ? Velocity : Material;
}
function passes(seen, spec, part5) {
  if (part5.sensor && spec?.includeSensors !== !0) return !1;
  if (spec === null) return !0;
  let { world, physics } = seen, { Static, Velocity, Material } = physics.components, has2 = (component) => hasComponent4(world, part5.entity, component) || hasComponent4(world, part5.body, component);
  if (spec.mask !== void 0 && (part5.category & spec.mask) === 0 || spec.category !== void 0 && (part5.mask & spec.category) === 0) return !1;
  let excluded = spec.exclude === void 0 ? void 0 : seen.slots.get(spec.exclude)?.entity;
  return excluded !== void 0 && (excluded === part5.entity || excluded === part5.body) || spec.term === "Static" && !has2(Static) || spec.term === "!Static" && has2(Static) || spec.term === "Velocity" && !has2(Velocity) || spec.term === "Material" && !has2(Material) ? !1 : spec.rest === void 0 || part5.entity % 3 === spec.rest;
}
function candidates2(seen, model, spec) {
  return seen.stepping ? [] : model.parts.filter((part5) => !part5.stale && !part5.chain && passes(seen, spec, part5));
}
function reported(seen, model, spec, ids3, caller) {
  return seen.stepping ? [] : ids3.map((id) => {
    let part5 = model.find(id);
    if (part5 === void 0) throw new Failure(`${caller} reports a stranger`, `${id}`);
    return must(part5.stale || part5.chain || passes(seen, spec, part5), `${caller} reports what the filter refuses`, () => `${id}`), part5;
  });
}
function compareList(seen, model, spec, ids3, depth3, caller) {
  for (let i = 1; i < ids3.length; i++) must(ids3[i] > ids3[i - 1], `${caller} out of order`, () => ids3.join());
  let parts = reported(seen, model, spec, ids3, caller);
  if (!seen.stepping) {
    for (let part5 of parts) {
      if (part5.stale) continue;
      let away = depth3(part5);
      must(away <= SLACK2, `${caller} reports what is away`, () => `${part5.entity}, ${away.toFixed(6)} away`);
    }
    for (let part5 of candidates2(seen, model, spec)) {
      let away = depth3(part5);
      must(away >= -SLACK2 || ids3.includes(part5.entity), `${caller} misses`, () => `${part5.entity}, ${(-away).toFixed(6)} deep`);
    }
  }
}
function askPoint(seen, { x, y }, spec, filter) {
  let view2 = queryPoint(seen.world, x, y, filter), ids3 = Array.from(view2.entities.subarray(0, view2.count)), model = new Model(seen);
  return compareList(seen, model, spec, ids3, (part5) => Math.min(...part5.solids.map((solid) => pointSeparation(solid, x, y))), "queryPoint"), ids3.join();
}
function askRegion(seen, { ask: name, box: box5 }, spec, filter) {
  let [minX, minY, maxX, maxY] = box5, view2 = (name === "region" ? queryRegion : queryView)(seen.world, minX, minY, maxX, maxY, filter), ids3 = Array.from(view2.entities.subarray(0, view2.count)), model = new Model(seen), region = { core: [[minX, minY], [maxX, minY], [maxX, maxY], [minX, maxY]], radius: 0, sided: !1 }, depth3 = (part5) => Math.min(...part5.solids.map((solid) => separation(region, solid)));
  if (name === "region") compareList(seen, model, spec, ids3, depth3, "queryRegion");
  else {
    let wide = spec ?? { includeSensors: !0 };
    reported(seen, model, wide, ids3, "queryView");
    for (let part5 of candidates2(seen, model, wide))
      must(depth3(part5) >= -SLACK2 || ids3.includes(part5.entity), "queryView misses", () => `${part5.entity}`);
  }
  return ids3.join();
}
function askShape(seen, { shape: shape2, x, y, angle: angle3 }, spec, filter) {
  let view2 = queryShape(seen.world, shapeOf(shape2), x, y, angle3, filter), ids3 = Array.from(view2.entities.subarray(0, view2.count)), probe = looseSolids(shape2, x, y, angle3);
  return compareList(seen, new Model(seen), spec, ids3, (part5) => leastOf(probe, part5.solids), "queryShape"), ids3.join();
}
function leastOf(ones, others2) {
  let least = 1 / 0;
  for (let one2 of ones) for (let other2 of others2) least = Math.min(least, separation(one2, other2));
  return least;
}
function meetPart(part5, way, depthOf) {
  let surely = 1 / 0, perhaps = 1 / 0, least = 1 / 0;
  for (let solid of part5.solids) {
    if (solid.sided && !comesFromLeft(solid, way)) continue;
    let meeting = meet3((t) => depthOf(solid, t), SLACK2);
    surely = Math.min(surely, meeting.surely), perhaps = Math.min(perhaps, meeting.perhaps), least = Math.min(least, meeting.least);
  }
  return { surely, perhaps, least };
}
function comesFromLeft(solid, [dx, dy]) {
  let [a, b] = solid.core;
  return dx * (a[1] - b[1]) + dy * (b[0] - a[0]) < 0;
}
function askRay(seen, question, spec, filter) {
  let { from, to } = question, way = [to[0] - from[0], to[1] - from[1]], { world } = seen, depthOf = (solid, t) => pointSeparation(solid, from[0] + way[0] * t, from[1] + way[1] * t), model = new Model(seen);
  if (question.ask === "rayAny") {
    let any = castRayAny(world, from[0], from[1], to[0], to[1], filter);
    return any || checkNothing(seen, model, spec, way, depthOf, "castRayAny"), String(any);
  }
  if (question.ask === "ray") {
    let hit2 = castRay(world, from[0], from[1], to[0], to[1], filter);
    return checkHit(seen, model, spec, way, depthOf, hit2, "castRay"), hit2 === null ? "null" : textOf(hit2);
  }
  let view2 = castRayAll(world, from[0], from[1], to[0], to[1], filter), ids3 = Array.from(view2.entities.subarray(0, view2.count));
  reported(seen, model, spec, ids3, "castRayAll");
  for (let i = 1; i < view2.count; i++)
    must(view2.fraction[i] >= view2.fraction[i - 1], "castRayAll out of order", () => `${view2.fraction[i - 1]}, ${view2.fraction[i]}`);
  for (let part5 of candidates2(seen, model, spec)) {
    let { surely, perhaps, least } = meetPart(part5, way, depthOf);
    ids3.indexOf(part5.entity) < 0 ? must(surely === 1 / 0 || isLinePart(part5), "castRayAll misses", () => `${part5.entity}, ${-least} deep`) : must(perhaps <= 1, "castRayAll reports what is away", () => `${part5.entity}, ${least} away`);
  }
  return listText(view2);
}
function isLinePart(part5) {
  return part5.solids.every((solid) => solid.core.length < 3 && solid.radius === 0);
}
function checkNothing(seen, model, spec, way, depthOf, caller) {
  for (let part5 of candidates2(seen, model, spec)) {
    let { surely, least } = meetPart(part5, way, depthOf);
    must(surely === 1 / 0, `${caller} misses`, () => `${part5.entity}, ${-least} deep`);
  }
}
function checkHit(seen, model, spec, way, depthOf, hit2, caller) {
  if (hit2 === null) return checkNothing(seen, model, spec, way, depthOf, caller);
  let numbers2 = [hit2.x, hit2.y, hit2.nx, hit2.ny, hit2.distance, hit2.fraction];
  must(numbers2.every(Number.isFinite), `${caller} not finite`, () => numbers2.join(" ")), must(hit2.fraction >= 0 && hit2.fraction <= 1, `${caller} beyond its way`, () => `${hit2.fraction}`);
  let [part5] = reported(seen, model, spec, [hit2.entity], caller), length = Math.hypot(way[0], way[1]), near2 = (fraction) => Math.abs(fraction - hit2.fraction) * length < 1e-3;
  if (part5 !== void 0 && !part5.stale) {
    let own2 = meetPart(part5, way, depthOf), sound = own2.perhaps - 1e-9 <= hit2.fraction && (hit2.fraction <= own2.surely || near2(own2.surely) || own2.surely === 1 / 0);
    must(sound, `${caller} wrong`, () => `${hit2.entity} at ${hit2.fraction}, is met between ${own2.perhaps} and ${own2.surely}`);
  }
  for (let other2 of candidates2(seen, model, spec)) {
    let { surely } = meetPart(other2, way, depthOf), earlier = surely < hit2.fraction && !near2(surely);
    must(!earlier, `${caller} overlooks`, () => `${other2.entity} at ${surely}; told was ${hit2.entity} at ${hit2.fraction}`);
  }
}
function askCast(seen, question, spec, filter) {
  let { shape: shape2, x, y, angle: angle3, way } = question, hit2 = castShape(seen.world, shapeOf(shape2), x, y, angle3, way[0], way[1], filter), probe = looseSolids(shape2, x, y, angle3), model = new Model(seen), free = (part6) => leastOf(probe, part6.solids) > SLACK2, depthOf = (solid, t) => leastOf(probe.map((one2) => moved2(one2, way[0] * t, way[1] * t)), [solid]);
  if (hit2 !== null && hit2.fraction === 0)
    return reported(seen, model, spec, [hit2.entity], "castShape"), textOf(hit2);
  let length = Math.hypot(way[0], way[1]);
  for (let part6 of candidates2(seen, model, spec)) {
    if (!free(part6)) continue;
    let { surely } = meetPart(part6, way, depthOf);
    hit2 === null ? must(surely === 1 / 0, "castShape misses", () => `${part6.entity} at ${surely}`) : must(surely >= hit2.fraction - 1e-3 / length, "castShape overlooks", () => `${part6.entity} at ${surely}; told was ${hit2.entity} at ${hit2.fraction}`);
  }
  if (hit2 === null) return "null";
  let [part5] = reported(seen, model, spec, [hit2.entity], "castShape");
  if (part5 === void 0 || part5.stale) return textOf(hit2);
  let near2 = leastOf(probe.map((one2) => moved2(one2, way[0] * hit2.fraction, way[1] * hit2.fraction)), part5.solids);
  return must(near2 < 1e-4, "castShape stops early", () => `${hit2.entity} is ${near2} away at ${hit2.fraction}`), textOf(hit2);
}
function askNearest(seen, { x, y, k, reach }, spec, filter) {
  let view2 = nearest(seen.world, x, y, k, reach, filter), ids3 = Array.from(view2.entities.subarray(0, view2.count)), model = new Model(seen), away = (part5) => Math.max(0, Math.min(...part5.solids.map((solid) => pointSeparation(solid, x, y))));
  reported(seen, model, spec, ids3, "nearest").forEach((part5, i) => {
    if (part5.stale || part5.chain) return;
    let wrong = Math.abs(away(part5) - view2.distance[i]);
    must(wrong <= SLACK2, "nearest wrong", () => `${part5.entity} is ${away(part5)} away, told was ${view2.distance[i]}`);
  });
  let farthest2 = view2.count < k ? reach : view2.distance[view2.count - 1];
  for (let part5 of candidates2(seen, model, spec))
    must(away(part5) >= farthest2 - SLACK2 || ids3.includes(part5.entity), "nearest misses", () => `${part5.entity}, ${away(part5)} away, farthest ${farthest2}`);
  return listText(view2);
}
function askDistance(seen, { a, b }) {
  let model = new Model(seen), one2 = model.parts.filter((part5) => part5.slot.name === a), other2 = model.parts.filter((part5) => part5.slot.name === b);
  if (one2.length === 0 || other2.length === 0) return "none";
  let ids3 = [one2[0].entity, other2[0].entity];
  if (one2[0].body === other2[0].body) return "same";
  let gap = distance4(seen.world, ids3[0], ids3[1]);
  if (gap === null) return "null";
  let partsOf = (id) => model.parts.filter((part5) => part5.entity === id || part5.body === id), sides = [partsOf(ids3[0]), partsOf(ids3[1])];
  if (seen.stepping || [...sides[0], ...sides[1]].some((part5) => part5.stale)) return textOfGap(gap);
  let least = 1 / 0;
  for (let p of sides[0]) for (let q of sides[1]) p !== q && (least = Math.min(least, leastOf(p.solids, q.solids)));
  let same = least > SLACK2 ? Math.abs(gap.distance - least) < SLACK2 : gap.distance < 2 * SLACK2, chains = [...sides[0], ...sides[1]].some((part5) => part5.chain);
  return must(same || chains || least === 1 / 0, "distance wrong", () => `${ids3.join(" and ")}: ${gap.distance}, by brute force ${least}`), textOfGap(gap);
}
function textOfGap(gap) {
  return `${gap.distance} ${gap.ax} ${gap.ay} ${gap.bx} ${gap.by} ${gap.nx} ${gap.ny}`;
}
function textOf(hit2) {
  return `${hit2.entity} ${hit2.x} ${hit2.y} ${hit2.nx} ${hit2.ny} ${hit2.distance} ${hit2.fraction}`;
}
function listText(view2) {
  let text2 = "";
  for (let i = 0; i < view2.count; i++) text2 += `${view2.entities[i]} ${view2.distance[i]} ${view2.x[i]} ${view2.y[i]};`;
  return text2;
}

// test/fuzz/player.ts
var EXPECTED = /^(wake|touch|teleport|apply\w+): /, Player = class {
  /** What came of each operation: equal for all broad phases. */
  trace = [];
  worlds;
  checkEvery;
  steps = 0;
  constructor(program, broadPhase2) {
    this.checkEvery = program.checkEvery, this.worlds = program.worlds.map((options) => new PlayedWorld(options, broadPhase2, (operation) => this.play(operation)));
  }
  /** @throws Failure with the operation at which a rule was broken. */
  run(operations2) {
    for (let i = 0; i < operations2.length; i++)
      try {
        this.play(operations2[i]);
      } catch (error) {
        let failure = error instanceof Failure ? error : new Failure(ruleOf(error), error.stack ?? String(error));
        throw failure.operation = i, failure;
      }
  }
  play(operation) {
    let at = this.worlds[operation.world % this.worlds.length];
    try {
      this.perform(at, operation);
    } catch (error) {
      if (error instanceof Failure || operation.do === "step" || !EXPECTED.test(error.message)) throw error;
      this.trace.push(error.message);
    }
  }
  perform(at, operation) {
    switch (operation.do) {
      case "spawn":
        return this.spawn(at, operation);
      case "child":
        return this.addChild(at, operation);
      case "hook":
        return at.setHook(operation.hook, operation);
      case "settings":
        return changeSettings(at, operation.data);
      case "idle":
        for (let i = 0; i < operation.count; i++) at.idle.push(addEntity2(at.world));
        return;
      case "vacate":
        for (let entity of at.idle.splice(0, operation.count)) removeEntity3(at.world, entity);
        return;
      case "query":
        this.trace.push(ask2(at, operation.question, operation.filter));
        return;
      case "within":
        at.later.push(operation);
        return;
      case "reinstall":
        return at.reinstall();
      case "step":
        return this.step(at, operation);
      default: {
        let slot = at.slots.get(operation.slot);
        if (slot === void 0 || !entityExists12(at.world, slot.entity)) return;
        this.change(at, slot, operation);
      }
    }
  }
  change(at, slot, operation) {
    let { world } = at, { entity } = slot;
    switch (operation.do) {
      case "despawn":
        at.slots.delete(slot.name), removeEntity3(world, entity);
        return;
      case "wake":
        wake(world, entity);
        return;
      case "touch":
        touch(world, entity), slot.stale = !1;
        return;
      case "tag":
        return setTag(at, slot, operation.tag, operation.on);
      case "kind":
        return setKind(at, slot, operation.kind);
      case "set":
        return setFields2(at, slot, operation);
      case "write":
        return writeFields(at, slot, operation);
      case "reshape":
        return reshape(at, slot, operation.shape);
      case "resize":
        return resize(at, slot, operation);
      case "strip":
        return strip(at, slot, operation);
      case "push":
        return (operation.way === "force" ? applyForce : applyImpulse)(world, entity, operation.x, operation.y, operation.at?.[0], operation.at?.[1]);
      case "turn":
        return (operation.way === "torque" ? applyTorque : applyAngularImpulse)(world, entity, operation.amount);
      case "teleport":
        teleport(world, entity, operation.x, operation.y, operation.angle ?? void 0), slot.stale = !1;
        return;
      case "attach":
        return attach(at, slot, operation);
      default:
    }
  }
  /** Looks closely after the first and the last of several steps: that after a change, and that of the longest time. */
  step(at, { dt, count }) {
    for (let i = 0; i < count; i++) {
      let due = (i === 0 || i === count - 1) && ++this.steps % this.checkEvery === 0;
      this.trace.push(at.step(dt, due));
    }
  }
  spawn(at, operation) {
    let { world, physics } = at, { Position, Rotation, Shape } = physics.components, entity = addEntity2(world), slot = makeSlot(at, operation.slot, entity, operation.shape);
    addComponents2(world, entity, set2(Position, { x: operation.x, y: operation.y }), set2(Rotation, { angle: operation.angle })), operation.shape !== null && addComponent4(world, entity, set2(Shape, shapeOf(operation.shape))), addExtras(at, entity, operation.extras), setKind(at, slot, operation.kind);
    for (let tag of operation.tags) setTag(at, slot, tag, !0);
  }
  addChild(at, operation) {
    let { world, physics } = at, { Shape, Collider } = physics.components, owner = at.slots.get(operation.body);
    if (owner === void 0 || !isBodyEntity2(at, owner.entity)) return;
    let entity = addEntity2(world), slot = makeSlot(at, operation.slot, entity, operation.shape);
    owner.remade = !0;
    let { x, y, angle: angle3 } = operation;
    addComponents2(world, entity, set2(Collider, { body: owner.entity, x, y, angle: angle3 }), set2(Shape, shapeOf(operation.shape))), addExtras(at, entity, operation.extras);
    for (let tag of operation.tags) setTag(at, slot, tag, !0);
  }
};
function ruleOf(error) {
  return `threw "${error.message.replace(/-?\d+(\.\d+)?(e[-+]?\d+)?/g, "#").slice(0, 80)}"`;
}
function makeSlot(at, name, entity, shape2) {
  let slot = { name, entity, shape: shape2, stale: !1, tagged: !1, remade: !0 };
  return at.slots.set(name, slot), slot;
}
function addExtras({ world, physics }, entity, extras) {
  for (let name of Object.keys(extras))
    addComponent4(world, entity, set2(physics.components[name], extras[name]));
}
function has({ world }, entity, component) {
  return hasComponent5(world, entity, component);
}
function isChild(at, entity) {
  return has(at, entity, at.physics.components.Collider);
}
function setTag(at, slot, name, on) {
  let { world, physics } = at, { entity } = slot;
  if (isChild(at, entity) && (name === "Sleeping" || name === "Disabled" && !SWITCHES.absentChildren)) return;
  let tag = name === "Prefab" ? Prefab3 : physics.components[name];
  name === "Sleeping" && on && (slot.tagged = !0), slot.remade = !0, on ? addComponent4(world, entity, tag) : has(at, entity, tag) && removeComponent4(world, entity, tag);
}
function setKind(at, slot, kind) {
  let { world, physics } = at, { entity } = slot;
  if (isChild(at, entity)) return;
  let { Static, Kinematic, Mass } = physics.components;
  kind === "dynamic" && slot.shape !== null && !hasArea(slot.shape) && !has(at, entity, Mass) || (slot.remade = !0, kind !== "static" && has(at, entity, Static) && removeComponent4(world, entity, Static), kind !== "kinematic" && has(at, entity, Kinematic) && removeComponent4(world, entity, Kinematic), kind === "static" && addComponent4(world, entity, Static), kind === "kinematic" && addComponent4(world, entity, Kinematic));
}
function setFields2(at, slot, { component: name, data }) {
  let { entity } = slot, component = at.physics.components[name], child = isChild(at, entity);
  child && (name === "Position" || name === "Velocity" || name === "Rotation" || name === "Motion") || !child && name === "Collider" || name === "Position" && !has(at, entity, component) || (has(at, entity, component) ? setComponent(at.world, entity, component, data) : addComponent4(at.world, entity, set2(component, data)), slot.stale = !1);
}
function writeFields(at, slot, { component: name, data, announce }) {
  let { entity } = slot, { components } = at.physics;
  if (!has(at, entity, components[name])) return;
  let told = announce || name === "CollisionFilter" && !SWITCHES.plainFilters, store = components[name];
  for (let [field, value2] of Object.entries(data)) store[field][entity] = value2;
  noteWrite(at, slot, told, name === "Position" || name === "Rotation" ? "pose" : name === "Collider" ? "size" : "other");
}
function noteWrite(at, slot, told, what) {
  let { entity } = slot, isBody = isBodyEntity2(at, entity);
  if (told && (isBody || isChild(at, entity))) {
    touch(at.world, entity), slot.stale = !1;
    return;
  }
  if (what === "other") return;
  let moves = isBody && kindOf2(at, entity) !== "static" && !isSleeping(at.world, entity);
  (what !== "pose" || !moves) && (slot.stale = !0);
}
function reshape(at, slot, shape2) {
  let { world, physics } = at, { entity } = slot, { Shape, Position, Mass } = physics.components, child = isChild(at, entity);
  if (child && shape2.type === "chain") return;
  !child && !has(at, entity, Position) && addComponent4(world, entity, set2(Position, { x: 0, y: 0 })), !child && !hasArea(shape2) && kindOf2(at, entity) === "dynamic" && !has(at, entity, Mass) && addComponent4(world, entity, set2(Mass, { mass: 1 })), !SWITCHES.reshapedSleepers && !child && slot.shape?.type !== shape2.type && isSleeping(world, entity) && wake(world, entity), slot.shape = shape2, slot.remade = !0, slot.stale = !1, addComponent4(world, entity, set2(Shape, shapeOf(shape2)));
}
function resize(at, slot, { factor, announce }) {
  let { entity, shape: shape2 } = slot, { Shape } = at.physics.components;
  shape2 === null || "points" in shape2 || !has(at, entity, Shape) || (slot.shape = scaled2(shape2, factor), Shape.halfWidth[entity] *= factor, Shape.halfHeight[entity] *= factor, Shape.radius[entity] *= factor, noteWrite(at, slot, announce, "size"));
}
function strip(at, slot, { components: names }) {
  let { entity } = slot, { components } = at.physics;
  if (!(isChild(at, entity) && names.includes("Shape") && !SWITCHES.absentChildren) && !(names.includes("BroadphaseAABB") && !SWITCHES.boxesRemoved) && !(names.includes("Mass") && slot.shape !== null && !hasArea(slot.shape)))
    for (let name of names)
      has(at, entity, components[name]) && (slot.remade = !0, name === "Shape" && (slot.shape = null), removeComponent4(at.world, entity, components[name]));
}
function attach(at, slot, { body, x, y, angle: angle3 }) {
  let owner = at.slots.get(body);
  !isChild(at, slot.entity) || owner === void 0 || !isBodyEntity2(at, owner.entity) || (slot.stale = !1, owner.remade = !0, setComponent(at.world, slot.entity, at.physics.components.Collider, { body: owner.entity, x, y, angle: angle3 }));
}
function changeSettings({ physics }, data) {
  physics.settings.gravity.x = data.gravityX, physics.settings.gravity.y = data.gravityY, physics.settings.substeps = data.substeps, physics.settings.allowSleep = data.allowSleep;
}

// test/fuzz/trial.ts
var BROAD_PHASES = ["quadtree", "sweep-and-prune", "grid", "brute-force"];
function tryProgram(program, broadPhases2 = BROAD_PHASES) {
  let first = null;
  for (let broadPhase2 of broadPhases2)
    try {
      let player = new Player(program, broadPhase2);
      player.run(program.operations), first === null ? first = player : compare(first.trace, player.trace, broadPhase2);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return error.message += `
(${broadPhase2})`, error;
    }
  return null;
}
function compare(one2, other2, name) {
  for (let i = 0; i < Math.max(one2.length, other2.length); i++)
    if (one2[i] !== other2[i])
      throw new Failure("broad phases differ", `entry ${i} of the trace is ${one2[i]} with the first, ${other2[i]} with ${name}`);
}
function withOperations(program, operations2) {
  return { ...program, operations: operations2 };
}

// test/fuzz/shrink.ts
function shrink(program, failure, broadPhases2, seconds2 = 30) {
  let shrinker = new Shrinker(program, failure, broadPhases2, Date.now() + seconds2 * 1e3);
  return shrinker.run(), { program: shrinker.best, failure: shrinker.failure };
}
var Shrinker = class {
  best;
  failure;
  broadPhases;
  deadline;
  constructor(program, failure, broadPhases2, deadline2) {
    let end = failure.operation < 0 ? program.operations.length : failure.operation + 1;
    this.best = withOperations(program, program.operations.slice(0, end)), this.failure = failure, this.broadPhases = broadPhases2, this.deadline = deadline2;
  }
  run() {
    let before;
    do
      before = this.best, this.leaveOut(), this.simplify();
    while (this.best !== before && Date.now() < this.deadline);
  }
  leaveOut() {
    for (let size = Math.ceil(this.best.operations.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
      for (let start = this.best.operations.length - size; start > -size; start -= size) {
        let { operations: operations2 } = this.best;
        this.accept([...operations2.slice(0, Math.max(0, start)), ...operations2.slice(start + size)]);
      }
  }
  simplify() {
    for (let i = 0; i < this.best.operations.length; i++)
      for (let simpler of simplerThan(this.best.operations[i])) {
        let operations2 = [...this.best.operations];
        if (operations2[i] = simpler, this.accept(operations2)) break;
      }
  }
  accept(operations2) {
    if (Date.now() > this.deadline) return !1;
    let program = withOperations(this.best, operations2), failure = tryProgram(program, this.broadPhases);
    return failure === null || failure.rule !== this.failure.rule ? !1 : (this.best = program, this.failure = failure, !0);
  }
};
function simplerThan(operation) {
  let simpler = [];
  if (operation.do === "step" && operation.count > 1 && simpler.push({ ...operation, count: 1 }, { ...operation, count: Math.ceil(operation.count / 2) }, { ...operation, count: operation.count - 1 }), operation.do === "spawn" || operation.do === "child") {
    for (let name of Object.keys(operation.extras))
      simpler.push({ ...operation, extras: Object.fromEntries(Object.entries(operation.extras).filter(([key]) => key !== name)) });
    for (let tag of operation.tags) simpler.push({ ...operation, tags: operation.tags.filter((other2) => other2 !== tag) });
    operation.angle !== 0 && simpler.push({ ...operation, angle: 0 }), operation.shape !== null && operation.shape.type !== "circle" && simpler.push({ ...operation, shape: { type: "circle", radius: 0.5 } });
  }
  return operation.do === "query" && operation.filter !== null && simpler.push({ ...operation, filter: null }), operation.do === "within" && simpler.push(operation.operation, ...simplerThan(operation.operation).map((inner) => ({ ...operation, operation: inner }))), simpler;
}

// test/fuzz/cli.ts
var { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    programs: { type: "string", default: "Infinity" },
    operations: { type: "string", default: "80" },
    "broad-phase": { type: "string", default: BROAD_PHASES.join() },
    with: { type: "string", default: "" },
    "keep-going": { type: "boolean", default: !1 }
  }
});
for (let name of values.with.split(",").filter(Boolean)) {
  if (!(name in SWITCHES)) throw new Error(`--with ${name}: the switches are ${Object.keys(SWITCHES).join(", ")}`);
  SWITCHES[name] = !0;
}
var broadPhases = values["broad-phase"].split(","), operations = Number(values.operations), started = Date.now(), deadline = started + Number(values.minutes) * 6e4, found2 = /* @__PURE__ */ new Map(), programs = 0, played = 0;
for (let seed = Number(values.seed); programs < Number(values.programs) && Date.now() < deadline; seed++) {
  let program = generate(seed, operations);
  programs++, played += program.operations.length;
  let failure = tryProgram(program, broadPhases);
  if (failure === null) continue;
  if (found2.set(failure.rule, (found2.get(failure.rule) ?? 0) + 1), found2.get(failure.rule) > 1) {
    console.log(`seed ${seed}: ${failure.rule} again`);
    continue;
  }
  let small = shrink(program, failure, broadPhases);
  if (console.log(`
seed ${seed} broke a rule after ${failure.operation} operations, shortened to ${small.program.operations.length}:`), console.log(small.failure.message), console.log(printProgram(small.program)), console.log(`Play it again with: npm run fuzz -- --seed ${seed} --programs 1 --operations ${operations}${values.with === "" ? "" : ` --with ${values.with}`}
`), !values["keep-going"]) break;
}
var seconds = (Date.now() - started) / 1e3;
console.log(`${programs} programs, ${played} operations on ${broadPhases.length} broad phases in ${seconds.toFixed(0)} s`);
for (let [rule2, count] of found2) console.log(`${count} \xD7 ${rule2}`);
process.exitCode = found2.size === 0 ? 0 : 1;
