export type Scale = (typeof scales)["small" | "large"];

export const scales = {
  small: {
    name: "small" as const,
    therapists: 5,
    patients: 190,
    /** Open orders in each of the seven steps. Each has its own patient. */
    openBySteps: [12, 12, 12, 10, 84, 14, 16],
    closed: 40,
    /** Index of the first patient with a closed order. */
    closedFrom: 150,
    historyDays: 25,
    closedVisits: 60,
    missed: 14,
    threads: 48,
    messages: 300,
    slotEvery: 30,
    /** Null for almost every start time in the next four weeks. */
    freeSlots: null,
  },
  large: {
    name: "large" as const,
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
