/* The numbers of the rows of joints, as the step begins. */
#include "springs.h"
#include "trees.h"
#include "torn.h"

#define SET(field, lane, value) (((float *)&(field))[lane] = (float)(value))
#define TICK(field, lane, holds) (((int32_t *)&(field))[lane] = (holds) ? -1 : 0)

/* Not inlined: its callers are many. */
__attribute__((noinline)) Seat seat_of(const JointRecord *joint, uint32_t record_a, uint32_t record_b, double time, Hardness *hard) {
  return sit(joint, record_a, record_b, time, hard);
}

static void write_arms(Arms *arms, int lane, const Seat *seat) {
  ((int32_t *)&arms->a)[lane] = (int32_t)(seat->record_a * sizeof(Work));
  ((int32_t *)&arms->b)[lane] = (int32_t)(seat->record_b * sizeof(Work));
  SET(arms->massAX, lane, seat->mass_ax);
  SET(arms->massAY, lane, seat->mass_ay);
  SET(arms->inertiaA, lane, seat->inertia_a);
  SET(arms->massBX, lane, seat->mass_bx);
  SET(arms->massBY, lane, seat->mass_by);
  SET(arms->inertiaB, lane, seat->inertia_b);
  SET(arms->armAX, lane, seat->ax);
  SET(arms->armAY, lane, seat->ay);
  SET(arms->armBX, lane, seat->bx);
  SET(arms->armBY, lane, seat->by);
  SET(arms->apartX, lane, seat->dx);
  SET(arms->apartY, lane, seat->dy);
}

/* The places of what acts along a coordinate of a record, which follow each other: see JointRecord. */
typedef struct {
  double rest, lower, upper, speed, motorMost, hertz, ratio, stiffness, damping, least, most;
} Coordinate;

/* Writes a line. What is measured begins at `zero`. */
static void write_line(Line *line, int lane, const Seat *seat, int parts, const Coordinate *along, const LineImpulses *held,
                       double zero, double moving, double k, double faster) {
  double time = seat->time;
  Softness hard = seat->hard;
  bool holds = parts & LinePart_Rigid;
  line->parts |= parts & (LinePart_Spring | LinePart_Motor | LinePart_Limit);
  SET(line->faster, lane, faster);
  TICK(line->rigid, lane, holds);
  TICK(line->limited, lane, parts & LinePart_Limit);
  if (parts & LinePart_Spring) {
    Softness soft = holds ? hard : spring_of(along->hertz, along->ratio, along->stiffness, along->damping, moving, k, time);
    SET(line->rest, lane, along->rest - zero);
    SET(line->bias, lane, soft.bias);
    SET(line->give, lane, soft.give);
    SET(line->keep, lane, soft.keep);
    SET(line->pull, lane, holds ? 0 : pull_of(&soft, k));
    SET(line->least, lane, holds ? -FAR : along->least * time);
    SET(line->most, lane, holds ? FAR : along->most * time);
    if (seat->fresh) SET(line->spring, lane, held->spring);
  }
  if (parts & LinePart_Motor) {
    SET(line->speed, lane, along->speed);
    SET(line->motorMost, lane, along->motorMost * time);
    SET(line->push, lane, 1);
    if (seat->fresh) SET(line->motor, lane, held->motor);
  }
  if (parts & LinePart_Limit) {
    SET(line->lower, lane, along->lower - zero);
    SET(line->upper, lane, along->upper - zero);
    SET(line->limitBias, lane, hard.bias);
    SET(line->limitGive, lane, hard.give);
    SET(line->limitKeep, lane, hard.keep);
    if (seat->fresh) {
      SET(line->low, lane, held->low);
      SET(line->high, lane, held->high);
    }
  }
}

static void write_angle(AngleGroup *group, int lane, const Seat *seat) {
  const JointRecord *joint = seat->joint;
  ((int32_t *)&group->a)[lane] = (int32_t)(seat->record_a * sizeof(Work));
  ((int32_t *)&group->b)[lane] = (int32_t)(seat->record_b * sizeof(Work));
  SET(group->inertiaA, lane, seat->inertia_a);
  SET(group->inertiaB, lane, seat->inertia_b);
  write_line(&group->line, lane, seat, (int)joint->angleParts, (const Coordinate *)&joint->angleRest,
             (const LineImpulses *)&joint->angleSpring, seat->angle, moving_of(seat, seat->inertia_a, seat->inertia_b), seat->inertia_a + seat->inertia_b, turn_faster_by(joint));
}

