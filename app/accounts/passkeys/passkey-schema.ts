import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import * as z from "zod";
import { filled, recordId } from "~/core/fields";
import { longestPassword } from "../passwords/password-length";

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);

const credential = {
  id: base64url.min(1).max(2000),
  rawId: base64url.max(2000),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

/** Checks only the shape. The WebAuthn library verifies the contents. */
const RegistrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
}) as unknown as z.ZodType<RegistrationResponseJSON>;

export const AuthenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
}) as unknown as z.ZodType<AuthenticationResponseJSON>;

const proof = { current: z.string().max(longestPassword).optional() };

export const Proof = z.object(proof);

export const AddPasskey = z.object({
  name: filled(60, "Please name this passkey."),
  response: z
    .string("Your browser did not create a passkey. Try again.")
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "Your browser did not create a passkey. Try again." });
        return z.NEVER;
      }
    })
    .pipe(RegistrationResponse),
});
export type AddPasskey = z.output<typeof AddPasskey>;

export const PasskeyId = z.object({ id: recordId });

export const RemovePasskey = PasskeyId.extend(proof);

export const PasskeyOptions = z.object({ challenge: z.string() }).catchall(z.unknown());
