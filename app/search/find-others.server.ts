import type { App } from "~/boot/app.server";
import { americanDate } from "~/core/dates";
import { foldText } from "~/core/fold-text";
import { formatPhone } from "~/core/phone";
import { adminSettings, settingNames, settingScreens } from "~/core/settings/admin-settings.server";
import { activeStatuses } from "~/core/visit-status";
import { isSupervisor, type Staff } from "~/core/who";
import { recoveryStrings } from "~/dashboard/recovery/recovery-strings";
import type { Db } from "~/db/open.server";
import { type Conversation, previewOf, shownTitle } from "~/inbox/conversations/conversation";
import { listConversations } from "~/inbox/conversations/list-conversations.server";
import { kindsPath, placesPath } from "~/kinds/kinds-href";
import { staffStrings } from "~/offers/staff-strings";
import { whereOwnVisit } from "~/orders/visible-orders.server";
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
export async function findConversations(
  app: App,
  who: Staff,
  { text, dates }: SearchQuery,
): Promise<{ thread: Conversation; isInMessage: boolean }[]> {
  // Words like "tomorrow" occur in many messages.
  if (!isSupervisor(who) || dates) return [];
  const page = { folder: "all", userId: who.userId, q: text, limit: resultsPerGroup } as const;
  const ofPeople = await listConversations(app.reads, { ...page, peopleOnly: true });
  if (ofPeople.threads.length > 0) {
    return ofPeople.threads.map((conversation) => ({ thread: conversation, isInMessage: false }));
  }
  const { threads: conversations } = await listConversations(app.reads, page);
  return conversations.map((conversation) => ({ thread: conversation, isInMessage: true }));
}

type FoundConversation = Awaited<ReturnType<typeof findConversations>>[number];

export const conversationResult = ({ thread: conversation, isInMessage }: FoundConversation): Result => ({
  href: `/messages/${conversation.id}`,
  name: conversation.patient_name,
  title: shownTitle({ ...conversation, patient_name: null }),
  details: [formatPhone(conversation.phone), isInMessage ? "In a message" : previewOf(conversation, [])],
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

const linkedPages = [
  { href: "/offers", label: staffStrings.title, area: "Supervisor", about: staffStrings.found },
  { href: "/recovery", label: recoveryStrings.title, area: "Supervisor", about: "" },
];

const adminPages = [
  {
    href: kindsPath,
    label: "Kinds of visits",
    area: "Company",
    about: "Video visit, class, branch, home visit, length, buffer, seats, meeting link",
  },
  {
    href: placesPath,
    label: "Places",
    area: "Company",
    about: "Branch, clinic, address, directions, rooms, days closed",
  },
  {
    href: "/admin/company/questions",
    label: "Questions before the visit",
    area: "Company",
    about: "What patients answer, photos",
  },
  { href: "/admin/deliveries", label: "Deliveries", area: "Messages", about: "Failed messages, send again" },
  { href: "/admin/setup", label: "Set-up", area: "System", about: "From the company to the first patient" },
  ...settingNames.map((name) => {
    const { screen, label } = adminSettings[name];
    return {
      href: `/admin/settings/${screen}`,
      label,
      area: "Settings",
      about: `${settingScreens[screen]}, ${name}`,
    };
  }),
];

export const findPages = (who: Staff, typed: string): Result[] =>
  [
    ...navFor(who).flatMap(({ name, items }) => items.map((item) => ({ about: "", ...item, area: name }))),
    ...(isSupervisor(who) ? linkedPages : []),
    ...(who.roles.includes("admin") ? adminPages : []),
  ]
    .filter(({ label, about }) => holdsWords(`${label} ${about}`, typed))
    .map(({ href, label, area, about }) => ({ href, title: label, details: [area, about].filter(Boolean) }));

/** Describes orders, each with a link to its visit or to the order. @param ids orders that the caller may see */
export async function describePatients(db: Db, who: Staff, ids: readonly number[]): Promise<Result[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("orders")
    .select(["id", "patient_id", "patient_name", "dob", "phone", "brightree_db", "sales_order_no"])
    .where("id", "in", ids)
    .execute();
  const visits = await visitOfEach(db, who, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const order = byId.get(id);
    if (!order) return [];
    const visit = visits.get(id);
    return {
      href: visit ? `/visits/${visit}` : `/orders/${id}`,
      name: order.patient_name,
      title: `ID ${order.patient_id}`,
      details: [
        `ID ${order.patient_id}`,
        ...(order.sales_order_no ? [`SO ${order.sales_order_no}`] : []),
        order.brightree_db,
        ...(order.phone ? [formatPhone(order.phone)] : []),
        ...(order.dob ? [`DOB ${americanDate(order.dob)}`] : []),
        ...(visit ? [] : ["No visit"]),
      ],
    };
  });
}

/** The active visit of each order, or its newest one. */
async function visitOfEach(db: Db, who: Staff, ids: readonly number[]): Promise<Map<number, number>> {
  let query = db
    .selectFrom("visits")
    .select(["id", "order_id", "status"])
    .where("order_id", "in", ids)
    .orderBy("id");
  if (!isSupervisor(who)) query = query.where(whereOwnVisit(who));
  const rows = await query.execute();
  const isActive = (status: string) => (activeStatuses as readonly string[]).includes(status);
  const sorted = rows.sort((a, b) => Number(isActive(a.status)) - Number(isActive(b.status)) || a.id - b.id);
  return new Map(sorted.map((visit) => [visit.order_id, visit.id]));
}
