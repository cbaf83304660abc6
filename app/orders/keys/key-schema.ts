import * as z from "zod";
import { filled, recordId } from "~/core/fields";

export const MakeKey = z.object({ name: filled(60, "Enter the name of the system that will use the key.") });
export type MakeKey = z.output<typeof MakeKey>;

export const OneKey = z.object({ id: recordId });
export type OneKey = z.output<typeof OneKey>;
