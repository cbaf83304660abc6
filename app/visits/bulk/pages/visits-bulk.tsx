import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plural } from "~/core/plural";
import { Refusal } from "~/core/refusal";
import { allStaff, isSupervisor, type Staff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { findTherapist, listTherapists } from "~/therapists/therapists.server";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { isUnanswered } from "../../interpreter";
import { proposeMoves } from "../../reassign/propose-moves.server";
import absenceCss from "../../reassign/ui/absence.css";
import { CancelReasonField, NoShowReasonField } from "../../ui/reason-fields";
import type { Visit } from "../../visit";
import { listVisitsById } from "../../visits.server";
import { type BulkAct, ChangeVisits, isOutcomeAct, ShowBulk } from "../bulk-schema";
import { bulkHref, bulkStrings } from "../bulk-strings";
import { createBulkChange, entriesOf } from "../create-bulk-change.server";
import { findOwnChange } from "../find-bulk-change.server";
import { listWithoutLink } from "../list-without-link.server";
import { runBulkChange } from "../run-bulk-change.server";
import { BackLink, BulkVisits, SeenVisits } from "../ui/bulk-parts";
import { BulkReassign } from "../ui/bulk-reassign";

export const handle = { look: "staff", scripts: ["sheet", "date-time"] };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: absenceCss }];
export const meta = () => [{ title: "Selected visits – Firstnight" }];

/** Therapists can only confirm visits and record outcomes, and only for their own visits. */
function ownTherapistId(who: Staff, act: BulkAct): number | undefined {
  if (isSupervisor(who)) return undefined;
  if (act !== "confirm" && !isOutcomeAct(act))
    throw new Refusal("forbidden", "Only supervisors can do this.");
  return who.therapistId ?? 0;
}

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: ShowBulk }, async ({ app, who, input }) => {
    const { act, visit: ids, back } = input;
    const own = ownTherapistId(who, act);
    const found = ids.length > 0 ? await listVisitsById(app.reads, ids) : [];
    const visits = own === undefined ? found : found.filter((visit) => visit.therapist_id === own);
    const to = input.to ? await findTherapist(app.reads, input.to) : null;
    const therapists = act === "reassign" ? await listTherapists(app.reads, who) : [];
    const reassign = act === "reassign" && {
      proposals: await proposeMoves(app, app.reads, { visits, to }),
      therapists: therapists.map(({ id, name, region }) => ({ id, name, region })),
      to: to?.id ?? null,
    };
    const withoutLink =
      act === "confirm"
        ? await listWithoutLink(
            app.reads,
            visits.filter((visit) => !isLeftOut(visit)),
          )
        : [];
    return { staff: who, act, visits, reassign, withoutLink: therapistsOf(withoutLink), back };
  });

const therapistsOf = (visits: readonly Visit[]): string[] => [
  ...new Map(visits.map(({ therapist_id, therapist }) => [therapist_id, therapist])).values(),
];

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ChangeVisits }, async ({ app, who, input }) => {
    const id = await app.db.transaction().execute(async (trx) => {
      const change = {
        act: input.act,
        userId: who.userId,
        therapistId: ownTherapistId(who, input.act),
        now: app.clock.now(),
        meetingLink: input.act === "confirm" ? input.meeting_link : undefined,
        reason: "reason" in input ? input.reason : undefined,
      };
      return createBulkChange(trx, change, await entriesOf(trx, input));
    });
    await runBulkChange(app, who, await findOwnChange(app.db, who, id));
    return redirect(bulkHref(id, input.back), 303);
  });

const isLeftOut = (visit: Visit) => visit.status !== "confirmed" && isUnanswered(visit);

export default function VisitsBulk() {
  const { staff, act, visits, reassign, withoutLink, back } = useLoaderData<typeof loader>();
  const { title, question, button } = bulkStrings[act];
  const leftOut = act === "confirm" ? visits.filter(isLeftOut) : [];
  const backLink = <BackLink staff={staff} to={back} look="quiet" />;
  return (
    <StaffShell title={title} here={isSupervisor(staff) ? "/calendars" : "/therapist"}>
      <Problem />
      {reassign && visits.length > 0 ? (
        <BulkReassign {...reassign} returnTo={back} backLink={backLink} />
      ) : (
        <>
          <BulkVisits visits={visits} />
          {leftOut.length > 0 && (
            <Notice tone="warn">
              {`${plural(leftOut.length, "visit")} ${leftOut.length === 1 ? "needs" : "need"} an interpreter and will be left out: patient ${leftOut.map((visit) => visit.patient_id).join(", ")}. Open each of these visits to confirm it.`}
            </Notice>
          )}
          <PostForm className="panel reading">
            <SeenVisits visits={visits} />
            {visits.length > 0 && <p>{question}</p>}
            {withoutLink.length > 0 && (
              <Field
                name="meeting_link"
                label={
                  withoutLink.length > 3
                    ? `Meeting link for ${withoutLink.length} therapists`
                    : `Meeting link for ${withoutLink.join(", ")}`
                }
                hint="No link is on file. It starts with https://."
                type="url"
                maxLength={1000}
              />
            )}
            {visits.length > 0 && act === "cancel" && <CancelReasonField />}
            {visits.length > 0 && act === "no_show" && <NoShowReasonField />}
            <p className="buttons">
              {visits.length > leftOut.length && (
                <Button look={act === "cancel" ? "danger" : "main"}>
                  {button(visits.length - leftOut.length)}
                </Button>
              )}
              {backLink}
            </p>
          </PostForm>
        </>
      )}
    </StaffShell>
  );
}
