import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { boxOf, expectNoProblems, expectNoSidewaysScroll, openBrowser } from "../support/browser";
import { browserOfFile } from "../support/browser-of-file";
import { seedClinic, seedOrder, seedUser } from "../support/seed";
import { startServer } from "../support/server";

// The outbox stands for a mail server.
const server = await startServer({}, undefined, { demo: true });
await seedClinic(server.app);
const nextVisitor = await browserOfFile(server.url);

const issued = new Set<string>();

async function codeFor(phone = "+19195550142"): Promise<string> {
  const order = await seedOrder(server.app, { phone });
  const { patient_id, brightree_db } = order;
  const { code } = await generateCode(server.app, operator, { patient_id, brightree_db, phone });
  issued.add(code);
  return code;
}

const wrongCode = () => ["111111", "222222", "333333", "444444"].find((code) => !issued.has(code)) ?? "";

/** Opens a browser without cookies each time, because after a wrong code, a browser must enter a second fact. */
const opened = async (options?: Parameters<typeof openBrowser>[1]) => {
  const visitor = options ? await openBrowser(server.url, options) : await nextVisitor();
  await visitor.page.goto("/");
  return visitor;
};

const digits = (page: Page) =>
  page
    .locator("#code-place input:not([type=hidden])")
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value).join("-"));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

describe("the six code boxes", () => {
  test("accept one digit each and move with arrows and backspace", async () => {
    const visitor = await opened();
    const { page } = visitor;
    // The focus waits until the browser is idle.
    await page.locator("[aria-label='Digit 1 of 6']:focus").waitFor();
    await page.keyboard.type("1a2");
    expect(await digits(page)).toBe("1-2----");
    expect(await focused(page)).toBe("Digit 3 of 6");
    await page.keyboard.press("Backspace");
    expect(await digits(page)).toBe("1-----");
    expect(await focused(page)).toBe("Digit 2 of 6");
    await page.keyboard.press("ArrowLeft");
    expect(await focused(page)).toBe("Digit 1 of 6");
    await page.keyboard.press("ArrowRight");
    expect(await focused(page)).toBe("Digit 2 of 6");
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByRole("alert").getByText("Enter the 6-digit access code.").waitFor();
    expectNoProblems(visitor);
  });

  test("accept a pasted code with spaces and dashes and sign in", async () => {
    const code = await codeFor();
    const visitor = await opened();
    const { page } = visitor;
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByText("Enter the 6-digit access code.").waitFor();
    const pasted = `Your code: ${code.slice(0, 3)} - ${code.slice(3)}9`;
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, pasted);
    expect(await digits(page)).toBe([...code].join("-"));
    expect(await page.getByText("Enter the 6-digit access code.").count()).toBe(0);
    await page.getByRole("button", { name: "Login" }).click();
    await page.waitForURL(`${server.url}/schedule`);
    expectNoProblems(visitor);
  });

  test("accept an autofilled code in the first box", async () => {
    const { page } = await opened();
    await page.getByLabel("Digit 1 of 6").fill("654321");
    expect(await digits(page)).toBe("6-5-4-3-2-1");
  });
});

test("a wrong code shows an error, and the form asks for a second fact on the same page", async () => {
  const code = await codeFor();
  const wrong = wrongCode();
  const visitor = await opened();
  const { page } = visitor;
  const type = async (text: string) => {
    await page.getByLabel("Digit 1 of 6").fill(text);
    await page.getByRole("button", { name: "Login" }).click();
  };
  await type(wrong);
  await page.getByText("That code didn't work.").waitFor();
  expect(await page.getByRole("button", { name: "Send me a new link" }).isVisible()).toBe(true);
  expect(await page.getByLabel("Last four digits of your phone number").isVisible()).toBe(false);
  await type(code);
  await page.getByLabel("Last four digits of your phone number").fill("0142");
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL(`${server.url}/schedule`);
  expectNoProblems(visitor);
});

