import { openingView } from "~/availability/openings.server";
import { visitLength } from "~/availability/visit-length";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { formatFull, iso, zoneOrUtc } from "~/core/time";
import { isSupervisor, type Who } from "~/core/who";
import { actsFor } from "~/therapists/therapist-permissions.server";
import { findAlternatives } from "./alternatives.server";
import { visitStrings } from "./strings";
import type { Visit } from "./visit";
import { listClashes } from "./visits.server";

interface Missed {
  therapistId: number;
  therapist: string;
  region: string;
  timezone: string;
  start: number;
  end?: number;
  except?: number;
}

export const timeTaken = visitStrings.timeTaken;

/** The no to a change of a visit that somebody else changed first. */
export const changedByOther = () =>
  new Refusal("conflict", "This visit was changed meanwhile. Please look at it again.");

/** The no to a time that is not to be had, with the nearest ones that are, and for staff what it clashes with. */
export async function refuseTime(
  app: App,
  who: Who,
  code: "conflict" | "invalid",
  sentence: string,
  missed: Missed,
): Promise<Refusal> {
  const alternatives = await findAlternatives(app.reads, app.config, app.clock.now(), {
    ...missed,
    zone: zoneOrUtc(missed.timezone),
    exceptVisit: missed.except,
  });
  const end = missed.end ?? missed.start + visitLength;
  const staff = who.kind === "staff" && (isSupervisor(who) || who.therapistId === missed.therapistId);
  const clashes = staff ? await listClashes(app.reads, { ...missed, end }) : [];
  return new Refusal(code, sentence, {
    ...(code === "invalid" && { fields: { datetime: [sentence] } }),
    extra: {
      alternatives: alternatives.map(openingView),
      conflicts: staff ? clashes.map(conflictView) : [{ ...bare(missed), end: iso(end) }],
    },
  });
}

const bare = (missed: Missed) => ({
  start: iso(missed.start),
  therapist: missed.therapist,
  region: missed.region,
});

const conflictView = (visit: Visit) => ({
  id: visit.id,
  start: iso(visit.start_at),
  end: iso(visit.end_at),
  therapist: visit.therapist,
  region: visit.region,
});

/** The no to a second booking; a session opened by a query link, and another therapist, learn nothing of the first one. */
export function refuseSecondVisit(who: Who, existing: Visit | undefined): Refusal {
  if (who.kind === "patient" && who.way === "query") {
    return new Refusal(
      "conflict",
      "A visit is booked already. Sign in with your access code to see or change it.",
    );
  }
  const isTheirs = who.kind === "patient" || (existing && actsFor(who, existing.therapist_id));
  if (!existing || !isTheirs) return new Refusal("conflict", "This order has a visit already.");
  const date = formatFull(existing.start_at, zoneOrUtc(existing.timezone));
  const sentence =
    who.kind === "patient"
      ? `You already have a visit on ${date}. You can change it instead.`
      : `This order already has a visit on ${date}. Move that one instead.`;
  return new Refusal("conflict", sentence, {
    extra: { datetime: iso(existing.start_at), appointment_id: existing.id },
  });
}
