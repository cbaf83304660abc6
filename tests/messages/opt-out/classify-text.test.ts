import { expect, test } from "vitest";
import { classifyText } from "~/messages/opt-out/classify-text";

test.each([
  "YES",
  "yes",
  "Yes.",
  "Yes!",
  " yes ",
  "y",
  "Y",
  "yes please",
  "Yes, please.",
  "YES thanks",
  "START",
  "unstop",
  "Yes I agree",
  "sí",
])("%j opts in", (text) => {
  expect(classifyText(text)).toBe("yes");
});

test.each([
  "STOP",
  "stop.",
  "Stop!!",
  "STOPALL",
  "stop all",
  "UNSUBSCRIBE",
  "CANCEL",
  "cancel.",
  "END",
  "QUIT",
  "REVOKE",
  "OPTOUT",
  "opt out",
  "opt-out",
  "stop texting me",
  "Please stop texting me!",
  "STOP please",
  "yes stop",
  "STOP YES",
  "stop yes please",
  "STOP HELP",
  "stop everything",
  "stop for now",
  "STOP RUTH",
  "stop - Robert Jones",
  "Don't text me",
  "don’t text me again",
  "no more texts",
  "No more text!",
  "no more message",
  "I would really like it very much if you stop texting me",
  "I want you to stop texting me",
])("%j opts out", (text) => {
  expect(classifyText(text)).toBe("stop");
});

test.each(["HELP", "help", "Info", "help please"])("%j asks for help", (text) => {
  expect(classifyText(text)).toBe("help");
});

test.each([
  "",
  "   ",
  "Yesterday",
  "yes but I can't on Tuesday, and my husband would like to come along as well",
  "Can I stop by the office?",
  "stop by",
  "STOP BY",
  "STOP SHIPPING",
  "stop the visit at 3",
  "please cancel my visit",
  "The end of the month",
  "I need help with the mask",
  "why",
  "eyes",
  "nonstop",
  "My dog won't leave me alone",
  "👍",
  "x".repeat(10_000),
])("%j changes nothing", (text) => {
  expect(classifyText(text)).toBeNull();
});

test.each([
  "not interested",
  "don't text me the code, call me",
  "please don't text me before 9",
  "stop texting me at night",
  "please cancel",
  "too many texts",
  "ya no",
  "no me interesa",
  "no me manden mensajes de noche",
  "I would really like it very much if you stop texting me tomorrow",
])("%j may be an opt-out", (text) => {
  expect(classifyText(text)).toBe("possible_stop");
});

test.each([
  "Wrong number",
  "You have the wrong person",
  "This isn't Maria",
  "I'm not John Smith.",
  "No Robert here",
  "There is no one here by that name",
  "Número equivocado",
  "No soy Carmen",
  "Aquí no vive esa persona",
])("%j is recognized as a wrong number", (text) => {
  expect(classifyText(text)).toBe("wrong_number");
});

test.each([
  "I gave you the wrong number for my doctor",
  "I'm not Medicare",
  "This is not working",
  "I'm not Home",
  "I'm not Available",
  "This isn't Working",
  "No es Posible",
  "No Friday here",
  "no soy de aquí",
])("%j is not recognized as a wrong number", (text) => {
  expect(classifyText(text)).toBeNull();
});

test("only the first 2,000 characters of a text are checked", () => {
  expect(classifyText(`This isn't Maria${" .".repeat(50_000)}x`)).toBe("wrong_number");
});

test.each(["AYUDA", "ayuda por favor"])("%j asks for help in Spanish", (text) => {
  expect(classifyText(text)).toBe("help");
});

test("an opt-out takes priority over the rest of the text", () => {
  expect(classifyText("Yes. Wrong number! Help! Stop.")).toBe("stop");
});
