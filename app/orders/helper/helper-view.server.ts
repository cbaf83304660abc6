import { formatPhone } from "~/core/phone";
import type { Db } from "~/db/open.server";
import { type ConsentStatus, findConsent } from "~/messages/consent/consents.server";
import { findHelper } from "./find-helper.server";

export interface HelperView {
  name: string;
  relation: string;
  /** Formatted. */
  phone: string | null;
  email: string | null;
  /** The consent of the helper's own number; null without a number. */
  texts: ConsentStatus | null;
}

/** The order's helper, as the patient and staff see them. */
export async function findHelperView(db: Db, orderId: number): Promise<HelperView | null> {
  const helper = await findHelper(db, orderId);
  if (!helper) return null;
  const { name, relation, phone, email } = helper;
  const texts = phone && (await findConsent(db, phone));
  return { name, relation, phone: phone && formatPhone(phone), email, texts: texts || null };
}
