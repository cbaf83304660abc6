import * as z from "zod";
import { example, filled, flag, optional, recordId, shown, text, version } from "~/core/fields";
import { linkTemplate } from "~/core/meeting-link-template";
import { invalidField } from "~/core/refusal";
import { minute, zoneOf } from "~/core/time";

export const modes = ["video", "phone", "branch", "home", "class"] as const;
export type Mode = (typeof modes)[number];

export const KindNoteJson = z.object({
  short: example(z.string(), "Branch"),
  text: example(z.string(), "Branch: Midtown"),
});

const name = filled(80);
const longText = optional(text(2000));

const minutes = (from: number, to: number, step: number, message: string) =>
  example(
    z.coerce
      .number({ error: message })
      .int(message)
      .refine((value) => value >= from && value <= to && value % step === 0, message),
    from === 0 ? 0 : 45,
  );

const buffer = minutes(0, 120, 1, "Enter 0 to 120 minutes.");

/** A kind as an admin writes it. Lengths and buffers are minutes. `kindOf` checks the fields against each other. */
export const KindFields = z.object({
  name,
  name_es: name,
  mode: example(z.enum(modes, "Choose video, phone, branch, home, or class."), "video"),
  length: minutes(5, 240, 5, "Enter 5 to 240 minutes, in steps of 5."),
  buffer_before: buffer.default(0),
  buffer_after: buffer.default(0),
  seats: example(
    z.coerce.number("Enter a whole number.").int("Enter a whole number.").min(1).max(50).default(1),
    1,
  ),
  place: optional(recordId),
  /** Their IDs. Empty for every therapist of the company. */
  therapists: z.union([z.array(recordId).max(500), recordId.transform((id) => [id])]).default([]),
  booked_by: z.enum(["everyone", "staff"], "Choose who may book it.").default("everyone"),
  ready: longText,
  ready_es: longText,
  link_template: optional(linkTemplate),
  hands_over_equipment: flag.default(false),
  active: flag.default(true),
  version,
});

/**
 * A kind as stored. Minutes become milliseconds, and flags become 0 or 1.
 * @throws Refusal "invalid" for fields that don't fit together
 */
export function kindOf(fields: z.output<typeof KindFields>) {
  const { length, buffer_before, buffer_after, place, therapists, active, ...rest } = fields;
  const { mode, seats, hands_over_equipment } = rest;
  const hasPlace = mode === "branch" || mode === "class";
  if (mode === "branch" && place == null) throw invalidField("place", "Choose the place where it happens.");
  if (place != null && !hasPlace) {
    throw invalidField("place", "Only a visit at a branch or a class has a place.");
  }
  if (mode === "class" && seats < 2) throw invalidField("seats", "A class has 2 to 50 seats.");
  if (mode !== "class" && seats !== 1) {
    throw invalidField("seats", "Only a class has more than one seat.");
  }
  if (hands_over_equipment && !hasPlace) {
    throw invalidField("hands_over_equipment", "Equipment is handed over only at a branch or in a class.");
  }
  return {
    ...rest,
    ready: rest.ready ?? null,
    ready_es: rest.ready_es ?? null,
    link_template: rest.link_template ?? null,
    length: length * minute,
    buffer_before: buffer_before * minute,
    buffer_after: buffer_after * minute,
    place_id: place ?? null,
    hands_over_equipment: hands_over_equipment ? 1 : 0,
    leaders: [...new Set(therapists)],
    active: active ? 1 : 0,
  };
}
export type SaveKind = ReturnType<typeof kindOf>;

const coordinate = (most: number) =>
  optional(
    z.coerce
      .number("Enter a number like 41.88.")
      .min(-most, `Enter a number from −${most} to ${most}.`)
      .max(most, `Enter a number from −${most} to ${most}.`),
  );

