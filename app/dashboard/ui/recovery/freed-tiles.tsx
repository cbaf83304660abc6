import { listHref } from "~/core/list-href";
import { tableRowId } from "~/ui/components/table";
import type { Recovery } from "../../recovery/find-recovery.server";
import { strings } from "../../strings";

interface FreedTilesProps {
  openThisWeek: number;
  week: Recovery["weeks"][number] | undefined;
  weeks: number;
}

export function FreedTiles({ openThisWeek, week, weeks }: FreedTilesProps) {
  if (!week) return null;
  const times = (state?: string) => listHref("/recovery/times", { weeks, week: week.week, state });
  const tiles = [
    {
      name: "Open this week",
      count: openThisWeek,
      hint: "Visits that can still be booked this week, based on daily capacity and openings. Updated every 5 minutes.",
      // The browser opens the forecast's table to show this row.
      href: `/capacity#${tableRowId(strings.capacityTitle, week.week)}`,
    },
    {
      name: "Freed",
      count: week.freed,
      hint: "Booked times that became free this week because a visit was canceled or moved.",
      href: times(),
    },
    {
      name: "Offered",
      count: week.offered,
      hint: "Freed times offered to patients who asked for an earlier visit.",
      href: times("offered"),
    },
    {
      name: "Filled",
      count: week.filled,
      hint: "Freed times that were booked again.",
      href: times("filled"),
    },
    { name: "Lost", count: week.lost, hint: "Freed times that passed unused.", href: times("lost") },
  ];
  return (
    <ul className="tiles board-tiles">
      {tiles.map(({ name, count, hint, href }) => (
        <li key={name}>
          <a className="tile" href={href}>
            <b className="num">{count.toLocaleString("en-US")}</b>
            <span>{name}</span>
            <span className="soft small">{hint}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
