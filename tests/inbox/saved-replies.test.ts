import { expect, test } from "vitest";
import { segmentsOf } from "~/core/sms-segments";
import { defaultReplies } from "~/inbox/replies/default-replies-strings";
import { fillPlaceholders, placeholdersIn, unknownPlaceholderIn } from "~/inbox/replies/saved-reply";
import { AddReply } from "~/inbox/replies/saved-reply-schema";

const none = { first_name: null, therapist: null, visit_time: null, company: null, phone: null };
const values = {
  first_name: "Ann",
  therapist: "Hannah Whitfield",
  visit_time: "mié 23 de sept, 11:30 a.m. EDT",
  company: "Quiet Harbor Medical Supply",
  phone: "(800) 555-0100",
};

test("each default reply fits in two GSM-7 segments in both languages", () => {
  for (const { name, text_en, text_es } of defaultReplies) {
    for (const text of [text_en, text_es]) {
      const { alphabet, count } = segmentsOf(fillPlaceholders(text, values));
      expect([name, alphabet, count <= 2]).toEqual([name, "GSM-7", true]);
    }
  }
});

test("default replies can be saved, and both languages use the same placeholders", () => {
  for (const reply of defaultReplies) {
    expect(AddReply.safeParse(reply).success).toBe(true);
    expect(placeholdersIn(reply.text_es).sort()).toEqual(placeholdersIn(reply.text_en).sort());
  }
});

test("a placeholder without a value stays in the text", () => {
  const text = "Hi {first_name}, call {phone} or {phone}. {FIRST}";
  expect(fillPlaceholders(text, { ...none, first_name: "{phone}" })).toBe(
    "Hi {phone}, call {phone} or {phone}. {FIRST}",
  );
  expect(placeholdersIn(fillPlaceholders(text, none))).toEqual(["{first_name}", "{phone}"]);
  expect(unknownPlaceholderIn(text)).toBe("{FIRST}");
  expect(unknownPlaceholderIn("{therapist} {")).toBeNull();
});
