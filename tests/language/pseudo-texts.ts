import { allStrings } from "~/core/language/strings";
import "~/company/strings";
import "~/core/strings";
import "~/login/strings";
import "~/messages/strings";
import "~/orders/strings";
import "~/schedule/strings";
import "~/schedule/joining/strings";
import "~/visits/questions/strings";
import "~/tracking/strings";
import "~/ui/strings";
import "~/visits/strings";

/** Marks a string and makes it 40% longer, not counting its placeholders. */
const pseudo = (text: string) =>
  `«${text}${"~".repeat(Math.ceil(text.replace(/\{\w+\}/g, "").length * 0.4))}»`;

function pseudoTexts(texts: object, path: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${path}.${key}`, pseudo(value)] as [string, string]]
      : pseudoTexts(value, `${path}.${key}`),
  );
}

/** Custom company wording that replaces the Spanish strings with the pseudo-language. */
export const pseudoWording = () =>
  JSON.stringify(
    Object.fromEntries([...allStrings].flatMap(([module, { en }]) => pseudoTexts(en, `es.${module}`))),
  );
