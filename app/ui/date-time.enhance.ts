import { keepStyle } from "./scripts/keep-style";
import { sendZone, showInOwnZone } from "./scripts/local-times";
import { whenIdle } from "./scripts/when-idle";

whenIdle(() => {
  showInOwnZone(document);
  sendZone();
  keepStyle();
});
