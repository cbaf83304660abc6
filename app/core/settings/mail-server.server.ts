import { isIP } from "node:net";
import * as z from "zod";
import { addressList } from "./address-list.server";

export interface MailServer {
  host: string;
  port: number;
  /** True for smtps. Otherwise STARTTLS is used, unless `clearText` is set. */
  secure: boolean;
  /** Set by ?tls=off. Mail is then unencrypted, which is allowed only for a private address. */
  clearText: boolean;
  auth: { user: string; pass: string } | null;
}

const localNetworks = addressList(
  "127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, ::1, fc00::/7, fe80::/10",
);

export const isLocalAddress = (address: string): boolean => localNetworks?.has(address) ?? false;

const privateName = /^[^.]+$|\.(?:localhost|internal|local|lan|home\.arpa)$/i;

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");
const isClearText = (url: URL) => url.searchParams.get("tls") === "off";

/** Whether mail may go to this host unencrypted. The addresses of a name are checked when it is used. */
export const mayBeLocal = (host: string): boolean =>
  isIP(host) ? isLocalAddress(host) : privateName.test(host);

const decoded = ({ username, password }: URL) => ({
  user: decodeURIComponent(username),
  pass: decodeURIComponent(password),
});

function isEncoded(url: URL): boolean {
  try {
    return Boolean(decoded(url));
  } catch {
    return false;
  }
}

const example = "must be an address like smtps://user:password@host";

export const SmtpUrl = z
  .url({ protocol: /^smtps?$/, error: example })
  .transform((typed) => new URL(typed))
  .refine((url) => url.hostname !== "", example)
  .refine(isEncoded, "has a % in its user or password; write it as %25")
  .refine(
    (url) => url.search === "" || url.search === "?tls=off",
    "can have ?tls=off after the host, but no other option",
  )
  .refine(
    (url) => !isClearText(url) || (url.protocol === "smtp:" && mayBeLocal(hostOf(url))),
    "allows ?tls=off only with smtp:// and a host on this machine or on a private network: localhost, a private IP address, or a name without a dot",
  )
  .transform(
    (url): MailServer => ({
      host: hostOf(url),
      port: Number(url.port) || (url.protocol === "smtps:" ? 465 : 587),
      secure: url.protocol === "smtps:",
      clearText: isClearText(url),
      auth: url.username ? decoded(url) : null,
    }),
  );
