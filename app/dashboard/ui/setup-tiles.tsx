import { monthPage } from "~/core/month";

interface SetupTilesProps {
  month: string;
  tiles: { pending: number; confirmed: number; completed: number };
}

export function SetupTiles({ month, tiles }: SetupTilesProps) {
  const { title } = monthPage(month);
  return (
    <dl className="tiles setup-tiles" id="setup-tiles">
      <Tile label="Pending Setups" count={tiles.pending} hint={`to confirm in ${title}`} tone="submitted" />
      <Tile label="Confirmed Setups" count={tiles.confirmed} hint={`in ${title}`} tone="confirmed" />
      <Tile label="Completed Setups" count={tiles.completed} hint={`in ${title}`} tone="completed" />
    </dl>
  );
}

function Tile({ label, count, hint, tone }: { label: string; count: number; hint: string; tone: string }) {
  return (
    <div className={`box setup-tile ${tone}`}>
      <dt>{label}</dt>
      <dd>
        <b className="num">{count.toLocaleString("en-US")}</b> <span className="soft small">{hint}</span>
      </dd>
    </div>
  );
}
