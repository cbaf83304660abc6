import { invalidField, Refusal } from "~/core/refusal";
import { isSupervisor, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

export function actsFor(who: Who, therapistId: number): boolean {
  return (
    who.kind === "operator" || isSupervisor(who) || (who.kind === "staff" && who.therapistId === therapistId)
  );
}

type Therapist = Row<"therapists">;

/** @throws Refusal "invalid" for an unknown name; "missing" if a therapist asks for another therapist */
export async function findBookable(db: Db, who: Who, name: string): Promise<Therapist> {
  if (who.kind === "staff") return ownTherapist(db, who, name);
  const therapist = await therapists(db).where("name", "=", name).executeTakeFirst();
  if (therapist) return therapist;
  throw invalidField("therapist", "Therapist not found. Choose one from the list.");
}

/** @throws Refusal "missing" for an unknown name and for another therapist, with the same message for both */
export async function ownTherapist(db: Db, who: Who, name: string): Promise<Therapist> {
  return requireOwn(who, await therapists(db).where("name", "=", name).executeTakeFirst());
}

export async function ownTherapistOfId(db: Db, who: Who, id: number): Promise<Therapist> {
  return requireOwn(who, await therapists(db).where("id", "=", id).executeTakeFirst());
}

const therapists = (db: Db) => db.selectFrom("therapists").selectAll();

function requireOwn(who: Who, therapist: Therapist | undefined): Therapist {
  if (!therapist || !actsFor(who, therapist.id)) throw new Refusal("missing", "Therapist not found.");
  return therapist;
}
