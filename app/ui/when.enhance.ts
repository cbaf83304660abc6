import { keepStyle } from "~/ui/scripts/keep-style";
import { putOnOwnClock, tellZone } from "./scripts/local-times";

tellZone();
keepStyle();
putOnOwnClock(document);
