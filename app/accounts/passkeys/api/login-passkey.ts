import * as z from "zod";
import { authenticate } from "~/http/access/authenticate.server";
import { enterWith } from "~/http/access/session.server";
import { api, method } from "~/http/api.server";
import { LoginResponse } from "../../account-schema";
import { AuthenticationResponse } from "../passkey-schema";
import { signInByPasskey } from "../sign-in-by-passkey.server";

const input = z.object({ response: AuthenticationResponse });

export const { loader, action } = api({
  POST: method({
    summary: "Sign in with a passkey's response",
    allow: "anyone",
    input,
    output: LoginResponse,
    async run({ app, who, args }) {
      const agent = args.request.headers.get("user-agent");
      const login = await authenticate("passkey", args, input, ({ response }) =>
        signInByPasskey(app, { response, address: who.address, agent }),
      );
      if ("token" in login) await enterWith(args, "staff", login.token);
      return login;
    },
  }),
});
