import * as z from "zod";
import { example, webLink } from "~/core/fields";

/** The link to the video visit. Only `http` and `https` are allowed. */
export const meetingLink = example(
  z
    .string({ error: "Meeting link is required." })
    .trim()
    .min(1, "Meeting link is required.")
    .max(1000, "The meeting link is too long.")
    .pipe(webLink),
  "https://meet.example/hannah",
);
