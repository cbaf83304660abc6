import { ordersWithCompany } from "~/company/orders-with-company.server";
import { currentLanguage } from "~/core/language/current-language";
import type { Language } from "~/core/language/languages";
import { shortName } from "~/core/short-name";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { isStopped } from "~/orders/closed-orders";

const detailsOf = prepared((db, { order }: { order: number }) =>
  ordersWithCompany(db)
    .select([
      "orders.patient_id",
      "orders.brightree_db",
      "orders.state",
      "orders.patient_name",
      "orders.stopped_at",
      "orders.staff_closed_at",
      "orders.closed_at",
      "orders.phone",
      "orders.email",
      "orders.updates",
      "companies.sms_optional",
      "companies.about_visit_en",
      "companies.about_visit_es",
    ])
    .where("orders.id", "=", order),
);

export interface CompanyText {
  text: string;
  language: Language;
}

export interface OrderDetails {
  /** The order's key in the order system. */
  key: { patient_id: number; brightree_db: string };
  state: string | null;
  /** "Alex B." */
  patient: string | null;
  phone: string | null;
  hasEmail: boolean;
  /** How the patient chose to get updates. */
  updates: "text" | "email" | "phone" | null;
  /** True if patients can book without agreeing to texts. */
  areTextsOptional: boolean;
  /** The company's text about the visit. It is in English if there is none in the patient's language. */
  about: CompanyText | null;
  /** True if the order was closed without a completed visit. */
  closed: boolean;
}

/** An unknown order gets a key that matches nothing. */
export async function findOrderDetails(db: Db, orderId: number): Promise<OrderDetails> {
  const [order] = await detailsOf(db, { order: orderId });
  return {
    key: { patient_id: order?.patient_id ?? 0, brightree_db: order?.brightree_db ?? "" },
    state: order?.state ?? null,
    patient: shortName(order?.patient_name ?? null),
    phone: order?.phone ?? null,
    hasEmail: order?.email != null,
    updates: order?.updates ?? null,
    areTextsOptional: order?.sms_optional === 1,
    about:
      [currentLanguage(), "en" as const]
        .map((language) => ({ language, text: order?.[`about_visit_${language}`] ?? "" }))
        .find(({ text }) => text !== "") ?? null,
    closed: order != null && isStopped(order),
  };
}
