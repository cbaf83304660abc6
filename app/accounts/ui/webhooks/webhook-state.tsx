interface Counts {
  off_at: string | null;
  open: number;
  failed: number;
}

const number = new Intl.NumberFormat("en-US");

/** The most urgent state of a webhook. */
export function WebhookState({ off_at, open, failed }: Counts) {
  if (off_at) return <span className="status warn">Switched off</span>;
  if (failed > 0) return <span className="status bad">{`${number.format(failed)} failed`}</span>;
  if (open > 0) return <span className="status warn">{`${number.format(open)} waiting`}</span>;
  return <span className="status good">On</span>;
}
