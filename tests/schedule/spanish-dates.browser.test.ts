import { expect, test } from "vitest";
import { openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedClinic, seedOrder, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

test.each([1280, 1440])(
  "at a width of %i, the list of times shows long dates in Spanish whole",
  async (width) => {
    const server = await startServer();
    await seedClinic(server.app);
    const order = await seedOrder(server.app, { language: "es" });
    const { context, page } = await openBrowser(server.url, { size: { width, height: 900 } });
    const token = await signInPatient(server.app, new Client(server.url), order.id);
    await context.addCookies([{ name: "firstnight-patient", value: token, url: server.url }]);
    await page.goto("/schedule");
    const dates = page.locator(".slots td.date:visible");
    // The longest date of the year. The clock of the test is in March.
    await dates.evaluateAll((cells) => {
      for (const cell of cells) cell.textContent = "mié 30 de septiembre";
    });
    const cut = await dates.evaluateAll(
      (cells) =>
        cells.filter((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return text.getBoundingClientRect().right > cell.getBoundingClientRect().right;
        }).length,
    );
    expect(cut).toBe(0);
    expect(await dates.count()).toBeGreaterThan(0);
  },
);