/* Whether nothing acts along an angle but a motor, and limits that are rows of a tree. */
static inline bool is_driven_alone(const Ends *ends, int part) {
  if (part != 0) return false;
  uint32_t lines = ends->parts >> LINES_SHIFT & 15;
  return lines == LinePart_Motor || (lines == (LinePart_Motor | LinePart_Limit) && ends->parts & IN_TREE && held_by(ends) == JointPart_Point);
}

/* How hard a body is to turn at an anchor. */
static inline double inertia_at(uint32_t record, const Pose *pose, double from_origin_x, double from_origin_y) {
  double x, y, turn;
  weigh(record, pose, &x, &y, &turn);
  return turn_at(turn, x, y, from_origin_x + pose->fromCenterX, from_origin_y + pose->fromCenterY);
}

/* Of its lane only this may be another than when it was laid: how the bodies are turned is nothing to it. */
static void drive_angle(AngleGroup *group, int lane, const JointRecord *joint, const Ends *ends, double time) {
  const Pose *a = frame->pose + ends->body_a, *b = frame->pose + ends->body_b;
  Place at = place_of(joint, a, b);
  SET(group->inertiaA, lane, inertia_at(ends->a, a, at.ax, at.ay));
  SET(group->inertiaB, lane, inertia_at(ends->b, b, at.bx, at.by));
  SET(group->line.speed, lane, joint->angleSpeed);
  SET(group->line.motorMost, lane, joint->angleMotorMost * time);
  SET(group->line.push, lane, 1);
}

static void write_axis(AxisGroup *group, int lane, const Seat *seat, bool across, const Ends *ends, const char *work) {
  const JointRecord *joint = seat->joint;
  write_arms(&group->arms, lane, seat);
  double x = seat->cos_a * joint->axisX - seat->sin_a * joint->axisY, y = seat->sin_a * joint->axisX + seat->cos_a * joint->axisY;
  double ux = across ? -y : x, uy = across ? x : y;
  SET(group->axisX, lane, ux);
  SET(group->axisY, lane, uy);
  bool free = joint->free != 0 && !across;
  TICK(group->free, lane, free);
  TICK(group->strained, lane, free && !(ends->parts & IS_OPEN));
  TICK(group->straight, lane, free && goes_straight(ends));
  if (across) {
    const Coordinate none = {0};
    const LineImpulses held = {joint->across, 0, 0, 0};
    write_line(&group->line, lane, seat, LinePart_Spring | LinePart_Rigid, &none, &held, 0, 0, 1, faster_by(joint, seat->dx, seat->dy));
    return;
  }
  double length = __builtin_sqrt(seat->dx * seat->dx + seat->dy * seat->dy);
  if (free && ends->parts & MAY_TEAR) note_torn((JointRecord *)joint, ends, seat->hard.bias, length_lacked(joint, length), 0, work);
  double nx = free && length > 0 ? seat->dx / length : ux;
  double ny = free && length > 0 ? seat->dy / length : uy;
  double arm_a = (seat->dx + seat->ax) * ny - (seat->dy + seat->ay) * nx;
  double arm_b = seat->bx * ny - seat->by * nx;
  double k_a = seat->mass_ax * nx * nx + seat->mass_ay * ny * ny + seat->inertia_a * arm_a * arm_a;
  double mass_b = seat->mass_bx * nx * nx + seat->mass_by * ny * ny;
  double turn_b = seat->inertia_b * arm_b * arm_b;
  double k = k_a + mass_b + turn_b;
  /* Of an arm of B that turns against the axis the mean. */
  bool slides = (uint32_t)joint->parts & JointPart_Slide;
  double mean_b = slides ? turn_b : 0.5 * seat->inertia_b * (seat->bx * seat->bx + seat->by * seat->by);
  double moving = free ? moving_freely(seat) : moving_of(seat, k_a, mass_b + mean_b);
  write_line(&group->line, lane, seat, (int)joint->axisParts, (const Coordinate *)&joint->axisRest,
             (const LineImpulses *)&joint->axisSpring, 0, moving, k, faster_by(joint, 0, 0));
}

