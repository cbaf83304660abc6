import * as z from "zod";
import { PasskeyOptions } from "~/accounts/passkeys/passkey-schema";
import { askForPasskey } from "~/accounts/passkeys/sign-in-by-passkey.server";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  POST: method({
    summary: "Get WebAuthn options to sign in with a passkey; send `challenge` for a second step",
    allow: "anyone",
    input: z.object({ challenge: z.string().max(100).optional() }),
    output: PasskeyOptions,
    run: async ({ app, who, input }) => ({
      ...(await askForPasskey(app, { ...input, address: who.address })),
    }),
  }),
});
