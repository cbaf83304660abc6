import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { Client } from "../../support/client";
import {
  morningStarts,
  seedClinic,
  seedOrder,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
} from "../../support/seed";
import { startServer } from "../../support/server";

const server = await startServer();
const { app, url } = server;
const clinic = await seedClinic(app);
const starts = morningStarts(app, 30).filter((_, index) => index % 2 === 0);
const { id: kind } = await app.db
  .selectFrom("visit_kinds")
  .select("id")
  .where("is_default", "=", 1)
  .executeTakeFirstOrThrow();
const questions = await app.db
  .insertInto("questions")
  .values(
    Array.from({ length: 10 }, (_, position) => ({
      kind_id: kind,
      position,
      type: "photo" as const,
      text: `Photo ${position + 1}`,
      text_es: `Foto ${position + 1}`,
    })),
  )
  .returning("id")
  .execute();
const [question = 0] = questions.map(({ id }) => id);

const heic = await readFile(join(import.meta.dirname, "label.heic"));
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" }, limitInputPixels: false });
/** Half red, half blue, so that a turned photo is seen. */
const twoColors = sharp({
  create: { width: 400, height: 200, channels: 3, background: "#cc2222" },
}).composite([
  {
    input: { create: { width: 200, height: 200, channels: 3, background: "#2222cc" } },
    left: 200,
    top: 0,
  },
]);

async function seedPatient() {
  const order = await seedOrder(app);
  const start_at = starts.pop() ?? 0;
  const visit = await seedVisit(app, { order_id: order.id, therapist_id: clinic.therapist.id, start_at });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return { order, visit, client };
}

async function upload(client: Client, files: Record<string, Uint8Array>, name = "IMG_0001.jpg") {
  const form = new FormData();
  for (const [field, file] of Object.entries(files)) form.set(field, new File([new Uint8Array(file)], name));
  const packed = new Response(form);
  return client.send("/my-visit/questions", {
    method: "POST",
    body: new Uint8Array(await packed.arrayBuffer()),
    headers: { "content-type": packed.headers.get("content-type") ?? "" },
  });
}

const photosOf = (visitId: number) =>
  app.db
    .selectFrom("answer_photos")
    .innerJoin("visit_answers", "visit_answers.id", "answer_photos.answer_id")
    .selectAll("answer_photos")
    .where("visit_id", "=", visitId)
    .execute();

const shown = async (client: Client, path: string) => {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(url + path, { headers: { cookie }, redirect: "manual" });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test("a photo is turned as it was taken, made smaller, and loses its metadata, and is stored sealed", async () => {
  const { visit, client } = await seedPatient();
  const file = await twoColors
    .clone()
    .jpeg()
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: "SECRET-PLACE" } } })
    .toBuffer();
  expect(file.includes("SECRET-PLACE")).toBe(true);
  expect((await upload(client, { [`answer-${question}`]: file })).status).toBe(303);
  const [row] = await photosOf(visit.id);
  expect(row).toMatchObject({ width: 200, height: 400 });
  expect(Buffer.from(row?.image_sealed ?? "", "base64url").includes("JFIF")).toBe(false);
  const { response, bytes } = await shown(client, `/my-visit/photos/${row?.id}`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "x-content-type-options": "nosniff",
    "content-disposition": 'inline; filename="photo.jpg"',
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "cache-control": "private, no-store",
  });
  expect(bytes.includes("SECRET-PLACE")).toBe(false);
  const meta = await sharp(bytes).metadata();
  expect([meta.format, meta.width, meta.height, meta.orientation, meta.exif]).toEqual([
    "jpeg",
    200,
    400,
    undefined,
    undefined,
  ]);
  // Orientation 6 is a quarter turn clockwise: the left half is now on top.
  const { data } = await sharp(bytes).extract({ left: 100, top: 50, width: 1, height: 1 }).raw().toBuffer({
    resolveWithObject: true,
  });
  expect(data[0]).toBeGreaterThan(150);
  const small = await shown(client, `/my-visit/photos/${row?.id}?size=small`);
  expect(Math.max(...Object.values(await sizeOf(small.bytes)))).toBe(240);
});

const sizeOf = async (file: Buffer) => {
  const { width, height } = await sharp(file).metadata();
  return { width, height };
};

test("a HEIC photo and a photo of 8,000 by 6,000 pixels become JPEG files of at most 2,000 pixels", async () => {
  const { visit, client } = await seedPatient();
  expect((await upload(client, { [`answer-${question}`]: heic }, "IMG_0002.HEIC")).status).toBe(303);
  expect(await photosOf(visit.id)).toMatchObject([{ width: 320, height: 240 }]);
  const large = await plain(8000, 6000).jpeg().toBuffer();
  expect((await upload(client, { [`answer-${question}`]: large })).status).toBe(303);
  const [row, ...others] = await photosOf(visit.id);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ width: 2000, height: 1500 });
});

