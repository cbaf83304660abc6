import * as z from "zod";
import { recordId } from "~/core/fields";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { createFeed, revokeFeed } from "../feed-address.server";

const Therapist = z.object({ id: recordId });

export const { loader, action } = api({
  POST: method({
    summary: "Create a therapist's calendar feed, or replace its URL. The old URL stops working immediately.",
    allow: allStaff,
    input: Therapist,
    output: z.object({ url: z.string() }),
    run: async ({ app, who, input }) => ({ url: (await createFeed(app, who, input)).url }),
  }),
  DELETE: method({
    summary: "Revoke a therapist's calendar feed",
    allow: allStaff,
    input: Therapist,
    output: z.void(),
    run: ({ app, who, input }) => revokeFeed(app, who, input),
  }),
});
