import * as z from "zod";
import { longestPassword, shortestPassword } from "./password-length";

/** Not trimmed: spaces are part of a password. */
export const newPassword = z
  .string("Please enter a password.")
  .min(shortestPassword, "Password must be at least 8 characters.")
  .max(longestPassword, "Password must be at most 256 characters.");
