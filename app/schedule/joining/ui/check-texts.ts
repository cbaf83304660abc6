import { pageStrings } from "~/ui/scripts/page-strings";
import type { strings } from "../strings";

export const checkTexts = pageStrings<(typeof strings)["check"]>();
