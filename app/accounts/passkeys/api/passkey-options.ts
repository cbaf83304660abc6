import { roles } from "~/core/who";
import { api, method } from "~/http/api.server";
import { offerPasskey } from "../passkey-challenges.server";
import { PasskeyOptions, Proof } from "../passkey-schema";

export const { loader, action } = api({
  POST: method({
    summary:
      "Get WebAuthn options to add a passkey; send the password as `current` unless the user signed in recently",
    allow: roles,
    input: Proof,
    output: PasskeyOptions,
    run: async ({ app, who, input }) => ({ ...(await offerPasskey(app, who, input)) }),
  }),
});
