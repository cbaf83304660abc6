import { data, redirect } from "@remix-run/node";
import { Refusal } from "~/core/refusal";
import type { SavedForm } from "~/core/saved-form";
import { type Audience, belongs, type Who } from "~/core/who";
import { strings } from "~/ui/strings";
import { uploadLimitOf } from "../request/body.server";
import { formOf } from "../request/input.server";
import { leaveFlash } from "../response/flash.server";
import type { RouteArgs } from "../route-args.server";
import { keepReturnPath } from "./return-path.server";
import { identify, isBackground } from "./session.server";

/** Checks that the caller belongs to the audience. @throws Refusal "signed-out" (401) or "forbidden" (403) */
export async function requireAudience(args: RouteArgs, audience: Audience): Promise<Who> {
  const who = await identify(args, audience);
  if (belongs(audience, who)) return who;
  if (who.kind === "anonymous") throw new Refusal("signed-out", strings.signInNeeded);
  throw new Refusal("forbidden", strings.notAllowed);
}

/**
 * Like `requireAudience`, but redirects other callers to the login screen. A form is kept for after sign-in, unless it
 * has one of the secret fields: a page can't contain them, and the form would be incomplete without them.
 */
export async function requirePageAudience(
  args: RouteArgs,
  audience: Audience,
  secrets: readonly string[] = [],
): Promise<Who> {
  const who = await identify(args, audience);
  if (belongs(audience, who)) return who;
  const kept = who.kind === "anonymous" ? await savedForm(args.request, secrets) : null;
  if (kept) throw data({ kept }, { status: 401 });
  if (who.kind === "anonymous") keepReturnPath(args);
  if (who.kind === "staff" && !isBackground(args.request)) {
    await leaveFlash<{ "other-role": string }>(args, "other-role");
  }
  throw redirect("/login");
}

const maxFields = 200;

/** Saves a signed-out user's form, so that it can be resubmitted after sign-in. Null for empty forms and uploads. */
async function savedForm(request: Request, secrets: readonly string[]): Promise<SavedForm | null> {
  const { pathname, search } = new URL(request.url);
  if (request.method !== "POST" || uploadLimitOf(pathname) !== null) return null;
  const fields = [...(await formOf(request))];
  if (fields.length === 0 || fields.length > maxFields) return null;
  // A password sent to a form without such a field isn't kept either.
  if (fields.some(([name]) => name === "password" || secrets.includes(name))) return null;
  return { action: pathname + search, fields };
}
