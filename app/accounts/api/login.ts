import { LoginResponse, PasswordLogin } from "~/accounts/account-schema";
import { signInStaff } from "~/accounts/sign-in/sign-in.server";
import { authenticate } from "~/http/access/authenticate.server";
import { enterWith } from "~/http/access/session.server";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  POST: method({
    summary: "Sign in with email and password; returns a session or asks for the second step",
    allow: "anyone",
    input: PasswordLogin,
    output: LoginResponse,
    async run({ app, who, args }) {
      const agent = args.request.headers.get("user-agent");
      const login = await authenticate("password", args, PasswordLogin, (credentials) =>
        signInStaff(app, { ...credentials, address: who.address, agent }),
      );
      if ("token" in login) await enterWith(args, "staff", login.token);
      return login;
    },
  }),
});
