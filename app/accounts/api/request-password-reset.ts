import { ResetRequest } from "~/accounts/account-schema";
import { requestPasswordReset } from "~/accounts/passwords/request-password-reset.server";
import { api, method } from "~/http/api.server";
import { Success, success } from "~/http/done";

export const { loader, action } = api({
  POST: method({
    summary: "Request a link to set a new password",
    allow: "anyone",
    input: ResetRequest,
    output: Success,
    run: ({ app, who, input }) => success(requestPasswordReset(app, input.email, who.address)),
  }),
});
