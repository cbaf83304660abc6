import * as z from "zod";
import { webLink } from "~/core/fields";

/** The link to the video visit. Only `http` and `https` are allowed. */
export const meetingLink = z
  .string({ error: "Meeting link is required." })
  .trim()
  .min(1, "Meeting link is required.")
  .max(1000, "The meeting link is too long.")
  .pipe(webLink);
