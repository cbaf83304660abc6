import { expect, test } from "vitest";
import { classifyText } from "~/messages/opt-out/classify-text";
import { arrivalMeaning } from "~/visits/equipment/arrival-meaning";

const arrived = [
  "1",
  "#1",
  "1.",
  "Yes",
  "yes!",
  "yep",
  "Yes it came",
  "Yes, it came yesterday",
  "it's here",
  "It arrived today, thank you",
  "I got it",
  "yes I have it",
  "got it already",
  "My equipment arrived",
  "the box is here",
  "Received it",
  "Sí",
  "si, ya llegó",
  "sí ya llegó gracias",
  "Ya me llegó",
  "ya lo tengo",
  "ya lo recibí",
  "Mi equipo ya llegó",
];
const missing = [
  "2",
  "#2",
  "No",
  "no.",
  "nope",
  "Not yet",
  "no not yet",
  "No, it hasn't arrived",
  "it hasn't come yet",
  "It has not arrived yet",
  "I haven't received it",
  "I didn't get it",
  "haven't gotten it yet",
  "no thanks",
  "still waiting",
  "nothing yet",
  "Todavía no",
  "no, todavía no",
  "Aún no llega",
  "no ha llegado",
  "No me ha llegado",
  "todavía no me ha llegado",
  "no lo tengo",
  "sigo esperando",
];
const forStaff = [
  "3",
  "12",
  "1 and 2",
  "yes and no",
  "Yes but the mask is missing",
  "It came broken",
  "Half of it came",
  "not sure",
  "I think so",
  "no idea",
  "Who is this?",
  "ok",
  "thanks",
  "yes? no?",
  "it came but not the hose",
  "Is it coming today?",
  "when will it arrive",
  "no it's here",
  "1 box came, not the other",
  "I don't want it",
  "llegó roto",
  "llegó pero falta la manguera",
  "¿cuándo llega?",
  "no quiero el equipo",
];

test.each(arrived)("“%s” means that the equipment has arrived", (text) => {
  expect(arrivalMeaning(text)).toBe("arrived");
});

test.each(missing)("“%s” means that the equipment hasn't arrived, and isn't an opt-out", (text) => {
  expect([arrivalMeaning(text), classifyText(text)]).toEqual(["missing", null]);
});

test.each(forStaff)("“%s” is left to staff", (text) => {
  expect(arrivalMeaning(text)).toBeNull();
});
