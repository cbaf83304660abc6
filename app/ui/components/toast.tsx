/** Scripts put the undo of moves before the text. */
export function Toasts({ text }: { text?: string | null | undefined }) {
  return (
    <div className="toasts">
      <div id="toasts" role="status">
        {text && <p className="toast">{text}</p>}
      </div>
    </div>
  );
}
