import * as z from "zod";
import { asList, example, recordId, text } from "~/core/fields";
import { isWebAddress } from "~/core/web-address";
import { webhookEventTypes } from "./webhook-events";

const badUrl = "Enter a full URL, like https://hooks.example.com/firstnight.";
const badEvents = `Choose at least one event: ${webhookEventTypes.join(", ")}.`;

const events = z
  .array(z.enum(webhookEventTypes, badEvents), badEvents)
  .min(1, badEvents)
  .max(50, badEvents)
  .transform((chosen) => webhookEventTypes.filter((type) => chosen.includes(type)));

export const AddEndpoint = z.object({
  company: text(120).optional(),
  url: example(text(2000, badUrl).refine(isWebAddress, badUrl), "https://hooks.example.com/firstnight"),
  events,
});
export type AddEndpoint = z.output<typeof AddEndpoint>;

/** If one box is checked, the field is a string. If none is checked, the field is missing. */
export const AddEndpointForm = AddEndpoint.extend({ events: z.preprocess(asList, events) });

export const OneEndpoint = z.object({ id: recordId });
export type OneEndpoint = z.output<typeof OneEndpoint>;

/** Without `delivery`, replays all failed deliveries. */
export const ReplayDeliveries = OneEndpoint.extend({ delivery: recordId.optional() });
export type ReplayDeliveries = z.output<typeof ReplayDeliveries>;

const instant = z.iso.datetime();

export const EndpointJson = z.object({
  id: z.number().int(),
  url: example(z.string(), "https://hooks.example.com/firstnight"),
  events: z.array(z.enum(webhookEventTypes)),
  created_at: instant,
  /** The time of the 410 response that turned it off. */
  off_at: instant.nullable(),
  /** Unfinished deliveries. */
  open: z.number().int(),
  failed: z.number().int(),
});

export const NewEndpointJson = z.object({ id: z.number().int(), secret: z.string() });

export const TestJson = z.object({
  ok: z.boolean(),
  /** The HTTP status. Null if there was no response. */
  status: z.number().int().nullable(),
  milliseconds: z.number().int(),
  error: z.string().nullable(),
});
export type TestResult = z.output<typeof TestJson>;
