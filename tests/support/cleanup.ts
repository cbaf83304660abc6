type Cleanup = () => unknown;

let ofTest: Cleanup[] | undefined;
const ofFile: Cleanup[] = [];

/** Runs after the current test; after the last test of the file when called outside of a test. The latest first. */
export function atEnd(cleanup: Cleanup): void {
  (ofTest ?? ofFile).push(cleanup);
}

/** Runs after the last test of the file, wherever it was called. */
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