/** A PNG of a few hundred bytes that claims to have 60,000 by 60,000 pixels. */
function bomb(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(60_000, 0);
  head.writeUInt32BE(60_000, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const noise = await sharp(
  Buffer.from(Array.from({ length: 500 * 500 * 3 }, (_, index) => (index * 7919) % 251)),
  { raw: { width: 500, height: 500, channels: 3 } },
)
  .jpeg()
  .toBuffer();
const huge = await plain(12_000, 9000).png().toBuffer();
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>');

const cannotRead = "We can&#x27;t read this file as a photo.";
const bad = [
  ["a text file", Buffer.from("Dear patient"), cannotRead],
  ["an SVG", svg, cannotRead],
  ["a GIF", await plain(9, 9).gif().toBuffer(), cannotRead],
  ["half a JPEG", noise.subarray(0, noise.length / 2), cannotRead],
  ["half a HEIC", heic.subarray(0, heic.length / 2), cannotRead],
  ["only a PNG's signature", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), cannotRead],
  ["an image bomb", bomb(), "more than 50 megapixels"],
  ["a photo of 12,000 by 9,000 pixels", huge, "more than 50 megapixels"],
  ["an empty file", Buffer.alloc(0), "The photo file is empty."],
  ["a file over 10 MB", Buffer.concat([noise, Buffer.alloc(10 * 1024 * 1024)]), "This photo is over 10 MB."],
] as const;

test.each(bad)("%s is refused in words, and the other answers are saved", async (_, file, sentence) => {
  const { visit, client } = await seedPatient();
  const [first = 0, second = 0] = questions.map(({ id }) => id);
  const reply = await upload(client, { [`answer-${first}`]: file, [`answer-${second}`]: heic });
  expect(reply.status).toBe(422);
  expect(reply.text).toContain(sentence);
  expect(await photosOf(visit.id)).toHaveLength(1);
  expect((await client.get("/my-visit")).status).toBe(200);
});

test("while ten patients' photos are read at the same time, the server answers others", async () => {
  const patients = await Promise.all(Array.from({ length: 5 }, seedPatient));
  const file = await plain(6000, 4000).png().toBuffer();
  let answered = 0;
  let slowest = 0;
  let isDone = false;
  const others = (async () => {
    while (!isDone) {
      const before = performance.now();
      expect((await new Client(url).get("/healthz")).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - before);
      answered++;
    }
  })();
  const [first = 0, second = 0] = questions.map(({ id }) => id);
  const replies = await Promise.all(
    patients.flatMap(({ client }) => [
      upload(client, { [`answer-${first}`]: file }),
      upload(client, { [`answer-${second}`]: bomb() }),
    ]),
  );
  isDone = true;
  await others;
  expect(replies.map(({ status }) => status)).toEqual([303, 422, 303, 422, 303, 422, 303, 422, 303, 422]);
  expect(answered).toBeGreaterThan(5);
  expect(slowest).toBeLessThan(2000);
});

test("ten photos in one form are all saved, and files that are too large together are refused in words", async () => {
  const { visit, client } = await seedPatient();
  const all = (file: Uint8Array) => Object.fromEntries(questions.map(({ id }) => [`answer-${id}`, file]));
  const small = await twoColors.clone().png().toBuffer();
  expect((await upload(client, all(small))).status).toBe(303);
  expect(await photosOf(visit.id)).toHaveLength(10);
  const refused = await upload(client, all(new Uint8Array(6 * 1024 * 1024)));
  expect(refused.status).toBe(413);
  expect(refused.text).toContain("These files are too large together.");
});

test("only the patient and staff who may see the visit get its photos", async () => {
  const { visit, client } = await seedPatient();
  await upload(client, { [`answer-${question}`]: heic });
  const [photo] = await photosOf(visit.id);
  const statusFor = async (who: Client, path: string) => (await shown(who, path)).response.status;
  const staff = async (roles: Parameters<typeof seedUser>[1], isOwn = false) => {
    const user = await seedUser(app, roles);
    if (isOwn) {
      await app.db
        .updateTable("therapists")
        .set({ user_id: user.id })
        .where("id", "=", clinic.therapist.id)
        .execute();
    }
    const member = new Client(url);
    await signInStaff(app, member, user.id);
    return member;
  };
  const ofStaff = `/visits/${visit.id}/photos/${photo?.id}`;
  expect(await statusFor(client, `/my-visit/photos/${photo?.id}`)).toBe(200);
  expect(await statusFor(await staff(["supervisor"]), ofStaff)).toBe(200);
  expect(await statusFor(await staff(["therapist"], true), ofStaff)).toBe(200);
  expect(await statusFor(await staff(["therapist"]), ofStaff)).toBe(404);
  expect(await statusFor(new Client(url), ofStaff)).toBe(302);
  const other = await seedPatient();
  expect(await statusFor(other.client, `/my-visit/photos/${photo?.id}`)).toBe(404);
  expect(await statusFor(await staff(["supervisor"]), `/visits/${other.visit.id}/photos/${photo?.id}`)).toBe(
    404,
  );
});
