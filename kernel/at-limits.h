/* When a limit is reached, and how often it may be let go of and taken in: of trees of any joints and of strands. */
#pragma once

/* What is no farther from its limit than this part of the slop, or so many radians, and does not leave it faster than this in a second, is at it. */
#define AT_LIMIT 1e-3
#define AT_LIMIT_TURN 1e-5

/* Of several that are let go of at once some have to be taken in again: otherwise light links whipped past their limits by 0.1 rad. Each changes so often at most. */
#define MOST_ROUNDS_OF_LIMITS 6
#define MOST_CHOICES 3
/* Radians or lengths a second: what passes a limit more slowly stands there. */
#define LEAST_PASSING 1e-6
