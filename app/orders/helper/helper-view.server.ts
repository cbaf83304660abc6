import { formatPhone } from "~/core/phone";
import type { Db } from "~/db/open.server";
import { type ConsentStatus, findConsent } from "~/messages/consent/consents.server";
import { findHelper } from "./find-helper.server";

export interface HelperView {
  name: string;
  relation: string;
  /** Formatted for display. */
  phone: string | null;
  email: string | null;
  /** Consent for texts to this phone; null without a phone. */
  texts: ConsentStatus | null;
}

/** The order's helper as the patient and staff see it. */
export async function findHelperView(db: Db, orderId: number): Promise<HelperView | null> {
  const helper = await findHelper(db, orderId);
  if (!helper) return null;
  const { name, relation, phone, email } = helper;
  const texts = phone && (await findConsent(db, phone));
  return { name, relation, phone: phone && formatPhone(phone), email, texts: texts || null };
}
