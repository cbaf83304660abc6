import { findSso, redirectUri } from "~/accounts/sso/sso-settings.server";
import type { App } from "~/boot/app.server";
import { isLocalAddress } from "~/core/web-address";

/**
 * Whether links start with an address that patients can open, and what else depends on the address.
 * @param host the host at which the admin opened the page
 */
export async function addressStep(
  { config: { given, publicUrl }, reads }: Pick<App, "config" | "reads">,
  host: string | null,
) {
  const act = { label: "Use the address that I use now", press: "use-address" as const };
  const found = `Links start with ${publicUrl}`;
  const hasSso = (await findSso(reads)) !== null;
  if (given.PUBLIC_URL !== undefined) {
    return {
      state: "done" as const,
      found: `${found}.`,
      act: { label: "Open Settings", href: "/admin/settings" },
    };
  }
  if (host && !isLocalAddress(`http://${host}`) && new URL(publicUrl).host !== host) {
    const first = hasSso
      ? " Single sign-on is on: first allow the redirect URI of the new address, which ends in /sso/callback, at your provider. Otherwise no one can sign in with it."
      : "";
    return { state: "attention" as const, found: `${found}. You opened Firstnight at ${host}.${first}`, act };
  }
  if (!isLocalAddress(publicUrl)) {
    const then = hasSso
      ? ` Your single sign-on provider must allow the redirect URI ${redirectUri({ config: { publicUrl } })}.`
      : "";
    return { state: "done" as const, found: `${found}.${then}`, act };
  }
  return {
    state: "todo" as const,
    found: `${found}, which works only on the server itself. Open Firstnight at the address that patients will use, and then click the button here.`,
    act,
  };
}
