import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { NewRow } from "~/db/tables";
import { findTherapist } from "~/therapists/therapists.server";
import type { ReplacementChoice } from "../reassign/replacement-choice";
import type { ChangeVisits } from "./bulk-schema";

type Entry = Pick<
  NewRow<"bulk_change_visits">,
  "visit_id" | "version" | "therapist_id" | "start_at" | "outcome" | "message"
>;

interface NewBulkChange {
  act: ChangeVisits["act"];
  userId: number;
  therapistId?: number | undefined;
  now: number;
  meetingLink?: string | undefined;
  reason?: string | undefined;
}

/**
 * Saves which visits to change and how, inside the caller's transaction. `runBulkChange` changes them.
 * @throws Refusal "invalid" if none of the visits exists
 */
export async function createBulkChange(
  trx: Db,
  { act, userId, therapistId, now, meetingLink, reason }: NewBulkChange,
  entries: readonly Entry[],
): Promise<number> {
  const known = await trx
    .selectFrom("visits")
    .select(["id", "version"])
    .where(
      "id",
      "in",
      entries.map(({ visit_id }) => visit_id),
    )
    .$if(therapistId !== undefined, (query) => query.where("therapist_id", "=", therapistId ?? 0))
    .execute();
  const versions = new Map(known.map(({ id, version }) => [id, version]));
  const rows = entries
    .filter(({ visit_id }) => versions.has(visit_id))
    .map((entry) => ({ ...entry, version: entry.version ?? versions.get(entry.visit_id) }));
  if (rows.length === 0) throw new Refusal("invalid", "Select at least one visit.");
  const { id } = await trx
    .insertInto("bulk_changes")
    .values({
      act,
      user_id: userId,
      meeting_link: meetingLink ?? null,
      reason: reason ?? null,
      created_at: now,
      continued_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("bulk_change_visits")
    .values(rows.map((row, position) => ({ ...row, change_id: id, position })))
    // A visit that is in two lists on the page is changed only once.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

export const entriesOfChoices = (choices: readonly ReplacementChoice[]): Entry[] =>
  choices.flatMap(({ visit, version, slot }) =>
    slot ? [{ visit_id: visit, version, therapist_id: slot.therapist, start_at: slot.start }] : [],
  );

/** Includes visits without a new time in the result. */
const leftOut = ({ visit, slot }: ReplacementChoice): Entry[] =>
  slot ? [] : [{ visit_id: visit, outcome: "already", message: "No new time was chosen." }];

/** @throws Refusal "missing" for an unknown therapist */
export async function entriesOf(db: Db, input: ChangeVisits): Promise<Entry[]> {
  const seen = new Map(input.seen.map(({ visit, version }) => [visit, version]));
  const selected = input.visit.map((visit_id) => ({ visit_id, version: seen.get(visit_id) }));
  if (input.act !== "reassign") return selected;
  const chosen = entriesOfChoices(input.slot);
  if (chosen.length > 0) return [...chosen, ...input.slot.flatMap(leftOut)];
  if (!input.therapist) return [];
  const { id } = await findTherapist(db, input.therapist);
  return selected.map((entry) => ({ ...entry, therapist_id: id }));
}
