import { patternsFrom } from "./rule";

/** Builds patterns for the English rules from these lists. Words are spelled as in spellings.ts. */
export const english = patternsFrom({
  texts: "texts? texting alerts mensajes? communications?",
  texted: "texted messaged contacted contact bother bothered spammed messaging",
  halt: "stop quit cease end discontinue halt terminate disable cancel refrain desist avoid deactivate suspend pause",
  link: `me us my our his her this these those that them here to at on from in with for about and or nomore of by up out
    trying reaching touch getting get having being it everyone people wife husband moms? dads? kids? son daughter mother father
    enrollment service`,
  urge: "you guys people want to even dare try keep have",
  number:
    "number phone name info information contact data home work personal email details digits account cell",
  whose: "my this our his her these that moms mothers wifes husbands sons daughters dads",
  want: "want wanna wish need care desire authorize approve permit allow interested like expect",
  agree:
    "agree agreed ask asked consent consented sign signed signup subscribe subscribed request requested opt opted",
  receiving: `to be being get getting having have in for up you me us my your from nomore these this those anyone anybody
    people him her them on it either sent send into of with through via`,
  junk: "stuff anything things? crap shit junk these this that those them spam links? garbage nonsense nothing",
  list: `off from out and or before this that these list texts? texting alerts system database contacts? everything records?
    file roster it me of thing program service i im we you group chat distribution mailing lists call communications? further messaging`,
  consent: "consent permission authorization approval agreement",
  threat: "fcc ftc police cops lawyer attorney sue suing lawsuit court",
  day: "monday tuesday wednesday thursday friday saturday sunday tomorrow",
});

/** With these words, the patient means the schedule, an order, or a treatment instead of texts. */
export const ofVisit = english(
  "{day}",
  "schedule|slots?|appointments?|appt|visits?|calendar|wait ?list|cancellation|oclock|\\d+ ?(am|pm)",
  "oxygen|insurance|order|machine|mask|medicine|medication|cpap|hold|old|new|change|update|replace|add",
);
