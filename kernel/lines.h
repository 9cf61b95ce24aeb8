/* What acts along one coordinate of four joints: spring, motor and limits. For joints.c. */

/*
 * Which part of what mends a place is left where it is mended no faster than `most`. The part of its impulse that a row lets go is
 * to be as much less: under load rows give way in proportion to it, and would otherwise give way to the heaviest ever more.
 */
static inline f32x4 share_mended(f32x4 speed, f32x4 most) {
  f32x4 size = at_least(speed, 0 - speed);
  i32x4 far = size > most;
  return any(far) ? pick(far, most * inverse_of(size), 1) : 1;
}

/*
 * Solves spring, motor and limits of a coordinate that is `at`, changes by `rate`, and bends; k is its inverse effective mass.
 * Returns the impulse that they add.
 */
static inline f32x4 solve_line(Line *line, f32x4 at, f32x4 rate, f32x4 k, f32x4 mass, f32x4 bend, bool relax, f32x4 inverse_time, f32x4 most) {
  f32x4 sum = 0;
  most += line->faster;
  if (line->parts & LinePart_Spring) {
    f32x4 bias = line->bias * (at - line->rest);
    f32x4 give = line->give;
    f32x4 keep = line->keep;
    if (relax) {
      bias = only(~line->rigid, bias);
      give = pick(line->rigid, 1, give);
      keep = only(~line->rigid, keep);
    } else {
      keep *= pick(line->rigid, share_mended(bias, most), 1);
      bias = pick(line->rigid, within(bias, most) + bend, bias);
    }
    f32x4 old = line->spring;
    f32x4 next = old - give * mass * (rate + bias) - keep * old;
    next = at_least(at_most(next, line->most), line->least);
    line->spring = next;
    sum = next - old;
    rate += k * sum;
  }
  if (line->parts & LinePart_Motor) {
    f32x4 old = line->motor;
    f32x4 next = at_least(at_most(old - line->push * mass * (rate - line->speed), line->motorMost), 0 - line->motorMost);
    line->motor = next;
    sum += next - old;
    rate += k * (next - old);
  }
  if (any(line->limited)) {
    for (int side = 0; side < 2; side++) {
      f32x4 room = side == 0 ? at - line->lower : line->upper - at;
      f32x4 closing = side == 0 ? rate : 0 - rate;
      i32x4 open = room > 0;
      f32x4 old = side == 0 ? line->low : line->high;
      f32x4 mend = line->limitBias * room;
      f32x4 give = relax ? (f32x4)1 : pick(open, 1, line->limitGive);
      f32x4 keep = relax ? (f32x4)0 : only(~open, line->limitKeep);
      if (!relax) keep *= share_mended(at_most(mend, 0), most);
      f32x4 bias = pick(open, room * inverse_time, relax ? (f32x4)0 : at_least(mend, 0 - most));
      f32x4 next = only(line->limited, at_least(old - give * mass * (closing + bias) - keep * old, 0));
      f32x4 change = side == 0 ? next - old : old - next;
      if (side == 0) line->low = next;
      else line->high = next;
      sum += change;
      rate += k * change;
    }
  }
  return sum;
}

/* Whether any of the four is held rigidly, or within limits that are no rows of a tree. */
static inline bool holds_any(const Line *line) { return any(line->rigid | line->limited); }

/* Whether all four have limits alone that are rows of their trees: see `write_limits`. Nothing is left to do. */
static inline bool is_idle(const Line *line) { return line->parts == LinePart_Limit && !any(line->limited); }

/*
 * Whether nothing that acts along them changes: there are no springs, limits are rows of their trees, and so are motors, which push no harder than
 * they may.
 */
static inline bool is_at_rest(const Line *line) {
  if (line->parts & LinePart_Spring || any(line->limited)) return false;
  return !(line->parts & LinePart_Motor) || !any((line->push != 0) | (line->motor > line->motorMost) | (line->motor < 0 - line->motorMost));
}
