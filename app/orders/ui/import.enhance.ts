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
    const here = document.getElementById("import-state");
    if (ok && state && here) {
      if (state.dataset.working && state.dataset.working === here.dataset.working) showProgress(here, state);
      else here.replaceWith(document.adoptNode(state));
      const rest = page.getElementById("import-rest");
      if (rest) document.getElementById("import-rest")?.replaceWith(document.adoptNode(rest));
    }
  } catch {}
  watch();
}

/** Changes only the numbers, so that screen readers are not interrupted. */
function showProgress(here: HTMLElement, state: HTMLElement): void {
  const [bar, farther] = [here, state].map((of) => of.querySelector("progress"));
  if (bar && farther) bar.value = farther.value;
  const [percent, now] = [here, state].map((of) => of.querySelector("#import-percent"));
  if (percent && now) percent.textContent = now.textContent;
}
