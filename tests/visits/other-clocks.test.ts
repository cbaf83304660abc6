import { expect, test } from "vitest";
import { otherZones } from "~/visits/ui/other-zones";

const at = Date.parse("2026-05-12T14:00:00Z");
const visit = { start_at: at, timezone: "EST", patient_zone: "America/New_York" };

test("a time that is the same for everyone is shown once", () => {
  expect(otherZones(visit, "America/New_York")).toBe("");
});

test("a time shared by the therapist and the patient is shown without a label", () => {
  expect(otherZones(visit, "America/Chicago")).toBe("10:00 AM EDT");
});

test("different therapist and patient times are labeled", () => {
  const western = { ...visit, patient_zone: "America/Los_Angeles" };
  expect(otherZones(western, "America/New_York")).toBe("patient 7:00 AM PDT");
  expect(otherZones(western, "America/Chicago")).toBe("therapist 10:00 AM EDT, patient 7:00 AM PDT");
});
