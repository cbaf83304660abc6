import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { createDemo } from "~/demo/create-demo.server";
import { scales } from "~/demo/demo-size";
import { scratchApp } from "../support/scratch";

test("the demo draws its photo in a process that already reads photos of patients", async () => {
  // What app/visits/questions/photos/reencode-photo.worker.server.ts does to the whole process.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer"] });
  onTestFinished(() => sharp.unblock({ operation: ["VipsForeignLoad"] }));

  const app = scratchApp();
  await createDemo(app, scales.small);
  const { image_sealed } = await app.db
    .selectFrom("answer_photos")
    .select("image_sealed")
    .executeTakeFirstOrThrow();
  const photo = Buffer.from(app.secrets.open(image_sealed), "base64");
  expect(await sharp(photo).metadata()).toMatchObject({ format: "jpeg", width: 900, height: 600 });
});
