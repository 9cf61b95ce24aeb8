/** Room is made for this part of the contacts more: what comes next is not to double a table that was made for a crowd. */
const SPARE = 1 / 16

/** What is taken where `needed` entries do not fit into `capacity`: at least half as much again, and `least` more, so that growth is rare. */
export function roomFor(needed: number, capacity: number, least: number): number {
  return needed <= capacity ? capacity : Math.max(Math.ceil(needed * (1 + SPARE)), Math.ceil(capacity * 1.5), capacity + least)
}
