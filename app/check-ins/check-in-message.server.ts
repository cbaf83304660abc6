import type { AppTx } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { fill } from "~/core/language/strings";
import { firstName } from "~/core/short-name";
import { closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import { askPatient } from "~/visits/notices/ask-patient.server";
import type { Channel } from "~/visits/notices/choose-channel.server";
import { textWithCall } from "~/visits/notices/patient-messages";
import { visitStrings } from "~/visits/strings";
import { checkInHref } from "./check-in-link.server";
import { strings } from "./strings";

/** Asks the patient how it goes. @returns the channel; null if only a phone call can reach the patient */
export async function sendCheckIn(
  { trx, app }: AppTx,
  { id, order_id: orderId }: { id: number; order_id: number },
): Promise<Channel | null> {
  const { name, ...company } = await ordersWithCompany(trx)
    .select(["companies.name as company", "companies.phone", "companies.support_hours"])
    .select("orders.patient_name as name")
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const contact = { ...company, name: company.company };
  const href = checkInHref(app, id);
  return askPatient(
    { trx, app },
    {
      orderId,
      kind: "check-in",
      visit_id: null,
      visit_start: null,
      key: `check-in ${id}`,
      write: () => ({
        text: textWithCall({
          sentence: (link) => fill(strings.text, { company: contact.name, link }),
          link: href,
          company: contact,
          end: visitStrings.text.stop,
        }),
        mail: {
          subject: strings.mail.subject,
          body: mailText(
            greeting(firstName(name)),
            strings.mail.lead,
            linkLine({ label: strings.mail.button, href }),
            strings.mail.next,
            closing(contact),
          ),
        },
      }),
    },
  );
}
