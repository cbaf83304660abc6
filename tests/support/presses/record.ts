import { appendFileSync } from "node:fs";
import type { Control } from "./controls";

/** Something that a test saw or did. A control is recorded as pressed only after its good outcome. */
export type Entry =
  | { type: "seen"; control: Control }
  | { type: "pressed"; control: Control; where: "browser" | "plain" }
  | { type: "called"; method: string; path: string }
  | { type: "ran"; program: string };

export const isRecording = (): boolean => process.env.PRESSES_FILE !== undefined;

const recorded = new Set<string>();

/** Ids, codes, and tokens differ in each test. */
const withoutIds = (path: string) =>
  path.replace(/[\w-]{15,}/g, (part) => (/^[a-z-]+$/.test(part) ? part : "token")).replace(/\d+/g, "1");

/** Appends an entry to the run's file, once per process. Does nothing outside of `npm test`. */
export function record(entry: Entry): void {
  if (!process.env.PRESSES_FILE) return;
  const line = JSON.stringify(entry, (key, value) => (key === "path" ? withoutIds(value) : value));
  if (recorded.has(line)) return;
  recorded.add(line);
  appendFileSync(process.env.PRESSES_FILE, `${line}\n`);
}

const signsOut = ["/logout", "/account/sign-out-everywhere"];

/** Whether the server accepted a request. A redirect to the login page means that it didn't. */
export function isGood(path: string, status: number, location: string | null | undefined): boolean {
  if (status >= 400) return false;
  return signsOut.includes(path) || !/^(https?:\/\/[^/]+)?\/login\b/.test(location ?? "");
}
