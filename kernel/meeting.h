/* How fast the two bodies of a contact meet or part where they touch. */
#pragma once

#include "layout.h"

typedef struct {
  double along, across;
} Meeting;

/* How fast B goes, seen from A, at the point of the contact that meets or parts fastest. */
Meeting meeting_of(uint32_t contact);
