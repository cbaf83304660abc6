import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "./tests/support/base.config";

const project = (name: string, include: string, exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include: [include], exclude },
});
const http = "tests/**/*.http.test.ts";
const browser = "tests/**/*.browser.test.ts";

/** `npm test -- unit` runs the tests that need no server or browser. `npm test` runs all tests. */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      // Files share a worker and its imports, because imports take most of a small file's time.
      isolate: false,
      projects: [
        project("unit", "tests/**/*.test.ts", [http, browser]),
        project("http", http),
        project("browser", browser),
      ],
    },
  }),
);
