import type { RawBuilder } from "kysely";
import { listBelowMinimum } from "~/classes/classes-below-minimum.server";
import type { Db } from "~/db/open.server";
import {
  whereNeedsConfirmation,
  whereNeedsOutcome,
  whereOnDay,
  whereOverdue,
} from "./calendar-conditions.server";
import type { ShowCalendars } from "./calendars-query";
import { listCallsDue } from "./calls-due.server";
import { listEquipmentRows } from "./equipment-lacks.server";
import { listShownVisits, listVisitIds, pageOfVisits, pageSize } from "./page-of-visits.server";
import { listWaiting } from "./waiting-items.server";

const mostSelected = 200;

export type WorkPage = Awaited<ReturnType<typeof findPage>>;

/** @param today `YYYY-MM-DD` */
export async function listWorklist(db: Db, query: ShowCalendars, today: string, now: number) {
  return {
    overdue: await findPage(db, whereOverdue(query, now), query.overdue),
    ended: await findPage(db, whereNeedsOutcome(query, now), query.ended),
    toConfirm: await findPage(db, whereNeedsConfirmation(query, now), query.needs),
    today: await findPage(db, whereOnDay(today, { ...query, status: undefined }), query.page),
    equipment: await listEquipmentRows(db, query, now),
    calls: await listCallsDue(db, query, now),
    waiting: await listWaiting(db, query, now),
    /** Supervisors decide whether these take place. */
    classes: (await listBelowMinimum(db, now)).filter(
      ({ company, therapist, region, kind }) =>
        (!query.kind || query.kind === kind) &&
        (!query.company || query.company === company) &&
        (!query.therapist || query.therapist === therapist) &&
        (!query.region || query.region === region),
    ),
  };
}

async function findPage(db: Db, condition: RawBuilder<boolean>, page: number) {
  const ids = await listVisitIds(db, condition, mostSelected + 1);
  const isCut = ids.length > mostSelected;
  const [from, to] = [(page - 1) * pageSize, page * pageSize];
  const found =
    isCut && to > mostSelected
      ? await pageOfVisits(db, condition, page)
      : { visits: await listShownVisits(db, ids.slice(from, to)), more: ids.length > to };
  const isOnlyPage = page === 1 && !found.more;
  return {
    ...found,
    /** The visits that can be selected together. Null if they are all on this page. */
    result: isOnlyPage ? null : ids.slice(0, mostSelected),
    /** True if there are more visits than can be selected together. */
    isCut,
  };
}
