import { expect, test } from "vitest";
import { htmlOf } from "~/messages/email/mail-html";
import { block, closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";

const company = { name: "Acme <Sleep>", phone: "+19195550123", support_hours: "Mon to Fri, 9 to 5." };

const text = mailText(
  greeting("Ruth"),
  "Your visit is confirmed.",
  block(["Tuesday, May 12, 2026", "9:00 AM CDT (Central Time)", "Video visit"]),
  linkLine({ label: "Join video visit", href: 'https://meet.example/a?b=1&c="2"' }),
  linkLine(null),
  linkLine({ label: "Change your visit", href: "https://clinic.example/schedule/abc" }),
  closing(company),
);
const html = htmlOf("Confirmed", text, "en");

test("the plain text of an email shows each link under its label", () => {
  expect(text.split("\n\n")).toEqual([
    "Hello Ruth,",
    "Your visit is confirmed.",
    "    Tuesday, May 12, 2026\n    9:00 AM CDT (Central Time)\n    Video visit",
    'Join video visit:\nhttps://meet.example/a?b=1&c="2"',
    "Change your visit:\nhttps://clinic.example/schedule/abc",
    "Questions? Call Acme <Sleep> at (919) 555-0123. Mon to Fri, 9 to 5.",
    "Acme <Sleep>",
  ]);
});

test("only the first link in an email is a button", () => {
  expect(html.match(/class="button"/g)).toHaveLength(1);
  expect(html).toMatch(
    /class="button"[^>]*href="https:\/\/meet\.example\/a\?b=1&amp;c=&quot;2&quot;">Join video visit</,
  );
  expect(html).toContain('<a href="https://clinic.example/schedule/abc">Change your visit</a>');
});

test("an email shows the date and time in large type and a phone number that can be tapped", () => {
  expect(html).toMatch(/<b style="font-size:24px[^"]*">Tuesday, May 12, 2026<\/b>/);
  expect(html).toMatch(/<b style="font-size:18px[^"]*">9:00 AM CDT \(Central Time\)<\/b>/);
  expect(html).toContain('<a class="phone" href="tel:+19195550123">(919) 555-0123</a>');
});

test("the HTML version has the same content, adapts to dark mode, and loads nothing", () => {
  const text = html.slice(html.indexOf("<body>")).replace(/<[^>]+>/g, " ");
  for (const phrase of [
    "Hello Ruth,",
    "Video visit",
    "Change your visit",
    "Acme &lt;Sleep&gt;",
    "Mon to Fri, 9 to 5.",
  ]) {
    expect(text).toContain(phrase);
  }
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain("prefers-color-scheme:dark");
  expect(html).not.toMatch(/<img|<link|url\(|@import|<script/);
});

test("an email explains whom to call if no number is on file", () => {
  expect(closing({ ...company, phone: null })).toBe(
    "Questions? Call the clinic or equipment company that sent you here.\n\nAcme <Sleep>",
  );
});
