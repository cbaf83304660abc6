import * as z from "zod";
import { recordId } from "~/core/fields";
import { roles } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Success, success } from "~/http/done";
import { endOwnSession } from "../sign-in/own-sessions.server";

export const { loader, action } = api({
  DELETE: method({
    summary: "End one of your sessions",
    allow: roles,
    input: z.object({ id: recordId }),
    output: Success,
    run: ({ app, who, input }) => success(endOwnSession(app, who, input.id)),
  }),
});
