import type { RawBuilder } from "kysely";
import type { Db } from "~/db/open.server";
import { listVisitsById } from "~/visits/visits.server";
import { shownVisit } from "../shown-visit";
import {
  idsOfResult,
  mostSelected,
  pageOfVisits,
  pageSize,
  type VisitPage,
} from "./calendar-conditions.server";
import type { ShowCalendars } from "./calendars-query";
import { listCallsDue } from "./calls-due.server";
import { isEnded } from "./ended-visits.server";
import { isOnDay } from "./month-visits.server";
import { isToConfirm } from "./visits-to-confirm.server";
import { listWaiting } from "./waiting-items.server";

export interface WorkPage extends VisitPage {
  /** The result's visits that can be selected together; null if this page contains all of them. */
  result: number[] | null;
  /** True if the result has more visits than can be selected together. */
  isCut: boolean;
}

/** @param today `YYYY-MM-DD` */
export async function loadWorklist(db: Db, query: ShowCalendars, today: string, now: number) {
  return {
    ended: await findPage(db, isEnded(query, now), query.ended),
    toConfirm: await findPage(db, isToConfirm(query, now), query.needs),
    today: await findPage(db, isOnDay(today, { ...query, status: undefined }), query.page),
    calls: await listCallsDue(db, query, now),
    waiting: await listWaiting(db, query, now),
  };
}

async function findPage(db: Db, condition: RawBuilder<boolean>, page: number): Promise<WorkPage> {
  const ids = await idsOfResult(db, condition);
  const isCut = ids.length > mostSelected;
  const [from, to] = [(page - 1) * pageSize, page * pageSize];
  const found =
    isCut && to > mostSelected
      ? await pageOfVisits(db, condition, page)
      : {
          visits: (await listVisitsById(db, ids.slice(from, to))).map(shownVisit),
          more: ids.length > to,
        };
  const isWhole = page === 1 && !found.more;
  return { ...found, result: isWhole ? null : ids.slice(0, mostSelected), isCut };
}
