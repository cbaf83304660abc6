import type { AppTx } from "~/boot/app.server";
import type { LanguageScope } from "~/core/language/current-language";
import { languageCodes } from "~/core/language/languages";
import { fill } from "~/core/language/strings";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consent/consents.server";
import { patientPageAddresses } from "~/orders/access/patient-page-addresses";
import { findHelper, type Helper } from "~/orders/helper/find-helper.server";
import { patientLabel } from "~/orders/helper/send-helper-link.server";
import type { People } from "../find-people.server";
import { visitStrings } from "../strings";
import { forPatient } from "./calendar-description";
import type { Message, VisitChange } from "./notice-types";
import { visitMail, visitText } from "./patient-messages";

interface HelperReader {
  helper: Helper;
  /** The language that the helper chose, or else the patient's. */
  reader: LanguageScope;
}

export async function findHelperReader(
  trx: Db,
  orderId: number,
  { reader }: Pick<People, "reader">,
): Promise<HelperReader | null> {
  const helper = await findHelper(trx, orderId);
  if (!helper) return null;
  const { offered = languageCodes } = reader;
  const language = offered.find((code) => code === helper.language);
  return { helper, reader: language ? { ...reader, language } : reader };
}

/** Copies the patient's messages, with the helper's link. Helpers get texts only after they reply YES. */
export async function toHelper(
  { trx, app }: AppTx,
  change: VisitChange,
  people: People,
  { helper, reader: { language } }: HelperReader,
): Promise<Message[]> {
  const notice = change.notice();
  const { kind } = notice;
  const name = patientLabel(people.patient.name);
  const patient = {
    ...people.patient,
    links: change.withoutLinks ? null : patientPageAddresses(app, app.secrets.open(helper.code_sealed)),
  };
  const about = { kind, language, forHelper: true };
  const messages: Message[] = [];
  const { phone, email } = helper;
  if (phone && phone !== people.phone && !change.emailOnly && (await findConsent(trx, phone)) === "given") {
    const sms = `${fill(visitStrings.helper.textFor, { patient: name })} ${notice.sms}`;
    const text = visitText({ ...notice, sms }, patient);
    messages.push({ ...about, channel: "sms", recipient: phone, helper: helper.name, ...text });
  }
  if (email && email !== people.email?.toLowerCase()) {
    const body = visitMail(notice, {
      ...patient,
      name: helper.name,
      copyOf: fill(visitStrings.helper.copy, { patient: name }),
    });
    const guest = { name: helper.name, description: forPatient(change.visit, patient), alarms: true };
    const { subject } = notice;
    messages.push({ ...about, channel: "email", recipient: email, guest, subject, body });
  }
  return messages;
}
