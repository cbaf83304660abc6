import { StatusTiles } from "~/ui/components/status-tiles";
import { countByStatus } from "../week";

export function WeekTiles({ visits }: { visits: readonly { status: string }[] }) {
  const counts = countByStatus(visits);
  return (
    <StatusTiles
      tiles={[
        { status: "submitted", label: "Submitted", count: counts.submitted },
        { status: "confirmed", label: "Confirmed", count: counts.confirmed },
        { status: "completed", label: "Completed", count: counts.completed },
      ]}
    />
  );
}
