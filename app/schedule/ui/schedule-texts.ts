import { pageStrings } from "~/ui/scripts/page-strings";
import type { strings } from "../strings";

export const scheduleTexts = pageStrings<Pick<typeof strings, "load" | "booking" | "flash">>();
