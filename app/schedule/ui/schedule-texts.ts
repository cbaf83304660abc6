import { pageStrings } from "~/ui/scripts/page-strings";
import type { textsFor } from "./schedule-view";

export const scheduleTexts = pageStrings<ReturnType<typeof textsFor>>();
