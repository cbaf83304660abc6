import type { App } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import { listTherapists } from "~/therapists/therapists.server";
import { pageOfFreedTimes, pageOfOffers } from "../list-offers.server";
import { listCompaniesWithoutOffers } from "../list-waiting-patients.server";
import { pageOfEndedWaits, pageOfWaiting } from "../waits/page-of-waiting.server";
import type { ShowOffers } from "./offers-query";

const pageSize = 50;

/** Loads the current tab's data. The other tabs' data is null. */
export async function listOffersPage(app: App, who: Staff, query: ShowOffers) {
  const { tab, status, therapist, page, help } = query;
  const isEnded = tab === "waiting" && query.who === "ended";
  const group = query.who === "ended" ? undefined : query.who;
  const span = { from: (page - 1) * pageSize, size: pageSize };
  const oneMore = { ...span, size: pageSize + 1 };
  return {
    off: await listCompaniesWithoutOffers(app.reads),
    waiting: tab === "waiting" && !isEnded ? await pageOfWaiting(app, { ...span, who: group, help }) : null,
    ended: isEnded ? cut(await pageOfEndedWaits(app, oneMore)) : null,
    sent: tab === "sent" ? cut(await pageOfOffers(app.reads, { status }, oneMore)) : null,
    times: tab === "times" ? cut(await pageOfFreedTimes(app, { ...oneMore, therapistId: therapist })) : null,
    therapists: tab === "times" ? await listNames(app, who) : [],
  };
}

const cut = <Row>(rows: Row[]) => ({ rows: rows.slice(0, pageSize), more: rows.length > pageSize });

export const listNames = async (app: App, who: Staff) =>
  (await listTherapists(app.reads, who)).map(({ id, name }) => ({ id, name }));
