import { randomBytes } from "node:crypto";
import { hour } from "~/core/time";

/** After a rotation, the old secret also signs events for this long. */
export const overlap = 24 * hour;

/** A Standard Webhooks secret. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
