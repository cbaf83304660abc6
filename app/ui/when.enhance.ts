import { keepStyle } from "~/ui/keep-style";
import { putOnOwnClock, tellZone } from "./local-times";

tellZone();
keepStyle();
putOnOwnClock(document);
