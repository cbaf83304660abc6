import * as z from "zod";
import { listOtherLinks, sendNewLink } from "~/classes/replace-meeting-links.server";
import { recordId } from "~/core/fields";
import { api, method } from "~/http/api.server";
import { SendNewLink } from "../settings/therapist-settings-schema";
import { findTherapist } from "../therapists.server";

export const { loader, action } = api({
  GET: method({
    summary: "Meeting links of a therapist's upcoming confirmed visits that differ from the profile's link",
    allow: ["admin"],
    input: z.object({ id: recordId }),
    output: z.array(z.object({ link: z.string(), visits: z.int() })),
    run: async ({ app, input }) =>
      listOtherLinks(app.reads, await findTherapist(app.reads, input.id), app.clock.now()),
  }),
  POST: method({
    summary: "Replace an old meeting link with the profile's link and send new invitations",
    allow: ["admin"],
    input: SendNewLink,
    output: z.object({ success: z.literal(true), visits: z.int() }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      visits: await sendNewLink(app, who, input),
    }),
  }),
});
