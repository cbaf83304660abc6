import * as z from "zod";
import { longestPassword, shortestPassword } from "./password-length";

/** Spaces count. Nothing is trimmed. */
export const newPassword = z
  .string("Please enter a password.")
  .min(shortestPassword, "Password must be at least 8 characters.")
  .max(longestPassword, "Password must be at most 256 characters.");
