import { randomBytes } from "node:crypto";
import { fillRandom, hasRandom, linksIn } from "~/core/meeting-link-template";
import { hour } from "~/core/time";
import type { Db } from "~/db/open.server";

interface VisitToLink {
  /** Null for a visit that isn't stored yet. */
  visitId: number | null;
  orderId: number;
  kindId: number | null;
  therapistId: number;
  /** ms UTC */
  start: number;
  end: number;
}

/** A visit is at most this long. */
const longestVisit = 4 * hour;

/**
 * The meeting link of a visit from its kind's template, or else its company's. Each visit gets its own random link, or
 * the first fixed link that no other confirmed visit has at that time. All patients of a class get the same link.
 * @returns null without a template, or if every fixed link is taken at that time
 */
export async function makeMeetingLink(db: Db, visit: VisitToLink): Promise<string | null> {
  const { ofKind, ofCompany, mode } = await db
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .leftJoin("visit_kinds", (join) => join.on("visit_kinds.id", "=", visit.kindId))
    .select([
      "visit_kinds.link_template as ofKind",
      "companies.link_template as ofCompany",
      "visit_kinds.mode",
    ])
    .where("orders.id", "=", visit.orderId)
    .executeTakeFirstOrThrow();
  if (!ofKind && !ofCompany) return null;
  const others = await listLinksAtTheTime(db, visit);
  const ofClass = others.find(
    (other) =>
      mode === "class" &&
      other.kind_id === visit.kindId &&
      other.therapist_id === visit.therapistId &&
      other.start_at === visit.start,
  );
  if (ofClass) return ofClass.meeting_link;
  return fillTemplates(
    [ofKind, ofCompany],
    await listLinksInUse(db, { ...visit, exceptVisit: visit.visitId }),
  );
}

/**
 * The link of the first template that has one: a random link, or the first fixed link that isn't in use.
 * @returns null without a template, or if every fixed link is in use
 */
export function fillTemplates(
  templates: readonly (string | null)[],
  inUse: ReadonlySet<string>,
): string | null {
  for (const template of templates) {
    if (!template) continue;
    if (hasRandom(template)) return fillRandom(template, randomBytes(16).toString("hex"));
    const free = linksIn(template).find((link) => !inUse.has(link));
    if (free) return free;
  }
  return null;
}

interface TimeToLink {
  /** ms UTC */
  start: number;
  end: number;
  /** A visit whose own link counts as free. */
  exceptVisit?: number | null;
}

export async function listLinksInUse(db: Db, { start, end, exceptVisit }: TimeToLink): Promise<Set<string>> {
  const visits = await listLinksAtTheTime(db, { visitId: exceptVisit ?? null, start, end });
  const classes = await db
    .selectFrom("classes")
    .select("meeting_link")
    .where("status", "=", "scheduled")
    .where("start_at", ">", start - longestVisit)
    .where("start_at", "<", end)
    .where("end_at", ">", start)
    .execute();
  return new Set([...visits, ...classes].flatMap(({ meeting_link }) => meeting_link ?? []));
}

const listLinksAtTheTime = (
  db: Db,
  { visitId, start, end }: Pick<VisitToLink, "visitId" | "start" | "end">,
) =>
  db
    .selectFrom("visits")
    .select(["id", "kind_id", "therapist_id", "start_at", "meeting_link"])
    .where("status", "=", "confirmed")
    .where("start_at", ">", start - longestVisit)
    .where("start_at", "<", end)
    .where("end_at", ">", start)
    .where("meeting_link", "is not", null)
    .where("id", "!=", visitId ?? 0)
    .execute();
