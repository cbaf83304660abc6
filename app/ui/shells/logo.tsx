export function Logo() {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
      <path d="M3 24h26" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M8 20.5a7 7 0 0 1 14 0z" fill="currentColor" />
      <path d="M24 3.5a5 5 0 1 0 4.2 7.6 4.3 4.3 0 0 1-4.2-7.6z" fill="currentColor" />
    </svg>
  );
}
