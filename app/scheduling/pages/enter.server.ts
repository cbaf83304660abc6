import { redirect } from "@remix-run/node";
import { Refusal } from "~/core/refusal";
import type { Patient } from "~/core/who";
import type { DoorArgs } from "~/http/context.server";
import { leaveWord } from "~/http/flash.server";
import { enterWith, identify } from "~/http/session.server";
import { visitorOf } from "~/http/visitor.server";
import { LinkCode, SignInByQuery } from "~/orders/schema";
import { signInByLink } from "~/orders/sign-in-by-link.server";
import { signInByQuery } from "~/orders/sign-in-by-query.server";

/**
 * Who schedules, tried in the order of part 1, section 4: the code in the address, then pid and db,
 * then the session at hand. Whoever came by address goes on to the bare one, so that codes and patient
 * ids stay in no history; whoever is nobody goes to the start page.
 */
export async function enterSchedule(args: DoorArgs): Promise<Patient> {
  const { searchParams } = new URL(args.request.url);
  const value = (name: string) => searchParams.get(name)?.trim() ?? "";
  const code = args.params.code?.trim() || value("code");
  if (code && (await entersByLink(args, code))) throw redirect("/schedule", 303);
  const query = SignInByQuery.safeParse({ pid: value("pid"), db: value("db"), so: value("so") });
  if (query.success && (await entersByQuery(args, query.data))) throw redirect("/schedule", 303);
  const who = await identify(args);
  if (who.kind !== "patient") {
    if (code) leaveWord(args, "link-over");
    throw redirect("/", 303);
  }
  if (code || query.success) throw redirect("/schedule", 303);
  return who;
}

async function entersByLink(args: DoorArgs, typed: string): Promise<boolean> {
  const input = LinkCode.safeParse({ code: typed });
  if (!input.success) return false;
  try {
    const who = await identify(args);
    const { token } = await signInByLink(args.context.app, who, visitorOf(args), input.data);
    await enterWith(args, token);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function entersByQuery(args: DoorArgs, input: SignInByQuery): Promise<boolean> {
  const opened = await signInByQuery(args.context.app, await identify(args), visitorOf(args), input);
  if (opened) await enterWith(args, opened.token);
  return opened !== null;
}
