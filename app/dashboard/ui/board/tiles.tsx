import { opensPopup, type Place, type Tile, tileHref } from "../../board/tiles";
import { words } from "../../words";

/** How much waits where, each a link to the rows that were counted. */
export function Tiles({ tiles, place }: { tiles: Tile[]; place: Place }) {
  return (
    <ul className="tiles board-tiles" id="tiles">
      {tiles.map(({ key, name, count }) => (
        <li key={key}>
          <a
            className={key === "unconfirmed" && count > 0 ? "tile waits" : "tile"}
            href={tileHref(key, place)}
            data-opens={opensPopup(key) ? "" : undefined}
            data-tile={key}
          >
            <b className="num">{count.toLocaleString("en-US")}</b>
            <span>{Number(key) > 0 ? `${key}. ${name}` : name}</span>
            <span className="soft small">{words.clickToFilter}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
