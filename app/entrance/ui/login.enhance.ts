import { keepStyle } from "~/ui/scripts/keep-style";
import { putOnOwnClock, tellZone } from "~/ui/scripts/local-times";
import { codeBoxes } from "./code-boxes";
import { watchPatientForm } from "./patient-login";
import { watchStaffForm } from "./staff-login";
import { watchTabs } from "./tabs";

tellZone();
keepStyle();
putOnOwnClock(document);
const boxes = codeBoxes();
watchTabs((side) => {
  if (side === "patient") boxes?.focus();
});
if (boxes) watchPatientForm(boxes);
watchStaffForm();
