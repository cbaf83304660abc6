import { formatPhone } from "~/core/phone";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consent/consents.server";
import { findHelper } from "./find-helper.server";

export type HelperView = NonNullable<Awaited<ReturnType<typeof findHelperView>>>;

/** The order's helper, for pages. `texts` is the consent of the helper's phone number; null if there is none. */
export async function findHelperView(db: Db, orderId: number) {
  const helper = await findHelper(db, orderId);
  if (!helper) return null;
  const { name, relation, phone, email } = helper;
  const texts = phone === null ? null : await findConsent(db, phone);
  return { name, relation, phone: phone && formatPhone(phone), email, texts };
}
