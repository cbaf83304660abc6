import type { AppLoadContext } from "@remix-run/node";
import type { Refusal } from "~/core/refusal";

/** Logs the cause of a refusal, such as a damaged disk. The user sees only the message. */
export function logCause({ app, requestId }: AppLoadContext, { code, cause }: Refusal): void {
  if (cause !== undefined) app.log.error({ requestId, err: cause }, code);
}