export const PlaceFields = z.object({
  name,
  address: filled(300),
  timezone: example(
    z
      .string()
      .trim()
      .refine((value) => zoneOf(value) !== null, "Choose a time zone."),
    "America/Chicago",
  ),
  phone: optional(text(40)),
  directions: longText,
  directions_es: longText,
  latitude: coordinate(90),
  longitude: coordinate(180),
  /** How many visits it holds at a time. */
  rooms: example(
    z.coerce
      .number("Enter a whole number from 1 to 99.")
      .int("Enter a whole number from 1 to 99.")
      .min(1, "Enter a whole number from 1 to 99.")
      .max(99, "Enter a whole number from 1 to 99.")
      .default(1),
    2,
  ),
  active: flag.default(true),
  version,
});

/** A place as stored. @throws Refusal "invalid" for half a pair of coordinates */
export function placeOf(fields: z.output<typeof PlaceFields>) {
  const { latitude = null, longitude = null, active, timezone, ...rest } = fields;
  if ((latitude === null) !== (longitude === null)) {
    throw invalidField("longitude", "Enter both coordinates or none.");
  }
  return {
    ...rest,
    timezone: zoneOf(timezone) ?? timezone,
    phone: rest.phone ?? null,
    directions: rest.directions ?? null,
    directions_es: rest.directions_es ?? null,
    latitude,
    longitude,
    active: active ? 1 : 0,
  };
}
export type SavePlace = ReturnType<typeof placeOf>;

export const KindJson = z.object({
  id: z.number().int(),
  company: z.string(),
  name: example(z.string(), "Setup by video"),
  name_es: z.string(),
  mode: z.enum(modes),
  /** In minutes, like the buffers. */
  length: z.number().int(),
  buffer_before: z.number().int(),
  buffer_after: z.number().int(),
  seats: z.number().int(),
  /** The place's ID. */
  place: z.number().int().nullable(),
  /** The IDs of the therapists who may lead it. Empty for all. */
  therapists: z.array(z.number().int()),
  booked_by: z.enum(["everyone", "staff"]),
  ready: z.string().nullable(),
  ready_es: z.string().nullable(),
  link_template: z.string().nullable(),
  hands_over_equipment: z.boolean(),
  is_default: z.boolean(),
  active: z.boolean(),
  version: z.number().int(),
});

export const PlaceJson = z.object({
  id: z.number().int(),
  company: z.string(),
  name: z.string(),
  address: z.string(),
  timezone: shown.zone,
  phone: z.string().nullable(),
  directions: z.string().nullable(),
  directions_es: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  rooms: z.number().int(),
  active: z.boolean(),
  version: z.number().int(),
});

/** Visits by phone, at a branch, or at home have no meeting link. A class at a place has none, either. */
export const needsLink = ({ mode, place_id }: { mode: Mode; place_id: number | null }): boolean =>
  mode === "video" || (mode === "class" && place_id === null);

/** The fields for a change: a missing one stays as it is, so none has a default. */
const changeable = <Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields.shape).map(([name, field]) => [
        name,
        (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : (field as z.ZodType)).optional(),
      ]),
    ) as { [Name in keyof Shape]: z.ZodOptional<z.ZodType> },
  );

export const ChangeKind = changeable(KindFields).extend({ id: recordId });
export const ChangePlace = changeable(PlaceFields).extend({ id: recordId });

export const givenOf = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** The fields as a form sends them: a hidden value precedes the boxes, so that a form without checks is complete. */
export const inKindForm = <Schema extends z.ZodType>(fields: Schema) =>
  z.preprocess(
    (form: Record<string, unknown>) => ({
      ...form,
      therapists: [form.therapists].flat().filter(Boolean),
      hands_over_equipment: [form.hands_over_equipment].flat().at(-1),
    }),
    fields,
  );

export const OneKind = z.object({ id: recordId });
export const OnePlace = z.object({ id: recordId });

/** Retires or closes with false, and undoes it with true. */
export const SetActive = z.object({ id: recordId, active: flag });
