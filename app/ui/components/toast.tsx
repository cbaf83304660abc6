import { useLocation } from "@remix-run/react";
import { Button } from "./button";
import { toastClass } from "./toast-class";

export interface UndoableToast {
  text: string;
  /** The address that the undo is sent to. */
  undo: string;
}

/** For an undoable change, scripts show the Undo button before the text. */
export function Toasts({ toast }: { toast?: string | UndoableToast | null | undefined }) {
  const { pathname, search } = useLocation();
  return (
    <div className="toasts">
      <div id="toasts" role="status">
        {typeof toast === "string" && <p className={toastClass(toast)}>{toast}</p>}
        {toast && typeof toast !== "string" && (
          <form method="post" action={toast.undo} className="row held-move">
            <input type="hidden" name="back" value={pathname + search} />
            <p>{toast.text}</p>
            <Button look="quiet" size="small">
              Undo
            </Button>
          </form>
        )}
      </div>
    </div>
  );
}
