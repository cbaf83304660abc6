import * as z from "zod";
import { shown } from "~/core/fields";
import { authenticate } from "~/http/access/authenticate.server";
import { clientInfo } from "~/http/access/client-info.server";
import { carryToken } from "~/http/access/session-tokens.server";
import { api, method } from "~/http/api.server";
import { signInByLink } from "../access/sign-in/sign-in-by-link.server";
import { LinkCode } from "../order-schema";

export const { loader, action } = api({
  GET: method({
    summary: "Sign in a patient with a link code",
    allow: "anyone",
    input: LinkCode,
    output: z.object({
      patient_id: shown.patientId,
      brightree_db: shown.database,
      sales_order_no: shown.salesOrderNo.nullable(),
    }),
    run: async ({ app, who, args }) => {
      const { token, orderId, ...named } = await authenticate("link", args, LinkCode, (input) =>
        signInByLink(app, who, clientInfo(args), input),
      );
      if (token !== null) await carryToken(args, "patient", token);
      return named;
    },
  }),
});
