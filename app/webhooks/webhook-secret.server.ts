import { randomBytes } from "node:crypto";
import { hour } from "~/core/time";

/** How long the replaced secret of a rotation signs beside the new one. */
export const overlap = 24 * hour;

/** A Standard Webhooks secret. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
