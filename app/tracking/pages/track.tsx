import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { findPageReader } from "~/company/company.server";
import { isProvenPatient } from "~/core/who";
import { changeReader } from "~/http/access/session.server";
import { loadPage } from "~/http/page.server";
import { browserZone } from "~/http/request/browser-settings.server";
import { hideFromReferrers } from "~/http/response/security-headers.server";
import { findTrackedOrder, findTrackPage } from "~/tracking/find-track-page.server";
import { TrackView } from "~/tracking/ui/track-view";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PageStrings } from "~/ui/components/page-strings";
import { DateTime } from "~/ui/date-time";
import { pageTitle } from "~/ui/page-title";
import { PatientShell } from "~/ui/shells/patient-shell";
import { strings } from "../strings";

interface TrackPage {
  page: Awaited<ReturnType<typeof findTrackPage>> | null;
  code: string | null;
  signedIn: boolean;
  /** True if the session shows an order without a link. */
  hasOwn: boolean;
}

export const handle = { scripts: ["track"] };
export const meta = () => [{ title: pageTitle(strings.pageTitle) }];

// The code stays in the address bar, because patients bookmark this page. Opening it changes nothing.
export async function loader(args: LoaderFunctionArgs) {
  const typedCode = new URL(args.request.url).searchParams.get("code")?.trim();
  if (typedCode && !args.params.code)
    throw redirect(`/track/${encodeURIComponent(typedCode.slice(0, 200))}`, 303);
  return loadPage(args, { allow: "anyone", input: z.object({}) }, async ({ app, who }) => {
    const code = args.params.code?.trim() ?? null;
    const orderId = await findTrackedOrder(app, who, code);
    if (code) {
      hideFromReferrers(args);
      await readAsLink(args, orderId);
    }
    const page =
      orderId === null
        ? null
        : await findTrackPage(app, orderId, { who, code, zone: browserZone(args.request) });
    const answer: TrackPage = { page, code, signedIn: who.kind === "patient", hasOwn: isProvenPatient(who) };
    return data(answer, { status: page ? 200 : code ? 404 : 401 });
  });
}

/** A page opened by link may belong to a different order than the session. It is stored for offline use. */
async function readAsLink(args: LoaderFunctionArgs, orderId: number | null): Promise<void> {
  const { context } = args;
  context.openOrders = [];
  if (orderId === null) return;
  if (context.patient?.orderId !== orderId) delete context.patient;
  const reader = await findPageReader(context.app.reads, orderId);
  context.company = reader.company;
  changeReader(args, reader, true);
}

export default function Track() {
  const { page, code, signedIn, hasOwn } = useLoaderData<TrackPage>();
  return (
    <PatientShell signedIn={signedIn}>
      <h1>{strings.title}</h1>
      {page ? (
        <>
          <TrackView {...page} />
          <PageStrings strings={strings.load} />
          <p className="soft" id="track-status" role="status" data-offline={strings.offline}>
            {`${strings.load.updated} `}
            <DateTime at={page.now} zone={page.zone} />
          </p>
          <p>
            <a id="refresh" className="button quiet" href={code ? `/track/${code}` : "/track"}>
              {strings.refresh}
            </a>
          </p>
        </>
      ) : (
        <>
          <Notice tone={code ? "bad" : "plain"}>
            {!code ? strings.notSignedIn : hasOwn ? strings.unknownLink : strings.unknown}
          </Notice>
          <ButtonLink size="wide" href={hasOwn ? "/track" : "/"}>
            {hasOwn ? strings.trackOwn : strings.signIn}
          </ButtonLink>
        </>
      )}
    </PatientShell>
  );
}
