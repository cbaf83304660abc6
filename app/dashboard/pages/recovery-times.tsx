import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listHref } from "~/core/list-href";
import { plural } from "~/core/plural";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { QuietLink } from "~/ui/components/button";
import { Chip } from "~/ui/components/chips";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { listFreedTimes } from "../recovery/list-freed-times.server";
import { ShowTimes, timeStates } from "../recovery/recovery-schema";
import { recoveryStrings, stateLabels } from "../recovery/recovery-strings";
import { startColumn, therapistInRegionColumn } from "../ui/lists/visit-columns";
import { mostRows, RecoveryListShell } from "../ui/recovery/recovery-list-shell";

export const handle = { look: "staff", scripts: ["board", "sheet"] };
export const meta = () => [{ title: `${recoveryStrings.timesTitle} – Firstnight` }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowTimes }, async ({ app, input }) => {
    const zone = zoneForStaff(args.request);
    return {
      filter: input,
      times: await listFreedTimes(app.replicaReads, input, {
        zone,
        now: app.clock.now(),
        limit: mostRows + 1,
      }),
    };
  });

const visitLink = (id: number | null, patient: number | null) =>
  id !== null &&
  patient !== null && (
    <a href={`/visits/${id}`} data-opens="">
      Patient {patient}'s visit
    </a>
  );

export default function RecoveryTimes() {
  const { filter, times } = useLoaderData<typeof loader>();
  const chips = ["offered", ...timeStates] as const;
  return (
    <RecoveryListShell
      title={recoveryStrings.timesTitle}
      filter={filter}
      csv={
        <QuietLink href={listHref("/recovery-times.csv", filter)}>{recoveryStrings.exportTimes}</QuietLink>
      }
      rows={times}
      filters={
        <nav className="chips" aria-label="Show">
          {chips.map((chip) => {
            const on = filter.state === chip;
            const href = listHref("/recovery/times", { ...filter, state: on ? undefined : chip });
            return <Chip key={chip} label={stateLabels[chip]} href={href} on={on} small />;
          })}
        </nav>
      }
    >
      <Table
        caption={recoveryStrings.timesTitle}
        rows={times.slice(0, mostRows)}
        rowKey={({ therapist, start_at }) => `${therapist} ${start_at}`}
        empty={recoveryStrings.noTimes}
        stacks
        columns={[
          startColumn("Time"),
          therapistInRegionColumn,
          {
            head: "Freed",
            align: "when",
            cell: ({ freed_at, timezone, left_by, left_patient }) => (
              <>
                Freed <DateTime at={freed_at} zone={timezone} />
                <span className="soft under">{visitLink(left_by, left_patient)}</span>
              </>
            ),
          },
          { head: "Offers", cell: ({ offers }) => plural(offers, "offer") },
          {
            head: "Status",
            align: "acts",
            cell: ({ state, filled_by, filled_patient }) => (
              <>
                {stateLabels[state]}
                <span className="soft under">{visitLink(filled_by, filled_patient)}</span>
              </>
            ),
          },
        ]}
      />
      <p className="soft">{recoveryStrings.weekIs}</p>
    </RecoveryListShell>
  );
}
