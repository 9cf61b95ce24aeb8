/* Where shapes are on their ways. */
#include "foresee.h"

__attribute__((noinline)) Rotation turn_by(double angle) { return short_turn(angle); }

__attribute__((noinline)) Start pose_at(const Sweep *sweep, double fraction) {
  Rotation turned = turn_by(fraction * sweep->turn);
  double c = sweep->cos * turned.cos - sweep->sin * turned.sin;
  double s = sweep->sin * turned.cos + sweep->cos * turned.sin;
  return (Start){
      sweep->startX + fraction * (sweep->endX - sweep->startX) - (c * sweep->centerX - s * sweep->centerY),
      sweep->startY + fraction * (sweep->endY - sweep->startY) - (s * sweep->centerX + c * sweep->centerY),
      c,
      s,
  };
}

__attribute__((noinline)) void write_sweep(const Side *side, Sweep *out) {
  const Pose *body = frame->pose + side->body;
  const Pose *pose = side->pose;
  double x = center_x(body), y = center_y(body);
  /* Where the center of mass is in the frame of the shape, which turns around it. */
  double ox = x - pose->x, oy = y - pose->y;
  *out = (Sweep){
      x, y, x + side->way->x, y + side->way->y, pose->cos, pose->sin, side->way->turn,
      pose->cos * ox + pose->sin * oy, pose->cos * oy - pose->sin * ox,
  };
}
