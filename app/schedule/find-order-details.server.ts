import { ordersWithCompany } from "~/company/orders-with-company.server";
import { currentLanguage } from "~/core/language/current-language";
import type { Language } from "~/core/language/languages";
import { languageOf } from "~/core/language/spoken-language";
import { referrerName } from "~/core/referrer-name";
import { shortName } from "~/core/short-name";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import type { Equipment } from "~/equipment/equipment";
import { equipmentIn, selectEquipment } from "~/equipment/find-equipment.server";
import { type BookableKind, bookableKindsOf, selectBookableKinds } from "~/kinds/bookable-kinds.server";
import { type ConsentStatus, consentOf, selectConsent } from "~/messages/consent/consents.server";
import { isStopped } from "~/orders/closed-orders";
import { selectHelperName } from "~/orders/helper/find-helper.server";
import { selectLastZone } from "~/visits/patient-zone.server";

const detailsOf = prepared((db, { order }: { order: number }) =>
  ordersWithCompany(db)
    .select([
      "orders.patient_id",
      "orders.brightree_db",
      "orders.state",
      "orders.language",
      "orders.chosen_language",
      "orders.patient_name",
      "orders.stopped_at",
      "orders.staff_closed_at",
      "orders.closed_at",
      "orders.phone",
      "orders.email",
      "orders.updates",
      "orders.referrer",
      "orders.visit_zone",
      "orders.other_zone",
      "companies.sms_optional",
      "companies.about_visit_en",
      "companies.about_visit_es",
      "companies.cost_en",
      "companies.cost_es",
      selectEquipment.as("equipment"),
      selectLastZone.as("last_zone"),
      selectConsent.as("consent"),
      selectHelperName.as("helper"),
      "orders.zip",
      selectBookableKinds.as("kinds"),
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
  language: Language;
  /** "Alex B." */
  patient: string | null;
  phone: string | null;
  hasEmail: boolean;
  updates: "text" | "email" | "phone" | null;
  /** True if patients can book without agreeing to texts. */
  areTextsOptional: boolean;
  /** The company's text about the visit. It is in English if there is none in the patient's language. */
  about: CompanyText | null;
  /** The company's line about cost. It is in English if there is none in the patient's language. */
  cost: CompanyText | null;
  /** "Dr. Ann Lee" */
  referrer: string | null;
  /** The IANA zone where the patient will be, and the other one they were asked about. Null if they weren't asked. */
  visitZone: string | null;
  otherZone: string | null;
  lastZone: string | null;
  /** The kinds of visits that the patient can book, the company's default first. */
  kinds: BookableKind[];
  /** True if the order was closed without a completed visit. */
  closed: boolean;
  /** Null if the company doesn't inform patients about it. */
  equipment: Equipment | null;
}

const textOfCompany = (textIn: (language: Language) => string | null | undefined): CompanyText | null =>
  [currentLanguage(), "en" as const]
    .map((language) => ({ language, text: textIn(language) ?? "" }))
    .find(({ text }) => text !== "") ?? null;

interface FoundOrder extends OrderDetails {
  consent: ConsentStatus;
  helper: string | null;
}

/** An unknown order gets a key that matches nothing. */
export async function findOrderDetails(db: Db, orderId: number): Promise<FoundOrder> {
  const [order] = await detailsOf(db, { order: orderId });
  return {
    key: { patient_id: order?.patient_id ?? 0, brightree_db: order?.brightree_db ?? "" },
    state: order?.state ?? null,
    language: order ? languageOf(order) : "en",
    patient: shortName(order?.patient_name ?? null),
    phone: order?.phone ?? null,
    hasEmail: order?.email != null,
    updates: order?.updates ?? null,
    areTextsOptional: order?.sms_optional === 1,
    about: textOfCompany((language) => order?.[`about_visit_${language}`]),
    cost: textOfCompany((language) => order?.[`cost_${language}`]),
    referrer: referrerName(order?.referrer ?? null),
    visitZone: order?.visit_zone ?? null,
    otherZone: order?.other_zone ?? null,
    lastZone: order?.last_zone ?? null,
    consent: consentOf(order?.consent),
    helper: order?.helper ?? null,
    kinds: bookableKindsOf(order?.kinds, order?.zip ?? null),
    closed: order != null && isStopped(order),
    equipment: equipmentIn(order?.equipment),
  };
}
