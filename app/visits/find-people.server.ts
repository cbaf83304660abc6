import { sql } from "kysely";
import type { AppTx } from "~/boot/app.server";
import { patientLanguage, patientLanguageColumns } from "~/company/patient-language";
import type { LanguageScope } from "~/core/language/current-language";
import type { Row } from "~/db/tables";
import { patientPageAddresses } from "~/orders/access/patient-page-addresses";
import type { PatientOfVisit } from "./notices/patient-messages";
import { mayStillChange } from "./patient-may-change.server";
import type { Visit } from "./visit";

export interface People {
  phone: string | null;
  email: string | null;
  sms_consent: number;
  reader: LanguageScope;
  updates: Row<"orders">["updates"];
  therapist_email: string;
  /** The company's reply-to address. */
  reply_to: string | null;
  patient: PatientOfVisit;
}

/** Finds the recipients of a visit's notices and the data for the patient's messages. */
export async function findPeople({ trx, app }: AppTx, visit: Visit): Promise<People> {
  const { patient_name, company, company_phone, support_hours, own_ready, link, ...row } = await trx
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .leftJoin("link_codes", "link_codes.order_id", "orders.id")
    .select([
      "orders.phone",
      "orders.email",
      "orders.patient_name",
      "therapists.email as therapist_email",
      "companies.name as company",
      "companies.phone as company_phone",
      "companies.support_hours",
      sql<number>`coalesce(companies.about_visit_en, companies.about_visit_es) is not null`.as("own_ready"),
      "companies.reply_to",
      "link_codes.code_sealed as link",
      "visits.sms_consent",
      ...patientLanguageColumns,
      "orders.updates",
    ])
    .where("visits.id", "=", visit.id)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    reader: patientLanguage(row),
    patient: {
      name: patient_name,
      company: { name: company, phone: company_phone, support_hours },
      links: link ? patientPageAddresses(app, app.secrets.open(link)) : null,
      hasOwnReadyList: own_ready === 1,
      closedHours: mayStillChange(app, visit) ? null : app.config.patientChangeHours,
    },
  };
}
