import { mkdirSync, readdirSync, readFileSync, rmdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { rejectedOf, uploadOf } from "~/orders/import/imports.server";
import { Client } from "../support/client";
import { textOf } from "../support/plain-page";
import {
  morningStarts,
  seedDatabase,
  seedOrder,
  seedSlots,
  seedTherapist,
  signInPatient,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const { url, app, clock } = await startServer();
await seedDatabase(app);
const admin = await staffClient({ app, url }, "admin");

const header = "brightree_db,patient_id,sales_order_no,patient_name,phone,email,state,step";
const csv = (...lines: string[]) => `${[header, ...lines].join("\n")}\n`;

/** Uploads a file the way the page's form does. */
const upload = (content: string | Uint8Array, client = admin, name = "orders.csv") =>
  client.upload("/admin/import", name, content);

/** Waits for the check or import to finish and returns the page. */
async function finishedPage(page: string) {
  await expect
    .poll(async () => (await admin.get(page)).text, { timeout: 50_000 })
    .not.toContain("data-working");
  return admin.get(page);
}

const orders = () =>
  app.db.selectFrom("orders").select(["sales_order_no", "patient_name"]).orderBy("id").execute();
const uploads = () => readdirSync(join(app.config.dataDir, "uploads"));

test("an uploaded file is checked, confirmed, and imported, and rejected rows can be downloaded", async () => {
  const sent = await upload(
    csv(
      "QHMS,1,100,Ada Lovelace,9195550111,ada@mail.example,NC,4",
      "QHMS,2,,Bob,not a phone,bob@mail.example,NC,4",
      "NOSUCH,3,300,Cy,9195550113,cy@mail.example,NC,4",
      'QHMS,4,400,"=cmd|calc",9195550114,dee@mail.example,ZZ,9',
      "QHMS,5,500,Eve,9195550115,eve@mail.example,TN,3",
    ),
  );
  expect([sent.status, sent.location]).toEqual([303, "/admin/import/1"]);
  const page = sent.location ?? "";
  const checked = textOf((await finishedPage(page)).text);
  expect(checked).toContain(
    "3 orders can be imported. 3 new orders will be added. 1 line has a value that can't be read and will be imported without it. 2 lines have problems and won't be imported.",
  );
  expect(checked).toContain("1 state couldn't be read: ZZ Enter a US state like NC.");
  expect(checked).toContain(
    "1 line has no sales order number The sales order number is empty. Enter it, or let Firstnight make the missing numbers, where you choose the columns.",
  );
  expect(checked).toContain(
    `1 line is of a database that isn't set up: NOSUCH Database "NOSUCH" not found. Add this database`,
  );
  expect(checked).toContain("Ada Lovelace");
  expect(await orders()).toEqual([]);

  expect((await admin.submit(page, {})).status).toBe(303);
  expect((await admin.submit(page, {})).status).toBe(303);
  expect(textOf((await finishedPage(page)).text)).toContain(
    "3 new orders, 0 changed, 0 unchanged; 2 lines rejected; 1 line imported without a value that can't be read.",
  );
  expect((await orders()).map((order) => order.patient_name)).toEqual(["Ada Lovelace", "=cmd|calc", "Eve"]);

  const rejected = await admin.get(`${page}/rejected.csv`);
  expect(rejected.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(rejected.text.split("\n")).toEqual([
    `${header},problem`,
    'QHMS,2,,Bob,not a phone,bob@mail.example,NC,4,"sales_order_no: The sales order number is empty. Enter it, or let Firstnight make the missing numbers, where you choose the columns. phone: Please enter a 10-digit US phone number."',
    `NOSUCH,3,300,Cy,9195550113,cy@mail.example,NC,4,"brightree_db: Database ""NOSUCH"" not found."`,
    "QHMS,4,400,'=cmd|calc,9195550114,dee@mail.example,ZZ,9,state: Enter a US state like NC. step: Step not found. Enter a number from 1 to 7 or the name of a step. Imported without this.",
    "",
  ]);
  expect(uploads()).toHaveLength(1);
});

test("importing the same upload again changes nothing", async () => {
  const page = (await upload(csv("QHMS,1,100,Ada Lovelace,9195550111,ada@mail.example,NC,4"))).location ?? "";
  await finishedPage(page);
  await admin.submit(page, {});
  expect(textOf((await finishedPage(page)).text)).toContain("0 new orders, 0 changed, 1 unchanged.");
});

test("an admin can add a missing database from the problem list, and the file is checked again", async () => {
  const page =
    (await upload(csv("NORTH & CO,1,100,Ada Lovelace,9195550111,ada@mail.example,NC,4"))).location ?? "";
  const [, link = ""] = /href="([^"]*)">Add this database/.exec((await finishedPage(page)).text) ?? [];
  const [address = ""] = link.replaceAll("&amp;", "&").split("#");
  expect((await admin.get(address)).text).toContain('value="NORTH &amp; CO"');
  const added = await admin.submit(address, { name: "NORTH & CO", company: "Northern Sleep" });
  expect(added.location).toBe(page);
  const again = await finishedPage(page);
  expect(textOf(again.text)).toContain("1 order can be imported, and no line has a problem.");
  expect(again.text).not.toContain("Add this database");
});

test("discarding an import deletes its file", async () => {
  const before = uploads().length;
  const page = (await upload(csv("QHMS,9,900,Unknown,,,,1"))).location ?? "";
  await finishedPage(page);
  expect(uploads()).toHaveLength(before + 1);
  expect((await admin.submit(`${page}/discard`, {})).location).toBe("/admin/import");
  expect((await admin.get("/admin/import")).text).toContain("Import discarded");
  expect((await admin.get(page)).status).toBe(404);
  expect(uploads()).toHaveLength(before);
});

test.each<[string, string | Uint8Array, string]>([
  ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255, 10, 0, 3]), "not a UTF-8 CSV file"],
  ["one very long line", "x".repeat(1_200_000), "more than 10,000 characters"],
  [
    "18 MB with one open quote",
    `${header}\nQHMS,1,"${`${"a".repeat(900_000)}\n`.repeat(20)}`,
    "more than 10,000 characters",
  ],
  ["2 MB of open quotes", `${header}\n${'QHMS,1,"a\n'.repeat(200_000)}`, "more than 1,000 lines that can't"],
  ["20 MB of commas", csv(",".repeat(20_000_000)), "more than 10,000 characters"],
])("%s can't be read, and the page shows the reason", async (_, content, sentence) => {
  const page = (await upload(content)).location ?? "";
  expect(textOf((await finishedPage(page)).text)).toContain(sentence);
  expect((await admin.submit(page, {})).status).toBe(409);
});

