export function Toasts({ text }: { text?: string | null | undefined }) {
  return (
    <div className="toasts" id="toasts" role="status">
      {text && <p className="toast">{text}</p>}
    </div>
  );
}
