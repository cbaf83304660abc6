export interface CapacityCell {
  booked: number;
  open: number;
  /** The visits that the working therapists can have. 0 if no one works. */
  cap: number;
  isOff: boolean;
  isClosed: boolean;
}

/** Booked visits as a share of the capacity. Null if no one works. */
export const shareOf = ({ booked, cap }: Pick<CapacityCell, "booked" | "cap">): number | null =>
  cap === 0 ? null : booked / cap;