static void write_slide(SlideGroup *group, int lane, const Seat *seat) {
  const JointRecord *joint = seat->joint;
  write_arms(&group->arms, lane, seat);
  Softness hard = seat->hard;
  SET(group->axisX, lane, seat->cos_a * joint->axisX - seat->sin_a * joint->axisY);
  SET(group->axisY, lane, seat->sin_a * joint->axisX + seat->cos_a * joint->axisY);
  SET(group->angle, lane, seat->angle);
  SET(group->bias, lane, hard.bias);
  SET(group->give, lane, hard.give);
  SET(group->keep, lane, hard.keep);
  SET(group->faster, lane, faster_by(joint, seat->dx, seat->dy));
  SET(group->fasterTurn, lane, turn_faster_by(joint));
  if (!seat->fresh) return;
  SET(group->across, lane, joint->across);
  SET(group->lock, lane, joint->lock);
}

/* A spring between two points pulls as hard whichever way it points. None is stiffer than what is rigid, the way in which it turns the bodies most. */
static void write_pull(PointGroup *group, int lane, const Seat *seat) {
  const JointRecord *joint = seat->joint;
  double k = part_of_axis(seat) * (seat->mass_ax + seat->mass_ay + seat->mass_bx + seat->mass_by) +
             seat->inertia_a * (seat->ax * seat->ax + seat->ay * seat->ay) + seat->inertia_b * (seat->bx * seat->bx + seat->by * seat->by);
  Softness soft = spring_of(joint->pointHertz, joint->pointRatio, joint->pointStiffness, joint->pointDamping, moving_freely(seat), k, seat->time);
  SET(group->bias, lane, soft.bias);
  SET(group->pull, lane, pull_of(&soft, k));
}

/* A point that is moved, or a spring: those that are held rigidly are hinges. */
static void write_point(PointGroup *group, int lane, const Seat *seat, bool drive) {
  const JointRecord *joint = seat->joint;
  write_arms(&group->arms, lane, seat);
  double most = drive ? joint->driveMost : joint->pointMost;
  bool capped = most > 0;
  if (drive) {
    SET(group->speedX, lane, joint->driveSpeedX);
    SET(group->speedY, lane, joint->driveSpeedY);
  } else write_pull(group, lane, seat);
  SET(group->most, lane, capped ? most * seat->time : FAR);
  if (capped) group->capped = 1;
  if (!seat->fresh) return;
  SET(group->x, lane, drive ? joint->driveX : joint->pointX);
  SET(group->y, lane, drive ? joint->driveY : joint->pointY);
}

/* By itself: most joints are hinges. */
static inline void write_hinge(HingeGroup *group, int lane, JointRecord *joint, const Ends *ends, double time, Hardness *last, const char *work) {
  const Pose *a = frame->pose + ends->body_a;
  const Pose *b = frame->pose + ends->body_b;
  Place at = place_of(joint, a, b);
  Arms *arms = &group->arms;
  SET(arms->armAX, lane, at.ax + a->fromCenterX);
  SET(arms->armAY, lane, at.ay + a->fromCenterY);
  SET(arms->armBX, lane, at.bx + b->fromCenterX);
  SET(arms->armBY, lane, at.by + b->fromCenterY);
  SET(arms->apartX, lane, at.dx);
  SET(arms->apartY, lane, at.dy);
  double x, y, turn;
  weigh(ends->a, a, &x, &y, &turn);
  SET(arms->massAX, lane, x);
  SET(arms->massAY, lane, y);
  SET(arms->inertiaA, lane, turn_at(turn, x, y, at.ax + a->fromCenterX, at.ay + a->fromCenterY));
  weigh(ends->b, b, &x, &y, &turn);
  SET(arms->massBX, lane, x);
  SET(arms->massBY, lane, y);
  SET(arms->inertiaB, lane, turn_at(turn, x, y, at.bx + b->fromCenterX, at.by + b->fromCenterY));
  Softness hard = rigid(joint, time, last);
  SET(group->bias, lane, hard.bias);
  SET(group->give, lane, hard.give);
  SET(group->keep, lane, hard.keep);
  SET(group->faster, lane, faster_by(joint, 0, 0));
  if (ends->parts & MAY_TEAR) note_torn(joint, ends, hard.bias, at.dx, at.dy, work);
  note_drawn(joint, ends, hard.bias, at.dx, at.dy);
  if (!frame->jointPlan->fresh) return;
  ((int32_t *)&arms->a)[lane] = (int32_t)(ends->a * sizeof(Work));
  ((int32_t *)&arms->b)[lane] = (int32_t)(ends->b * sizeof(Work));
  TICK(group->open, lane, ends->parts & IS_OPEN);
  TICK(group->strained, lane, !(ends->parts & MAY_TEAR) && ends->strained);
  TICK(group->straight, lane, goes_straight(ends));
  SET(group->x, lane, joint->pointX);
  SET(group->y, lane, joint->pointY);
}

