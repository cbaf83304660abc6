import * as z from "zod";
import { api, method } from "~/http/api.server";
import {
  findInstallation,
  installationHeader,
  installationText,
} from "~/operations/standby/installation.server";

export const { loader, action } = api({
  GET: method({
    summary: "Is the process alive?",
    allow: "anyone",
    output: z.object({ ok: z.literal(true) }),
    run: async ({ app, args }) => {
      // A standby asks here whether the previous server still answers. The response doesn't depend on the database.
      const own = await findInstallation(app.reads).catch(() => null);
      if (own) args.context.replyHeaders.set(installationHeader, installationText(own));
      return { ok: true as const };
    },
  }),
});
