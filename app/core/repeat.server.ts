/**
 * Repeats the work at an interval.
 * @param pause milliseconds
 * @returns a function that stops repeating and waits for the last run
 */
export function repeat(
  pause: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => unknown,
): () => Promise<void> {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(work).catch(onError);
  }, pause);
  return async () => {
    clearInterval(timer);
    await round;
  };
}
