import { toastClass } from "./toast-class";
import { Undo } from "./undo";
import type { Undoable } from "./undoable";

/** Why the server didn't do what the user asked for. */
interface Refused {
  refused: string;
}

export type Toast = string | Undoable | Refused;

interface ToastsProps {
  toast?: Toast | null | undefined;
  /** Earlier changes that the user can still undo. */
  undos?: readonly Undoable[] | undefined;
}

export function Toasts({ toast, undos = [] }: ToastsProps) {
  const undoables = toast && typeof toast !== "string" && "undo" in toast ? [toast, ...undos] : undos;
  return (
    <div className="toasts">
      <div id="toasts" role="status">
        {typeof toast === "string" && <p className={toastClass(toast)}>{toast}</p>}
        {toast && typeof toast !== "string" && "refused" in toast && <p className="toast">{toast.refused}</p>}
        {undoables.map((change) => (
          <Undo key={change.undo} {...change} />
        ))}
      </div>
    </div>
  );
}
