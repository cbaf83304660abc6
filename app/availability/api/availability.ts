import * as z from "zod";
import { iso } from "~/core/time";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { jsonListResponse } from "~/http/response/json-response.server";
import { linkNext } from "~/http/response/link-next-page.server";
import { ownTherapist } from "~/therapists/therapist-permissions.server";
import { findRegionOf } from "~/therapists/therapists.server";
import { ListOpenings, RemoveSlot } from "../availability-schema";
import { removeSlot } from "../changes/remove-slots.server";
import { endOfAnswer } from "../end-of-answer.server";
import { openingsInBatches, openingView } from "../list-openings.server";
import { listSlots } from "../slots.server";

export const { loader, action } = api({
  GET: method({
    summary:
      'List times that can be booked; with `therapist`, that therapist\'s slots from now on (for staff). Without `limit`, a list of more than 5,000 times stops at the end of a day, and a `Link` header (RFC 8288, `rel="next"`) has the next part',
    allow: ["patient", "patient-by-query", ...allStaff],
    input: ListOpenings,
    output: z.array(
      z.object({
        start: z.iso.datetime(),
        end: z.iso.datetime().optional(),
        therapist: z.string(),
        region: z.string(),
      }),
    ),
    async run({ app, who, input, args }) {
      if (input.therapist === undefined || who.kind === "patient") {
        const { therapist: _, ...query } = input;
        // In a session opened by patient ID, the sequence of times must not reveal whether an order exists.
        const known = who.kind === "patient" && who.sessionKind !== "query";
        const preferRegion = known ? await findRegionOf(app.reads, who.orderId) : null;
        const asked = { ...query, now: app.clock.now() };
        const end = input.limit ? null : await endOfAnswer(app.replicaReads, app.config, asked);
        linkNext(args, end && iso(end), "from");
        const list = { ...asked, to: end ?? query.to, preferRegion };
        return jsonListResponse(
          args.context,
          openingsInBatches(app.replicaReads, app.config, list),
          openingView,
        );
      }
      const therapist = await ownTherapist(app.reads, who, input.therapist);
      const slots = await listSlots(app.reads, {
        ...input,
        from: Math.max(input.from ?? 0, app.clock.now()),
        therapistId: therapist.id,
        offeredOnly: true,
      });
      return slots.map((start) => ({
        start: iso(start),
        therapist: therapist.name,
        region: therapist.region,
      }));
    },
  }),
  DELETE: method({
    summary: "Remove one slot",
    allow: allStaff,
    input: RemoveSlot,
    output: z.object({
      success: z.literal(true),
      removed: z.number().int(),
      batch_id: z.number().int().nullable(),
    }),
    async run({ app, who, input }) {
      const { removed, batch_id } = await removeSlot(app, who, input);
      return { success: true as const, removed, batch_id };
    },
  }),
});
