import { refreshPage } from "~/ui/scripts/refresh-page";

const every = 2000;

// Keeps rows up to date while an event is being sent.
setInterval(() => {
  if (!document.hidden && document.querySelector("[data-soon]")) refreshPage();
}, every);
