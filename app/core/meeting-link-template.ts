import { example, text } from "./fields";
import { isWebAddress } from "./web-address";

const random = "{random}";
const mostLinks = 50;

/** The addresses in a template, or fixed links, one a line. */
export const linksIn = (template: string): string[] =>
  template
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Null if it can be used. */
function problemOf(template: string): string | null {
  const links = linksIn(template);
  const withRandom = links.filter((link) => link.includes(random));
  if (links.length > mostLinks) return `Enter at most ${mostLinks} links.`;
  if (withRandom.length > 0 && links.length > 1) {
    return "Enter one address with {random}, or a list of fixed links.";
  }
  if (new Set(links).size !== links.length) return "Enter each link once.";
  for (const link of links) {
    const parts = link.split(random);
    if (parts.length > 2) return "Use {random} once in the address.";
    const filled = parts.join("0");
    if (/[{}]/.test(filled)) return "Use only {random} in braces. Nothing else is filled in.";
    if (!filled.startsWith("https://") || /\s/.test(filled) || !isWebAddress(filled)) {
      return "Enter addresses that start with https://, like https://meet.example.org/{random}.";
    }
    const [before = ""] = parts;
    if (parts.length === 2 && !before.slice("https://".length).includes("/")) {
      return "Put {random} after the name of the site, like https://meet.example.org/{random}.";
    }
  }
  return null;
}

/** `https://meet.example.org/{random}`, where each visit gets its own random part, or fixed links, one a line. */
export const linkTemplate = example(
  text(4000).superRefine((template, context) => {
    const message = problemOf(template);
    if (message) context.addIssue({ code: "custom", message });
  }),
  "https://meet.example.org/{random}",
);

/** The link of a template with {random}. @param value 128 random bits */
export const fillRandom = (template: string, value: string) => template.replace(random, value);

export const hasRandom = (template: string) => template.includes(random);
