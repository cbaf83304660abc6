import { expect, test } from "vitest";
import { forPatient } from "~/visits/notices/calendar-description";

test("a calendar entry that a patient may share has no link that signs in", () => {
  const code = "abcdefghijkmnpqrstuv";
  const visit = {
    start_at: Date.parse("2026-12-03T14:00:00Z"),
    patient_zone: "America/New_York",
    therapist: "Tess",
  };
  const patient = {
    company: { name: "Acme", phone: null },
    links: {
      schedule: `https://visits.example/schedule/${code}`,
      track: `https://visits.example/track/${code}`,
    },
    closedHours: null,
  };
  const text = forPatient(visit as never, patient as never);
  expect(text).not.toContain(code);
  expect(text).toContain("Change your visit: https://visits.example/my-visit");
});
