/** Runs each step in its own task once the browser is idle, in this order. A step that fails doesn't stop the others. */
export function whenIdle(...[step, ...later]: (() => void)[]): void {
  if (!step) return;
  const run = () => {
    whenIdle(...later);
    step();
  };
  // Safari has no requestIdleCallback.
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
}
