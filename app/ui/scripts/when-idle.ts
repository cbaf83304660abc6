/** Does what nobody waits for, once the page stands and the browser has nothing to do for its reader. */
export function whenIdle(work: () => void): void {
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
}
