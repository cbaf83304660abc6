import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { dialHref } from "~/core/phone-extension";
import { plural } from "~/core/plural";
import { allStaff, isSupervisor } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { ButtonLink, QuietLink } from "~/ui/components/button";
import { Badge } from "~/ui/components/status";
import { Table } from "~/ui/components/table";
import { Tabs } from "~/ui/components/tabs";
import { DateTime } from "~/ui/date-time";
import { usePage } from "~/ui/page-context";
import { StaffShell } from "~/ui/shells/staff-shell";
import { lastNight, nightsToCount, windowNights } from "../adherence";
import { kindsInOrder, stepKinds } from "../next-step";
import { type ListedPatient, listFollowed } from "./list-followed.server";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "First 90 nights – Firstnight" }];

const Query = z.object({ show: z.enum(["open", "all"]).catch("open") });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: Query }, async ({ app, who, input }) => ({
    show: input.show,
    maySupervise: isSupervisor(who),
    ...(await listFollowed(app.reads, who, { now: app.clock.now(), onlyOpen: input.show === "open" })),
  }));

const empty = {
  open: "Nobody needs a call about their nights today.",
  all: "No patient's nights are followed. They are followed from a completed visit on, if the company profile turns it on.",
};

export default function FirstNightsList() {
  const { show, maySupervise, patients, counts, total, all } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title="First 90 nights"
      here="/nights"
      actions={
        maySupervise && (
          <>
            <QuietLink href="/nights/import">Import a file</QuietLink>
            <QuietLink href="/nights/report">Report</QuietLink>
          </>
        )
      }
    >
      <div className="stack">
        <Tabs
          label="Views"
          tabs={[
            { href: "/nights", label: "To do" },
            { href: "/nights?show=all", label: "All" },
          ]}
          current={show === "open" ? "/nights" : "/nights?show=all"}
        />
        <p className="soft">
          {show === "open" ? `${plural(total, "patient")} of ${all}` : plural(total, "patient")}. The rule: at
          least 4 hours on {nightsToCount} of {windowNights} nights in a row, within the first 90. A missing
          night counts as not used.
        </p>
        {patients.length === 0 && <p className="panel reading">{empty[show]}</p>}
        {kindsInOrder.map((kind) => {
          const group = patients.filter(({ step }) => step.kind === kind);
          return (
            group.length > 0 && (
              <section key={kind} className="stack" aria-labelledby={`step-${kind}`}>
                <h2 id={`step-${kind}`}>
                  {stepKinds[kind]} <Badge dawn={kind !== "open" && kind !== "met"}>{counts[kind]}</Badge>
                </h2>
                <Group name={stepKinds[kind]} patients={group} />
              </section>
            )
          );
        })}
        {patients.length < total && (
          <p className="soft">The first {patients.length} are listed, the most urgent first.</p>
        )}
      </div>
    </StaffShell>
  );
}

function Group({ name, patients }: { name: string; patients: readonly ListedPatient[] }) {
  const { hidesNames } = usePage();
  return (
    <Table
      caption={name}
      rows={patients}
      rowKey={({ orderId }) => orderId}
      empty=""
      stacks
      columns={[
        {
          head: "Patient",
          align: "name",
          cell: ({ orderId, patientId, patientName }) => (
            <>
              <a href={`/orders/${orderId}/nights`}>
                {(!hidesNames && patientName) || `Patient ${patientId}`}
              </a>
              {!hidesNames && patientName && <span className="soft under">{patientId}</span>}
            </>
          ),
        },
        { head: "Therapist", align: "name", cell: ({ therapist }) => therapist ?? "None" },
        { head: "Now", align: "right", cell: ({ day }) => `Night\u00a0${Math.min(day, lastNight)}` },
        {
          head: "Best 30 nights",
          align: "right",
          cell: ({ adherence }) => `${adherence.best.count} of ${windowNights}`,
        },
        {
          head: "Next step",
          cell: ({ step, note }) => (
            <>
              {step.text}
              {note && (
                <span className="soft under">
                  Last note: <DateTime at={note.at} format="day" />
                  {note.by && `, ${note.by}`}
                </span>
              )}
            </>
          ),
        },
        { head: "Action", align: "acts", cell: (patient) => <Act patient={patient} /> },
      ]}
    />
  );
}

/** The one button for the next step. */
function Act({ patient }: { patient: ListedPatient }) {
  const { orderId, patientId, phone, extension, callTask, step } = patient;
  const of = <span className="unseen"> patient {patientId}</span>;
  const link = (href: string, label: string) => (
    <ButtonLink href={href} look="quiet" size="small">
      {label}
      {of}
    </ButtonLink>
  );
  if (step.kind === "reevaluate") return link(`/new-appointment?order=${orderId}`, "Book");
  if (step.kind === "missed") return link(`/orders/${orderId}/nights`, "Decide");
  if (step.kind === "open" || step.kind === "met") return link(`/orders/${orderId}/nights`, "Open");
  if (callTask !== null) return link(`/call-tasks/${callTask}`, "Call");
  return phone ? link(dialHref(phone, extension), "Call") : link(`/orders/${orderId}`, "Add a number");
}
