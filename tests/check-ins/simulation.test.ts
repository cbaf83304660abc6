import { expect, test } from "vitest";
import { simulate } from "../bench/check-ins/simulate";

test("in 45 simulated days with outages and a change of clocks, no patient gets too many texts", async () => {
  const { kinds, ...figures } = await simulate(7, { patients: 40, days: 45 });
  expect(kinds["check-in sms"]?.count).toBeGreaterThan(100);
  expect(kinds["reminder-day sms"]?.count).toBeGreaterThan(30);
  expect(figures).toMatchObject({
    checkInsADay: 1,
    daysWithCheckInAndReminder: 0,
    inQuietHours: 0,
    afterStop: 0,
    checkInsAfterEnd: 0,
    callsADay: 1,
  });
});
