import type { AppTx } from "~/boot/app.server";
import { activeStatuses } from "~/core/visit-status";
import { defaultQuestions } from "~/visits/questions/default-questions";
import { companies } from "../people/places";

const size = { width: 900, height: 600 };

/** A box with a label of bars. */
async function photoOfLabel(): Promise<{ image: Buffer; thumbnail: Buffer }> {
  const bars = Array.from(
    { length: 40 },
    (_, index) => `<rect x="${250 + index * 10}" y="260" width="${2 + ((index * 7) % 6)}" height="120"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="900" height="600" fill="#a9825a"/><rect x="200" y="160" width="500" height="280" fill="#fff"/>
    <rect x="230" y="190" width="260" height="24" fill="#24324a"/>${bars.join("")}</svg>`;
  // Only the demo needs it here, and it would slow the start of every command.
  const { default: sharp } = await import("sharp");
  const image = await sharp(Buffer.from(svg)).jpeg().toBuffer();
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
