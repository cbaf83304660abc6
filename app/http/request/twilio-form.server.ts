import type * as z from "zod";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { isSignedByTwilio } from "~/integrations/sms/twilio.server";
import { formOf, parse } from "./input.server";

/** Checks Twilio's signature over the public URL and all fields. @throws Refusal "forbidden" */
export async function readSignedForm<Schema extends z.ZodType>(
  { config }: App,
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const form = await formOf(request);
  const { pathname, search } = new URL(request.url);
  const signature = request.headers.get("x-twilio-signature");
  const isSigned =
    config.twilio !== null &&
    (await isSignedByTwilio(config.twilio, `${config.publicUrl}${pathname}${search}`, form, signature));
  if (!isSigned) throw new Refusal("forbidden", "This call is not signed by the SMS provider.");
  return parse(schema, Object.fromEntries(form));
}
