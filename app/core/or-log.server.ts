interface Log {
  error(details: object, message: string): void;
}

/**
 * Logs a fault in one item, so that the rest of the work continues.
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
