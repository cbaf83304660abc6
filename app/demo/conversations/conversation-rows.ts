export const exchanges: readonly (readonly [ours: string, theirs: string])[] = [
  [
    "Hello, this is your care team. Do you have any questions before your setup visit?",
    "Not right now, thank you!",
  ],
  ["Please have your ID ready for the visit.", "Yes, I will."],
  [
    "The visit takes about 45 minutes by video. A phone or tablet works fine.",
    "Good. I'll use my daughter's tablet.",
  ],
  ["Would mornings or afternoons be better for you?", "Mornings please, before 11 if possible."],
  ["Your package left our warehouse today.", "Great, when will it be here?"],
  ["It should arrive within two business days.", "OK 👍"],
  ["Did the package arrive?", "Yes it came this morning. Have not opened it yet"],
  ["Please don't open the box before the visit. We'll open it together.", "Will do."],
  ["We have an earlier time on Thursday. Would you like it?", "Thursday is bad, I work until 6."],
  ["No problem, we'll keep your time.", "Thanks so much"],
  ["Is the address we have on file still correct?", "We moved last month. New address: 14 Larch Street."],
  ["Thank you, we've updated it.", "Perfect."],
  ["How was your first night?", "Better than I expected. A little dry in the morning."],
  ["That is common in the first week. Please tell us if it continues.", "I will, thanks for asking."],
  ["Your therapist will call you five minutes before the visit.", "Which number will she call?"],
  ["The mobile number you're texting from.", "Great"],
];

export const openQuestions: readonly string[] = [
  "Can my husband sit in on the visit?",
  "I can't find the link, could you send it again?",
  "Is there any time after 5 pm next week?",
  "Do I need to be home for the visit?",
  "Sorry, I was asleep when you called. Please try again tomorrow.",
  "The package hasn't come yet…",
  "Who do I call if something is wrong at night?",
  "¿Hay alguien que hable español?",
];

export const messagesAwaitingConsent: readonly string[] = [
  "Hello, we have your order and would like to schedule your setup visit.",
  "You can choose a time yourself with the link in your email.",
  "We tried to reach you by phone. What time of day works best for you?",
];

export function consentRequest(company: string): string {
  return `${company}: may we text you about scheduling your equipment setup visit? Reply YES to agree, STOP to opt out, HELP for help. Msg & data rates may apply.`;
}

export const tags = ["callback", "new patient", "reschedule", "interpreter", "address"] as const;

export const notes: readonly string[] = [
  "Prefers calls after lunch.",
  "Daughter Elena helps with anything technical. She may be on the call.",
  "Hard of hearing. Text instead of calling.",
  "Asked twice about the package. The warehouse confirmed that it shipped.",
];
