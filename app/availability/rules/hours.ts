/** Hours of a therapist's week. */
export interface Hours {
  id: number;
  /** Weekdays, 0 for Sunday. */
  days: number[];
  /** `HH:MM` on the therapist's clock; the end itself is no start. */
  startTime: string;
  endTime: string;
  /** Minutes from one start to the next. */
  interval: number;
}
