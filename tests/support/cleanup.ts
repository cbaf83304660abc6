type Cleanup = () => unknown;

let ofTest: Cleanup[] | undefined;
const ofFile: Cleanup[] = [];

/**
 * Registers a cleanup that runs after the current test, or after the last test of the file if no test is running.
 * Cleanups run in reverse order.
 */
export function atEnd(cleanup: Cleanup): void {
  (ofTest ?? ofFile).push(cleanup);
}

/** Registers a cleanup that runs after the last test of the file. */
export function atEndOfFile(cleanup: Cleanup): void {
  ofFile.push(cleanup);
}

export function openTest(): void {
  ofTest = [];
}

export async function cleanUpTest(): Promise<void> {
  const cleanups = ofTest ?? [];
  ofTest = undefined;
  await run(cleanups);
}

export const isInTest = (): boolean => ofTest !== undefined;

export const cleanUpFile = (): Promise<void> => run(ofFile);

async function run(cleanups: Cleanup[]): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}
