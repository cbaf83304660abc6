import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { dialHref } from "~/core/phone-extension";
import { plural } from "~/core/plural";
import { allStaff, isSupervisor } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { outcomeNames } from "~/orders/call-tasks/call-task";
import { ButtonLink, QuietLink } from "~/ui/components/button";
import { Badge } from "~/ui/components/status";
import { Table } from "~/ui/components/table";
import { Tabs } from "~/ui/components/tabs";
import { DateTime } from "~/ui/date-time";
import { usePage } from "~/ui/page-context";
import { StaffShell } from "~/ui/shells/staff-shell";
import { lastNight, nightsToCount, windowNights } from "../adherence";
import { kindsInOrder, stepHints, stepKinds } from "../next-step";
import { type ListedPatient, listFollowed } from "./list-followed.server";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "First 90 nights – Firstnight" }];

const Query = z.object({ show: z.enum(["open", "snoozed", "all"]).catch("open") });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: Query }, async ({ app, who, input }) => ({
    show: input.show,
    maySupervise: isSupervisor(who),
    ...(await listFollowed(app.reads, who, { now: app.clock.now(), show: input.show })),
  }));

const views = { "/nights": "To do", "/nights?show=snoozed": "Snoozed", "/nights?show=all": "All" };

function emptyText(
  show: "open" | "snoozed" | "all",
  { all, snoozed }: { all: number; snoozed: number },
): string {
  if (all === 0) {
    return "No patient's nights are followed. They are followed from a completed visit on, if an admin turns that on in the company profile.";
  }
  if (show === "snoozed") return "No patient is snoozed.";
  const rest = snoozed > 0 ? ` ${plural(snoozed, "patient")} on Snoozed will be back.` : "";
  return `Nothing to do now. All patients are on the way or have met the rule.${rest}`;
}

export default function FirstNightsList() {
  const { show, maySupervise, patients, counts, total, all, snoozed } = useLoaderData<typeof loader>();
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
          tabs={Object.entries(views).map(([href, label]) => ({ href, label }))}
          current={show === "open" ? "/nights" : `/nights?show=${show}`}
        />
        <p className="soft">
          {show === "all" ? plural(total, "patient") : `${plural(total, "patient")} of ${all}`}
          {show === "open" && snoozed > 0 && `, ${snoozed} snoozed`}. The rule: at least 4 hours on{" "}
          {nightsToCount} of {windowNights} nights in a row, within the first 90. A missing night counts as
          not used.
        </p>
        {patients.length === 0 && <p className="panel reading">{emptyText(show, { all, snoozed })}</p>}
        {kindsInOrder.map((kind) => {
          const group = patients.filter(({ step }) => step.kind === kind);
          return (
            group.length > 0 && (
              <section key={kind} className="stack" aria-labelledby={`step-${kind}`}>
                <h2 id={`step-${kind}`}>
                  {stepKinds[kind]} <Badge dawn={kind !== "open" && kind !== "met"}>{counts[kind]}</Badge>
                </h2>
                <p className="soft">{stepHints[kind]}</p>
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

const dayText = (date: string): string =>
  new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }).format(
    Date.parse(date),
  );

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
          cell: ({ adherence }) => `${adherence.best.count} of ${windowNights} nights`,
        },
        {
          head: "Next step",
          cell: ({ step, snooze, call, note }) => (
            <>
              {step.text}
              {snooze && (
                <span className="soft under">
                  Snoozed until {dayText(snooze.until)} by {snooze.by}: {snooze.reason}
                </span>
              )}
              {call && (
                <span className="soft under">
                  Last call: <DateTime at={call.at} format="day" />,{" "}
                  {outcomeNames[call.outcome].toLowerCase()}
                  {call.by && `, ${call.by}`}
                </span>
              )}
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
