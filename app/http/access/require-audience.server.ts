import { data, redirect } from "@remix-run/node";
import { Refusal } from "~/core/refusal";
import { type Audience, belongs, type Who } from "~/core/who";
import { savedForm } from "../request/saved-form.server";
import type { RouteArgs } from "../route-args.server";
import { identify } from "./session.server";

/** Checks that the caller belongs to the audience. @throws Refusal "signed-out" (401) or "forbidden" (403) */
export async function requireAudience(args: RouteArgs, audience: Audience): Promise<Who> {
  const who = await identify(args, audience);
  if (belongs(audience, who)) return who;
  if (who.kind === "anonymous") throw new Refusal("signed-out", "Please sign in.");
  throw new Refusal("forbidden", "You don't have permission to do this.");
}

/**
 * The same for pages, which redirect all others to the login screen (part 1, section 6). After the session has ended,
 * a sent form comes back to be sent again.
 */
export async function requirePageAudience(args: RouteArgs, audience: Audience): Promise<Who> {
  const who = await identify(args, audience);
  if (belongs(audience, who)) return who;
  const kept = who.kind === "anonymous" ? await savedForm(args.request) : null;
  if (kept) throw data({ kept }, { status: 401 });
  throw redirect("/login");
}
