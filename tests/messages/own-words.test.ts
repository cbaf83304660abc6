import { expect, test } from "vitest";
import { isAutoReply, ownWords, shownText } from "~/messages/own-words";

test.each([
  ["Liked “Your visit”", "👍 on “Your visit”"],
  ["Loved “Reply STOP to opt out”", "♥ on “Reply STOP to opt out”"],
  ['Disliked "Your visit"', "👎 on “Your visit”"],
  ["Laughed at “Reply “STOP” to opt out”", "😂 on “Reply “STOP” to opt out”"],
  ["Emphasized “Your visit”", "‼ on “Your visit”"],
  ["Questioned “Reply OK…", "❓ on “Reply OK”"],
  ["Removed a heart from “Your visit”", "Removed ♥ from “Your visit”"],
  ["Removed a question mark from “Your visit”", "Removed ❓ from “Your visit”"],
  ["Reacted 👍 to “Your visit”", "👍 on “Your visit”"],
  ["Loved an image", "♥ on a picture or message"],
  ["\u200a👍\u200a to “\u200a Reply STOP \u200a”", "👍 on “Reply STOP”"],
  ["👍🏽 to “Your visit”", "👍🏽 on “Your visit”"],
  ["Removed 👍 from “\u200aYour visit”", "Removed 👍 from “Your visit”"],
  ["Le gustó “Su cita”", "👍 on “Su cita”"],
  ["Le encantó “Su cita”", "♥ on “Su cita”"],
  ["No le gustó “Su cita”", "👎 on “Su cita”"],
  ["Reaccionó con 👍 a “Su cita”", "👍 on “Su cita”"],
  ["👍 a «Su cita»", "👍 on “Su cita”"],
  ["Quitó un corazón de “Su cita”", "Removed ♥ from “Su cita”"],
])("the reaction %j is shown as %j and says nothing else", (text, shown) => {
  expect(shownText(text)).toBe(shown);
  expect(ownWords(text, [])).toBe("");
});

test.each([
  "I loved “The Office”",
  "Liked it",
  "No me gusta la máscara",
  "👍",
  "Removed my number from your list",
])("%j is not a reaction", (text) => {
  expect(shownText(text)).toBe(text);
  expect(ownWords(text, [])).toBe(text);
});

const reminder =
  "Acme Sleep: Reminder: visit with Dana Reyes on Thu, Mar 5, 3:00 PM EST. Reply OK if you'll be there, or CHANGE for another time.";

test.each([
  [reminder, ""],
  [`${reminder}\n\nOK`, "OK"],
  [`OK\n> ${reminder}`, "OK"],
  [`STOP\n\nOn Wed, Mar 4, 2026 at 3:00 PM Acme Sleep wrote:\n> ${reminder}`, "STOP"],
  [`${reminder.slice(0, 90)}… who is this?`, "who is this?"],
  ["“Reply OK if you'll be there” what does it mean?", "what does it mean?"],
  ["Loved “Your visit” stop texting me", "stop texting me"],
  ["I'll be there", "I'll be there"],
  ["another time", "another time"],
])("of %j, %j is the patient's", (text, words) => {
  expect(ownWords(text, ["Hi", reminder])).toBe(words);
});

test.each([
  "I'm driving with Do Not Disturb turned on. I'll see your message when I get where I'm going.",
  "I’m driving right now",
  "Auto-reply: Sorry, I can't talk right now.",
  "This number is not monitored. Please call our office at 555-0199.",
  "Thank you for your message. Our office is closed until Monday.",
  "I will be out of the office until 12/4",
  "Respuesta automática: no disponible",
  "Free Msg: Unable to send message - Message Blocking is active.",
])("%j is an automatic reply", (text) => {
  expect(isAutoReply(text)).toBe(true);
});

test.each([
  "I'm driving, stop texting me",
  "I'm driving to Raleigh on Friday, can we move it?",
  "This number is no longer Maria's",
  "Thank you for calling me, is the office closed Friday?",
  "This phone can't receive video, what do I do?",
])("%j is not an automatic reply", (text) => {
  expect(isAutoReply(text)).toBe(false);
});
