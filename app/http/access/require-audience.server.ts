import { data, redirect } from "@remix-run/node";
import { Refusal } from "~/core/refusal";
import { type Audience, belongs, type Who } from "~/core/who";
import { savedForm } from "../request/saved-form.server";
import type { RouteArgs } from "../route-args.server";
import { identify } from "./session.server";

/**
 * Lets in whom the audience names.
 *
 * @throws Refusal "signed-out" (401) for nobody, "forbidden" (403) for somebody else
 */
export async function requireAudience(args: RouteArgs, audience: Audience): Promise<Who> {
  const who = await identify(args, audience);
  if (belongs(audience, who)) return who;
  if (who.kind === "nobody") throw new Refusal("signed-out", "Please sign in.");
  throw new Refusal("forbidden", "You may not do this.");
}

/**
 * The same for pages, which send everybody else to the login screen (part 1, section 6). What somebody typed
 * whose session is over is not lost: it comes back, to be sent again.
 */
export async function requirePageAudience(args: RouteArgs, audience: Audience): Promise<Who> {
  const who = await identify(args, audience);
  if (belongs(audience, who)) return who;
  const kept = who.kind === "nobody" ? await savedForm(args.request) : null;
  if (kept) throw data({ kept }, { status: 401 });
  throw redirect("/login");
}
