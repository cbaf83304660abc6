import type { z } from "zod";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { isSignedByTwilio } from "~/integrations/sms/twilio.server";
import { formOf, parse } from "./input.server";

/**
 * A form that Twilio posted, after a look at its signature over our public address and every field.
 *
 * @throws Refusal "forbidden" without a right signature, and where Twilio is not in use: then there is no
 *   key to check one with
 */
export async function readSignedForm<Schema extends z.ZodType>(
  { config }: App,
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const form = await formOf(request);
  const { pathname, search } = new URL(request.url);
  const signature = request.headers.get("x-twilio-signature");
  const signed =
    config.twilio !== null &&
    (await isSignedByTwilio(config.twilio, `${config.publicUrl}${pathname}${search}`, form, signature));
  if (!signed) throw new Refusal("forbidden", "This call is not signed by the SMS provider.");
  return parse(schema, Object.fromEntries(form));
}
