import * as z from "zod";
import { flag } from "~/core/fields";
import { pageToken } from "../visit-schema";

/** A patient's answer to "Has your equipment arrived?" on My visit. */
export const SayArrival = z.object({ arrived: flag, page_token: pageToken });
