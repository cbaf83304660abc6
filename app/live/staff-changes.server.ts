import { type RawBuilder, sql } from "kysely";
import { describeActor } from "~/audit/describe-actor";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import type { Topic } from "./follow-changes.server";

/** A change to a visit, an order, a code or a calendar, from the audit log. */
export interface StaffChange {
  action: string;
  userId: number | null;
  /** The staff member's name, "the patient", "the helper", or null for another system. */
  by: string | null;
  visit: number | null;
  /** The therapists whose calendars are affected. For a reassigned visit, the old and the new therapist. */
  therapists: number[];
}

const subjects = [
  "visit",
  "order",
  "call",
  "orders",
  "code",
  "access",
  "helper",
  "offer",
  "therapist",
  "availability",
  "day-off",
  "week",
];
const others = ["import.confirmed", "import.undone", "company.changed", "database.changed"];
const reads = ["viewed", "searched", "read", "exported"];

const newestEntry = prepared((db) => db.selectFrom("audit_log").select((eb) => eb.fn.max("id").as("id")));

/** All changes that appear in staff lists and calendars. Versions are audit entry IDs. */
export const staffChanges: Topic<StaffChange> = {
  async newest(db) {
    const [row] = await newestEntry(db, {});
    return row?.id ?? 0;
  },
  async since(db, version) {
    const rows = await listEntries(db, version);
    return { changes: rows.filter(isShown).map(changeOf), upTo: rows.at(-1)?.id ?? version };
  },
};

const idAfter = (word: string): RawBuilder<number | null> =>
  sql`case when audit_log.subject glob ${`${word} [0-9]*`}
    then cast(substr(audit_log.subject, ${word.length + 2}) as integer) end`;

const listEntries = (db: Db, after: number) =>
  db
    .selectFrom("audit_log")
    .leftJoin("users", "users.id", "audit_log.user_id")
    .leftJoin("visits", (join) => join.on("visits.id", "=", idAfter("visit")))
    .select(["audit_log.id", "audit_log.action", "audit_log.user_id", "audit_log.user_email"])
    .select(["audit_log.details", "users.name"])
    .select(["visits.id as visit", "visits.therapist_id"])
    .select(idAfter("therapist").as("therapist"))
    .where("audit_log.id", ">", after)
    .orderBy("audit_log.id")
    .limit(500)
    .execute();

type Entry = Awaited<ReturnType<typeof listEntries>>[number];

function isShown({ action }: Entry): boolean {
  const [subject = "", verb = ""] = action.split(".");
  return others.includes(action) || (subjects.includes(subject) && !reads.includes(verb));
}

function changeOf(entry: Entry): StaffChange {
  const { action, user_id: userId, user_email: email, name, visit } = entry;
  const by = name ?? describeActor(email);
  return { action, userId, by, visit, therapists: therapistsIn(entry) };
}

function therapistsIn({ details, therapist_id, therapist }: Entry): number[] {
  const { therapists } = JSON.parse(details ?? "{}");
  return Array.isArray(therapists) ? therapists : [therapist_id ?? therapist ?? []].flat();
}
