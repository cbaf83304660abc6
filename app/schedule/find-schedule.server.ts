import { bookingWindow, settingsFrom } from "~/availability/booking-window";
import { countOpeningsByDay, listOpeningRegions } from "~/availability/count-openings-by-day.server";
import { listOpenTimes, type OpenTime } from "~/availability/list-open-times.server";
import type { KindOfOpening } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import type { Language } from "~/core/language/languages";
import { addMonths } from "~/core/month";
import { localDate } from "~/core/time";
import { regionName } from "~/core/zones/states";
import { enoughTimes, type ListedDay, type ListedDays, listDays, nearestDay } from "./list-days.server";
import { listSpeakers, putSpeakersFirst } from "./put-speakers-first.server";
import type { ScheduleFilters } from "./schedule-schema";

const mostTherapists = 3;
const allTherapists = 60;
/** More than the start times of a day. */
const wholeDay = 100;
const daysOfSpeakers = 14;

export interface Schedule extends ListedDays {
  filters: ScheduleFilters;
  /** `YYYY-MM` */
  month: string;
  previousMonth: string | null;
  nextMonth: string | null;
  zone: string;
  /** Days with open times, `YYYY-MM-DD`. */
  days: string[];
  regions: string[];
  /** The open times of the nearest day, if no time matches the filters. */
  nearest: ListedDay | null;
  /** The first times with therapists who speak the patient's language, unless the list starts with them anyway. */
  inLanguage: ListedDay[];
}

interface Viewer {
  zone: string;
  /** The patient's language, if it isn't English. */
  language?: Language | undefined;
  /** The patient's state, whose therapists are listed first. Null if unknown. */
  state: string | null;
  /** The visit being moved. Its time counts as free. */
  exceptVisit?: number | undefined;
  /**
   * The visit's day, where the list starts unless the patient chose another day. Most visits move by only a few days.
   */
  ownDay?: string | undefined;
  /** A kind of visit other than the usual setup by video. */
  kind?: KindOfOpening | undefined;
  /** The earliest time for this patient, in ms UTC. */
  notBefore?: number | undefined;
}

const speaks = ({ openings }: OpenTime): boolean => openings[0]?.speaks !== undefined;

type Narrowed = Pick<ScheduleFilters, "region" | "part">;

export async function findSchedule(
  // A lagging replica can list a time that is taken. Booking it fails and offers alternatives.
  { replicaReads: db, config: all, clock }: Pick<App, "replicaReads" | "config" | "clock">,
  { zone, language, state, exceptVisit, ownDay, kind, notBefore }: Viewer,
  chosen: ScheduleFilters,
): Promise<Schedule> {
  const { date, region, part, time } = chosen;
  const config = settingsFrom(all, notBefore);
  const asked = { now: clock.now(), zone, exceptVisit, kind };
  const regions = await listOpeningRegions(db, config, asked.now);
  const preferRegion = regions.find((each) => regionName(each) === regionName(state ?? ""));
  const daysWith = async (narrowed: Narrowed) =>
    (await countOpeningsByDay(db, config, { ...asked, ...narrowed, limit: 1 })).map((day) => day.date);
  // Patients who speak English cost no further query.
  const speakers = language && (await listSpeakers(db, language));
  async function listTimes(
    narrowed: Narrowed,
    day: string,
    page: { limit: number; offset: number; at?: number },
  ): Promise<OpenTime[]> {
    const most = page.at === undefined ? mostTherapists : allTherapists;
    const hasSpeakers = speakers && speakers.size > 0;
    const times = await listOpenTimes(db, config, {
      ...asked,
      ...narrowed,
      ...page,
      date: day,
      preferRegion,
      therapists: hasSpeakers ? allTherapists : most,
    });
    if (!language || !hasSpeakers) return times;
    return putSpeakersFirst(db, times, { language, ids: speakers, date: day, zone, most });
  }

  async function listOneTime(at: number): Promise<ListedDays> {
    const day = localDate(at, zone);
    const times = await listTimes({ region, part }, day, { limit: 1, offset: 0, at });
    return { list: times.length > 0 ? [{ date: day, times }] : [], next: null };
  }

  /** Drops the date filter, then the region or time of day (whichever gives a nearer day), then both. */
  async function findNearest(wanted: string): Promise<ListedDay | null> {
    for (const choices of [[{ region, part }], [{ part }, { region }], [{}]]) {
      const found = await Promise.all(
        choices.map(async (kept) => ({ kept, day: nearestDay(wanted, await daysWith(kept)) })),
      );
      const day = nearestDay(
        wanted,
        found.flatMap((one) => one.day ?? []),
      );
      const kept = found.find((one) => one.day === day)?.kept;
      if (day && kept)
        return { date: day, times: await listTimes(kept, day, { limit: enoughTimes, offset: 0 }) };
    }
    return null;
  }

  /** On the first page, Spanish-speaking therapists come first, even if their first time is days away. */
  async function listInLanguage(list: readonly ListedDay[]): Promise<ListedDay[]> {
    const first = list.flatMap(({ times }) => times).slice(0, enoughTimes);
    if (!speakers || speakers.size === 0 || first.every(speaks)) return [];
    const found: ListedDay[] = [];
    let missing = enoughTimes;
    for (const date of days.slice(0, daysOfSpeakers)) {
      const times = (await listTimes({ region, part }, date, { limit: wholeDay, offset: 0 })).filter(speaks);
      if (times.length > 0) found.push({ date, times: times.slice(0, missing) });
      missing -= times.length;
      if (missing <= 0) break;
    }
    return found;
  }

  const days = await daysWith({ region, part });
  const isChosen = Boolean(date ?? chosen.from ?? chosen.month ?? time);
  const starts = !isChosen && ownDay && days.some((each) => each >= ownDay) ? { from: ownDay } : {};
  const filters = { ...chosen, ...starts };
  const first = days[0] ?? localDate(bookingWindow(config, asked.now).from, zone);
  const last = days.at(-1) ?? first;
  const listed =
    time === undefined
      ? await listDays(days, filters, (day, page) => listTimes({ region, part }, day, page))
      : await listOneTime(time);
  const month = filters.month ?? (date ?? listed.list[0]?.date ?? filters.from ?? first).slice(0, 7);
  return {
    filters,
    month,
    previousMonth: month > first.slice(0, 7) ? addMonths(month, -1) : null,
    nextMonth: month < last.slice(0, 7) ? addMonths(month, 1) : null,
    zone,
    days,
    regions,
    ...listed,
    inLanguage: isChosen || filters.from || filters.skip > 0 ? [] : await listInLanguage(listed.list),
    nearest: listed.list.length === 0 ? await findNearest(date ?? filters.from ?? first) : null,
  };
}
