import { createCookieSessionStorage, redirect } from "@remix-run/node";
import type { App } from "~/boot/app.server";
import type { Flashes, FlashOf, Shown } from "~/core/flash";
import { listOf } from "~/core/staff-home";
import { minute, second } from "~/core/time";
import type { Staff } from "~/core/who";
import { isBackground } from "../access/session.server";
import { cookieName } from "../request/cookies.server";
import type { RouteArgs } from "../route-args.server";

const storageOf = ({ config, secrets }: App) =>
  createCookieSessionStorage<Record<string, never>, Record<string, unknown[]>>({
    cookie: {
      name: cookieName("flash", config.https),
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: config.https,
      maxAge: minute / second,
      secrets: [secrets.lookup("cookie", "flash")],
    },
  });

/** Leaves a one-time notice for the next page that takes it. `Known` are the notices that the page takes. */
export async function leaveFlash<Known extends Flashes = never>(
  { context }: Pick<RouteArgs, "context">,
  flash: FlashOf<NoInfer<Known>>,
): Promise<void> {
  const [key, ...values] = [flash].flat() as [string, ...unknown[]];
  const storage = storageOf(context.app);
  const session = await storage.getSession();
  session.flash(key, values);
  context.replyHeaders.append("Set-Cookie", await storage.commitSession(session));
}

/** Redirects to a page that shows a one-time notice. `Known` are the notices that the page takes. */
export async function redirectWithFlash<Known extends Flashes = never>(
  args: Pick<RouteArgs, "context">,
  to: string,
  flash: FlashOf<NoInfer<Known>>,
): Promise<Response> {
  await leaveFlash<Known>(args, flash);
  return redirect(to, 303);
}

export const redirectBack = <Known extends Flashes = never>(
  args: Pick<RouteArgs, "context">,
  staff: Staff,
  back: string | undefined,
  flash: FlashOf<NoInfer<Known>>,
): Promise<Response> => redirectWithFlash<Known>(args, back ?? listOf(staff.roles), flash);

/**
 * Takes the notice that the previous page left, if it is in `known`. Another page's notice stays for that page.
 * @returns the content to show
 */
export async function takeFlash<Known extends Flashes>(
  args: Pick<RouteArgs, "request" | "context">,
  known: Known,
): Promise<Shown<Known[keyof Known]> | null> {
  const found = await take(args, known);
  if (!found) return null;
  const notice = known[found.key];
  return (typeof notice === "function" ? notice(...found.values) : notice) as Shown<Known[keyof Known]>;
}

/** Like `takeFlash`, for a page that decides by the key. */
export async function takeFlashKey<Known extends Flashes>(
  args: Pick<RouteArgs, "request" | "context">,
  known: Known,
): Promise<(keyof Known & string) | null> {
  return (await take(args, known))?.key ?? null;
}

async function take<Known extends Flashes>(
  { request, context }: Pick<RouteArgs, "request" | "context">,
  known: Known,
) {
  // The user doesn't see this response: a script compares it with the open page.
  if (isBackground(request)) return null;
  const storage = storageOf(context.app);
  const session = await storage.getSession(request.headers.get("cookie"));
  const key = Object.keys(known).find((each) => session.has(each));
  if (key === undefined) return null;
  const values = session.get(key) ?? [];
  context.replyHeaders.append("Set-Cookie", await storage.destroySession(session));
  return { key, values };
}
