import type { Config } from "~/config.server";
import type { RouteArgs } from "../route-args.server";

type HeaderList = [name: string, value: string][];

const permissions = (devices: "()" | "(self)") =>
  `camera=${devices}, microphone=${devices}, geolocation=(), payment=(), usb=()`;

export function securityHeaders(config: Config): HeaderList {
  const list: HeaderList = [
    ["X-Content-Type-Options", "nosniff"],
    // For older browsers and scanners. frame-ancestors does the same.
    ["X-Frame-Options", "DENY"],
    ["Referrer-Policy", "same-origin"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["Permissions-Policy", permissions("()")],
    ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ];
  if (config.https) list.push(["Strict-Transport-Security", "max-age=31536000; includeSubDomains"]);
  return list;
}

/** For a page that checks the patient's camera and microphone. */
export function allowCamera({ context }: Pick<RouteArgs, "context">): void {
  context.replyHeaders.set("Permissions-Policy", permissions("(self)"));
}

/** For a page whose URL contains a code. Its requests reveal only the origin, which forms still have to send. */
export function hideFromReferrers({ context }: Pick<RouteArgs, "context">): void {
  context.replyHeaders.set("Referrer-Policy", "strict-origin");
}

/**
 * Headers that let a page use only its own scripts and styles.
 * @param formTargets other origins that a form's response may redirect to
 */
export function pageHeaders(nonce: string, formTargets: readonly string[] = []): HeaderList {
  return [
    [
      "Content-Security-Policy",
      `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action ${["'self'", ...formTargets].join(" ")}; frame-ancestors 'none'`,
    ],
    ["Cache-Control", "no-store"],
  ];
}
