import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { expectAccessible } from "../support/accessible";
import { expectNoProblems, openBrowser } from "../support/browser";
import type { Devices } from "../support/chromium";
import { Client } from "../support/client";
import { seedOrder, seedTherapist, seedVisit, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const therapist = await seedTherapist(app);

async function openAs(path: string, start_at: number, devices: Devices = "simulated") {
  const order = await seedOrder(app);
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at,
    status: "confirmed",
    confirmed_at: app.clock.now(),
    meeting_link: "https://meet.example/room",
  });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  const visitor = await openBrowser(url, { devices });
  await visitor.context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url })));
  return { ...visitor, go: () => visitor.page.goto(path) };
}

test("the device check shows that the camera, microphone, and connection work, and can turn the camera off", async () => {
  const visitor = await openAs("/my-visit/check", clock.now() + 30 * hour);
  const { page } = visitor;
  await visitor.go();
  await page.getByRole("button", { name: "Start the check" }).click();
  await page.getByText("Your camera works. You should see yourself.").waitFor();
  await page.getByText("Your microphone works.").waitFor();
  await page.getByText("Your connection is good.").waitFor();
  expect(await page.getByText("This check needs").isVisible()).toBe(false);
  await page.getByText("When you join your visit").waitFor();
  await expectAccessible(visitor, "device check");
  await page.getByRole("button", { name: "Turn the camera off" }).click();
  expect(await page.locator("video").isVisible()).toBe(false);
  expect(await page.getByRole("meter").isVisible()).toBe(false);
  expectNoProblems(visitor);
});

test("the device check explains how to unblock the camera and microphone", async () => {
  const visitor = await openAs("/my-visit/check", clock.now() + 40 * hour, "blocked");
  const { page } = visitor;
  await visitor.go();
  await page.getByRole("button", { name: "Start the check" }).click();
  await page.getByText("Your camera is blocked. Open your browser's settings for this site").waitFor();
  await page.getByText("Your microphone is blocked.").waitFor();
  await page.getByRole("button", { name: "Check again" }).waitFor();
  await expectAccessible(visitor, "blocked devices");
  expectNoProblems(visitor);
});

test("the join button becomes active on time without a reload", async () => {
  const visitor = await openAs("/my-visit", clock.now() + 50 * hour + 15 * minute);
  const { page } = visitor;
  await page.clock.install();
  await visitor.go();
  const join = page.getByRole("link", { name: "Join video visit", exact: true });
  expect([await join.getAttribute("aria-disabled"), await join.getAttribute("href")]).toEqual(["true", null]);
  await page.clock.fastForward("49:59:00");
  expect(await join.getAttribute("href")).toBeNull();
  await page.clock.fastForward("00:02:00");
  expect([await join.getAttribute("aria-disabled"), await join.getAttribute("href")]).toEqual([
    null,
    "https://meet.example/room",
  ]);
  await page.getByText("You can join now.").waitFor();
  expectNoProblems(visitor);
});
