import { plural } from "~/core/plural";
import { formatWhen, second, zoneOrUtc } from "~/core/time";
import { Button } from "~/ui/components/button";
import type { PendingMove } from "~/visits/moves/pending-moves.server";

interface PendingMovesProps {
  moves: readonly PendingMove[];
  /** ms UTC */
  now: number;
  back: string;
}

export function PendingMoves({ moves, now, back }: PendingMovesProps) {
  const when = (move: PendingMove, start: number) => formatWhen(start, zoneOrUtc(move.timezone));
  return (
    <>
      {moves.map((move) => (
        <form key={move.id} method="post" action={`/visits/${move.id}/undo-move`} className="row held-move">
          <input type="hidden" name="back" value={back} />
          <p>
            Patient {move.patientId}'s visit is now on <b>{when(move, move.start)}</b>.{" "}
            <span aria-live="off">
              The patient and therapists will be notified in{" "}
              <span className="num">
                {plural(Math.max(1, Math.ceil((move.dueAt - now) / second)), "second")}
              </span>
              .
            </span>
          </p>
          <Button look="quiet" size="small" data-undo={move.id}>
            Undo
            <span className="unseen"> and move it back to {when(move, move.previousStart)}</span>
          </Button>
        </form>
      ))}
    </>
  );
}
