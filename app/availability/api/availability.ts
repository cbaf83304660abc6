import * as z from "zod";
import { shown } from "~/core/fields";
import { invalidField } from "~/core/refusal";
import { strings } from "~/core/strings";
import { day, iso } from "~/core/time";
import { allStaff, isProvenPatient, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { api, method } from "~/http/api.server";
import { jsonListResponse } from "~/http/response/json-response.server";
import { linkNext } from "~/http/response/link-next-page.server";
import { findKind, requireKind } from "~/kinds/kinds.server";
import { ownTherapist } from "~/therapists/therapist-permissions.server";
import { findRegionOf } from "~/therapists/therapists.server";
import { ListOpenings, RemoveSlot } from "../availability-schema";
import { bookingWindow, type Settings } from "../booking-window";
import { removeSlot } from "../changes/change-slots.server";
import { kindColumns, type OpeningQuery, openingsInBatches, openingView } from "../list-openings.server";
import { startOfNth } from "../read-openings-in-order.server";
import { listSlots } from "../slots.server";

const mostInOneAnswer = 5000;

const startOfUtcDay = (at: number) => at - (at % day);

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
        therapist: shown.therapist,
        region: shown.state,
        kind: z.string().optional(),
        place: z.string().nullable().optional(),
        seats_left: z.number().int().nullable().optional(),
      }),
    ),
    async run({ app, who, input, args }) {
      if (input.therapist === undefined || who.kind === "patient") {
        const { therapist: _, kind: kindId, ...query } = input;
        const named = kindId === undefined ? null : await findKindToList(app.reads, who, kindId);
        // In a session opened by patient ID, the sequence of times must not reveal whether an order exists.
        const known = isProvenPatient(who);
        const preferRegion = known ? await findRegionOf(app.reads, who.orderId) : null;
        const kind = named ? { id: named.id, length: named.length, zip: named.zip } : undefined;
        const asked = { ...query, now: app.clock.now(), kind };
        const end = input.limit ? null : await endOfAnswer(app.replicaReads, app.config, asked);
        linkNext(args, end && iso(end), "from");
        const list = { ...asked, to: end ?? query.to, preferRegion };
        return jsonListResponse(
          openingsInBatches(app.replicaReads, app.config, list),
          named
            ? (opening) => ({
                ...openingView(opening),
                kind: named.name,
                place: named.place,
                seats_left: null,
              })
            : openingView,
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

/**
 * A kind whose openings the caller may list. Patients see their company's kinds that they can book.
 * @throws Refusal "invalid"
 */
async function findKindToList(db: Db, who: Who, kindId: number) {
  if (who.kind === "patient" && isProvenPatient(who)) {
    const kind = await requireKind(db, who, { orderId: who.orderId, kindId });
    return { ...kind, place: (await findKind(db, kindId)).place?.name ?? null };
  }
  const kind = await findKind(db, kindId);
  if (kind.active === 0 || (who.kind === "patient" && kind.booked_by === "staff")) {
    throw invalidField("kind", strings.kindGone);
  }
  return { ...kind, place: kind.place?.name ?? null, zip: null };
}

/**
 * The end of a response that would have more than 5,000 openings, in ms UTC. It is the end of the last full day (UTC)
 * within the limit, or of the first day if that day exceeds it. Null if the response contains all openings.
 */
async function endOfAnswer(
  db: Db,
  settings: Settings,
  { now, region, kind, ...query }: Pick<OpeningQuery, "now" | "from" | "to" | "region" | "kind">,
): Promise<number | null> {
  const window = bookingWindow(settings, now);
  const asked = {
    from: Math.max(window.from, query.from ?? 0),
    to: Math.min(window.to, query.to ?? Number.MAX_SAFE_INTEGER),
    readSince: window.readSince,
    region,
    ...kindColumns(kind),
  };
  const startAfter = async (nth: number, from = asked.from) =>
    (await startOfNth(db, { ...asked, from, nth }))[0]?.start_at;
  const last = await startAfter(mostInOneAnswer);
  if (last === undefined) return null;
  const first = (await startAfter(0)) ?? last;
  const end = Math.max(startOfUtcDay(last), startOfUtcDay(first) + day);
  return (await startAfter(0, end)) === undefined ? null : end;
}
