import type { RefusalCode } from "~/core/refusal";

/** Part 3, section 11. */
export const statusOf: Record<RefusalCode, number> = {
  malformed: 400,
  "signed-out": 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  "too-large": 413,
  "wrong-type": 415,
  invalid: 422,
  "too-many": 429,
  "order-system": 502,
  "order-system-slow": 504,
  database: 503,
  stopping: 503,
};
