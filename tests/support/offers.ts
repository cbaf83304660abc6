import { day } from "~/core/time";
import type { NewRow } from "~/db/tables";
import type { SaveWish } from "~/offers/offer-schema";
import { allParts, allWeekdays, usualNotice } from "~/offers/offer-schema";
import { saveWish } from "~/offers/wishes.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { agree } from "./http-actions";
import { monday, type scratchApp } from "./scratch";
import { seedClinic, seedOrder, seedSlots, seedVisit } from "./seed";
import { patientOf, staffOf } from "./users";

type ScratchApp = ReturnType<typeof scratchApp>;

export const anyTime: SaveWish = {
  parts: [...allParts],
  weekdays: [...allWeekdays],
  notice_hours: usualNotice,
};

/** Settings with which texts and email are set up. Nothing is sent as long as no delivery runs. */
export const sending = {
  SMS_PROVIDER: "twilio",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "0".repeat(32),
  TWILIO_FROM: "+19195550199",
  PUBLIC_URL: "https://clinic.example",
  SMTP_URL: "smtps://127.0.0.1:465",
  MAIL_FROM: "clinic@example.org",
};

/** Thursday, March 5, 2026, 10:00 in New York. */
export const thursday = monday + 3 * day;

/**
 * Seeds a clinic with a visit that can be canceled, for which patients with later visits can wait.
 * @param freedAt the start of the visit, in ms UTC
 */
export async function seedOffers(app: ScratchApp, freedAt = thursday) {
  const { therapist, order } = await seedClinic(app);
  if (freedAt !== thursday) await seedSlots(app, therapist, [freedAt]);
  const visit = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: freedAt });
  let later = 0;
  /** Adds a patient with a visit in ten days or later who wants an earlier time. */
  const seedWaiting = async (fields: Partial<NewRow<"orders">> = {}, wish: Partial<SaveWish> = {}) => {
    const start = monday + (10 + later++) * day;
    const waiting = await seedOrder(app, fields);
    if (waiting.phone) await agree(app, waiting.phone);
    await seedSlots(app, therapist, [start]);
    const laterVisit = await seedVisit(app, {
      order_id: waiting.id,
      therapist_id: therapist.id,
      start_at: start,
    });
    await saveWish(app, patientOf(waiting.id), waiting.id, { ...anyTime, ...wish });
    return { ...waiting, visitId: laterVisit.id, start };
  };
  /** Cancels the visit, which frees its time for offers. */
  const free = () => cancelVisit(app, staffOf(), visit.id, null);
  return { therapist, order, visit, seedWaiting, free };
}

/** Lists the offers in the order they were sent, with the code of each link. */
export async function offersOf(app: ScratchApp) {
  const rows = await app.db.selectFrom("offers").selectAll().orderBy("id").execute();
  return rows.map((row) => ({ ...row, code: app.secrets.open(row.code_sealed) }));
}
