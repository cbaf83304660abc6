/**
 * Shows the seconds that are left now and each second after that.
 * @param until milliseconds of `performance.now()`
 * @param show gets the seconds, at least 1. The count ends if it returns false
 */
export function countDown(until: number, show: (seconds: number) => boolean): void {
  const left = until - performance.now();
  if (left <= 0 || !show(Math.ceil(left / 1000))) return;
  setTimeout(() => countDown(until, show), left % 1000 || 1000);
}
