/**
 * Repeats the work with a pause between rounds.
 * @param pause milliseconds
 * @returns a function that stops it and waits for the last round
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
