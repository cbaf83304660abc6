import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
} from "node:crypto";

export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a 256-bit token: SHA-256 in hex. The token can't be guessed from it. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

export function newAccessCode(number = randomInt(0, 1_000_000)): string {
  return String(number).padStart(6, "0");
}

// 32 characters that are hard to confuse, five bits each.
const linkAlphabet = "abcdefghijkmnpqrstuvwxyz23456789";

/** 100 random bits in 20 characters, for links in text messages. */
export function newLinkCode(bytes: Uint8Array = randomBytes(20)): string {
  return Array.from(bytes, (byte) => linkAlphabet[byte % 32]).join("");
}

export interface Secrets {
  /** A keyed hash for lookups. Without APP_SECRET, an attacker can't test the million possible access codes. */
  lookup(purpose: string, value: string): string;
  seal(text: string): string;
  /** @throws if the text was changed or was sealed with a different APP_SECRET */
  open(sealed: string): string;
}

export function secretsFrom(appSecret: string): Secrets {
  const key = (purpose: string) => Buffer.from(hkdfSync("sha256", appSecret, "firstnight", purpose, 32));
  const lookupKey = key("lookup");
  const sealKey = key("seal");
  return {
    lookup: (purpose, value) => createHmac("sha256", lookupKey).update(`${purpose}\n${value}`).digest("hex"),
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", sealKey, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
    },
  };
}
