import { describe, expect, test, vi } from "vitest";
import { fewOf } from "../support/cases";

type Times = typeof import("~/core/time") & typeof import("~/core/zones/offsets");

const load = async (): Promise<Times> => ({
  ...(await import("~/core/time")),
  ...(await import("~/core/zones/offsets")),
});

/** Loads `~/core/time` with the polyfill, as on Node 22 and 24. */
async function onPolyfill(): Promise<Times> {
  vi.resetModules();
  vi.doMock("temporal-polyfill", () => import("temporal-polyfill/implementation"));
  return load();
}

/** Loads `~/core/time` with Node's built-in Temporal, which the polyfill's main module prefers. */
async function onNative(): Promise<Times> {
  vi.resetModules();
  vi.doUnmock("temporal-polyfill");
  return load();
}

const zones = Intl.supportedValuesOf("timeZone");
const years = [2024, 2025, 2026, 2027, 2030];

/** Calculates everything that depends on the time zone around each DST change. */
function rulesOf(times: Times, zone: string) {
  return years.map((year) => {
    const changes = times.offsetsBetween(zone, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1));
    const around = changes.flatMap(({ until }) =>
      [-1, 0, 1].map((hours) => Math.min(until, Date.UTC(year + 1, 0, 1)) + hours * times.hour),
    );
    return [
      changes,
      ...around.flatMap((at) => {
        const wall = times.wallTime(at, zone);
        const [date = "", time = ""] = wall.split("T");
        return [
          wall,
          times.instantOf(date, time.slice(0, 5), zone),
          times.instantOf(date, "02:30", zone),
          times.startOfDay(date, zone),
        ];
      }),
    ];
  });
}

describe.skipIf(!("Temporal" in globalThis))("Node's built-in Temporal and the polyfill", () => {
  test("agree on local times in every zone", async () => {
    const native = await onNative();
    const expected = fewOf(zones).map((zone) => [zone, rulesOf(native, zone)]);
    const polyfill = await onPolyfill();
    const { Temporal } = await import("temporal-polyfill");
    expect(Temporal).not.toBe(Reflect.get(globalThis, "Temporal"));
    expect(fewOf(zones).map((zone) => [zone, rulesOf(polyfill, zone)])).toEqual(expected);
    expect(zones.length).toBeGreaterThan(400);
  });
});
