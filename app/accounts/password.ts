import { z } from "zod";

/** Part 1, section 9, and part 3, section 3: the length of a password, in characters. */
export const shortestPassword = 8;
export const longestPassword = 256;

/** A password somebody chooses. Spaces count; nothing is trimmed or cut. */
export const newPassword = z
  .string("Please enter a password.")
  .min(shortestPassword, "Password must be at least 8 characters.")
  .max(longestPassword, "Password must be at most 256 characters.");
