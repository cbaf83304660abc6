const sleepers = new Set<() => void>();

/**
 * Wakes this process's delivery. Called inside the transaction that writes: delivery's own claim waits
 * for the one writing connection, so it begins once that transaction is over.
 */
export function wakeDelivery(): void {
  for (const wake of sleepers) wake();
}

/** Has `wake` called at each signal; the answer ends that. */
export function onWake(wake: () => void): () => void {
  sleepers.add(wake);
  return () => sleepers.delete(wake);
}
