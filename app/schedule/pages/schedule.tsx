import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { reportActivity } from "~/accounts/activity.server";
import { Refusal } from "~/core/refusal";
import type { Patient } from "~/core/who";
import { clientInfo } from "~/http/access/client-info.server";
import { carryToken, identify } from "~/http/access/session.server";
import { loadPage, submitForm } from "~/http/page.server";
import { viewerZone } from "~/http/request/viewer-zone.server";
import { setFlash } from "~/http/response/flash.server";
import type { RouteArgs } from "~/http/route-args.server";
import { signInByLink } from "~/orders/access/sign-in/sign-in-by-link.server";
import { signInByQuery } from "~/orders/access/sign-in/sign-in-by-query.server";
import { LinkCode, SignInByQuery } from "~/orders/schema";
import { bookVisit } from "~/visits/book-visit.server";
import { findOrderKey, findSchedulePage } from "../find-schedule-page.server";
import { ChooseTime, SchedulePage } from "../schedule-schema";
import { strings } from "../strings";
import { ScheduleView } from "../ui/schedule-view";
import { VisitActions } from "../ui/visit-actions";
import { VisitCard } from "../ui/visit-card";

export const handle = { scripts: ["schedule"] };
export const meta = () => [{ title: "Schedule appointment – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: "anyone", input: SchedulePage }, async ({ app, input }) =>
    findSchedulePage(app, await enter(args), viewerZone(args.request), input),
  );
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: "anyone", input: ChooseTime }, async ({ app, who, input }) => {
    if (who.kind !== "patient") {
      setFlash(args, "session-over");
      return redirect("/", 303);
    }
    await bookVisit(app, who, { ...input, ...(await findOrderKey(app.reads, who.orderId)) });
    setFlash(args, "booked");
    return redirect(who.way === "query" ? "/" : "/my-visit", 303);
  });
}

/**
 * Who schedules, tried in the order of part 1, section 4: the code in the address, then pid and db,
 * then the session at hand. Whoever came by address goes on to the bare one, so that codes and patient
 * ids stay in no history; whoever is nobody goes to the start page.
 */
async function enter(args: RouteArgs): Promise<Patient> {
  const { searchParams } = new URL(args.request.url);
  const value = (name: string) => searchParams.get(name)?.trim() ?? "";
  const code = args.params.code?.trim() || value("code");
  if (code && (await entersByLink(args, code))) throw redirect("/schedule", 303);
  const query = SignInByQuery.safeParse({ pid: value("pid"), db: value("db"), so: value("so") });
  if (query.success && (await entersByQuery(args, query.data))) throw redirect("/schedule", 303);
  const who = await identify(args);
  if (who.kind !== "patient") {
    await tell(args, "UI_SCHEDULE_MISSING_PATIENT");
    if (code) setFlash(args, "link-over");
    throw redirect("/", 303);
  }
  if (code || query.success) throw redirect("/schedule", 303);
  return who;
}

async function entersByLink(args: RouteArgs, typed: string): Promise<boolean> {
  const input = LinkCode.safeParse({ code: typed });
  if (!input.success) return false;
  try {
    const who = await identify(args);
    const { token, patient_id } = await signInByLink(args.context.app, who, clientInfo(args), input.data);
    if (token !== null) carryToken(args, "patient", token);
    await tell(args, "UI_SCHEDULE_VIEW_BOOTSTRAP", { patient_id });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "database") throw error;
    await tell(args, "UI_SCHEDULE_BOOTSTRAP_FAIL", { reason: error.message });
    return false;
  }
}

async function entersByQuery(args: RouteArgs, input: SignInByQuery): Promise<boolean> {
  const opened = await signInByQuery(args.context.app, await identify(args), clientInfo(args), input);
  if (!opened) return false;
  if (opened.token !== null) carryToken(args, "patient", opened.token);
  await tell(args, "UI_SCHEDULE_VIEW_SHORTLINK", { patient_id: input.pid, brightree_db: input.db });
  return true;
}

/** What no script can tell, since the page that would run it is left at once (part 1, section 7). */
async function tell(args: RouteArgs, action: string, details = {}): Promise<void> {
  await reportActivity(args.context.app, await identify(args), { action, details });
}

export default function Schedule() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <ScheduleView base="/schedule" title={strings.title} page={page} problem={problem}>
      {page.visit ? (
        <VisitCard visit={page.visit} clock={page.clock}>
          {!page.visit.over && <VisitActions mayChange={page.mayChange} hours={page.changeHours} />}
        </VisitCard>
      ) : (
        <p className="lead">{strings.lead}</p>
      )}
    </ScheduleView>
  );
}
