// The build puts this in place of temporal-polyfill, so that only browsers without Temporal load its 20 KB (compressed).
import type { Temporal as TemporalTypes } from "temporal-polyfill";

type Temporal = typeof TemporalTypes;

/** The browser's Temporal, or otherwise temporal-polyfill's. */
export const Temporal: Temporal =
  (globalThis as { Temporal?: Temporal }).Temporal ??
  (await import("temporal-polyfill/implementation")).Temporal;

// The functions of temporal-polyfill/fns that FullCalendar uses. The build fails if it uses another.

export const fromEpochMilliseconds = (at: number) => Temporal.Instant.fromEpochMilliseconds(at);

export const toZonedDateTimeISO = (instant: TemporalTypes.Instant, zone: string) =>
  instant.toZonedDateTimeISO(zone);

export const create = (...fields: ConstructorParameters<Temporal["PlainDateTime"]>) =>
  new Temporal.PlainDateTime(...fields);

export const toZonedDateTime = (local: TemporalTypes.PlainDateTime, zone: string) =>
  local.toZonedDateTime(zone);

export const offsetNanoseconds = (zoned: TemporalTypes.ZonedDateTime) => zoned.offsetNanoseconds;
