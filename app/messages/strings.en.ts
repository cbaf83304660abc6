export const en = {
  consentRequest:
    "{company}: May we text you about your setup visit? Reply YES to agree, STOP to opt out, HELP for help. Msg & data rates may apply. {frequency}",
  helperConsentRequest:
    "{company}: Someone added you as their helper for an equipment setup visit. May we text you about it? Reply YES to agree, STOP to opt out, HELP for help. Msg & data rates may apply. {frequency}",
  help: "{company}: texts about your equipment setup visit. Msg & data rates may apply. Reply STOP to opt out.",
  helpWithPhone:
    "{company}: texts about your equipment setup visit. Call us at {phone}. Msg & data rates may apply. Reply STOP to opt out.",
  /** 47 CFR 64.1200(a)(12): this text confirms the opt-out and may not promote anything. */
  optedOut: "{company}: You won't get more texts from us. To get them again, reply YES.",
  optedIn: "{company}: Thanks. We'll text you about your visit again. Reply STOP to opt out, HELP for help.",
  /** Labels of the patient's switch, saved as the wording of the consent. */
  switchOn: "Text me about my setup visit. Msg & data rates may apply.",
  switchOff: "Stop texts about my setup visit",
  noPhone: "There is no mobile number on your order.",
  tooManySwitches:
    "You've turned texts on and off many times today. Texts stay off for now. Try again tomorrow, or {callUs}.",
  ownTextsOnly: "Only the patient can change their own texts.",
  hello: "Hello,",
  helloName: "Hello {name},",
} as const;
