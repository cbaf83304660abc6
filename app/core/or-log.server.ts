interface Log {
  error(details: object, message: string): void;
}

/**
 * Runs the work for one item. An error is logged and doesn't stop the work for other items.
 * @param ids logged with the error
 * @returns undefined after an error
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
