/** The same colors as in tokens.css. Uses no external fonts or images, because email apps block them. */
const mailStyle = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:16px;background:#f7f3ea;color:#17223d;font:17px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
.mail{max-width:34em;margin:0 auto;padding:8px 20px;background:#fff;border:1px solid #ddd5c6;border-radius:14px}
p,.block{margin:16px 0;overflow-wrap:break-word}
a{color:#0b5f70;overflow-wrap:anywhere}
.phone{white-space:nowrap}
.link{margin:8px 0}
.link a{display:block;padding:8px 0}
@media (prefers-color-scheme:dark){
body{background:#0e1526;color:#f1ebdf}
.mail{background:#141d32;border-color:#2b3752}
a{color:#83cfda}
.block{background:#173443!important;border-color:#83cfda!important}
.button{background:#83cfda!important;color:#07262d!important}
}
`;

/** The most important styles, for email apps that ignore style sheets. */
const inlineStyles = {
  block: "padding:16px;border-left:4px solid #0b5f70;border-radius:8px;background:#e0edec",
  large: "font-size:24px;line-height:1.3",
  medium: "font-size:18px;line-height:1.5",
  button:
    "display:block;padding:14px 20px;border-radius:8px;background:#0b5f70;color:#fff;font-weight:600;text-align:center;text-decoration:none",
};

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
