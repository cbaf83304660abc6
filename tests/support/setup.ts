import { afterAll, afterEach, beforeEach } from "vitest";
import { cleanUpFile, cleanUpTest, openTest } from "./cleanup";

beforeEach(openTest);
afterEach(cleanUpTest);
afterAll(cleanUpFile);
