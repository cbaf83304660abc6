import { refreshPage } from "~/ui/scripts/refresh-page";

const every = 2000;

/** While a delivery is about to be sent or on its way, its row updates itself. */
setInterval(() => {
  if (!document.hidden && document.querySelector("[data-soon]")) refreshPage();
}, every);
