import { formatPhone } from "~/core/phone";
import type { Db } from "~/db/open.server";
import { type ConsentStatus, findConsent } from "~/messages/consent/consents.server";
import { findHelper } from "./find-helper.server";

export interface HelperView {
  name: string;
  relation: string;
  /** As people write it. */
  phone: string | null;
  email: string | null;
  /** Of the helper's own number; null without one. */
  texts: ConsentStatus | null;
}

/** What the patient and staff see of the person who helps with an order. */
export async function findHelperView(db: Db, orderId: number): Promise<HelperView | null> {
  const helper = await findHelper(db, orderId);
  if (!helper) return null;
  const { name, relation, phone, email } = helper;
  const texts = phone && (await findConsent(db, phone));
  return { name, relation, phone: phone && formatPhone(phone), email, texts: texts || null };
}
