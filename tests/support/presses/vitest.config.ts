import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "../base.config";

/** Runs after all tests and checks what they have pressed. */
export default mergeConfig(base, defineConfig({ test: { include: ["tests/**/*.presses.ts"] } }));
