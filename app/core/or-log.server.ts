interface Log {
  error(details: object, message: string): void;
}

/**
 * Keeps one faulty item from ending a round of work.
 * @param ids logged with the fault
 * @returns undefined after a fault
 */
export async function orLog<Result>(
  log: Log,
  name: string,
  ids: Record<string, unknown>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    log.error({ err: error, ...ids }, name);
    return undefined;
  }
}
