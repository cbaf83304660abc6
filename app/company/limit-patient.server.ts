import type { AppTx } from "~/boot/app.server";
import { type Limit, spend } from "~/boot/rate-limits.server";
import { fill } from "~/core/language/strings";
import { Refusal } from "~/core/refusal";
import type { Patient } from "~/core/who";
import { callCompany } from "./call-company";
import { findCompanyContact } from "./company.server";

/**
 * Counts a change by a patient or helper against the limit of their order, in the change's transaction: a change that
 * is rolled back doesn't count.
 * @param text the refusal, with `{callUs}` for the number to call
 * @throws Refusal "too-many"
 */
export async function limitPatient(
  { trx, app: { clock } }: AppTx,
  { orderId }: Patient,
  { limit, text }: { limit: Limit; text: string },
): Promise<void> {
  try {
    await spend({ db: trx, clock }, limit, String(orderId));
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "too-many")) throw error;
    const callUs = callCompany(await findCompanyContact(trx, orderId));
    const { retryAfter } = error;
    throw new Refusal("too-many", fill(text, { callUs }), retryAfter === undefined ? {} : { retryAfter });
  }
}
