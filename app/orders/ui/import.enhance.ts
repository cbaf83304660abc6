import { fetchPage } from "~/ui/scripts/fetch-page";

const again = 1500;

watch();

function watch(): void {
  if (document.querySelector("#import-state[data-working]")) setTimeout(refresh, again);
}

async function refresh(): Promise<void> {
  try {
    const { ok, document: page } = await fetchPage(location.href, { "X-Background": "1" });
    const state = page.getElementById("import-state");
    const current = document.getElementById("import-state");
    if (ok && state && current) {
      if (state.dataset.working && state.dataset.working === current.dataset.working)
        showProgress(current, state);
      else current.replaceWith(document.adoptNode(state));
      const rest = page.getElementById("import-rest");
      if (rest) document.getElementById("import-rest")?.replaceWith(document.adoptNode(rest));
    }
  } catch {}
  watch();
}

function showProgress(current: HTMLElement, state: HTMLElement): void {
  const [bar, newBar] = [current, state].map((of) => of.querySelector("progress"));
  if (bar && newBar) bar.value = newBar.value;
  const [percent, now] = [current, state].map((of) => of.querySelector("#import-percent"));
  if (percent && now) percent.textContent = now.textContent;
}
