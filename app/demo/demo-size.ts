export interface Scale {
  name: "small" | "large";
  therapists: number;
  patients: number;
  /** The number of open orders in each of the seven steps. Each has its own patient. */
  openBySteps: readonly number[];
  /** The number of closed orders. */
  closed: number;
  /** Index of the first patient with a closed order. */
  closedFrom: number;
  historyDays: number;
  closedVisits: number;
  missed: number;
  threads: number;
  messages: number;
  slotEvery: number;
  /** Null: almost every start in the next four weeks. */
  freeSlots: number | null;
}

export const scales: Record<Scale["name"], Scale> = {
  small: {
    name: "small",
    therapists: 5,
    patients: 190,
    openBySteps: [12, 12, 12, 10, 84, 14, 16],
    closed: 40,
    closedFrom: 150,
    historyDays: 25,
    closedVisits: 60,
    missed: 14,
    threads: 48,
    messages: 300,
    slotEvery: 30,
    freeSlots: null,
  },
  large: {
    name: "large",
    therapists: 200,
    patients: 60_000,
    openBySteps: [1200, 1200, 1200, 1400, 3000, 1600, 2400],
    closed: 88_000,
    closedFrom: 8000,
    historyDays: 480,
    closedVisits: 295_000,
    missed: 1000,
    threads: 50_000,
    messages: 1_000_000,
    slotEvery: 15,
    freeSlots: 250_000,
  },
};
