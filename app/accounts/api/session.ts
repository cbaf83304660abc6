import { z } from "zod";
import { endOfOwnSession, staySignedIn } from "~/accounts/sign-in/own-sessions.server";
import { Refusal } from "~/core/refusal";
import { iso } from "~/core/time";
import type { Patient, Staff, Who } from "~/core/who";
import { api, method } from "~/http/api.server";

const everybody = ["admin", "supervisor", "therapist", "staff", "patient", "patient-by-query"] as const;

const SessionJson = z.object({
  kind: z.enum(["staff", "patient"]),
  expires_at: z.iso.datetime(),
  /** Seconds: pages count by their own clock. */
  expires_in: z.int(),
  /** False for the last part of a staff session, which ends after 12 hours in any case. */
  can_stay: z.boolean(),
});

function holder(who: Who): Staff | Patient {
  if (who.kind === "staff" || who.kind === "patient") return who;
  throw new Refusal("signed-out", "Please sign in.");
}

export const { loader, action } = api({
  GET: method({
    summary: "When this session ends; with `X-Background: 1` the request does not extend it",
    allow: everybody,
    input: z.object({}),
    output: SessionJson,
    async run({ app, who }) {
      const own = holder(who);
      const end = await endOfOwnSession(app, own);
      return { ...end, kind: own.kind, expires_at: iso(end.expires_at) };
    },
  }),
  POST: method({
    summary: "Stay signed in",
    allow: everybody,
    input: z.object({}),
    output: SessionJson,
    async run({ app, who }) {
      const own = holder(who);
      await staySignedIn(app, own);
      const end = await endOfOwnSession(app, own);
      return { ...end, kind: own.kind, expires_at: iso(end.expires_at) };
    },
  }),
});
