import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { isSupervisor, type Patient, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { words } from "~/schedule/strings";
import type { Visit } from "./visit";
import { findVisit } from "./visits.server";

const noVisit = () => new Refusal("missing", "There is no such visit.");

/** May this person act for this therapist? Supervisors and the house may for all. */
export function actsFor(who: Who, therapistId: number): boolean {
  return (
    who.kind === "operator" || isSupervisor(who) || (who.kind === "staff" && who.therapistId === therapistId)
  );
}

/**
 * A visit that this staff member may act on.
 *
 * @throws Refusal "missing" where there is none, and in the same words where it is another therapist's
 */
export async function ownVisit(db: Db, who: Who, id: number): Promise<Visit> {
  const visit = await findVisit(db, id);
  if (!visit || !actsFor(who, visit.therapist_id)) throw noVisit();
  return visit;
}

type Therapist = Row<"therapists">;

/**
 * The therapist of a name, for somebody who may book with them.
 *
 * @throws Refusal "invalid" for a name nobody has; "missing" where a therapist names another one
 */
export async function findBookable(db: Db, who: Who, name: string): Promise<Therapist> {
  if (who.kind === "staff") return ownTherapist(db, who, name);
  const therapist = await therapists(db).where("name", "=", name).executeTakeFirst();
  if (therapist) return therapist;
  throw invalidField("therapist", "There is no such therapist. Please choose one from the list.");
}

/**
 * The therapist of a name whose calendar this staff member may see and change.
 *
 * @throws Refusal "missing" for nobody's name, and in the same words for another therapist's
 */
export async function ownTherapist(db: Db, who: Who, name: string): Promise<Therapist> {
  return own(who, await therapists(db).where("name", "=", name).executeTakeFirst());
}

/** The same by id. */
export async function ownTherapistOfId(db: Db, who: Who, id: number): Promise<Therapist> {
  return own(who, await therapists(db).where("id", "=", id).executeTakeFirst());
}

const therapists = (db: Db) => db.selectFrom("therapists").selectAll();

function own(who: Who, therapist: Therapist | undefined): Therapist {
  if (!therapist || !actsFor(who, therapist.id)) throw new Refusal("missing", "There is no such therapist.");
  return therapist;
}

/**
 * Whose page it is, as its forms say when they are sent: a link that somebody else opens in the same browser
 * takes the session over, while this page still stands in its tab. In a session by query it is the session's
 * own mark, since none there may tell an order on file from none.
 */
export function markOf({ secrets }: Pick<App, "secrets">, who: Patient): string {
  const whose = who.way === "query" ? `session ${who.sessionId}` : `order ${who.orderId}`;
  return secrets.lookup("page", whose).slice(0, 16);
}

/** @throws Refusal "conflict" for a form out of a page that was somebody else's */
export function checkMark(app: Pick<App, "secrets">, who: Patient, mark: string | undefined): void {
  if (mark !== undefined && mark !== markOf(app, who)) throw new Refusal("conflict", words.othersPage);
}
