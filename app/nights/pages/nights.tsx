import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { plural } from "~/core/plural";
import { allStaff, isSupervisor } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { QuietLink } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { Tabs } from "~/ui/components/tabs";
import { usePage } from "~/ui/page-context";
import { StaffShell } from "~/ui/shells/staff-shell";
import { nightsToCount, windowNights } from "../adherence";
import { listFirstNights } from "../list-first-nights.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "First 90 nights – Firstnight" }];

const Query = z.object({ show: z.enum(["open", "all"]).catch("open") });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: Query }, async ({ app, who, input }) => ({
    show: input.show,
    maySupervise: isSupervisor(who),
    ...(await listFirstNights(app.reads, who, { now: app.clock.now(), onlyOpen: input.show === "open" })),
  }));

const empty = {
  open: "Nobody needs a call about their nights today.",
  all: "No patient's nights are followed. They are followed from a completed visit on, if the company profile turns it on.",
};

export default function FirstNightsList() {
  const { show, maySupervise, patients, total, all } = useLoaderData<typeof loader>();
  const { hidesNames } = usePage();
  return (
    <StaffShell
      title="First 90 nights"
      here="/nights"
      actions={maySupervise && <QuietLink href="/nights/import">Import a file</QuietLink>}
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
        <Table
          caption="First 90 nights"
          rows={patients}
          rowKey={({ orderId }) => orderId}
          empty={empty[show]}
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
            { head: "Therapist", cell: ({ therapist }) => therapist ?? "None" },
            { head: "Day", align: "right", cell: ({ day }) => day },
            {
              head: "Best 30 nights",
              align: "right",
              cell: ({ adherence }) => `${adherence.best.count} of ${nightsToCount}`,
            },
            { head: "Next step", cell: ({ step }) => step.text },
          ]}
        />
        {patients.length < total && (
          <p className="soft">The first {patients.length} are listed, the most urgent first.</p>
        )}
      </div>
    </StaffShell>
  );
}
