import { type Opening, openingsInBatches } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { hour } from "~/core/time";
import { type KindOfVisit, kindOfOpening } from "~/kinds/kinds.server";
import { fitsWish, type Wanted } from "../fits-wish";

interface WaitingWish {
  orderId: number;
  wanted: Omit<Wanted, "visitStart" | "cutoffHours" | "sameDayNotice" | "untilAt"> & { untilAt: number };
  standby: boolean;
  kinds: readonly KindOfVisit[];
}

interface Fitting extends Opening {
  kindId: number;
}

/**
 * Finds the first open time that each patient without a visit could book now, for any of the kinds of visits that they
 * want. Reads the open times of each kind once, up to the last patient's first time.
 * @returns by order; without the patients for whom no open time fits
 */
export async function findFittingOpenings(
  { reads, clock, config }: Pick<App, "reads" | "clock" | "config">,
  wishes: readonly WaitingWish[],
): Promise<Map<number, Fitting>> {
  const now = clock.now();
  const firsts = new Map<number, Fitting>();
  const byKind = Map.groupBy(
    wishes.flatMap((wish) => wish.kinds.map((kind) => ({ wish, kind }))),
    ({ kind }) => JSON.stringify(kindOfOpening(kind) ?? null),
  );
  for (const group of byKind.values()) {
    let left = group;
    const [first] = group;
    if (!first) continue;
    for await (const batch of openingsInBatches(reads, config, {
      now,
      to: Math.max(...group.map(({ wish }) => wish.wanted.untilAt)),
      kind: kindOfOpening(first.kind),
    })) {
      const starts = new Map<number, Opening>();
      for (const opening of batch) if (!starts.has(opening.start)) starts.set(opening.start, opening);
      left = left.filter(({ wish, kind }) => {
        const known = firsts.get(wish.orderId);
        const wanted = {
          ...wish.wanted,
          ...(kind.handsOver && { notBefore: undefined }),
          visitStart: null,
          cutoffHours: 0,
          sameDayNotice: wish.standby ? config.bookingLeadHours * hour : null,
        };
        for (const opening of starts.values()) {
          if (known && known.start <= opening.start) return false;
          if (!fitsWish(wanted, opening.start, now)) continue;
          firsts.set(wish.orderId, { ...opening, kindId: kind.id });
          return false;
        }
        return true;
      });
      if (left.length === 0) break;
    }
  }
  return firsts;
}
