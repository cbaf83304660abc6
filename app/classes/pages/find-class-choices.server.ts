import type { App } from "~/boot/app.server";
import type { Patient } from "~/core/who";
import { atVisit } from "~/equipment/find-equipment.server";
import { findMyVisit } from "~/schedule/find-my-visit.server";
import { zoneAtBooking } from "~/visits/patient-zone.server";
import type { ClassSession } from "../class-session";
import { listClassOpenings } from "../list-class-openings.server";

/** The data of the pages on which a patient chooses a class. */
export async function findClassChoices(
  app: App,
  who: Patient,
  { browserZone, kindId }: { browserZone: string | null; kindId?: number | undefined },
) {
  const mine = await findMyVisit(app, who);
  const mayChoose = mine.visit ? mine.mayChange : !mine.order?.closed;
  const own = mine.visit?.class_id ?? null;
  const kinds = mine.order?.kinds.filter(({ id, mode }) => mode === "class" && id === (kindId ?? id)) ?? [];
  const openings = mayChoose
    ? await listClassOpenings(app.reads, app.config, {
        orderId: who.orderId,
        equipment: mine.order?.equipment ?? null,
        kindId,
        now: app.clock.now(),
      })
    : [];
  const known = mine.order && (mine.order.visitZone ?? zoneAtBooking(browserZone, mine.order));
  return {
    mine,
    mayChoose,
    equipment: atVisit(
      mine.order?.equipment ?? null,
      kinds.every(({ handsOver }) => handsOver),
    ),
    classes: openings
      .filter(({ id }) => id !== own)
      .map((session) => ({ session, zone: zoneOf(session, known) })),
  };
}

/** A class at a place is shown in the place's zone. */
const zoneOf = (session: ClassSession, patient: string | null): string =>
  session.place_id === null ? (patient ?? session.zone) : session.zone;
