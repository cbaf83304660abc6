import { expect, test } from "vitest";
import { expectAccessible, openBrowser, type Visitor } from "../support/browser";
import { startServer } from "../support/server";

const { url } = await startServer();
const pale = '<p class="pale" style="color:#bbb">Pale</p>';
const plain = "<p>Plain</p>";

async function check(
  visitor: Visitor,
  body: string,
  measured?: Set<number>,
  themes: ("light" | "dark")[] = ["light"],
): Promise<string> {
  await visitor.page.route("**/walked", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>Walked</title><main><h1>Walked</h1>${body}</main></html>`,
    }),
  );
  await visitor.page.goto("/walked");
  return expectAccessible(visitor, "walked", themes, measured).then(
    () => "accessible",
    (error: Error) => error.message,
  );
}

test("a walk measures the contrast of each look once, and everything else on each page", async () => {
  const visitor = await openBrowser(url);
  const measured = new Set<number>();
  expect(await check(visitor, plain, measured)).toBe("accessible");
  const looks = measured.size;
  expect(looks).toBeGreaterThan(0);
  expect(await check(visitor, plain.repeat(3), measured)).toBe("accessible");
  expect(measured.size).toBe(looks);
  expect(await check(visitor, plain + pale, measured)).toContain("color-contrast");
  expect(measured.size).toBe(looks + 1);
  expect(await check(visitor, pale, measured)).toBe("accessible");
  expect(await check(visitor, plain + pale.replace("pale", "other"), measured)).toContain("color-contrast");
  expect(await check(visitor, `${plain}<img src="data:,">`, measured)).toContain("image-alt");
});

test("a walk measures the contrast of new looks in the dark theme too", async () => {
  const visitor = await openBrowser(url);
  const measured = new Set<number>();
  const style = "@media (prefers-color-scheme: dark) { .night { color: #222; background: #111; } }";
  const night = `<style>${style}</style><p class="night">Night</p>`;
  expect(await check(visitor, plain, measured, ["light", "dark"])).toBe("accessible");
  expect(await check(visitor, night, measured, ["light", "dark"])).toMatch(
    /walked, dark(.|\n)*color-contrast/,
  );
  expect(await check(visitor, night, measured, ["light", "dark"])).toBe("accessible");
});

test("without a walk, each page's contrast is measured", async () => {
  const visitor = await openBrowser(url);
  expect(await check(visitor, plain)).toBe("accessible");
  expect(await check(visitor, pale)).toContain("color-contrast");
  expect(await check(visitor, pale)).toContain("color-contrast");
});
