import { refreshPage } from "~/ui/scripts/refresh-page";

const every = 2000;

/** Updates the rows of deliveries that are waiting or being sent. */
setInterval(() => {
  if (!document.hidden && document.querySelector("[data-soon]")) refreshPage();
}, every);
