import * as z from "zod";
import { flag } from "~/core/fields";
import { pageToken } from "../visit-schema";

export const SayArrival = z.object({ arrived: flag, page_token: pageToken });
