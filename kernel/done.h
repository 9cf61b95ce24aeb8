/* What rows of joints did in all substeps of a step. For joints.c. */

/* The sum of what a row did in the substeps of a step, after the last pass of each. */
static inline f32x4 done_by(int pass, f32x4 before, f32x4 impulse) { return pass == Pass_Warm ? (f32x4){0} : before + impulse; }

/* The same of what turns as the bodies move: after the first pass as it was, and what the last one changes as it is. */
static inline void note_along(f32x4 *x, f32x4 *y, int pass, f32x4 impulse, f32x4 change, f32x4 nx, f32x4 ny) {
  f32x4 sum = pass == Pass_Press ? impulse : change;
  *x = done_by(pass, *x, sum * nx);
  *y = done_by(pass, *y, sum * ny);
}
