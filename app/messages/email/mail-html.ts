import { inlineStyles, mailStyle } from "./mail-style";

const escaped = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

const linked = (text: string) =>
  text
    .replace(
      /https?:\/\/[^\s<]*[^\s<.,;:!?)]/g,
      (url) => `<a href="${url}">${url.replace(/^https?:\/\//, "")}</a>`,
    )
    .replace(/\((\d{3})\) (\d{3})-(\d{4})/g, (phone, ...digits) => {
      const number = digits.slice(0, 3).join("");
      return `<a class="phone" href="tel:+1${number}">${phone}</a>`;
    });

const inline = (text: string) => linked(escaped(text)).replace(/\n/g, "<br>\n");

/** A label and, on the next line, a URL, as written by `linkLine`. */
const labeledLink = /^([^\n]+):\n(https?:\/\/\S+)$/;

const isBlock = (paragraph: string) => paragraph.split("\n").every((line) => line.startsWith("    "));

function blockHtml(paragraph: string): string {
  const lines = paragraph.split("\n").map((line) => inline(line.trim()));
  const sized = lines.map((line, index) => {
    const style = index === 0 ? inlineStyles.large : index === 1 ? inlineStyles.medium : null;
    return style ? `<b style="${style}">${line}</b>` : line;
  });
  return `<div class="block" style="${inlineStyles.block}">${sized.join("<br>\n")}</div>`;
}

/** The HTML part of an email. It has the same content as the text part (`mail-text.ts`). */
export function htmlOf(subject: string, text: string, language: string): string {
  let hasButton = false;
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    if (isBlock(paragraph)) return blockHtml(paragraph);
    const [, label, href] = labeledLink.exec(paragraph) ?? [];
    if (!label || !href) return `<p>${inline(paragraph)}</p>`;
    const look = hasButton ? "" : ` class="button" style="${inlineStyles.button}"`;
    hasButton = true;
    return `<p class="link"><a${look} href="${escaped(href)}">${escaped(label)}</a></p>`;
  });
  return [
    `<!doctype html>\n<html lang="${language}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title>\n<style>${mailStyle}</style></head>`,
    '<body><div class="mail">',
    ...paragraphs,
    "</div></body>\n</html>",
  ].join("\n");
}