describe("the staff tab", () => {
  const staff = async () => {
    const visitor = await opened();
    await visitor.page.getByRole("tab", { name: "Staff" }).click();
    await visitor.page.getByRole("heading", { name: "Staff Login" }).waitFor();
    const enter = async (email: string, password: string) => {
      await visitor.page.getByLabel("Work email").fill(email);
      await visitor.page.getByLabel("Password", { exact: true }).fill(password);
      await visitor.page.getByRole("button", { name: "Login" }).click();
    };
    return { ...visitor, visitor, enter };
  };

  test.each([
    [["supervisor", "therapist"], "/supervisordashboard"],
    [["admin"], "/admin"],
    [["therapist"], "/therapist"],
  ] as const)("sends %s to their start page", async (roles, home) => {
    const user = await seedUser(server.app, [...roles]);
    const { page, visitor, enter } = await staff();
    await enter(` ${user.email.toUpperCase()} `, user.password);
    await page.waitForURL(`${server.url}${home}`);
    expectNoProblems(visitor);
  });

  test("shows an error for an unknown role and a wrong password", async () => {
    const user = await seedUser(server.app, ["staff"]);
    const { page, enter } = await staff();
    await enter(user.email, "not the password");
    await page.getByText("Invalid email or password.").waitFor();
    expect(await page.getByLabel("Work email").inputValue()).toBe(user.email);
    await enter(user.email, user.password);
    await page.getByText("Unknown staff role.").waitFor();
  });

  test("asks for the second step if the user turned on two-step sign-in", async () => {
    const user = await seedUser(server.app, ["supervisor"], { two_step: "email" });
    const { page, enter } = await staff();
    await enter(user.email, user.password);
    await page.getByText("We sent you a code by email.").waitFor();
    const code = page.getByLabel("6-digit code");
    await code.fill("000000");
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByText("That code is incorrect.").waitFor();
    expect(await code.isVisible()).toBe(true);
    expect(await page.getByLabel("Work email").isVisible()).toBe(false);
  });
});

test("'Forgot password?' requires an email and shows the same message for every address", async () => {
  const visitor = await opened();
  const { page } = visitor;
  await page.getByRole("tab", { name: "Staff" }).click();
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByText("Please enter your email first.").waitFor();
  await page.getByLabel("Work email").fill("unknown@clinic.example");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByText("✅ Reset link sent (check email/phone if MFA enabled).").waitFor();
  expectNoProblems(visitor);
});

test("the password can be shown and hidden again", async () => {
  const { page } = await opened();
  await page.getByRole("tab", { name: "Staff" }).click();
  const field = page.getByLabel("Password", { exact: true });
  await page.getByRole("button", { name: "Show password" }).click();
  expect(await field.getAttribute("type")).toBe("text");
  await page.getByRole("button", { name: "Hide password" }).click();
  expect(await field.getAttribute("type")).toBe("password");
});

test("a network failure shows an error, and the button works again", async () => {
  const { page } = await opened();
  await page.route("**/api/validate-code", (route) => route.abort());
  await page.getByLabel("Digit 1 of 6").fill("123456");
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText("Login error. Please try again.").waitFor();
  expect(await page.getByRole("button", { name: "Login" }).isEnabled()).toBe(true);
});

test.each([360, 320])(
  "on a %i px screen, the code boxes are at least 44 by 44 px and in one row",
  async (width) => {
    const { page } = await opened({ size: { width, height: 640 } });
    const boxes = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((digit) => boxOf(page.getByLabel(`Digit ${digit} of 6`))),
    );
    for (const [index, box] of boxes.entries()) {
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      expect(box.x).toBeGreaterThanOrEqual((boxes[index - 1]?.x ?? 0) + (boxes[index - 1]?.width ?? 0));
      expect(box.y).toBe(boxes[0]?.y);
    }
    await expectNoSidewaysScroll(page, `login at ${width}`);
    await page.keyboard.type("123456");
    expect(await digits(page)).toBe("1-2-3-4-5-6");
  },
);

test("the card is at most 480 px wide, and the code boxes replace the field without a layout shift", async () => {
  const heights = [];
  for (const javaScript of [true, false]) {
    const { page } = await opened({ javaScript, size: { width: 1280, height: 800 } });
    const card = await page.locator(".login").boundingBox();
    expect(card?.width).toBeLessThanOrEqual(480);
    heights.push(card?.height);
  }
  expect(heights[0]).toBe(heights[1]);
});

test("a signed-in patient's start page focuses its heading and keeps the sign-in form closed", async () => {
  const code = await codeFor();
  const visitor = await opened();
  const { page } = visitor;
  await page.getByLabel("Digit 1 of 6").fill(code);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL(`${server.url}/schedule`);
  await page.goto(`${server.url}/`);
  const heading = page.getByRole("heading", { name: "Choose a time for your visit" });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.getByLabel("Digit 1 of 6").isVisible()).toBe(false);
  await page.getByText("Sign in with another code").click();
  expect(await page.getByLabel("Digit 1 of 6").isVisible()).toBe(true);
  expectNoProblems(visitor);
});
