import { expect, test } from "vitest";
import { areSingleCase, inTitleCase, orderValue } from "~/orders/import/cells";
import { proposeColumns } from "~/orders/import/propose-columns";
import { writtenDate } from "~/orders/import/written-date";

const now = Date.parse("2026-11-26T12:00:00Z");

test.each([
  ["4/12/56", "1956-04-12"],
  ["04-12-1956", "1956-04-12"],
  ["4.12.1956", "1956-04-12"],
  ["12-Apr-56", "1956-04-12"],
  ["April 12, 1956", "1956-04-12"],
  ["Thu, Apr 12th, 1956", "1956-04-12"],
  ["12 april 1956", "1956-04-12"],
  ["1956/4/12", "1956-04-12"],
  ["19560412", "1956-04-12"],
  ["4/12/56 00:00:00", "1956-04-12 00:00:00"],
  ["1956-04-12", "1956-04-12"],
  ["soon", "soon"],
  // In 2026, these would be in the future, or the patient would be older than anyone.
  ["11/27/26", "1926-11-27"],
  ["4/12/15", "2015-04-12"],
  ["4/12/03", "2003-04-12"],
  // The year could be 1925 or 2025.
  ["4/12/25", "4/12/25"],
])("the birth date %s is read as %s", (text, date) => {
  expect(writtenDate(text, { isBirth: true, now })).toBe(date);
});

test.each([
  ["1/19/26", "2026-01-19"],
  ["1/19/26 2:30 PM", "2026-01-19 2:30 PM"],
  ["1/19/56", "1/19/56"],
])("the referral date %s is read as %s", (text, date) => {
  expect(writtenDate(text, { isBirth: false, now })).toBe(date);
});

test.each([
  ["phone", "N/A", ""],
  ["dob", "unknown", ""],
  ["email", "none", ""],
  ["first_name", "Na", "Na"],
  ["last_name", "None", "None"],
  ["patient_name", "N/A", ""],
  ["sales_order_no", "N/A", "N/A"],
  ["state", "N.C.", "NC"],
  ["state", "NC - North Carolina", "NC"],
  ["state", "Narnia", "Narnia"],
  ["phone", "001 919 555 0101", "919 555 0101"],
  ["phone", "+1 (919) 555-0101", "+1 (919) 555-0101"],
  ["phone", "919-555-0101 / 919-555-0102", "919-555-0101"],
  ["phone", "(919) 555-0101 or (919) 555-0102", "(919) 555-0101"],
  ["phone", "9195550101, 12", "9195550101, 12"],
  ["phone", "call daughter / son", "call daughter / son"],
  ["email", "ann@mail.example; bo@mail.example", "ann@mail.example"],
  ["email", "Ann Lee <ann@mail.example>", "ann@mail.example"],
  ["email", "mailto:ann@mail.example", "ann@mail.example"],
  ["language", "Español", "es"],
  ["language", "English", "en"],
  ["language", "Polish", "Polish"],
])("in the field %s, %j is read as %j", (field, cell, value) => {
  expect(orderValue(field, cell, now)).toBe(value);
});

test.each([
  ["MARIA O'NEAL-SMITH", "Maria O'Neal-Smith"],
  ["mcdonald, ann", "McDonald, Ann"],
  ["NÚÑEZ III, JOSÉ", "Núñez III, José"],
  ["Robert de la Cruz", "Robert de la Cruz"],
])("the name %s is written as %s", (name, written) => {
  expect(inTitleCase(name)).toBe(written);
});

test("names are changed only if all of them are in one case", () => {
  expect(areSingleCase(["ANN LEE", "BO RAY", "CY POE", "DI ORR", "ED FOX"])).toBe(true);
  expect(areSingleCase(["ANN LEE", "BO RAY", "CY POE", "DI ORR", "Ed Fox"])).toBe(false);
});

test("columns without a known name are found by their values", () => {
  const header = ["Ref", "Contact 1", "Contact 2", "B", "Seen on", "Where"];
  const rows = [
    ["1", "ann@mail.example", "(919) 555-0101", "4/12/56", "1/5/2026", "NC"],
    ["2", "N/A", "919-555-0102 x4", "May 3, 1948", "1/6/2026", "Virginia"],
    ["3", "cy@mail.example", "9195550103", "12/1/1960", "1/7/2026", "N.C."],
  ];
  expect(proposeColumns(header, rows, now)).toEqual({
    columns: { email: 1, phone: 2, dob: 3, state: 5 },
    guessed: ["email", "phone", "dob", "state"],
  });
});

test("a column whose values can't be the field isn't proposed by its name", () => {
  const header = ["Patient", "SO #", "Cell", "Status of patient"];
  const rows = [
    ["40111", "7001", "yes", "Closed"],
    ["40112", "7002", "no", "Open"],
  ];
  expect(proposeColumns(header, rows, now)).toEqual({
    columns: { sales_order_no: 1, patient_id: 0 },
    guessed: ["patient_id"],
  });
});
