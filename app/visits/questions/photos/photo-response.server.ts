import * as z from "zod";
import type { App } from "~/boot/app.server";
import { recordId } from "~/core/fields";
import { Refusal } from "~/core/refusal";
import type { Visit } from "../../visit";

export const PhotoQuery = z.object({
  /** No photo has the ID 0. */
  photo: recordId.catch(0),
  size: z.enum(["small", "full"]).catch("full"),
});

/** @throws Refusal "missing" for a photo of another visit */
export async function photoResponse(
  app: App,
  visit: Pick<Visit, "id">,
  { photo, size }: Pick<z.output<typeof PhotoQuery>, "photo" | "size">,
): Promise<Response> {
  const row = await app.reads
    .selectFrom("answer_photos")
    .innerJoin("visit_answers", "visit_answers.id", "answer_photos.answer_id")
    .select(
      size === "small" ? "answer_photos.thumbnail_sealed as sealed" : "answer_photos.image_sealed as sealed",
    )
    .where("answer_photos.id", "=", photo)
    .where("visit_answers.visit_id", "=", visit.id)
    .executeTakeFirst();
  if (!row) throw new Refusal("missing", "Photo not found.");
  return new Response(Buffer.from(app.secrets.open(row.sealed), "base64"), {
    headers: {
      "Content-Type": "image/jpeg",
      "Content-Disposition": 'inline; filename="photo.jpg"',
      "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "Cross-Origin-Resource-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}
