import { expect, test } from "vitest";
import { startBadNetwork } from "../support/bad-network";
import { openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { freePort } from "../support/free-port";
import { testClock } from "../support/scratch";
import { morningStarts, seedOrder, seedSlots, seedTherapist, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

test.each([true, false])(
  "when responses take three seconds and one in ten packets is lost, a double tap books one visit (scripts: %s)",
  async (javaScript) => {
    const [port, serverPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const settings = { PORT: String(serverPort), PUBLIC_URL: url };
    const { app } = await startServer(settings, testClock(Date.now()));
    const network = await startBadNetwork(port, serverPort);
    await seedSlots(app, await seedTherapist(app), morningStarts(app));
    const order = await seedOrder(app);
    const value = await signInPatient(app, new Client(url), order.id);
    Object.assign(network, { delay: 3000, loss: 10 });

    const { page, context } = await openBrowser(url, { javaScript });
    await context.addCookies([{ name: "firstnight-patient", value, url }]);
    await page.goto("/schedule");
    await page.locator(".slots a[data-at]").nth(4).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("I agree to SMS updates (data rates may apply).").check();
    await dialog.getByRole("button", { name: "Confirm" }).dblclick({ noWaitAfter: true });
    await page.getByText("Appointment submitted successfully!").waitFor();
    const visits = await app.db.selectFrom("visits").select("id").where("order_id", "=", order.id).execute();
    expect(visits).toHaveLength(1);
  },
);
