import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { logUiActivity } from "~/accounts/log-ui-activity.server";
import { Refusal } from "~/core/refusal";
import { isProvenPatient, type Patient } from "~/core/who";
import { clientInfo } from "~/http/access/client-info.server";
import { identify } from "~/http/access/session.server";
import { carryToken } from "~/http/access/session-tokens.server";
import { loadPage, submitForm } from "~/http/page.server";
import { browserZone } from "~/http/request/browser-settings.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { hideFromReferrers } from "~/http/response/security-headers.server";
import type { RouteArgs } from "~/http/route-args.server";
import type { strings as loginStrings } from "~/login/strings";
import { WaitLink } from "~/offers/ui/wait-link";
import { signInByLink } from "~/orders/access/sign-in/sign-in-by-link.server";
import { signInByQuery } from "~/orders/access/sign-in/sign-in-by-query.server";
import { LinkCode, SignInByQuery } from "~/orders/order-schema";
import { findBookable } from "~/therapists/therapist-permissions.server";
import { Notice } from "~/ui/components/notice";
import { pageTitle } from "~/ui/page-title";
import { bookMyVisit } from "~/visits/book-visit.server";
import { findSchedulePage } from "../find-schedule-page.server";
import { ChooseTime, SchedulePage } from "../schedule-schema";
import { strings } from "../strings";
import { Introduction } from "../ui/about-visit";
import { MyVisitPage } from "../ui/my-visit-page";
import { headingOf } from "../ui/my-visit-view";
import { ScheduleView } from "../ui/schedule-view";
import { lastVisitLine } from "../ui/visit-lines";

export const handle = { scripts: ["schedule"] };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.mine && !data.mayChoose ? headingOf(data.mine) : strings.pageTitle) },
];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: "anyone", input: SchedulePage }, async ({ app, input }) => {
    const { patient, warning } = await identifyPatient(args);
    const zone = browserZone(args.request);
    const page = await findSchedulePage(app, patient, { mode: "book", browserZone: zone }, input);
    // A class has seats and a place, which a list of times doesn't show.
    if (page.kind?.mode === "class") throw redirect(`/schedule/classes?kind=${page.kind.id}`, 303);
    return { ...page, warning };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: "anyone", input: ChooseTime }, async ({ app, who, input }) => {
    if (who.kind !== "patient") {
      return redirectWithFlash<typeof loginStrings.flash>(args, "/", "session-over");
    }
    const { zone, ...choice } = input;
    const therapist = await findBookable(app.reads, who, choice.therapist);
    await bookMyVisit(app, who, { ...choice, therapist }, browserZone(args.request) ?? zone ?? null);
    return redirectWithFlash<typeof loginStrings.flash>(args, "/", "booked");
  });

/**
 * Identifies the patient by link code, by pid and db, or by session, in that order. A link isn't redirected,
 * because a redirect costs another round trip on a slow phone. The page's script removes codes and IDs from the
 * address bar. Visitors without a session are redirected to the start page.
 */
async function identifyPatient(args: RouteArgs): Promise<{ patient: Patient; warning: string | null }> {
  const { searchParams } = new URL(args.request.url);
  const param = (name: string) => searchParams.get(name)?.trim() ?? "";
  const code = args.params.code?.trim() || param("code");
  const query = SignInByQuery.safeParse({ pid: param("pid"), db: param("db"), so: param("so") });
  if (code || query.success) hideFromReferrers(args);
  const before = code ? await identify(args) : null;
  const signedIn = code !== "" && (await signsInByLink(args, code));
  if (!signedIn && query.success) await signsInByQuery(args, query.data);
  const who = await identify(args);
  if (who.kind === "patient") {
    const { unknown, other } = strings.link;
    const isOther = before && isProvenPatient(before) && before.orderId !== who.orderId;
    const isUnknown = code !== "" && !signedIn && !query.success;
    return { patient: who, warning: isUnknown ? unknown : isOther ? other : null };
  }
  await report(args, "UI_SCHEDULE_MISSING_PATIENT");
  if (code) throw await redirectWithFlash<typeof loginStrings.flash>(args, "/", "link-over");
  throw redirect("/", 303);
}

async function signsInByLink(args: RouteArgs, typed: string): Promise<boolean> {
  const input = LinkCode.safeParse({ code: typed });
  if (!input.success) return false;
  try {
    const who = await identify(args);
    const { token, patient_id } = await signInByLink(args.context.app, who, clientInfo(args), input.data);
    if (token !== null) await carryToken(args, "patient", token);
    await report(args, "UI_SCHEDULE_VIEW_BOOTSTRAP", { patient_id });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "database" || error.extra?.helper_removed) throw error;
    await report(args, "UI_SCHEDULE_BOOTSTRAP_FAIL", { reason: error.message });
    return false;
  }
}

async function signsInByQuery(args: RouteArgs, input: SignInByQuery): Promise<boolean> {
  const opened = await signInByQuery(args.context.app, await identify(args), clientInfo(args), input);
  if (!opened) return false;
  if (opened.token !== null) await carryToken(args, "patient", opened.token);
  await report(args, "UI_SCHEDULE_VIEW_SHORTLINK", { patient_id: input.pid, brightree_db: input.db });
  return true;
}

/** The page's script doesn't know how the patient was identified, so the server reports it. */
async function report(args: RouteArgs, action: string, details = {}): Promise<void> {
  await logUiActivity(args.context.app, await identify(args), { action, details });
}

export default function Schedule() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const { mine } = page;
  if (mine && !page.mayChoose) return <MyVisitPage page={mine} warning={page.warning} problem={problem} />;
  return (
    <ScheduleView base="/schedule" title={strings.title} page={page} warning={page.warning} problem={problem}>
      {mine?.last && <Notice>{lastVisitLine(mine.last)}</Notice>}
      {mine?.wait?.isWaiting && <WaitLink wait={mine.wait} />}
      <Introduction order={mine?.order ?? null} />
    </ScheduleView>
  );
}
