import { monthPage } from "~/core/month";
import { StatusTiles } from "~/ui/components/status-tiles";

interface SetupTilesProps {
  month: string;
  tiles: { pending: number; confirmed: number; completed: number };
}

export function SetupTiles({ month, tiles }: SetupTilesProps) {
  const { title } = monthPage(month);
  return (
    <StatusTiles
      id="setup-tiles"
      tiles={[
        {
          status: "submitted",
          label: "Pending Setups",
          count: tiles.pending,
          hint: `to confirm in ${title}`,
        },
        { status: "confirmed", label: "Confirmed Setups", count: tiles.confirmed, hint: `in ${title}` },
        { status: "completed", label: "Completed Setups", count: tiles.completed, hint: `in ${title}` },
      ]}
    />
  );
}
