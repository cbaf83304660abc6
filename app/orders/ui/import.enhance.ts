const again = 1500;

watch();

/** Takes the state of the import anew while work goes on, and the lists below once it has ended. */
function watch(): void {
  if (document.querySelector("#import-state[data-working]")) setTimeout(takeAnew, again);
}

async function takeAnew(): Promise<void> {
  try {
    const reply = await fetch(location.href, { headers: { "X-Background": "1" } });
    if (!reply.ok || reply.redirected) return;
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const state = page.getElementById("import-state");
    const here = document.getElementById("import-state");
    if (state && here) {
      const verb = (of: Element) => of.querySelector("label")?.textContent?.split(":")[0];
      const progress = here.querySelector("progress");
      const farther = state.querySelector("progress");
      if (progress && farther && verb(here) === verb(state)) progress.value = farther.value;
      else here.replaceWith(document.adoptNode(state));
      const rest = page.getElementById("import-rest");
      if (rest) document.getElementById("import-rest")?.replaceWith(document.adoptNode(rest));
    }
  } catch {
    // On a bad connection what stands here stays, and the next try follows.
  }
  watch();
}
