import { keepStyle } from "~/ui/scripts/keep-style";
import { sendZone, showInOwnZone } from "~/ui/scripts/local-times";
import { whenIdle } from "~/ui/scripts/when-idle";
import { codeBoxes } from "./code-boxes";
import { watchPatientForm } from "./patient-login";
import { watchStaffForm } from "./staff-login";
import { watchTabs } from "./tabs";

const boxes = codeBoxes();
watchTabs((tab) => {
  // If sign-in is in a closed <details>, the focus stays on the visit above it.
  if (tab === "patient" && !document.querySelector("details:not([open]) #tabs")) boxes?.focus();
});
if (boxes) watchPatientForm(boxes);
watchStaffForm();
whenIdle(() => {
  showInOwnZone(document);
  sendZone();
  keepStyle();
});
