import { defineConfig, mergeConfig } from "vitest/config";
import { base } from "../support/base.config";

export default mergeConfig(
  base,
  defineConfig({ test: { include: ["tests/peers/**/*.peer.ts"], isolate: false } }),
);
