import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../../app/ui/styles/tokens.css", import.meta.url), "utf8");
const plain = new Map([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6,8});/g)].map((m) => [m[1], m[2]]));
const themed = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\);/g)].map((m) => [
    m[1],
    { light: m[2] ?? "", dark: m[3] ?? "" },
  ]),
);

type Theme = "light" | "dark";

function color(name: string, theme: Theme): string {
  const found = themed.get(name);
  if (!found) throw new Error(`tokens.css has no color ${name}`);
  return found[theme];
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

const grounds = ["paper", "surface", "raised"];
const statuses = ["submitted", "confirmed", "completed", "cancelled", "other"];
const on = (inks: string[], under: string[]) => inks.flatMap((ink) => under.map((ground) => [ink, ground]));

const texts = [
  ...on(["ink", "ink-soft", "action", "action-deep", "bad", "good", "warn", ...statuses], grounds),
  ...on(["ink", "ink-soft", "action", "bad", ...statuses], ["action-soft"]),
  ["action-ink", "action"],
  ["action-ink", "action-deep"],
  ...on(["night-ink", "night-soft"], ["night"]),
  ...on(["ink", "dawn-ink", "action"], ["dawn-soft"]),
  ...on(["ink", "good", "action"], ["good-soft"]),
  ...on(["ink", "warn", "action"], ["warn-soft"]),
  ...on(["ink", "bad", "action"], ["bad-soft"]),
];
const controls = on(["edge", "action", ...statuses], grounds);

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test.each(texts)("text in %s has a contrast of at least 4.5:1 on %s", (ink = "", ground = "") => {
    expect(ratio(color(ink, theme), color(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(controls)("%s has a contrast of at least 3:1 with %s", (mark = "", ground = "") => {
    expect(ratio(color(mark, theme), color(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

test("browsers without light-dark() use the light theme", () => {
  expect(plain).toEqual(new Map([...themed].map(([name, { light }]) => [name, light])));
});
