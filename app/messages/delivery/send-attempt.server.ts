import type { App } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { second } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { ProviderProblem } from "~/integrations/provider-problem";
import { htmlOf } from "../email/mail-html";
import { messageStrings } from "../staff-strings";
import { dropNoLongerNeeded } from "./drop-no-longer-needed.server";
import type { Providers } from "./providers.server";
import { isOwn, keepLease, recordProblem, recordSent } from "./record-attempt.server";

interface Accepted {
  providerId: string | null;
  delivered: boolean;
}

// Renews each lease three times before it would expire.
const renewEvery = 20 * second;

/** If an earlier attempt got no response, first asks the provider whether it has the text. */
export async function attemptSend(app: App, providers: Providers, row: Row<"outbox">): Promise<void> {
  let accepted: Accepted | null;
  const renewal = setInterval(() => {
    keepLease(app, row).catch((error: unknown) => app.log.error({ err: error, outboxId: row.id }, "lease"));
  }, renewEvery);
  try {
    accepted = await (row.channel === "sms" ? sendSms(app, providers, row) : sendEmail(app, providers, row));
  } catch (error) {
    if (!(error instanceof ProviderProblem)) {
      app.log.error({ err: error, outboxId: row.id }, "delivery");
    }
    return recordProblem(app, row, asProblem(error));
  } finally {
    clearInterval(renewal);
  }
  if (accepted) await recordSent(app, row, accepted);
}

// Our own errors are retried, because a restart may fix them.
const asProblem = (error: unknown): ProviderProblem =>
  error instanceof ProviderProblem ? error : new ProviderProblem("Something went wrong on our side.");

function bodyOf({ secrets }: App, row: Row<"outbox">): string {
  try {
    return secrets.open(row.body_sealed);
  } catch {
    throw new ProviderProblem(messageStrings.unreadable, { permanent: true });
  }
}

/** Identifies a text in the provider's reports. It has a time because a restored database may use an ID again. */
export const referenceOf = ({ id, round, created_at }: Row<"outbox">) => `${id}-${round}-${created_at}`;

async function sendSms(app: App, { sms }: Providers, row: Row<"outbox">): Promise<Accepted | null> {
  const outgoing = { to: row.recipient, body: bodyOf(app, row), reference: referenceOf(row) };
  if (row.in_doubt) {
    const found = await sms.find(outgoing, row.first_tried_at ?? row.created_at, async (providerId) => {
      const known = await app.reads
        .selectFrom("outbox")
        .select("id")
        .where("provider_id", "=", providerId)
        .executeTakeFirst();
      return known !== undefined;
    });
    if (found) return found;
    if (!(await maySend(app, row))) return null;
  }
  return sms.send(outgoing);
}

/** Since the first attempt, the number may have opted out, or a report may have arrived. */
function maySend(app: App, row: Row<"outbox">): Promise<boolean> {
  return app.db
    .transaction()
    .execute(async (trx) => (await isOwn(trx, row)) && !(await dropNoLongerNeeded({ trx, app }, row)));
}

async function sendEmail(app: App, providers: Providers, row: Row<"outbox">): Promise<Accepted> {
  const body = bodyOf(app, row);
  const subject = row.subject ?? "";
  const { delivered } = await providers.email.send({
    to: row.recipient,
    replyTo: await findReplyTo(app.reads, row),
    subject,
    text: body,
    html: htmlOf(subject, body, row.language ?? "en"),
    messageId: `<outbox-${row.id}-${row.round}-${row.created_at}@${app.config.mail.address.split("@")[1]}>`,
    calendar:
      row.calendar && row.calendar_method ? { method: row.calendar_method, text: row.calendar } : null,
  });
  return { providerId: null, delivered };
}

/** The company's reply-to address, for emails to patients. Only those emails have a language. */
async function findReplyTo(
  db: Db,
  { order_id: orderId, language }: Pick<Row<"outbox">, "order_id" | "language">,
): Promise<string | undefined> {
  if (orderId === null || language === null) return undefined;
  const company = await ordersWithCompany(db)
    .select("companies.reply_to")
    .where("orders.id", "=", orderId)
    .executeTakeFirst();
  return company?.reply_to ?? undefined;
}
