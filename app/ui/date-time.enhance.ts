import { keepStyle } from "./scripts/keep-style";
import { sendZone, showInOwnZone, startIntl } from "./scripts/local-times";
import { whenIdle } from "./scripts/when-idle";

whenIdle(
  ...startIntl,
  () => showInOwnZone(document),
  sendZone,
  () => void keepStyle(),
);