test("if rejected rows can't be written, the import fails with a reason and the server keeps running", async () => {
  const page = (await upload(csv("QHMS,8,,Fay,,,,1"))).location ?? "";
  await finishedPage(page);
  const { stored_as } = await app.db
    .selectFrom("imports")
    .select("stored_as")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const blockingFolder = rejectedOf(app.config.dataDir, stored_as);
  mkdirSync(blockingFolder);
  await admin.submit(page, {});
  expect(textOf((await finishedPage(page)).text)).toContain("Something went wrong on our side.");
  rmdirSync(blockingFolder);
  expect((await admin.submit(`${page}/discard`, {})).status).toBe(303);
});

test("orphaned uploads are deleted after an hour, and files still being uploaded are kept", async () => {
  const [stray, arriving] = ["stray", "arriving"].map((name) => uploadOf(app.config.dataDir, name));
  for (const [path, age] of [
    [stray, 2 * hour],
    [arriving, minute],
  ] as const) {
    writeFileSync(path ?? "", header);
    utimesSync(path ?? "", new Date(clock.now() - age), new Date(clock.now() - age));
  }
  await finishedPage((await upload(csv("QHMS,1,100,Ada Lovelace,,,,4"))).location ?? "");
  expect(uploads()).not.toContain("stray.csv");
  expect(uploads()).toContain("arriving.csv");
});

