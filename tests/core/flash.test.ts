import { expect, test } from "vitest";
import { parseFlash } from "~/core/flash";

test.each(["visit-moved", "day-reopened.3", "availability.added.1.2.3.4.5"])("%s is a flash key", (value) => {
  expect(parseFlash(value)).toBe(value);
});

test.each([
  "Your account is locked",
  "visit-moved.3",
  "day-reopened",
  "day-reopened.x",
  "day-reopened.3 now",
  "",
])("%j in the cookie is ignored", (value) => {
  expect(parseFlash(value)).toBeNull();
});
