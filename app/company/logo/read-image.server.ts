import { crc32 } from "node:zlib";

interface Image {
  type: "image/png" | "image/jpeg" | "image/webp";
  width: number;
  height: number;
}

/**
 * Reads an image's type and size from its own bytes, because a file's name and declared type prove nothing.
 * @returns null for anything but one complete PNG, JPEG, or WebP image, such as an SVG, which can hold scripts
 */
export function readImage(file: Uint8Array): Image | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  try {
    return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  } catch (error) {
    // Reading past the end of an incomplete file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** PNG (ISO/IEC 15948): chunks of length, name, data, and checksum. Nothing follows the last one. */
function readPng(bytes: Buffer): Image | null {
  if (bytes.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return null;
  const names: string[] = [];
  let at = 8;
  while (at < bytes.length) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
    names.push(bytes.toString("latin1", at + 4, at + 8));
    at = end + 4;
  }
  if (names[0] !== "IHDR" || !names.includes("IDAT") || names.indexOf("IEND") !== names.length - 1)
    return null;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** JPEG (ISO/IEC 10918-1): the first frame header has the size. */
function readJpeg(bytes: Buffer): Image | null {
  if (bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return null;
  let at = 2;
  while (bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return { type: "image/jpeg", width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** WebP (RFC 9649): the size is in the first chunk, in one of three formats. */
function readWebp(bytes: Buffer): Image | null {
  const text = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (text(0, 4) !== "RIFF" || text(8, 12) !== "WEBP" || bytes.readUInt32LE(4) !== bytes.length - 8)
    return null;
  const type = "image/webp";
  switch (text(12, 16)) {
    case "VP8 ":
      return {
        type,
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
