import { formatWhen } from "~/core/time";
import { Button } from "~/ui/components/button";
import type { HeldMove } from "~/visits/moves/held-moves.server";

interface HeldMovesProps {
  moves: readonly HeldMove[];
  zone: string;
  /** Where one comes back to. */
  back: string;
}

/** Moves that nobody was told of yet, each with its way back. */
export function HeldMoves({ moves, zone, back }: HeldMovesProps) {
  return (
    <>
      {moves.map((move) => (
        <form key={move.id} method="post" action={`/visits/${move.id}/undo-move`} className="held-move">
          <input type="hidden" name="back" value={back} />
          <p>
            The visit of patient {move.patientId} is now on <b>{formatWhen(move.start, zone)}</b>. People are
            told in half a minute.
          </p>
          <Button look="quiet" size="small" data-undo={move.id}>
            Undo
            <span className="unseen">, back to {formatWhen(move.told, zone)}</span>
          </Button>
        </form>
      ))}
    </>
  );
}
