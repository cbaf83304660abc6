import type { AppTx } from "~/boot/app.server";
import { activeStatuses } from "~/core/visit-status";
import { defaultQuestions } from "~/visits/questions/default-questions";
import { companies } from "../people/places";

const size = { width: 900, height: 600 };

/** The rectangles of a box with a label: left, top, width, height, color. */
const rectangles: [number, number, number, number, [number, number, number]][] = [
  [0, 0, 900, 600, [0xa9, 0x82, 0x5a]],
  [200, 160, 500, 280, [0xff, 0xff, 0xff]],
  [230, 190, 260, 24, [0x24, 0x32, 0x4a]],
  ...Array.from({ length: 40 }, (_, index): [number, number, number, number, [number, number, number]] => [
    250 + index * 10,
    260,
    2 + ((index * 7) % 6),
    120,
    [0, 0, 0],
  ]),
];

/**
 * A box with a label of bars, drawn as pixels: the process may already re-encode photos,
 * and sharp then reads no formats except JPEG and PNG.
 */
async function photoOfLabel(): Promise<{ image: Buffer; thumbnail: Buffer }> {
  const pixels = Buffer.alloc(size.width * size.height * 3);
  for (const [left, top, width, height, color] of rectangles) {
    const row = Buffer.alloc(width * 3, Buffer.from(color));
    for (let y = top; y < top + height; y++) row.copy(pixels, (y * size.width + left) * 3);
  }
  // Only the demo needs it here, and it would slow the start of every command.
  const { default: sharp } = await import("sharp");
  const image = await sharp(pixels, { raw: { ...size, channels: 3 } })
    .jpeg()
    .toBuffer();
  return { image, thumbnail: await sharp(image).resize({ width: 240 }).jpeg().toBuffer() };
}

const values: Record<string, string> = {
  short: "ResMed AirSense 11 and an AirFit P10 mask",
  choices: JSON.stringify(["On my side"]),
  "yes-no": "no",
  photo: "",
};

/** The last company asks the default questions. Its next visit has answers and a photo. @param now ms UTC */
export async function insertQuestions({ trx, app: { secrets } }: AppTx, now: number): Promise<void> {
  const company = companies.at(-1);
  if (!company) return;
  const kind = await trx
    .selectFrom("visit_kinds")
    .select("id")
    .where("company_id", "=", company.id)
    .where("is_default", "=", 1)
    .executeTakeFirstOrThrow();
  const questions = await trx
    .insertInto("questions")
    .values(
      defaultQuestions.map(({ options, options_es, required, ...question }, position) => ({
        ...question,
        kind_id: kind.id,
        position,
        options: JSON.stringify(options),
        options_es: JSON.stringify(options_es),
        required: Number(required),
      })),
    )
    .returning(["id", "type", "text"])
    .execute();
  const visit = await trx
    .selectFrom("visits")
    .select("id")
    .where("brightree_db", "=", company.database)
    .where("status", "in", activeStatuses)
    .where("start_at", ">", now)
    .orderBy("start_at")
    .limit(1)
    .executeTakeFirst();
  if (!visit) return;
  const answers = await trx
    .insertInto("visit_answers")
    .values(
      questions.map(({ id, type, text }) => ({
        visit_id: visit.id,
        question_id: id,
        type,
        asked: text,
        value: values[type] ?? "",
        answered_at: now,
      })),
    )
    .returning(["id", "type"])
    .execute();
  const photo = answers.find(({ type }) => type === "photo");
  if (!photo) return;
  const { image, thumbnail } = await photoOfLabel();
  await trx
    .insertInto("answer_photos")
    .values({
      answer_id: photo.id,
      ...size,
      image_sealed: secrets.seal(image.toString("base64")),
      thumbnail_sealed: secrets.seal(thumbnail.toString("base64")),
    })
    .execute();
}
