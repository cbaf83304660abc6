import { keepStyle } from "./scripts/keep-style";
import { putOnOwnClock, tellZone } from "./scripts/local-times";
import { whenIdle } from "./scripts/when-idle";

whenIdle(() => {
  putOnOwnClock(document);
  tellZone();
  keepStyle();
});
