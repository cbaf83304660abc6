import type { App } from "~/boot/app.server";
import { isAnySent, waitForOutcomes } from "~/messages/sending-outcome.server";
import type { AddHelper } from "./helper-schema";

/**
 * True if a provider has the helper's link, or the question whether texts are OK. Waits for the provider's first
 * response.
 * @param since when the helper was added, in ms UTC
 */
export async function wasHelperTold(
  app: Pick<App, "reads" | "config">,
  { phone, email }: Pick<AddHelper, "phone" | "email">,
  since: number,
): Promise<boolean> {
  const recipients = [phone, email].filter((address) => address !== undefined);
  const kinds = ["helper-link", "consent-request"] as const;
  const outcomes = await Promise.all(kinds.map((kind) => waitForOutcomes(app, { kind, since, recipients })));
  return isAnySent(outcomes.flat());
}
