import { tableRowId } from "~/ui/components/table";
import type { FreedCounts, Recovery } from "../../recovery/find-recovery.server";
import { recoveryWords as words } from "../../recovery/recovery-words";
import { strings as capacity } from "../../strings";
import { listHref } from "../lists/list-href";

interface FreedTilesProps {
  open: number;
  week: Recovery["weeks"][number] | undefined;
  /** The period of the page. */
  weeks: number;
}

const none: FreedCounts = { freed: 0, offered: 0, filled: 0, byOffer: 0, lost: 0, open: 0 };

/** Links to the week's row in the forecast's table. Browsers open the table to show it. */
const capacityRow = (week = "") => `/capacity#${tableRowId(capacity.capacityTitle, week)}`;

/** This week's freed times. Each number has a label and a link to the times that it counts. */
export function FreedTiles({ open, week, weeks }: FreedTilesProps) {
  const { freed, offered, filled, lost } = week ?? none;
  const times = (state?: string) => listHref("/recovery/times", { weeks, week: week?.week, state });
  const tiles = [
    { name: "Open", count: open, hint: words.openHint, href: capacityRow(week?.week) },
    { name: "Freed", count: freed, hint: words.freedHint, href: times() },
    { name: "Offered", count: offered, hint: words.offeredHint, href: times("offered") },
    { name: "Filled", count: filled, hint: words.filledHint, href: times("filled") },
    { name: "Lost", count: lost, hint: words.lostHint, href: times("lost") },
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
