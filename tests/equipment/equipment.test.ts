import { expect, test } from "vitest";
import { addDays, day } from "~/core/time";
import { type Equipment, firstVisitDay, type Shipment, whereIs } from "~/equipment/equipment";
import { fitsWish } from "~/offers/fits-wish";

const today = "2026-03-09";
const nothing: Shipment = {
  carrier: null,
  tracking_number: null,
  shipped_at: null,
  expected_on: null,
  expected_source: null,
  delivered_at: null,
  delivered_source: null,
};
const equipment = (shipments: Partial<Shipment>[], rest: Partial<Equipment> = {}): Equipment => ({
  setting: "require",
  days: 0,
  isHandedOver: false,
  zone: "America/New_York",
  ...rest,
  shipments: shipments.map((each) => ({ ...nothing, ...each })),
});
const came = { delivered_at: 1 };
const due = (expected_on: string) => ({ expected_on });

test("patients can have a visit from the day after the equipment should arrive", () => {
  expect(firstVisitDay(equipment([due("2026-03-12")]), today)).toBe("2026-03-13");
  expect(firstVisitDay(equipment([due("2026-03-12")], { days: 2 }), today)).toBe("2026-03-15");
});

test("with two shipments of which one came, the other one counts", () => {
  expect(firstVisitDay(equipment([{ ...due("2026-03-20"), ...came }, due("2026-03-12")]), today)).toBe(
    "2026-03-13",
  );
  expect(firstVisitDay(equipment([due("2026-03-20"), due("2026-03-12")]), today)).toBe("2026-03-21");
});

test("late equipment can come today at the earliest", () => {
  const late = equipment([due("2026-03-02")]);
  expect(firstVisitDay(late, today)).toBe("2026-03-10");
  expect(whereIs(late, today)).toMatchObject({ kind: "coming", isLate: true });
});

test("all times are offered once all of it came, without an expected day, and where it is handed over", () => {
  expect(firstVisitDay(equipment([{ ...due("2026-03-12"), ...came }]), today)).toBeNull();
  expect(firstVisitDay(equipment([{ shipped_at: 1 }]), today)).toBeNull();
  expect(firstVisitDay(equipment([due("2026-03-12")], { isHandedOver: true }), today)).toBeNull();
  expect(firstVisitDay(equipment([due("2026-03-12")], { setting: "inform" }), today)).toBeNull();
});

test("a time before the equipment isn't offered to a patient who waits for an earlier one", () => {
  const wanted = {
    visitStart: 20 * day,
    untilAt: null,
    shortNotice: null,
    cutoffHours: 0,
    notice_hours: 0,
    zone: "America/New_York",
    parts: ["morning", "afternoon", "evening"] as ("morning" | "afternoon" | "evening")[],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    notBefore: 10 * day,
  };
  expect(fitsWish(wanted, 9.5 * day, 0)).toBe(false);
  expect(fitsWish(wanted, 10.5 * day, 0)).toBe(true);
});

/** The rule once more, day by day: a day is possible if no package that is still out could come on it or later. */
function isPossible({ setting, isHandedOver, days, shipments }: Equipment, day: string): boolean {
  if (setting === "inform" || isHandedOver) return true;
  return shipments
    .filter(({ delivered_at, expected_on }) => delivered_at === null && expected_on !== null)
    .every(({ expected_on }) => {
      const arrival = Date.parse(expected_on ?? "") < Date.parse(today) ? today : (expected_on ?? "");
      return Date.parse(day) > Date.parse(addDays(arrival, days));
    });
}

type Rule = typeof firstVisitDay;

/** Every combination of up to two shipments, settings, and days. @returns the first difference from the model */
function difference(rule: Rule): string | null {
  const kinds = [due("2026-03-02"), due(today), due("2026-03-12"), { ...due("2026-03-15"), ...came }, {}];
  const pairs = [[], ...kinds.map((one) => [one]), ...kinds.flatMap((one) => kinds.map((two) => [one, two]))];
  for (const shipments of pairs)
    for (const setting of ["inform", "require"] as const)
      for (const isHandedOver of [false, true])
        for (const days of [0, 1, 3]) {
          const given = equipment(shipments, { setting, isHandedOver, days });
          const first = rule(given, today);
          for (let ahead = 0; ahead < 15; ahead++) {
            const day = addDays(today, ahead);
            if ((first === null || day >= first) !== isPossible(given, day))
              return JSON.stringify([given, day]);
          }
        }
  return null;
}

test("the rule agrees with a model of it, and the model notices planted faults", () => {
  expect(difference(firstVisitDay)).toBeNull();
  const faults: Record<string, Rule> = {
    "delivered packages count": (given, at) =>
      firstVisitDay(
        { ...given, shipments: given.shipments.map((each) => ({ ...each, delivered_at: null })) },
        at,
      ),
    "only the first package counts": (given, at) =>
      firstVisitDay({ ...given, shipments: given.shipments.slice(0, 1) }, at),
    "the company's days are left out": (given, at) => firstVisitDay({ ...given, days: 0 }, at),
    "handing over is left out": (given, at) => firstVisitDay({ ...given, isHandedOver: false }, at),
    "informing requires": (given, at) => firstVisitDay({ ...given, setting: "require" }, at),
    "late equipment is taken as delivered": (given, at) =>
      firstVisitDay(given, at < "2026-03-02" ? at : "2026-01-01"),
    "nothing is required": () => null,
  };
  for (const [name, rule] of Object.entries(faults)) expect(difference(rule), name).not.toBeNull();
});