static void pull_body(Link *link, int k, uint32_t record, double x, double y, double turn) {
  link->works[k] = record * sizeof(Work);
  link->pull[k][0] = (float)x;
  link->pull[k][1] = (float)y;
  link->pull[k][2] = (float)turn;
}

/* Works out the effective mass, where a body may be pulled twice, and what each body answers to an impulse. */
static void weigh_link(Link *link, const JointRecord *joint, const Softness *hard, const double (*weights)[3]) {
  double k = 0;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      if (link->works[i] != link->works[j]) continue;
      for (int n = 0; n < 3; n++) k += (double)link->pull[i][n] * link->pull[j][n] * weights[i][n];
    }
    for (int n = 0; n < 3; n++) link->answer[i][n] = (float)(weights[i][n] * link->pull[i][n]);
  }
  link->mass = k > 0 ? (float)(1 / k) : 0;
  link->bias = (float)hard->bias;
  link->give = (float)hard->give;
  link->keep = (float)hard->keep;
  if (frame->jointPlan->fresh) link->impulse = (float)joint->axisSpring;
}

static __attribute__((noinline)) void lay_side(Pulley *pulley, int side, uint32_t record, const Pose *body, double ax, double ay, double ground_x, double ground_y) {
  pulley->works[side] = record * sizeof(Work);
  pulley->arm[side][0] = ax;
  pulley->arm[side][1] = ay;
  pulley->way[side][0] = body->x - body->fromCenterX + ax - ground_x;
  pulley->way[side][1] = body->y - body->fromCenterY + ay - ground_y;
  weigh(record, body, &pulley->weights[side][0], &pulley->weights[side][1], &pulley->weights[side][2]);
}

static void write_pulley(Pulley *pulley, const Seat *seat) {
  const JointRecord *joint = seat->joint;
  lay_side(pulley, 0, seat->record_a, frame->pose + (uint32_t)joint->a, seat->ax, seat->ay, joint->groundAX, joint->groundAY);
  lay_side(pulley, 1, seat->record_b, frame->pose + (uint32_t)joint->b, seat->bx, seat->by, joint->groundBX, joint->groundBY);
  pulley->factor[0] = 1;
  pulley->factor[1] = joint->factor;
  pulley->sum = joint->sum;
  pulley->bias = seat->hard.bias;
  pulley->give = seat->hard.give;
  pulley->keep = seat->hard.keep;
  pulley->faster = faster_by(joint, 0, 0);
  if (!seat->fresh) return;
  pulley->impulse[ROPE] = joint->axisSpring;
  pulley->impulse[1] = joint->axisLow;
  pulley->impulse[2] = joint->axisHigh;
}

/* Adds one of the joints that a gear couples. Returns its coordinate. */
static double write_coupled(Link *link, int k, const JointRecord *joint, double factor, double time, Hardness *hard, double (*weights)[3]) {
  uint32_t record_a = (uint32_t)(frame->awakeIndex[(uint32_t)joint->a] + 1);
  uint32_t record_b = (uint32_t)(frame->awakeIndex[(uint32_t)joint->b] + 1);
  Seat seat = seat_of(joint, record_a, record_b, time, hard);
  double masses[2][3] = {{seat.mass_ax, seat.mass_ay, seat.inertia_a}, {seat.mass_bx, seat.mass_by, seat.inertia_b}};
  for (int n = 0; n < 3; n++) {
    weights[k][n] = masses[0][n];
    weights[k + 1][n] = masses[1][n];
  }
  bool turns = (uint32_t)joint->parts & JointPart_Point;
  if (k == 0) link->most = turns ? MOST_MENDING_TURN : (float)*(const double *)&frame->jointPlan->mostMending;
  if (turns) {
    pull_body(link, k, record_a, 0, 0, -factor);
    pull_body(link, k + 1, record_b, 0, 0, factor);
    return seat.angle;
  }
  double nx = seat.cos_a * joint->axisX - seat.sin_a * joint->axisY;
  double ny = seat.sin_a * joint->axisX + seat.cos_a * joint->axisY;
  pull_body(link, k, record_a, -factor * nx, -factor * ny, -factor * ((seat.dx + seat.ax) * ny - (seat.dy + seat.ay) * nx));
  pull_body(link, k + 1, record_b, factor * nx, factor * ny, factor * (seat.bx * ny - seat.by * nx));
  return nx * seat.dx + ny * seat.dy;
}

