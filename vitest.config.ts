import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "./tests/support/base.config";

const project = (name: string, include: string, exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include: [include], exclude },
});
const http = "tests/**/*.http.test.ts";
const browser = "tests/**/*.browser.test.ts";

/** npm test -- unit runs what one runs while working; npm test runs all. */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      // Files share a worker and what it has imported: that is most of the time of a small one.
      isolate: false,
      projects: [
        project("unit", "tests/**/*.test.ts", [http, browser]),
        project("http", http),
        project("browser", browser),
      ],
    },
  }),
);
