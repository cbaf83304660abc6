import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { isLocalAddress } from "~/core/web-address";
import type { Staff } from "~/core/who";
import { saveSettings } from "./save-settings.server";

/**
 * Makes links in messages start with the address that the admin's browser uses now, which proves that it works.
 * @param origin as the browser states it, like https://visits.clinic.example
 * @returns false if nothing changed
 * @throws Refusal if PUBLIC_URL is set, if the address works only on the server, or if passkeys would stop working
 */
export async function adoptAddress(app: App, who: Staff, origin: string | undefined): Promise<boolean> {
  const { given, publicUrl } = app.config;
  if (given.PUBLIC_URL !== undefined) {
    throw new Refusal("conflict", `The server's environment sets the address: ${publicUrl}.`);
  }
  if (origin === undefined || isLocalAddress(origin)) {
    throw new Refusal(
      "conflict",
      "This address works only on the server itself. Open Firstnight at the address that patients will use, and try again.",
    );
  }
  const isOtherHost = new URL(origin).hostname !== new URL(publicUrl).hostname;
  if (isOtherHost && (await app.reads.selectFrom("passkeys").select("id").limit(1).executeTakeFirst())) {
    throw new Refusal(
      "conflict",
      `Some users sign in with passkeys, which work only at ${publicUrl}. Remove the passkeys first.`,
    );
  }
  return saveSettings(app, who, { PUBLIC_URL: origin });
}
