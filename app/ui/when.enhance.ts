import { keepStyle } from "~/ui/scripts/keep-style";
import { putOnOwnClock, tellZone } from "./scripts/local-times";
import { whenIdle } from "./scripts/when-idle";

whenIdle(() => {
  putOnOwnClock(document);
  tellZone();
  keepStyle();
});
