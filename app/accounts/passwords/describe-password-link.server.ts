import type { App } from "~/boot/app.server";
import {
  describeUnsent,
  findOutcomes,
  isAllSent,
  isSetUp,
  waitForOutcomes,
} from "~/messages/sending-outcome.server";

const kinds = { invitation: "invitation", reset: "password-reset" } as const;

export interface SentLink {
  kind: "invitation" | "reset";
  isSent: boolean;
  /** The outcome, for the admin who had it sent. */
  text: string;
  /** Null if it was sent, or if only the user may have it. */
  link: string | null;
}

/** The newest password link of a user. Null if it was used or there is none. @param wait for the providers' responses */
export async function describePasswordLink(
  app: Pick<App, "reads" | "config" | "secrets">,
  userId: number,
  wait = false,
): Promise<SentLink | null> {
  const user = await app.reads
    .selectFrom("users")
    .innerJoin("password_tokens", "password_tokens.user_id", "users.id")
    .select(["email", "phone", "kind", "password_tokens.created_at as since"])
    .where("users.id", "=", userId)
    .executeTakeFirst();
  if (!user) return null;
  const recipients = user.phone ? [user.email, user.phone] : [user.email];
  const sought = { kind: kinds[user.kind], since: user.since, recipients };
  const outcomes = await (wait ? waitForOutcomes : findOutcomes)(app, sought);
  const what = user.kind === "invitation" ? "a link to set a password" : "a link to set a new password";
  if (isAllSent(outcomes)) {
    if (app.config.demo) {
      return {
        kind: user.kind,
        isSent: true,
        link: null,
        text: `The demo's outbox has ${what} for ${user.email}.`,
      };
    }
    const byText = outcomes.some(({ channel }) => channel === "sms");
    return {
      kind: user.kind,
      isSent: true,
      link: null,
      text: `We emailed${byText ? " and texted" : ""} ${what} to ${user.email}.`,
    };
  }
  // A link to change the password of an account that is in use is only for its user. Without a mail server, an admin
  // reads every message under Outbox.
  const mayBeShown = user.kind === "invitation" || !isSetUp(app, "email");
  const link = mayBeShown ? await findLink(app, sought) : null;
  return { kind: user.kind, isSent: false, text: describeUnsent(outcomes), link };
}

async function findLink(
  { reads, secrets }: Pick<App, "reads" | "secrets">,
  { kind, since, recipients }: { kind: string; since: number; recipients: readonly string[] },
): Promise<string | null> {
  const row = await reads
    .selectFrom("outbox")
    .select("body_sealed")
    .where("kind", "=", kind)
    .where("created_at", ">=", since)
    .where("recipient", "in", recipients)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row
    ? (/https?:\/\/\S+\/reset-password\/[\w-]+/.exec(secrets.open(row.body_sealed))?.[0] ?? null)
    : null;
}
