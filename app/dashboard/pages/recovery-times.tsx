import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { localDate } from "~/core/time";
import { supervisors } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { ButtonLink } from "~/ui/components/button";
import { Chip } from "~/ui/components/chips";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import { boardHref } from "../board/tiles";
import { listFreedTimes } from "../recovery/freed-times.server";
import { ShowTimes, timeStates } from "../recovery/recovery-schema";
import { stateWords, recoveryWords as words } from "../recovery/recovery-words";
import dashboardCss from "../ui/board/dashboard.css";
import { weekLabel } from "../ui/forecast/chart";
import { listHref } from "../ui/lists/list-href";

export const handle = { look: "staff", scripts: ["board", "sheet"] };
export const meta = () => [{ title: `${words.timesTitle} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

const shown = 200;

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: supervisors, input: ShowTimes }, async ({ app, who, input }) => {
    const now = app.clock.now();
    const today = localDate(now, zoneForStaff(args.request));
    return {
      staff: requireStaff(who),
      filter: input,
      times: await listFreedTimes(app.replicaReads, input, today, now, shown + 1),
    };
  });
}

const visitLink = (id: number | null, label: string) =>
  id === null ? (
    "–"
  ) : (
    <a href={`/visits/${id}`} data-opens="">
      {label}
    </a>
  );

export default function RecoveryTimes() {
  const { filter, times } = useLoaderData<typeof loader>();
  const { weeks, week, state } = filter;
  const chips = [undefined, "offered", ...timeStates] as const;
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
            key={chip ?? "all"}
            label={chip ? stateWords[chip] : "All"}
            href={listHref("/recovery/times", { ...filter, state: chip })}
            on={state === chip}
            small
          />
        ))}
      </nav>
      {times.length > shown && <p className="soft">{words.cut(shown)}</p>}
      <Table
        caption={words.timesTitle}
        rows={times.slice(0, shown)}
        rowKey={({ therapist, start_at }) => `${therapist} ${start_at}`}
        empty={words.noTimes}
        columns={[
          {
            key: "time",
            head: "Time",
            align: "when",
            cell: ({ start_at, timezone }) => <DateTime at={start_at} zone={timezone} format="full" />,
          },
          { key: "therapist", head: "Therapist", cell: ({ therapist }) => therapist },
          { key: "region", head: "Region", cell: ({ region }) => region },
          {
            key: "freed",
            head: "Freed",
            align: "when",
            cell: ({ freed_at, timezone }) => <DateTime at={freed_at} zone={timezone} format="full" />,
          },
          { key: "left", head: "Freed by", cell: ({ left_by }) => visitLink(left_by, "Visit") },
          { key: "offers", head: "Offers", align: "right", cell: ({ offers }) => offers },
          { key: "filled", head: "Filled by", cell: ({ filled_by }) => visitLink(filled_by, "Visit") },
          { key: "state", head: "Status", align: "acts", cell: ({ state }) => stateWords[state] },
        ]}
      />
    </StaffShell>
  );
}
