export const en = {
  question: "Has your equipment arrived?",
  yes: "Yes, it's here",
  no: "No, not yet",
  arrivedAfterAll: "It has arrived now",
  missing: "You told us that your equipment isn't there yet.",
  tooLate: "Your equipment comes too late for this visit.",
  later: "Choose a later time:",
  laterWith: "{time} with {therapist}",
  otherTimes: "Other times",
  noLater: "No later times are open online.",
  callUs: "To choose a later time, {callUs}.",
  text: {
    question: "Your visit is on {when}. Has your equipment arrived? Reply 1 for yes, 2 for no.",
    tooLate:
      "Your equipment should arrive {day}, too late for your visit on {when}. Choose a later time: {link}",
    tooLateClosed: "Your equipment should arrive {day}, too late for your visit on {when}.",
    chooseLater: "Thanks for telling us. Choose a later time: {link}",
    callForLater: "Thanks for telling us. To choose a later time, call {phone}.",
  },
  subject: {
    question: "Equipment setup visit: has your equipment arrived?",
    tooLate: "Equipment setup visit: choose a later time",
  },
  lead: {
    question: "Your visit is on {when}. Has your equipment arrived?",
    tooLate: "Your equipment should arrive {day}, too late for your visit on {when}.",
  },
  answer: "Answer on your visit page",
  chooseLater: "Choose a later time",
};
