/** Does what may wait until the page is painted as it came. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
