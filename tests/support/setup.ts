import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { cleanUpFile, cleanUpTest, openTest } from "./cleanup";

beforeEach(openTest);
afterEach(async () => {
  await cleanUpTest();
  // Files share a process, so a test that failed must not leave its spies and variables to others.
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
afterAll(cleanUpFile);
