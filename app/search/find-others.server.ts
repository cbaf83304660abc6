import type { App } from "~/boot/app.server";
import { foldText } from "~/core/fold-text";
import { formatPhone } from "~/core/phone";
import { isSupervisor, type Staff } from "~/core/who";
import { recoveryStrings } from "~/dashboard/recovery/recovery-strings";
import type { Db } from "~/db/open.server";
import { listThreads } from "~/inbox/threads/list-threads.server";
import { previewOf, shownTitle, type Thread } from "~/inbox/threads/thread";
import { staffStrings } from "~/offers/staff-strings";
import { listTherapists } from "~/therapists/therapists.server";
import { navFor } from "~/ui/shells/staff-nav";
import { type Result, resultsPerGroup } from "./result";
import type { SearchQuery } from "./search-query";

/** True if the text contains every word of the search. */
const holdsWords = (text: string, typed: string): boolean =>
  foldText(typed)
    .split(/[\s,]+/)
    .every((word) => foldText(text).includes(word));

/** Finds conversations with matching people or, if there are none, conversations that contain the words. */
export async function findThreads(
  app: App,
  who: Staff,
  { text, dates }: SearchQuery,
): Promise<{ thread: Thread; isInMessage: boolean }[]> {
  // Words like "tomorrow" occur in many messages.
  if (!isSupervisor(who) || dates) return [];
  const page = { folder: "all", userId: who.userId, q: text, limit: resultsPerGroup } as const;
  const ofPeople = await listThreads(app.reads, { ...page, peopleOnly: true });
  if (ofPeople.threads.length > 0) {
    return ofPeople.threads.map((thread) => ({ thread, isInMessage: false }));
  }
  const { threads } = await listThreads(app.reads, page);
  return threads.map((thread) => ({ thread, isInMessage: true }));
}

type FoundThread = Awaited<ReturnType<typeof findThreads>>[number];

export const threadResult = ({ thread, isInMessage }: FoundThread): Result => ({
  href: `/messages/${thread.id}`,
  name: thread.patient_name,
  title: shownTitle({ ...thread, patient_name: null }),
  details: [formatPhone(thread.phone), isInMessage ? "In a message" : previewOf(thread.last_body)],
});

type Therapist = Awaited<ReturnType<typeof listTherapists>>[number];

export async function findTherapists(db: Db, who: Staff, { text, terms }: SearchQuery): Promise<Therapist[]> {
  if (text === "") return [];
  const { digits } = terms;
  return (await listTherapists(db, who)).filter(({ name, phone }) =>
    digits ? phone?.includes(digits) : holdsWords(name, text),
  );
}

export const therapistResult = ({ id, name, company, region }: Therapist): Result => ({
  href: `/therapists/${id}`,
  title: name,
  details: [company, region],
});

/** Pages that aren't in the navigation. */
const linkedPages = [
  { href: "/offers", label: staffStrings.title, area: "Supervisor", about: staffStrings.found },
  { href: "/recovery", label: recoveryStrings.title, area: "Supervisor", about: "" },
];

export const findPages = (who: Staff, typed: string): Result[] =>
  [
    ...navFor(who).flatMap(({ name, items }) => items.map((item) => ({ ...item, area: name, about: "" }))),
    ...(isSupervisor(who) ? linkedPages : []),
  ]
    .filter(({ label, about }) => holdsWords(`${label} ${about}`, typed))
    .map(({ href, label, area, about }) => ({ href, title: label, details: [area, about].filter(Boolean) }));
