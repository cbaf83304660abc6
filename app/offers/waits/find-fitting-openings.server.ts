import { type Opening, openingsInBatches } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { hour } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { type KindOfVisit, kindOfOpening } from "~/kinds/kinds.server";
import { fitsWish, type Wanted } from "../fits-wish";

interface WaitingWish {
  orderId: number;
  wanted: Omit<Wanted, "visitStart" | "cutoffHours" | "shortNotice" | "untilAt"> & { untilAt: number };
  standby: boolean;
  kinds: readonly KindOfVisit[];
}

interface Fitting extends Opening {
  kindId: number;
}

type Group = { wish: WaitingWish; kind: KindOfVisit }[];

/**
 * Finds an open time for each patient without a visit, for any of the kinds of visits that they want: the first one that
 * fits and that no one before them gets. So every patient can have the time that is found for them.
 * @param wishes in the order in which the patients get offers
 * @returns by order; without the patients for whom no open time is left
 */
export async function findFittingOpenings(
  app: Pick<App, "reads" | "clock" | "config">,
  wishes: readonly WaitingWish[],
): Promise<Map<number, Fitting>> {
  const now = app.clock.now();
  const shortNotice = app.config.bookingLeadHours * hour;
  const found = new Map<number, Fitting>();
  const spans = new Map<number, { start: number; end: number }[]>();
  const keyOf = await keyOfKind(app.reads, wishes);
  const groups = Map.groupBy(
    wishes.flatMap((wish) => wish.kinds.map((kind) => ({ wish, kind }))),
    ({ kind }) => keyOf(kind),
  );
  const waiting = new Set(wishes.filter(({ kinds }) => kinds.length > 0).map(({ orderId }) => orderId));
  /** The start of the last opening of each group that fits no one, because other therapists often have the same one. */
  const fitsNoOne = new Map<Group, number>();
  for await (const { opening, group } of openingsOf(app, [...groups.values()], now)) {
    const { start, end, therapistId } = opening;
    const taken = spans.get(therapistId) ?? [];
    if (fitsNoOne.get(group) === start) continue;
    if (taken.some((span) => span.start < end && start < span.end)) continue;
    const next = group.find(
      ({ wish, kind }) =>
        waiting.has(wish.orderId) &&
        fitsWish(
          {
            ...wish.wanted,
            ...(kind.handsOver && { notBefore: undefined }),
            visitStart: null,
            cutoffHours: 0,
            shortNotice: wish.standby ? shortNotice : null,
          },
          start,
          now,
        ),
    );
    if (!next) {
      fitsNoOne.set(group, start);
      await yieldToEventLoop();
      continue;
    }
    found.set(next.wish.orderId, { ...opening, kindId: next.kind.id });
    spans.set(therapistId, [...taken, { start, end }]);
    waiting.delete(next.wish.orderId);
    if (waiting.size === 0) break;
  }
  return found;
}

/**
 * Kinds with the same key have the same openings. Only visits at home depend on the patient's postal code, and only on
 * the therapists' areas that it is in.
 */
async function keyOfKind(reads: Db, wishes: readonly WaitingWish[]): Promise<(kind: KindOfVisit) => string> {
  const hasHome = wishes.some(({ kinds }) => kinds.some(({ mode }) => mode === "home"));
  const areas = hasHome ? await listAreas(reads) : [];
  return ({ isUsual, id, mode, zip }) => {
    if (isUsual) return "usual";
    if (mode !== "home") return String(id);
    return `${id} ${areas.filter((area) => zip?.startsWith(area)).join(" ")}`;
  };
}

/** The ZIP prefixes to which any therapist travels. */
async function listAreas(reads: Db): Promise<string[]> {
  const rows = await reads
    .selectFrom("therapists")
    .select("zip_prefixes")
    .distinct()
    .where("zip_prefixes", "is not", null)
    .execute();
  return [...new Set(rows.flatMap(({ zip_prefixes }) => JSON.parse(zip_prefixes ?? "[]") as string[]))];
}

async function* openingsOf(app: Pick<App, "reads" | "config">, groups: readonly Group[], now: number) {
  const streams = await Promise.all(
    groups.map(async (group) => {
      const openings = openingsOfGroup(app, group, now);
      return { group, openings, next: await openings.next() };
    }),
  );
  for (;;) {
    let first: { opening: Opening; stream: (typeof streams)[number] } | null = null;
    for (const stream of streams) {
      if (stream.next.done) continue;
      const opening = stream.next.value;
      if (!first || opening.start < first.opening.start) first = { opening, stream };
    }
    if (!first) return;
    yield { opening: first.opening, group: first.stream.group };
    first.stream.next = await first.stream.openings.next();
  }
}

async function* openingsOfGroup({ reads, config }: Pick<App, "reads" | "config">, group: Group, now: number) {
  const to = Math.max(...group.map(({ wish }) => wish.wanted.untilAt));
  const [first] = group;
  const kind = first && kindOfOpening(first.kind);
  for await (const batch of openingsInBatches(reads, config, { now, to, kind })) yield* batch;
}
