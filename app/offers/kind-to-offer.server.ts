import { isOpen } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { kindOfOpening } from "~/kinds/kinds.server";
import { fitsWish } from "./fits-wish";
import type { WaitingPatient } from "./list-waiting-patients.server";
import type { OfferedKind } from "./offered-kinds.server";

/** The wish as it counts for a kind. A visit at which the equipment is handed over doesn't wait for a delivery. */
export const wantedFor = <Patient extends WaitingPatient>(
  patient: Patient,
  kind: Pick<OfferedKind, "handsOver"> | undefined,
): Patient => (kind?.handsOver ? { ...patient, notBefore: undefined } : patient);

/**
 * Finds the first of a patient's kinds for which a time is open, and, unless `ignoresWish`, which suits the patient.
 * Asks once for each kind.
 */
export function kindFinder(
  db: Db,
  app: Pick<App, "config" | "clock">,
  { therapistId, start }: { therapistId: number; start: number },
) {
  const now = app.clock.now();
  const known = new Map<string, Promise<boolean>>();
  const isOpenFor = (offered: OfferedKind): Promise<boolean> => {
    const kind = kindOfOpening(offered);
    const key = kind ? `${kind.id} ${offered.mode === "home" ? kind.zip : ""}` : "usual";
    const found = known.get(key) ?? isOpen(db, app.config, { therapistId, start, now, kind });
    known.set(key, found);
    return found;
  };
  return async (patient: WaitingPatient, { ignoresWish = false } = {}): Promise<OfferedKind | undefined> => {
    for (const kind of patient.kinds) {
      if (!ignoresWish && !fitsWish(wantedFor(patient, kind), start, now)) continue;
      if (await isOpenFor(kind)) return kind;
    }
    return undefined;
  };
}