static void write_gear(Link *link, const JointRecord *joint, double time, Hardness *hard) {
  double weights[4][3];
  double one = write_coupled(link, 0, frame->joints + (uint32_t)joint->a, 1, time, hard, weights);
  double two = write_coupled(link, 2, frame->joints + (uint32_t)joint->b, joint->factor, time, hard, weights);
  link->error = (float)(one + joint->factor * two - joint->sum);
  Softness soft = rigid(joint, time, hard);
  weigh_link(link, joint, &soft, weights);
}

/*
 * Whether it is with this part that a joint is noted where it is torn: once, whatever rows it has, or what they are made anew for. Hinges and trees note theirs,
 * and what a spring between two points holds is torn by nothing: a hand drew a crate through a lift with one.
 */
static inline bool notes_drawn(const Ends *ends, int part) {
  uint32_t parts = ends->parts;
  return !(parts & IN_TREE) && part == (parts & JointPart_Slide ? 3 : parts & JointPart_Across ? 2 : 1);
}

/* Writes the rows that were packed, and adds what they did before to the push of their bodies. The groups of new rows are all 0. */
EXPORT(prepareJoints) void prepare_joints(char *work, char *push, const double *time) {
  JointPlan *plan = frame->jointPlan;
  const uint32_t *order = (const uint32_t *)(uintptr_t)plan->order;
  const Ends *ends = (const Ends *)(uintptr_t)plan->ends;
  uint32_t at = plan->groups;
  for (int part = 0; part < KINDS; part++) {
    (&plan->starts)[part] = at;
    at += (&plan->counts)[part] * group_size(part);
  }
  plan->trees = at;
  if (plan->fresh) leave_trees(plan);
  const Row *row = (const Row *)(uintptr_t)plan->rows;
  Hardness hard = {0, 0, {0, 0, 0}, 0};
  for (uint32_t n = 0; n < plan->rowCount; n++) {
    uint32_t i = row[n].row / PARTS;
    int part = (int)(row[n].row % PARTS);
    int lane = (int)(row[n].lane % LANES);
    char *group = group_of(plan, part, row[n].lane);
    if (part == 7) {
      write_gear((Link *)group, frame->joints + order[i], *time, &hard);
      continue;
    }
    if (part == HINGE) {
      write_hinge((HingeGroup *)group, lane, frame->joints + order[i], ends + i, *time, &hard, work);
      continue;
    }
    if (!plan->fresh && is_left_to_tree(ends + i, part)) continue;
    if (!plan->fresh && is_driven_alone(ends + i, part)) {
      drive_angle((AngleGroup *)group, lane, frame->joints + order[i], ends + i, *time);
      continue;
    }
    Seat seat = seat_of(frame->joints + order[i], ends[i].a, ends[i].b, *time, &hard);
    if (notes_drawn(ends + i, part)) note_drawn(seat.joint, ends + i, seat.hard.bias, seat.dx, seat.dy);
    if (part == 0) write_angle((AngleGroup *)group, lane, &seat);
    else if (part < 3) write_axis((AxisGroup *)group, lane, &seat, part == 2, ends + i, work);
    else if (part == 6) write_pulley((Pulley *)group, &seat);
    else if (part == 3) write_slide((SlideGroup *)group, lane, &seat);
    else write_point((PointGroup *)group, lane, &seat, part == 4);
  }
  /* First: they take limits over. */
  write_trees(work, push, time);
  warm_joints(work, push, time);
  plan->held = 1;
  plan->relaxed = plan->blown = 0;
  if (plan->fresh) plan->linked = 0;
  *(double *)&plan->time = *time;
}
