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
import { mayBeNoShow } from "~/visits/outcome/outcome-times";
import { OutcomeButtons } from "~/visits/ui/outcome-buttons";
import { PatientOfVisit } from "~/visits/ui/patient";
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
      })),
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
  const { session, therapists, roll, hasStarted, asks, message } = useLoaderData<typeof loader>();
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
        {mayChange && (
          <p className="buttons">
            <ButtonLink href={`${here}/add`}>Add a patient</ButtonLink>
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
            { head: "Status", cell: ({ visit }) => <StatusBadge status={visit.status} /> },
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

/** The page that reassigns the visits of a class. */
function moveHref(roll: readonly { visit: { id: number } }[], back: string): string {
  const query = new URLSearchParams({ act: "reassign", back });
  for (const { visit } of roll) query.append("visit", String(visit.id));
  return `/visits/bulk?${query}`;
}
