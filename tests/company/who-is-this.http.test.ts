import { crc32, deflateSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedCompany, seedOrder, seedUser, signInPatient, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;
let clinic: Awaited<ReturnType<typeof seedClinic>>;
let admin: Client;
const phone = "+19195550110";

beforeAll(async () => {
  server = await startServer();
  clinic = await seedClinic(server.app);
  await server.app.db.updateTable("companies").set({ name: "Blue Ridge Home Care", phone }).execute();
  admin = new Client(server.url);
  await signInStaff(server.app, admin, (await seedUser(server.app, ["admin"])).id);
});

async function patient(fields: Parameters<typeof seedOrder>[1] = {}) {
  const order = await seedOrder(server.app, { patient_name: "Gregory Allen Quist", ...fields });
  const client = new Client(server.url);
  await signInPatient(server.app, client, order.id);
  return { order, client };
}

const headerOf = ({ html }: PlainPage) => /<header.*?<\/header>/s.exec(html)?.[0] ?? "";

test("every page of a patient starts with the company's name and phone number, not with the product", async () => {
  const { client } = await patient();
  for (const path of ["/schedule", "/my-visit", "/", "/terms"]) {
    const header = headerOf(await PlainPage.open(client, path));
    expect([path, header.includes("Blue Ridge Home Care"), header.includes(`href="tel:${phone}"`)]).toEqual([
      path,
      true,
      true,
    ]);
    expect(header).not.toContain("Firstnight");
    expect(header).not.toContain("<img");
  }
});

test("above the times, the page tells who writes, who referred the patient, what the visit is, and whom to call", async () => {
  const { client } = await patient({ referrer: "LEE, ANN MD" });
  const { text } = await PlainPage.open(client, "/schedule");
  expect(text).toContain(
    "For Gregory Q. Blue Ridge Home Care is setting up your CPAP equipment. Dr. Ann Lee referred you. A 45-minute video visit on your phone or computer. Your order waits until you choose a time. Call us if you're not sure, or to ask what it costs: (919) 555-0110",
  );
  client.cookies.set("language", "es");
  expect((await PlainPage.open(client, "/schedule")).text).toContain(
    "Para Gregory Q. Blue Ridge Home Care prepara su equipo CPAP. Orden médica de Dr. Ann Lee.",
  );
});

test("a session opened with a patient ID shows no referrer", async () => {
  const { patient_id, brightree_db } = await seedOrder(server.app, { referrer: "LEE, ANN MD" });
  const query = `/schedule?pid=${patient_id}&db=${brightree_db}`;
  const { text } = await PlainPage.open(new Client(server.url), query);
  expect(text).toContain("A 45-minute video visit on your phone or computer.");
  expect(text).not.toContain("Ann Lee");
});

test("an order file can name the referrer", async () => {
  const { order } = await patient();
  const { brightree_db, patient_id, sales_order_no } = order;
  const row = { brightree_db, patient_id, sales_order_no, referrer: " Mei  Chen, FNP-C " };
  expect((await admin.put("/api/orders", { orders: [row] })).status).toBe(200);
  const stored = await server.app.reads
    .selectFrom("orders")
    .select("referrer")
    .where("id", "=", order.id)
    .executeTakeFirst();
  expect(stored?.referrer).toBe("Mei Chen, FNP-C");
});

test("an admin's line about cost is shown in the patient's language", async () => {
  const { client } = await patient();
  const form = await PlainPage.open(admin, "/admin/company");
  const saved = await form.press("Save", {
    cost_en: "Most plans pay for it.",
    cost_es: "Casi todo seguro la paga.",
  });
  expect(saved.text).toContain("Company saved");
  expect((await PlainPage.open(client, "/schedule")).text).toContain(
    "computer. Your order waits until you choose a time. Most plans pay for it. Call us",
  );
  client.cookies.set("language", "es");
  const spanish = await PlainPage.open(client, "/schedule");
  expect(spanish.html).toContain('<span lang="es"> Casi todo seguro la paga.</span>');
});

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

function png(width: number, height: number, shade = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = Buffer.alloc((width + 1) * height, shade);
  for (let row = 0; row < height; row++) pixels[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

async function upload(file: Buffer) {
  const form = new FormData();
  form.set("company", "Blue Ridge Home Care");
  form.set("logo", new Blob([new Uint8Array(file)], { type: "image/png" }), "logo.png");
  const packed = new Response(form);
  return admin.send("/admin/company/logo", {
    method: "POST",
    body: new Uint8Array(await packed.arrayBuffer()),
    headers: { "content-type": packed.headers.get("content-type") ?? "" },
  });
}

test("an uploaded logo is shown in the header, and its file is served with its own type and policy", async () => {
  const file = png(96, 48);
  expect((await upload(file)).status).toBe(303);
  const page = await PlainPage.open(admin, "/admin/company/logo");
  expect(page.text).toContain("Logo saved");
  const { client } = await patient();
  const header = headerOf(await PlainPage.open(client, "/schedule"));
  const src =
    /<img[^>]* src="(\/company-logo\/[0-9a-f]{64})" width="64" height="32" alt=""/.exec(header)?.[1] ?? "";
  const response = await fetch(server.url + src);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(file);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "cache-control": "public, max-age=31536000, immutable",
  });
  const other = png(96, 48, 200);
  expect((await upload(other)).status).toBe(303);
  expect((await fetch(server.url + src)).status).toBe(404);
  const removed = await (await PlainPage.open(admin, "/admin/company/logo")).press("Remove logo");
  expect(removed.text).toContain("Logo removed");
  expect(headerOf(await PlainPage.open(client, "/schedule"))).not.toContain("<img");
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

test.each([
  ["an SVG", svg, "PNG, JPEG, or WebP image. Save the logo as PNG."],
  [
    "a page after the image",
    Buffer.concat([png(9, 9), Buffer.from("<script>")]),
    "PNG, JPEG, or WebP image. Save the logo as PNG.",
  ],
  ["half an image", png(90, 90).subarray(0, 60), "PNG, JPEG, or WebP image. Save the logo as PNG."],
  [
    "only a signature",
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    "PNG, JPEG, or WebP image. Save the logo as PNG.",
  ],
  ["an enormous picture", png(5000, 1), "at most 4,000 pixels"],
  ["a large file", Buffer.alloc(201 * 1024), "This file is over 200 KB."],
  ["no file", Buffer.alloc(0), "Choose a file."],
])("%s with the name and type of a PNG isn't accepted as a logo", async (_, file, sentence) => {
  const refused = await upload(file);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain(sentence);
  expect(await server.app.reads.selectFrom("company_logos").selectAll().execute()).toEqual([]);
});

test("with several companies, a patient's browser gets only its own company's number on the sign-in page", async () => {
  await seedCompany(server.app, "Other Sleep Store");
  await server.app.db
    .updateTable("companies")
    .set({ phone: "+18005550199" })
    .where("name", "=", "Other Sleep Store")
    .execute();
  const stranger = await PlainPage.open(new Client(server.url), "/login");
  expect(stranger.text).toContain("Other Sleep Store");
  const order = await seedOrder(server.app);
  const code = await server.app.db
    .transaction()
    .execute((trx) => replaceLinkCode({ trx, app: server.app }, order.id));
  const client = new Client(server.url);
  await (await PlainPage.open(client, `/schedule/${code}`)).press("Sign out");
  const out = await PlainPage.open(client, "/login");
  expect(headerOf(out)).toContain("Blue Ridge Home Care");
  expect(out.text).not.toContain("Other Sleep Store");
  const lost = new Client(server.url);
  const over = await PlainPage.open(lost, "/schedule/abcdefghijkmnpqrstuv");
  expect(over.text).toContain("This link no longer works.");
  for (const name of ["Other Sleep Store", "Blue Ridge Home Care"]) expect(over.text).not.toContain(name);
  lost.cookies.set("company", "2.0000000000000000");
  expect(headerOf(await PlainPage.open(lost, "/terms"))).toContain("Firstnight");
  expect(clinic.therapist.name).toBeTruthy();
});
