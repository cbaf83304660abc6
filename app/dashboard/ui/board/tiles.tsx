import { stepName, type Tile, tileHref } from "../../board/tiles";
import type { BoardFilters } from "../../dashboard-schema";
import { strings } from "../../strings";

export function Tiles({ tiles, filters }: { tiles: Tile[]; filters: BoardFilters }) {
  return (
    <ul className="tiles board-tiles" id="tiles" data-live="">
      {tiles.map(({ key, name, count }) => (
        <li key={key}>
          <a
            className={key === "unconfirmed" && count > 0 ? "tile waits" : "tile"}
            href={tileHref(key, filters)}
            data-opens={popupTitle(key) ?? undefined}
            data-none={strings.noRows}
            data-tile={key}
          >
            <b className="num">{count.toLocaleString("en-US")}</b>
            <span>{Number(key) > 0 ? `${key}. ${name}` : name}</span>
            <span className="soft small">
              Click to filter
              {filters.therapist && !tileHref(key, filters).includes("/appointments") && strings.unfiltered}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function popupTitle(key: string): string | null {
  if (key === "codes") return strings.pendingCodes;
  return Number(key) < 6 ? strings.stepOrders(stepName(Number(key))) : null;
}
