const escaped = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

const linked = (text: string) =>
  text.replace(/https?:\/\/[^\s<]*[^\s<.,;:!?)]/g, (url) => `<a href="${url}">${url}</a>`);

export function htmlOf(subject: string, text: string): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linked(escaped(paragraph)).replace(/\n/g, "<br>\n")}</p>`);
  return [
    '<!doctype html>\n<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;max-width:36em;font:16px/1.5 system-ui,sans-serif">',
    ...paragraphs,
    "</body>\n</html>",
  ].join("\n");
}
