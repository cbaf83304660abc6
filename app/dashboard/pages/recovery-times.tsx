import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plural } from "~/core/plural";
import { requireStaff } from "~/core/require-staff";
import { supervisors } from "~/core/who";
import { therapistInRegionColumn } from "~/dashboard/ui/lists/therapist-columns";
import { startColumn } from "~/dashboard/ui/lists/when-columns";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { ButtonLink } from "~/ui/components/button";
import { Chip } from "~/ui/components/chips";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import { boardHref } from "../board/tiles";
import { listFreedTimes } from "../recovery/list-freed-times.server";
import { ShowTimes, timeStates } from "../recovery/recovery-schema";
import { stateWords, recoveryWords as words } from "../recovery/recovery-words";
import dashboardCss from "../ui/board/dashboard.css";
import { weekLabel } from "../ui/forecast/chart";
import { listHref } from "../ui/lists/list-href";

export const handle = { look: "staff", scripts: ["board", "sheet"] };
export const meta = () => [{ title: `${words.timesTitle} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

const shown = 200;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowTimes }, async ({ app, who, input }) => {
    const zone = zoneForStaff(args.request);
    return {
      staff: requireStaff(who),
      filter: input,
      times: await listFreedTimes(app.replicaReads, input, zone, app.clock.now(), shown + 1),
    };
  });

const visitLink = (id: number | null, patient: number | null) =>
  id !== null &&
  patient !== null && (
    <a href={`/visits/${id}`} data-opens="">
      Visit of patient {patient}
    </a>
  );

export default function RecoveryTimes() {
  const { filter, times } = useLoaderData<typeof loader>();
  const { weeks, week, state } = filter;
  const chips = ["offered", ...timeStates] as const;
  return (
    <StaffShell
      title={`${words.timesTitle}: ${week ? `week of ${weekLabel(week)}` : words.weeks(weeks).toLowerCase()}`}
      here={boardHref}
      actions={
        <>
          <ButtonLink href={listHref("/recovery", { weeks })} look="quiet">
            {words.back}
          </ButtonLink>
          <ButtonLink href={listHref("/recovery-times.csv", filter)} look="quiet">
            {words.exportTimes}
          </ButtonLink>
        </>
      }
    >
      <nav className="chips" aria-label="Show">
        {chips.map((chip) => (
          <Chip
            key={chip}
            label={stateWords[chip]}
            href={listHref("/recovery/times", { ...filter, state: state === chip ? undefined : chip })}
            on={state === chip}
            small
          />
        ))}
      </nav>
      <p className="soft">{words.weekIs}</p>
      {times.length > shown && <p className="soft">{words.cut(shown)}</p>}
      <Table
        caption={words.timesTitle}
        rows={times.slice(0, shown)}
        rowKey={({ therapist, start_at }) => `${therapist} ${start_at}`}
        empty={words.noTimes}
        stacks
        columns={[
          startColumn("Time"),
          therapistInRegionColumn,
          {
            key: "freed",
            head: "Freed",
            align: "when",
            cell: ({ freed_at, timezone, left_by, left_patient }) => (
              <>
                Freed <DateTime at={freed_at} zone={timezone} />
                <span className="soft under">{visitLink(left_by, left_patient)}</span>
              </>
            ),
          },
          { key: "offers", head: "Offers", cell: ({ offers }) => plural(offers, "offer") },
          {
            key: "state",
            head: "Status",
            align: "acts",
            cell: ({ state, filled_by, filled_patient }) => (
              <>
                {stateWords[state]}
                <span className="soft under">{visitLink(filled_by, filled_patient)}</span>
              </>
            ),
          },
        ]}
      />
    </StaffShell>
  );
}
