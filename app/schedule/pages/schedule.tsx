import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { reportActivity } from "~/accounts/activity.server";
import { Refusal } from "~/core/refusal";
import type { Patient } from "~/core/who";
import { visitorOf } from "~/http/access/client-info.server";
import { carryToken, identify } from "~/http/access/session.server";
import { read, submit } from "~/http/page.server";
import { viewerZone } from "~/http/request/viewer-zone.server";
import { leaveWord } from "~/http/response/flash.server";
import type { DoorArgs } from "~/http/route-args.server";
import { signInByLink } from "~/orders/access/sign-in/sign-in-by-link.server";
import { signInByQuery } from "~/orders/access/sign-in/sign-in-by-query.server";
import { LinkCode, SignInByQuery } from "~/orders/schema";
import { bookVisit } from "~/visits/book-visit.server";
import { findOrderKey, findSchedulePage } from "../find-schedule-page.server";
import { ChooseTime, SchedulePage } from "../schedule-schema";
import { words } from "../strings";
import { ScheduleView } from "../ui/schedule-view";
import { VisitChoices } from "../ui/visit-actions";
import { VisitCard } from "../ui/visit-card";

export const handle = { scripts: ["schedule"] };
export const meta = () => [{ title: "Schedule appointment – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: "anyone", input: SchedulePage }, async ({ app, input }) =>
    findSchedulePage(app, await enter(args), viewerZone(args.request), input),
  );
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: "anyone", input: ChooseTime }, async ({ app, who, input }) => {
    if (who.kind !== "patient") {
      leaveWord(args, "session-over");
      return redirect("/", 303);
    }
    await bookVisit(app, who, { ...input, ...(await findOrderKey(app.reads, who.orderId)) });
    leaveWord(args, "booked");
    return redirect(who.way === "query" ? "/" : "/my-visit", 303);
  });
}

/**
 * Who schedules, tried in the order of part 1, section 4: the code in the address, then pid and db,
 * then the session at hand. Whoever came by address goes on to the bare one, so that codes and patient
 * ids stay in no history; whoever is nobody goes to the start page.
 */
async function enter(args: DoorArgs): Promise<Patient> {
  const { searchParams } = new URL(args.request.url);
  const value = (name: string) => searchParams.get(name)?.trim() ?? "";
  const code = args.params.code?.trim() || value("code");
  if (code && (await entersByLink(args, code))) throw redirect("/schedule", 303);
  const query = SignInByQuery.safeParse({ pid: value("pid"), db: value("db"), so: value("so") });
  if (query.success && (await entersByQuery(args, query.data))) throw redirect("/schedule", 303);
  const who = await identify(args);
  if (who.kind !== "patient") {
    await tell(args, "UI_SCHEDULE_MISSING_PATIENT");
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
    const { token, patient_id } = await signInByLink(args.context.app, who, visitorOf(args), input.data);
    if (token !== null) carryToken(args, "patient", token);
    await tell(args, "UI_SCHEDULE_VIEW_BOOTSTRAP", { patient_id });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "database") throw error;
    await tell(args, "UI_SCHEDULE_BOOTSTRAP_FAIL", { reason: error.message });
    return false;
  }
}

async function entersByQuery(args: DoorArgs, input: SignInByQuery): Promise<boolean> {
  const opened = await signInByQuery(args.context.app, await identify(args), visitorOf(args), input);
  if (!opened) return false;
  if (opened.token !== null) carryToken(args, "patient", opened.token);
  await tell(args, "UI_SCHEDULE_VIEW_SHORTLINK", { patient_id: input.pid, brightree_db: input.db });
  return true;
}

/** What no script can tell, since the page that would run it is left at once (part 1, section 7). */
async function tell(args: DoorArgs, action: string, details = {}): Promise<void> {
  await reportActivity(args.context.app, await identify(args), { action, details });
}

export default function Schedule() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <ScheduleView base="/schedule" title={words.title} page={page} problem={problem}>
      {page.visit ? (
        <VisitCard visit={page.visit} clock={page.clock}>
          {!page.visit.over && <VisitChoices mayChange={page.mayChange} hours={page.changeHours} />}
        </VisitCard>
      ) : (
        <p className="lead">{words.lead}</p>
      )}
    </ScheduleView>
  );
}
