import { createRoot } from "react-dom/client";
import { sendJson } from "~/ui/scripts/send-json";
import { toast } from "~/ui/scripts/show-notice";
import type { PendingMove } from "~/visits/moves/pending-moves.server";
import type { VisitAnswer } from "~/visits/sheet/ui/send-visit-change";
import { PendingMoves } from "./pending-moves";

export interface PendingMovesBar {
  add(visit: VisitAnswer, from: { start: number; timezone: string }): void;
  remove(id: number): void;
  undone(visit: VisitAnswer): void;
  failed(title: string, reason?: string): void;
}

const undoTime = 30_000;

/** Keeps held moves visible at any scroll position. */
export function watchPendingMoves(
  place: HTMLElement,
  page: { here?: string; now?: string },
): PendingMovesBar {
  const { here = "", now = "" } = page;
  const opened = performance.now();
  // If the page has no held moves, only the elapsed time matters.
  const time = () => (Date.parse(now) || 0) + performance.now() - opened;
  let moves: PendingMove[] = JSON.parse(place.dataset.held ?? "[]");
  const versions = new Map<number, number>();
  place.replaceChildren();
  document.querySelector(".toasts")?.prepend(place);
  const root = createRoot(place);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    moves = moves.filter(({ dueAt }) => dueAt > time());
    root.render(<PendingMoves moves={moves} now={time()} back={here} />);
    clearTimeout(timer);
    if (moves.length > 0) timer = setTimeout(draw, 1000);
  };
  draw();

  const bar: PendingMovesBar = {
    add(visit, from) {
      const previousStart = moves.find(({ id }) => id === visit.id)?.previousStart ?? from.start;
      versions.set(visit.id, visit.version);
      const start = Date.parse(visit.datetime);
      const dueAt = time() + undoTime;
      const { timezone } = from;
      const move = { id: visit.id, patientId: visit.patient_id, start, previousStart, dueAt, timezone };
      moves = [move, ...moves.filter(({ id }) => id !== visit.id)];
      draw();
    },
    remove(id) {
      moves = moves.filter((move) => move.id !== id);
      draw();
    },
    undone: () => {},
    failed: () => {},
  };
  place.addEventListener("submit", async (event) => {
    event.preventDefault();
    const id = Number((event.submitter as HTMLElement | null)?.dataset.undo);
    try {
      const { ok, status, data } = await sendJson("POST", `/api/appointments/${id}/undo-move`, {
        version: versions.get(id),
      });
      bar.remove(id);
      if (!ok) return bar.failed(`Undo failed (HTTP ${status})`, data.error);
      toast("Move undone. No notice was sent.");
      bar.undone(data.appointment);
    } catch {
      bar.failed("Unable to undo the move.");
    }
  });
  return bar;
}
