import { LoginResponse, SecondStep } from "~/accounts/account-schema";
import { verifySecondStep } from "~/accounts/sign-in/challenge.server";
import { authenticate } from "~/http/access/authenticate.server";
import { enterWith } from "~/http/access/session.server";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  POST: method({
    summary: "Complete the second step of a sign-in with a six-digit code or a recovery code",
    allow: "anyone",
    input: SecondStep,
    output: LoginResponse,
    async run({ app, who, args }) {
      const agent = args.request.headers.get("user-agent");
      const login = await authenticate("second-step", args, SecondStep, (step) =>
        verifySecondStep(app, { ...step, address: who.address, agent }),
      );
      if ("token" in login) await enterWith(args, "staff", login.token);
      return login;
    },
  }),
});
