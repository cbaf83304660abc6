import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Row } from "~/db/tables";
import { holderOf, unknownOffer } from "./accept-offer.server";
import { findOffer, offeredVisit } from "./find-offer.server";
import { type AnsweredOffer, byHand } from "./offer-schema";
import { recordOf } from "./send-offers.server";
import { offerStrings } from "./strings";

/**
 * Declines an offer. Declining again, or after the offer has ended, changes nothing.
 * @throws Refusal "missing" for an unknown code; "conflict" after accepting
 */
export function declineOffer(app: App, code: string, address: string | null): Promise<AnsweredOffer> {
  return app.db.transaction().execute(async (trx) => {
    const found = await findOffer(trx, app, code);
    if (!found) throw unknownOffer();
    const { offer } = found;
    const visit = found.visit && offeredVisit(found.visit);
    if (offer.status === "accepted") {
      throw new Refusal("conflict", offerStrings.state.accepted, { ...(visit && { extra: { visit } }) });
    }
    if (offer.status !== "open") return { ok: true, visit };
    await trx
      .updateTable("offers")
      .set({ status: "declined", answered_at: app.clock.now() })
      .where("id", "=", offer.id)
      .execute();
    await startNextWave({ trx, app }, offer);
    await logAudit({ trx, app, who: holderOf(offer.order_id, address) }, "offer.declined", recordOf(offer), {
      offer: offer.id,
    });
    return { ok: true, visit };
  });
}

/** Starts the next wave early if everyone in this one has declined. */
async function startNextWave(
  { trx, app }: AppTx,
  { therapist_id, start_at, wave }: Row<"offers">,
): Promise<void> {
  if (wave === byHand) return;
  await trx
    .updateTable("freed_times")
    .set({ next_wave_at: app.clock.now() })
    .where("therapist_id", "=", therapist_id)
    .where("start_at", "=", start_at)
    .where("next_wave_at", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("offers")
            .select("id")
            .where("therapist_id", "=", therapist_id)
            .where("start_at", "=", start_at)
            .where("wave", "=", wave)
            .where("status", "=", "open"),
        ),
      ),
    )
    .execute();
}
