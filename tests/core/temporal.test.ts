import { describe, expect, test, vi } from "vitest";

type Times = typeof import("~/core/time") & typeof import("~/core/zones/offsets");

const load = async (): Promise<Times> => ({
  ...(await import("~/core/time")),
  ...(await import("~/core/zones/offsets")),
});

/** `~/core/time` on the polyfill, as Node 22 and 24 run it. */
async function onPolyfill(): Promise<Times> {
  vi.resetModules();
  vi.doMock("temporal-polyfill", () => import("temporal-polyfill/implementation"));
  return load();
}

/** `~/core/time` on Node's own Temporal, which the polyfill's main module prefers. */
async function onNative(): Promise<Times> {
  vi.resetModules();
  vi.doUnmock("temporal-polyfill");
  return load();
}

const zones = Intl.supportedValuesOf("timeZone");
const years = [2024, 2025, 2026, 2027, 2030];

/** Every zone rule the product uses, around each clock change. */
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

describe.skipIf(!("Temporal" in globalThis))("Node's own Temporal and the polyfill", () => {
  test("agree on the clocks of every zone", async () => {
    const native = await onNative();
    const expected = zones.map((zone) => [zone, rulesOf(native, zone)]);
    const polyfill = await onPolyfill();
    const { Temporal } = await import("temporal-polyfill");
    expect(Temporal).not.toBe(Reflect.get(globalThis, "Temporal"));
    expect(zones.map((zone) => [zone, rulesOf(polyfill, zone)])).toEqual(expected);
    expect(zones.length).toBeGreaterThan(400);
  });
});
