import type { AppLoadContext } from "@remix-run/node";
import type { Refusal } from "~/core/refusal";

/** Whoever is refused reads a sentence; what lies behind it, as a damaged disk, is for whoever runs the product. */
export function logCause({ app, requestId }: AppLoadContext, { code, cause }: Refusal): void {
  if (cause !== undefined) app.log.error({ requestId, err: cause }, code);
}
