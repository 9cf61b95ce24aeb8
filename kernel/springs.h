/* How soft springs are, and how much they pull. For prepare-joints.c. */
#pragma once

#include "joints.h"

/*
 * How hard the stiffest springs hold: how many times more they change what they bear by what the bodies do than by letting go of it, which is
 * h w (2 ratio + h w). With 7 three slides of 60 Hz and a ratio of 2 flew off at 240 substeps a second. Softer ones, of h w below 1, may hold harder,
 * as the inverse of its square: what lags in them wins that much less.
 */
#define MOST_HOLD 4

/*
 * A spring of a stiffness and a damping coefficient, for an inverse effective mass of k. Both passes damp by themselves, a spring of angular
 * frequency w by a ratio of wh / (1 + wh) beyond what is asked for: that much less is asked
 * for. Without it a spring of 1 Hz and 0.1 was 0.09 off after three swings, at 240 substeps a second; wh alone overshoots where springs are stiff.
 * None is stiffer than what is rigid: of two hinges with springs of 60 Hz, at 120 substeps a second, each won by what the other did, up to 94 rad/s.
 */
static __attribute__((noinline)) Softness spring(double stiffness, double damping, double k, double time) {
  double turn = time * __builtin_sqrt(stiffness * k);
  double most = 2 * 3.141592653589793 * MOST_SWINGS * time / *(const double *)&frame->jointPlan->longest;
  if (turn > most) {
    stiffness *= most / turn * (most / turn);
    turn = most;
  }
  double much = 2 * time * stiffness / (1 + turn);
  double sum = (damping > much ? damping - much : 0) + time * stiffness;
  if (sum == 0) return (Softness){0, 0, 1};
  double hold = MOST_HOLD / (turn < 1 ? turn * turn : 1);
  if (time * k * sum > hold) sum = hold / (time * k);
  double gamma = 1 / (time * sum);
  double give = k / (k + gamma);
  return (Softness){stiffness / sum, give, 1 - give};
}

/*
 * The same by frequency and damping ratio, if there is one. `moving` is the inverse of the mass that these are of, which must not depend on where the bodies
 * are: as stiff as what it moves is heavy, and that turns with the arms, a spring gives more back than it takes, and two bodies that were welded softly drove
 * each other from 10 J to 1e7. If that is none, as of what can only turn, they are of what answers now.
 */
static Softness spring_of(double hertz, double ratio, double stiffness, double damping, double moving, double k, double time) {
  if (hertz == 0) return spring(stiffness, damping, k, time);
  if (moving == 0) moving = k;
  if (moving == 0) return (Softness){0, 0, 1};
  double turn = 2 * 3.141592653589793 * hertz;
  return spring(turn * turn / moving, 2 * ratio * turn / moving, k, time);
}

/* What a spring pulls in a substep by how fast it is drawn out, whatever answers: k is what did. */
static double pull_of(const Softness *soft, double k) { return soft->give > 0 ? soft->give / (k * soft->keep) : 0; }

/* How many times a body is as light by itself as it is now: see `Burdens`. */
static double lightness(uint32_t record) {
  if (record == 0) return 1;
  uint32_t body = frame->awake[record - 1];
  if (frame->burden[body] == 0) return 1;
  return ((const Kept *)(uintptr_t)frame->loads->kept)[record - 1].inverseMass / frame->pose[body].inverseMass;
}

/*
 * The inverse mass that the frequency of a spring is of, of what A and B add to it: as if no masses were raised. Else a car that weighs much stood 0.2 higher on
 * light wheels, and sprang up where they touch.
 */
static double moving_of(const Seat *seat, double k_a, double k_b) {
  return lightness(seat->record_a) * k_a + lightness(seat->record_b) * k_b;
}

/* What an axis counts of both where the way of a spring may be any: of two that are free each is half of the mean. */
static double part_of_axis(const Seat *seat) {
  return seat->mass_ax + seat->mass_bx > 0 && seat->mass_ay + seat->mass_by > 0 ? 0.5 : 1;
}

/* The same of a spring that turns against both bodies: of their masses alone. */
static double moving_freely(const Seat *seat) {
  double part = part_of_axis(seat);
  return moving_of(seat, part * (seat->mass_ax + seat->mass_ay), part * (seat->mass_bx + seat->mass_by));
}
