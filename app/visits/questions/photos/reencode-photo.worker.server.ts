import { parentPort, workerData } from "node:worker_threads";
import sharp, { type Sharp } from "sharp";
import { lowerThreadPriority } from "~/core/lower-thread-priority.server";

/** JPEG files in base64, or why there are none. */
export type PhotoResult =
  | { image: string; thumbnail: string; width: number; height: number }
  | { problem: "unreadable" | "too-many-pixels" };

export interface PhotoOrder {
  file: Uint8Array;
  isHeic: boolean;
  mostPixels: number;
  /** In pixels. */
  longestSide: number;
  thumbnailSide: number;
}

const quality = 80;
// After this, libvips stops, so that ending the thread never waits for it.
const timeout = { seconds: 15 };

class TooManyPixels extends Error {}

lowerThreadPriority();
sharp.concurrency(1);
sharp.cache(false);
// Only these decoders run, even if a file claims to be of another type.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer"] });

parentPort?.postMessage(await reencode(workerData as PhotoOrder));

async function reencode(order: PhotoOrder): Promise<PhotoResult> {
  try {
    const photo = order.isHeic ? await decodeHeic(order) : await openPhoto(order);
    const { data, info } = await photo
      .resize({
        width: order.longestSide,
        height: order.longestSide,
        fit: "inside",
        withoutEnlargement: true,
      })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality })
      .timeout(timeout)
      .toBuffer({ resolveWithObject: true });
    const thumbnail = await sharp(data)
      .resize({ width: order.thumbnailSide, height: order.thumbnailSide, fit: "inside" })
      .jpeg({ quality })
      .toBuffer();
    return {
      image: data.toString("base64"),
      thumbnail: thumbnail.toString("base64"),
      width: info.width,
      height: info.height,
    };
  } catch (error) {
    return { problem: error instanceof TooManyPixels ? "too-many-pixels" : "unreadable" };
  }
}

/** Turned as the camera was held. The output has no metadata, so no turn either. */
async function openPhoto({ file, mostPixels }: PhotoOrder): Promise<Sharp> {
  const { width, height } = await sharp(file, { limitInputPixels: false }).metadata();
  if (width * height > mostPixels) throw new TooManyPixels();
  return sharp(file, { limitInputPixels: mostPixels, failOn: "error", sequentialRead: true }).autoOrient();
}

/** libheif turns the photo itself. Its size is known before its pixels are decoded. */
async function decodeHeic({ file, mostPixels }: PhotoOrder): Promise<Sharp> {
  const { default: libheif } = await import("libheif-js/wasm-bundle.js");
  const [first] = new libheif.HeifDecoder().decode(file);
  if (!first) throw new Error("The file has no image.");
  const width = first.get_width();
  const height = first.get_height();
  if (width * height > mostPixels) throw new TooManyPixels();
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) => {
    first.display({ data, width, height }, (shown) =>
      shown ? resolve() : reject(new Error("The image can't be decoded.")),
    );
  });
  return sharp(data, { raw: { width, height, channels: 4 } });
}
