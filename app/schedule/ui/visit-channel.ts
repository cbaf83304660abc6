// Tells the browser's other tabs that the visit has changed. Without BroadcastChannel, they notice on the next load.
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("firstnight-visit");

export const announceVisit = (): void => channel?.postMessage("changed");

export function onVisitElsewhere(act: () => void): void {
  channel?.addEventListener("message", act);
}
