import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plural } from "~/core/plural";
import { allStaff, isSupervisor } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StatusBadge } from "~/ui/components/status";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import { visitFlash } from "~/visits/flash";
import { mayRunLate } from "~/visits/late/may-run-late";
import { mayBeNoShow } from "~/visits/outcome/outcome-times";
import { OutcomeButtons } from "~/visits/ui/outcome-buttons";
import { PatientOfVisit } from "~/visits/ui/patient";
import type { Visit } from "~/visits/visit";
import { RunningLateForm } from "~/week/ui/running-late-form";
import { Told } from "~/week/ui/todays-visits";
import { toldLine } from "~/week/ui/told-line";
import { keepClass } from "../change-class.server";
import { ClassId, ClassPage } from "../class-schema";
import { listRoll, listTherapistsOfClass, requireOwnClass } from "../classes.server";
import { isBelowMinimum } from "../classes-below-minimum.server";
import { classFlash } from "../flash";
import { ClassFacts } from "../ui/class-facts";

export const handle = { look: "staff", scripts: ["sheet"] };
export const meta = () => [{ title: "Class – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: ClassPage }, async ({ app, who, input }) => {
    const session = await requireOwnClass(app.reads, who, input.id);
    const now = app.clock.now();
    const roll = await listRoll(app.reads, session.id);
    return {
      session,
      therapists: await listTherapistsOfClass(app.reads, session.id),
      roll: roll.map((visit) => ({
        visit,
        needsOutcome: visit.status === "confirmed" && mayBeNoShow(visit, now),
        told: visit.status === "confirmed" ? toldLine(visit, null, session.zone) : null,
      })),
      late: findLate(roll, now),
      isOwn: who.therapistId !== null && roll.some(({ therapist_id }) => therapist_id === who.therapistId),
      hasStarted: session.start_at <= now,
      asks: isSupervisor(who) && (await isBelowMinimum(app.reads, session.id, now)),
      message: await takeFlash(args, { ...classFlash, ...visitFlash }),
    };
  });

/** Answers that the class takes place with few patients. */
export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["supervisor", "admin"], input: ClassId }, async ({ app, who, input }) => {
    await keepClass(app, who, input);
    return redirectWithFlash<typeof classFlash>(args, `/classes/${input.id}`, "class-kept");
  });

export default function ClassWithRoll() {
  const { session, therapists, roll, late, isOwn, hasStarted, asks, message } =
    useLoaderData<typeof loader>();
  const here = `/classes/${session.id}`;
  const mayChange = session.status === "scheduled" && !hasStarted;
  return (
    <StaffShell title={session.kind} here="/classes" toast={message}>
      {session.status === "cancelled" && <Notice>This class is canceled.</Notice>}
      {asks && (
        <PostForm className="notice dawn stack">
          <p>
            {`This class has ${plural(session.taken, "patient")}, which is fewer than your company wants. Decide whether it takes place.`}
          </p>
          <Problem />
          <p className="buttons">
            <Button>Hold the class</Button>
            {session.taken > 0 ? (
              <ButtonLink look="quiet" href={moveHref(roll, here)}>
                Move the patients
              </ButtonLink>
            ) : (
              <ButtonLink look="quiet" href={`${here}/cancel`}>
                Cancel class
              </ButtonLink>
            )}
          </p>
        </PostForm>
      )}
      <section className="panel stack">
        <ClassFacts session={session} therapists={therapists} />
        {late && (
          <div className="buttons">
            <JoinClass link={session.meeting_link} />
            <RunningLateForm visit={late} isOwn={isOwn} back={here} />
          </div>
        )}
        {mayChange && (
          <p className="buttons">
            <ButtonLink look={late ? "quiet" : undefined} href={`${here}/add`}>
              Add a patient
            </ButtonLink>
            <ButtonLink look="quiet" href={`${here}/change`}>
              Change class
            </ButtonLink>
            <ButtonLink look="quiet" href={`${here}/cancel`}>
              Cancel class
            </ButtonLink>
          </p>
        )}
      </section>
      <form className="stack">
        <input type="hidden" name="back" value={here} />
        <h2>Patients</h2>
        <Table
          caption="Patients"
          rows={roll}
          rowKey={({ visit }) => visit.id}
          empty="No one has a seat yet"
          stacks
          columns={[
            { head: "Patient", align: "name", cell: ({ visit }) => <PatientOfVisit visit={visit} /> },
            {
              head: "Status",
              cell: ({ visit, told }) => (
                <>
                  <StatusBadge status={visit.status} />
                  <Told text={told} />
                </>
              ),
            },
            {
              head: "Outcome",
              align: "acts",
              cell: ({ visit, needsOutcome }) => (needsOutcome ? <OutcomeButtons visit={visit} /> : "–"),
            },
          ]}
        />
      </form>
    </StaffShell>
  );
}

const JoinClass = ({ link }: { link: string | null }) =>
  link && (
    <ButtonLink href={link} target="_blank" rel="noreferrer">
      Join video class
    </ButtonLink>
  );

/** The visit by which everyone in the class is notified of a delay: one whose patient wasn't notified, if there is one. */
function findLate(roll: readonly Visit[], now: number): Visit | null {
  const late = roll.filter((visit) => mayRunLate(visit, now));
  return late.find(({ therapist_late_minutes: sent }) => sent === null) ?? late[0] ?? null;
}

function moveHref(roll: readonly { visit: { id: number } }[], back: string): string {
  const query = new URLSearchParams({ act: "reassign", back });
  for (const { visit } of roll) query.append("visit", String(visit.id));
  return `/visits/bulk?${query}`;
}
