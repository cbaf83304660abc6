import * as z from "zod";
import { endOfOwnSession, staySignedIn } from "~/accounts/sign-in/own-sessions.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso } from "~/core/time";
import { type Patient, roles, type Staff, type Who } from "~/core/who";
import { api, method } from "~/http/api.server";

const everyone = [...roles, "patient", "patient-by-query"] as const;

const SessionJson = z.object({
  kind: z.enum(["staff", "patient"]),
  expires_at: z.iso.datetime(),
  expires_in: z.int(),
  can_stay: z.boolean(),
});

function requireSession(who: Who): Staff | Patient {
  if (who.kind === "staff" || who.kind === "patient") return who;
  throw new Refusal("signed-out", "Please sign in.");
}

async function endOf(app: App, caller: Staff | Patient) {
  const end = await endOfOwnSession(app, caller);
  return { ...end, kind: caller.kind, expires_at: iso(end.expires_at) };
}

const call = { allow: everyone, output: SessionJson };

export const { loader, action } = api({
  GET: method({
    ...call,
    summary: "Get the time when this session ends; with `X-Background: 1`, the request doesn't extend it",
    run: ({ app, who }) => endOf(app, requireSession(who)),
  }),
  POST: method({
    ...call,
    summary: "Extend this session",
    async run({ app, who }) {
      const caller = requireSession(who);
      await staySignedIn(app, caller);
      return endOf(app, caller);
    },
  }),
});
