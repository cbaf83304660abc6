/** Where successes are told; what stands in it at first came with the page, scripts add the rest. */
export function Toasts({ text }: { text?: string | null | undefined }) {
  return (
    <div className="toasts" id="toasts" role="status">
      {text && <p className="toast">{text}</p>}
    </div>
  );
}
