import { fetchPage, inBackground } from "~/ui/scripts/fetch-page";
import { updatePart } from "~/ui/scripts/update-part";

const again = 1500;

watch();

function watch(): void {
  if (document.querySelector("#import-state[data-working]")) setTimeout(refresh, again);
}

async function refresh(): Promise<void> {
  try {
    const { ok, document: page } = await fetchPage(location.href, inBackground);
    if (ok) for (const id of ["import-state", "import-rest"]) updatePart(page, id);
  } catch {}
  watch();
}
