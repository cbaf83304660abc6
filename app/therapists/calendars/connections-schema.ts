import * as z from "zod";
import { recordId } from "~/core/fields";
import { AddCalendar, OneCalendar } from "./busy-schema";

const Therapist = z.object({ id: recordId });

/** One variant for each form on the page, named after its button. */
export const ChangeConnections = z.discriminatedUnion(
  "act",
  [
    Therapist.extend({ act: z.literal("create-feed") }),
    Therapist.extend({ act: z.literal("revoke-feed") }),
    OneCalendar.extend({ act: z.literal("test-calendar") }),
    OneCalendar.extend({ act: z.literal("remove-calendar") }),
    AddCalendar.safeExtend({ act: z.literal("add-calendar") }),
  ],
  "Choose a button on the page.",
);
export type ChangeConnections = z.output<typeof ChangeConnections>;
