import { putOnOwnClock, tellZone } from "./local-times";

tellZone();
putOnOwnClock(document);
