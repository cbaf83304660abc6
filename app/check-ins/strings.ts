import { stringsOf } from "~/core/language/strings";
import { en } from "./strings.en";
import { es } from "./strings.es";

export const strings = stringsOf("checkIns", { en, es });