test("an empty file, a form without a file, and an incomplete form are rejected", async () => {
  const before = uploads().length;
  const empty = await upload("");
  expect([empty.status, textOf(empty.text).includes("Choose a file")]).toEqual([422, true]);
  const type = { "content-type": "multipart/form-data; boundary=x" };
  const without = "--x\r\nContent-Disposition: form-data; name=other\r\n\r\n1\r\n--x--\r\n";
  const half = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nbright';
  const send = (body: string, headers: Record<string, string> = type) =>
    admin.send("/admin/import", { method: "POST", body, headers });
  expect((await send(without)).status).toBe(422);
  expect((await send(half)).status).toBe(400);
  expect((await send("file=x", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(400);
  expect(uploads()).toHaveLength(before);
});

test("only admins can upload a file over 256 KB", async () => {
  const rows = Array.from({ length: 8000 }, (_, index) => `QHMS,${index + 1},N${index},Name ${index},,,NC,2`);
  const page = (await upload(csv(...rows))).location ?? "";
  expect(textOf((await finishedPage(page)).text)).toContain("8,000 orders can be imported, and no line");
  const before = uploads().length;
  const stranger = await staffClient({ app, url }, "supervisor");
  for (const client of [stranger, new Client(url)]) {
    expect((await upload(csv("QHMS,1,1,A,,,,1"), client)).location).toBe("/login");
  }
  expect(uploads()).toHaveLength(before);
});

test("a file over 200 MB is rejected with a reason and deleted", async () => {
  const before = uploads().length;
  const megabyte = Buffer.alloc(1024 * 1024, `${"x".repeat(127)}\n`);
  async function* parts() {
    yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
    for (let sent = 0; sent < 201; sent++) yield megabyte;
    yield Buffer.from("\r\n--x--\r\n");
  }
  const reply = await admin.send("/admin/import", {
    method: "POST",
    body: Readable.toWeb(Readable.from(parts())) as ReadableStream,
    headers: { "content-type": "multipart/form-data; boundary=x" },
  });
  expect(reply.status).toBe(413);
  expect(textOf(reply.text)).toContain("The file is too large. Send at most 200 MB.");
  expect(uploads()).toHaveLength(before);
  expect((await admin.get("/admin/import")).status).toBe(200);
}, 60_000);

test("bookings and pages work during the import of a long file", async () => {
  const rows = Array.from({ length: 6000 }, (_, index) => `QHMS,${index + 1},L${index},Name ${index},,,NC,2`);
  const page = (await upload(csv(...rows))).location ?? "";
  await finishedPage(page);
  expect((await admin.submit(page, {})).status).toBe(303);
  const therapist = await seedTherapist(app);
  const starts = morningStarts(app);
  await seedSlots(app, therapist, starts);
  const statuses: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const order = await seedOrder(app, { brightree_db: "QHMS" });
    const patient = new Client(url);
    await signInPatient(app, patient, order.id);
    const booked = await patient.post("/api/schedule-appointment", {
      patient_id: order.patient_id,
      brightree_db: "QHMS",
      therapist: therapist.name,
      datetime: new Date(starts[turn * 6] ?? 0).toISOString(),
      sms_consent: true,
    });
    statuses.push(booked.status);
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201]);
  expect(textOf((await finishedPage(page)).text)).toContain("6,000 new orders, 0 changed, 0 unchanged.");
}, 60_000);

test("the file's name is shown as text and never used as a path", async () => {
  const page = (await upload(csv("QHMS,1,100,A,,,,1"), admin, '../../<b onx="1">.csv')).location ?? "";
  const { text } = await finishedPage(page);
  expect(text).not.toContain("<b onx");
  expect(uploads().length).toBeGreaterThan(0);
  expect(uploads().every((name) => /^[\w-]+(\.rejected)?\.csv$/.test(name))).toBe(true);
});

test("an Excel workbook is checked and imported like a CSV file, with the line numbers of its first sheet", async () => {
  const workbook = readFileSync(new URL("./sample-orders.xlsx", import.meta.url));
  const page = (await upload(workbook, admin, "orders.xlsx")).location ?? "";
  const checked = textOf((await finishedPage(page)).text);
  expect(checked).toContain(
    "4 orders can be imported. 4 new orders will be added. 1 line has a value that can't be read and will be imported without it. 1 line has a problem and won't be imported.",
  );
  expect(checked).toContain(
    "1 sales order number couldn't be read: 1.234567890123457e+18 The spreadsheet shortened this number.",
  );
  expect(checked).toContain("1 phone number couldn't be read: true");
  const { text: lines } = await admin.get(`${page}?field=phone&line=6`);
  expect(textOf(lines)).toContain("6 Patient 40113 true Please enter a 10-digit US phone number.");
  await admin.submit(page, {});
  await finishedPage(page);
  const imported = await app.db
    .selectFrom("orders")
    .select(["sales_order_no", "patient_name", "dob", "phone", "state", "referral_at", "recdate"])
    .where("patient_id", "in", [40110, 40111, 40114])
    .orderBy("patient_id")
    .execute();
  const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);
  expect(imported).toMatchObject([
    {
      sales_order_no: "0071001",
      patient_name: "Renée Alvarez",
      dob: "1956-04-12",
      phone: "+19195550111",
      state: "NC",
      referral_at: noon("2026-01-19"),
      recdate: Date.parse("2026-01-21T15:30:00Z"),
    },
    { sales_order_no: "71002", dob: "1948-07-09", phone: "+19195550112", referral_at: noon("2026-01-19") },
    { sales_order_no: "71005", patient_name: "Multi Line, Jr" },
  ]);
});

test.each<[string, Uint8Array, string]>([
  ["damaged", Buffer.from("PK\x03\x04 not a workbook"), "This workbook can't be read."],
  [
    "too large when unpacked",
    zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(101e6) }, { level: 1 }),
    "This workbook is too large.",
  ],
])("a workbook that is %s is refused with the reason and deleted", async (_, workbook, sentence) => {
  const before = uploads().length;
  const sent = await upload(workbook, admin, "orders.xlsx");
  expect([sent.status, textOf(sent.text).includes(sentence)]).toEqual([422, true]);
  expect(uploads()).toHaveLength(before);
});
