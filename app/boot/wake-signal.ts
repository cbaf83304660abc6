/** Wakes workers of the same process. */
export interface WakeSignal {
  notify(): void;
  /** @returns ends the subscription */
  subscribe(wake: () => void): () => void;
}

export function wakeSignal(): WakeSignal {
  const subscribers = new Set<() => void>();
  return {
    notify() {
      for (const wake of subscribers) wake();
    },
    subscribe(wake) {
      subscribers.add(wake);
      return () => subscribers.delete(wake);
    },
  };
}
