import { stringsOf } from "./language/strings";
import { en } from "./strings.en";
import { es } from "./strings.es";

export const strings = stringsOf("core", { en, es });
