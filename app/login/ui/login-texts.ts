import { pageStrings } from "~/ui/scripts/page-strings";
import type { strings } from "../strings";

export const loginTexts = pageStrings<typeof strings.script>();
