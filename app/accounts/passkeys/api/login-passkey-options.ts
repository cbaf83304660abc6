import * as z from "zod";
import { api, method } from "~/http/api.server";
import { PasskeyOptions } from "../passkey-schema";
import { askForPasskey } from "../sign-in-by-passkey.server";

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
