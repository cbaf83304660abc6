import * as z from "zod";
import { api, method } from "~/http/api.server";
import {
  findInstallation,
  importedHeader,
  installationHeader,
  installationText,
  wasImported,
} from "~/operations/standby/installation.server";

export const { loader, action } = api({
  GET: method({
    summary: "Is the process alive?",
    allow: "anyone",
    input: z.object({
      /** The hash of a company file: a response header then shows whether it was imported. */
      imported: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional()
        .catch(undefined),
    }),
    output: z.object({ ok: z.literal(true) }),
    run: async ({ app, args, input }) => {
      // A standby asks here whether the previous server still answers. The response doesn't depend on the database.
      const own = await findInstallation(app.reads).catch(() => null);
      if (own) args.context.replyHeaders.set(installationHeader, installationText(own));
      if (own && input.imported) {
        const isImported = await wasImported(app.reads, input.imported).catch(() => false);
        if (isImported) args.context.replyHeaders.set(importedHeader, "yes");
      }
      return { ok: true as const };
    },
  }),
});
