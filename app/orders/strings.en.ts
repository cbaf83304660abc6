export const en = {
  zoneUnknown: "Choose one of the places.",
  codeShort: "Enter the 6-digit access code.",
  codeWrong:
    "That code didn't work. Check what you entered and try again. Each code works only once: if you used it before, open the link in our latest message, or {callUs}.",
  phoneEnds: "Enter the last four digits of your phone number.",
  dobWrong: "Enter your date of birth like this: 1/31/1960.",
  factNeeded:
    "To keep your order safe, please also enter the last four digits of your phone number, or your date of birth if you didn't give us a phone number.",
  linkSent:
    "If what you entered is correct, we just sent you a new link by text message or email. Please open it to continue.",
  linkNotSent:
    "We can't sign you in by code right now, and we can't send messages. For a new link, {callUs}.",
  linkUnknown: "This link no longer works. Use the link in our latest message, or ask us for a new one.",
  text: {
    choose:
      "Choose your visit time: {schedule} or use code {code} at {login}. Track your order: {track} Msg & data rates may apply. Reply STOP to opt out, HELP for help.",
    change:
      "See or change your visit: {schedule} or use code {code} at {login}. Track your order: {track} Msg & data rates may apply. Reply STOP to opt out, HELP for help.",
    expiresInHours: { one: "expires in {count} hour", other: "expires in {count} hours" },
    expiresInMinutes: { one: "expires in {count} minute", other: "expires in {count} minutes" },
  },
  email: {
    chooseSubject: "Equipment setup visit: choose a time",
    changeSubject: "Equipment setup visit: your new link",
    choose: "Your order is ready to schedule. Choose a time for your setup visit.",
    change: "Here is a new link to your setup visit. Your visit has not changed.",
    chooseLink: "Choose a time",
    changeLink: "See my visit",
    signIn: "Or sign in at {login} with this access code: {code}",
    validFor: {
      one: "You can use the code once. It expires in {count} day.",
      other: "You can use the code once. It expires in {count} days.",
    },
    validForHours: {
      one: "You can use the code once. It expires in {count} hour.",
      other: "You can use the code once. It expires in {count} hours.",
    },
    validForMinutes: {
      one: "You can use the code once. It expires in {count} minute.",
      other: "You can use the code once. It expires in {count} minutes.",
    },
    track: "Track your order",
    secret: "Don't forward this message. Anyone who has it can book your visit.",
  },
  /** Staff read these scripts aloud. A voicemail doesn't mention the visit: other people may hear it. */
  call: {
    hello: "Hello, this is {caller} from {company}. May I speak with {name}?",
    helloUnknown: "Hello, this is {caller} from {company}. May I ask who I'm speaking with?",
    missed:
      "We missed you on {when}. I hope you're well. Would you like to choose a new time for your equipment setup visit?",
    noVisit: "Your equipment setup visit isn't booked yet. Would you like to choose a time now?",
    offer: "It's a video visit on your phone or computer. Which days and times are best for you?",
    thanks: "Thank you. We look forward to seeing you.",
    howAreNights: "I'm calling to hear how it's been going since your visit. Is anything difficult?",
    nextVisit: "It's time for your next visit with us. Would you like to choose a time now?",
    reevaluation:
      "Your doctor needs to see you between days 31 and 91 after your visit with us. Do you have an appointment?",
    trouble: "You told us that you have some trouble. What happens, and when?",
    asked: "You asked us to call. How can I help?",
    wantsToStop: "You told us that you'd like to stop. I'd like to understand why, and what would help.",
    returned: "You told us that you don't have your equipment anymore. Is that right?",
    goodbye: "Thank you for your time. Call us any time if you need help.",
    message:
      "Hello, this is {caller} from {company} with a message for {name}. Please call us back at {phone}. Thank you.",
    messageWithoutNumber:
      "Hello, this is {caller} from {company} with a message for {name}. Please call us back. Thank you.",
    messageUnknown: "Hello, this is {caller} from {company}. Please call us back at {phone}. Thank you.",
    messageUnknownWithoutNumber: "Hello, this is {caller} from {company}. Please call us back. Thank you.",
  },
  helper: {
    phoneOrEmail: "Enter a phone number or an email address.",
    ownPhone: "This is the patient's own number. Enter the helper's number.",
    ownEmail: "This is the patient's own email address. Enter the helper's address.",
    noTexts: "We can't text this number. Enter an email address instead.",
    second: "{helper} is already the helper. Remove {helper} before you add someone else.",
    patientOnly: "Only the patient can choose who helps.",
    linkEnded: "This helper link no longer works. If you're still helping with the visit, {callUs}.",
    thePatient: "one of our patients",
    text: {
      named:
        "You'll get updates about a setup visit for {patient}: see or change the visit at {link} Reply STOP to opt out.",
    },
    email: {
      subject: "Equipment setup visit: you were added as a helper",
      named:
        "You were added as the helper for {patient} and will get the same updates about the equipment setup visit. With the link below, you can see, change, or cancel the visit.",
      see: "See the visit",
      secret: "Don't forward this message. Anyone who has it can change the visit.",
    },
  },
} as const;
