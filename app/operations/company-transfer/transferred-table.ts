import type { RawBuilder } from "kysely";
import type { Row, Tables } from "~/db/tables";

type Fields = Record<string, unknown>;

/**
 * `sealed`: encrypted columns, and their names in the file, where they are decrypted. `without`: columns that aren't
 * transferred, because they are derived or grant access.
 */
export interface TransferredTable {
  name: keyof Tables;
  key: string[];
  of(company: number): RawBuilder<unknown>;
  /** The tables that other columns, not listed in `targets`, refer to. */
  points?: Record<string, keyof Tables>;
  sealed?: Record<string, string>;
  without?: string[];
  /** @param isFrozen true if nothing has changed or been sent since the export */
  exported?(row: Fields, isFrozen: boolean): Fields;
}

const targets: Record<string, keyof Tables> = {
  company_id: "companies",
  kind_id: "visit_kinds",
  place_id: "places",
  user_id: "users",
  assignee_user_id: "users",
  author_user_id: "users",
  therapist_id: "therapists",
  batch_id: "slot_batches",
  added_by: "slot_batches",
  order_id: "orders",
  visit_id: "visits",
  class_id: "classes",
  thread_id: "threads",
  message_id: "messages",
  outbox_id: "outbox",
  question_id: "questions",
  answer_id: "visit_answers",
};

export function renumbered(
  row: Fields,
  { points }: TransferredTable,
  idOf: (table: keyof Tables, id: unknown) => number | null,
): Fields {
  const visit = idOf("visits", row.visit_id);
  // A reminder's key contains the visit's ID.
  const key = row.dedupe_key as Row<"outbox">["dedupe_key"] | undefined;
  const dedupe = key && visit !== null && { dedupe_key: key.replace(` ${row.visit_id} `, ` ${visit} `) };
  const announced = row.announced !== undefined && {
    announced: renumberedSnapshot(String(row.announced), idOf),
  };
  // The kinds that a slot is for, or that a patient waits for.
  const kinds = typeof row.kinds === "string" && {
    kinds: JSON.stringify((JSON.parse(row.kinds) as number[]).map((id) => idOf("visit_kinds", id))),
  };
  const ids = Object.entries({ ...targets, ...points }).filter(([column]) => column in row);
  return {
    ...row,
    ...dedupe,
    ...announced,
    ...kinds,
    ...Object.fromEntries(ids.map(([column, table]) => [column, idOf(table, row[column])])),
  };
}

/** A pending move's snapshot contains the IDs of the therapist and the class. */
function renumberedSnapshot(json: string, idOf: (table: keyof Tables, id: unknown) => number | null): string {
  const snapshot = JSON.parse(json) as Fields;
  return JSON.stringify({
    ...snapshot,
    therapist_id: idOf("therapists", snapshot.therapist_id),
    ...(snapshot.class_id !== undefined && { class_id: idOf("classes", snapshot.class_id) }),
  });
}
