import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { localDate, zoneOrUtc } from "~/core/time";
import { isSupervisor, type Who } from "~/core/who";
import { isBelowSeatsTaken, isOverlap, isPlaceFull } from "~/db/database-errors.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { actsFor } from "~/therapists/therapist-permissions.server";
import { fillTemplates, listLinksInUse } from "~/visits/make-meeting-link.server";
import type { ClassTime } from "./class-refusals.server";

export type Leader = Row<"therapists">;

/** @throws Refusal "invalid" for an unknown, retired, or other kind, and for a kind at a closed place */
export async function findClassKind(db: Db, id: number) {
  const kind = await db.selectFrom("visit_kinds").selectAll().where("id", "=", id).executeTakeFirst();
  if (!kind) throw invalidField("kind", "Choose a kind of class.");
  if (kind.mode !== "class")
    throw invalidField("kind", `${kind.name} isn't a class. Choose a kind of class.`);
  if (!kind.active) throw invalidField("kind", `${kind.name} is retired. Choose another kind of class.`);
  const place =
    kind.place_id === null
      ? null
      : await db.selectFrom("places").selectAll().where("id", "=", kind.place_id).executeTakeFirstOrThrow();
  if (place && !place.active) {
    throw invalidField("kind", `${place.name} is closed. Choose a kind of class at another place.`);
  }
  return { kind, place };
}

/**
 * Finds the therapists of a class, in the given order. The first one leads it.
 * @param named names or IDs
 * @throws Refusal "invalid" for unknown therapists, for therapists of another company, and for therapists who may not lead the kind;
 *   "missing" if a therapist names others
 */
export async function findLeaders(
  db: Db,
  who: Who,
  kind: Row<"visit_kinds">,
  named: readonly (string | number)[],
): Promise<[Leader, ...Leader[]]> {
  const may = await db
    .selectFrom("visit_kind_therapists")
    .select("therapist_id")
    .where("kind_id", "=", kind.id)
    .execute();
  const leaders: Leader[] = [];
  for (const each of named) {
    const therapist = await db
      .selectFrom("therapists")
      .selectAll()
      .where(typeof each === "number" ? "id" : "name", "=", each)
      .executeTakeFirst();
    if (!therapist) throw invalidField("therapist", "Therapist not found. Choose one from the list.");
    if (!actsFor(who, therapist.id)) throw new Refusal("missing", "Therapist not found.");
    if (therapist.company_id !== kind.company_id) {
      throw invalidField(
        "therapist",
        `${therapist.name} works for another company. Choose another therapist.`,
      );
    }
    if (may.length > 0 && may.every(({ therapist_id }) => therapist_id !== therapist.id)) {
      throw invalidField("therapist", `${therapist.name} can't lead ${kind.name}. Choose another therapist.`);
    }
    if (leaders.every(({ id }) => id !== therapist.id)) leaders.push(therapist);
  }
  const [first, ...others] = leaders;
  if (!first) throw invalidField("therapist", "Choose who leads the class.");
  return [first, ...others];
}

/** Lists the kinds of class that can be scheduled, with those who may lead them and whom the user acts for. */
export async function listClassKinds(db: Db, who: Who) {
  const kinds = await db
    .selectFrom("visit_kinds")
    .innerJoin("companies", "companies.id", "visit_kinds.company_id")
    .leftJoin("places", "places.id", "visit_kinds.place_id")
    .select([
      "visit_kinds.id",
      "visit_kinds.name",
      "visit_kinds.company_id",
      "companies.name as company",
      "visit_kinds.length",
      "visit_kinds.seats",
      "places.name as place",
      "places.timezone as place_zone",
    ])
    .where("visit_kinds.mode", "=", "class")
    .where("visit_kinds.active", "=", 1)
    .where((eb) => eb.or([eb("places.active", "is", null), eb("places.active", "=", 1)]))
    .orderBy("companies.name")
    .orderBy("visit_kinds.name")
    .execute();
  const leaders = await db
    .selectFrom("visit_kind_therapists")
    .select(["kind_id", "therapist_id"])
    .where(
      "kind_id",
      "in",
      kinds.map(({ id }) => id),
    )
    .execute();
  const therapists = await db
    .selectFrom("therapists")
    .select(["id", "name", "company_id", "timezone", "zoom_link"])
    .where(
      "company_id",
      "in",
      kinds.map(({ company_id }) => company_id),
    )
    .orderBy("sort_name")
    .execute();
  const found = kinds.map((kind) => {
    const named = leaders.filter(({ kind_id }) => kind_id === kind.id);
    return {
      ...kind,
      therapists: therapists.filter(
        (therapist) =>
          therapist.company_id === kind.company_id &&
          actsFor(who, therapist.id) &&
          (named.length === 0 || named.some(({ therapist_id }) => therapist_id === therapist.id)),
      ),
    };
  });
  return isSupervisor(who) ? found : found.filter((kind) => kind.therapists.length > 0);
}

/**
 * The meeting link of a class by video: the given one, or from the template of its kind or company, or its leader's. All
 * its patients have this link. Null at a place.
 * @throws Refusal "invalid" if there is none
 */
export async function linkOfClass(
  trx: Db,
  kind: Row<"visit_kinds">,
  leader: Leader,
  { given, ...time }: { given: string | undefined; start: number; end: number },
): Promise<string | null> {
  if (kind.place_id !== null) return null;
  const link = given ?? (await linkFromTemplates(trx, kind, time)) ?? leader.zoom_link;
  if (link) return link;
  throw invalidField("meeting_link", `${leader.name} has no meeting link. Enter one for this class.`);
}

async function linkFromTemplates(
  trx: Db,
  kind: Row<"visit_kinds">,
  time: { start: number; end: number },
): Promise<string | null> {
  const company = await trx
    .selectFrom("companies")
    .select("link_template")
    .where("id", "=", kind.company_id)
    .executeTakeFirstOrThrow();
  return fillTemplates([kind.link_template, company.link_template], await listLinksInUse(trx, time));
}

/**
 * Writes when a class occupies its therapists. Triggers close these times to patients: `open_slots_of_new_class`,
 * `open_slots_of_changed_class`, `open_slots_of_removed_class`, `times_of_classes_are_not_offered`, and
 * `times_of_moved_classes_are_not_offered`.
 */
export async function writeTherapists(trx: Db, classId: number, time: ClassTime): Promise<void> {
  await trx
    .insertInto("class_therapists")
    .values(
      time.therapists.map(({ id, timezone }, position) => ({
        class_id: classId,
        therapist_id: id,
        position,
        local_date: localDate(time.start, zoneOrUtc(timezone)),
        from_at: time.start - time.buffer_before,
        to_at: time.end + time.buffer_after,
      })),
    )
    .execute();
}

const takenNow =
  "A therapist or the place of this class was booked a moment ago. Nothing was saved. Choose another time.";

/** Runs a change of classes in one transaction. @throws Refusal "conflict" if the database refuses it */
export async function changeClasses<Result>(app: App, change: (trx: Db) => Promise<Result>): Promise<Result> {
  try {
    return await app.db.transaction().execute(change);
  } catch (error) {
    if (isOverlap(error) || isPlaceFull(error)) throw new Refusal("conflict", takenNow);
    if (isBelowSeatsTaken(error)) {
      throw new Refusal("conflict", "A patient took a seat a moment ago. Nothing was saved. Try again.");
    }
    throw error;
  }
}
