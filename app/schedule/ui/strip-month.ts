/** On phones, the heading above the strip of days names the month of the first day in view. */
export function showMonthInView(): void {
  let isWaiting = false;
  document.addEventListener(
    "scroll",
    ({ target }) => {
      if (isWaiting || !(target instanceof Element) || !target.matches(".strip")) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        nameMonthOf(target);
      });
    },
    { capture: true, passive: true },
  );
}

function nameMonthOf(strip: Element): void {
  const { left } = strip.getBoundingClientRect();
  const heading = document.querySelector(".month-bar h2");
  const days = [...strip.querySelectorAll<HTMLElement>(".days > .open")];
  const first = days.findIndex((day) => day.getBoundingClientRect().right > left);
  const title = days.slice(0, first + 1).findLast((day) => day.dataset.monthTitle)?.dataset.monthTitle;
  if (heading && title && heading.textContent !== title) heading.textContent = title;
}
