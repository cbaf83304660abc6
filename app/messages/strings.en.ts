export const en = {
  /** Carriers require the company, the purpose, rates, YES, STOP and HELP. */
  consentRequest:
    "{company}: May we text you about your setup visit? Reply YES to agree, STOP to opt out, HELP for help. Msg & data rates may apply. {frequency}",
  helperConsentRequest:
    "{company}: Someone named you as their helper for an equipment setup visit. May we text you about it? Reply YES to agree, STOP to opt out, HELP for help. Msg & data rates may apply. {frequency}",
  help: "{company}: texts about your equipment setup visit. Msg & data rates may apply. Reply STOP to opt out.",
  helpWithPhone:
    "{company}: texts about your equipment setup visit. Call us at {phone}. Msg & data rates may apply. Reply STOP to opt out.",
  /** One text that confirms the opt-out without advertising (47 CFR 64.1200(a)(12)). */
  optedOut: "{company}: You won't get more texts from us. To get them again, reply YES.",
  /** The wording of the patient's own switch, stored with each consent. */
  switchOn: "Text me about my setup visit. Msg & data rates may apply.",
  switchOff: "Stop texts about my setup visit",
  noPhone: "There is no mobile number on your order.",
  ownTextsOnly: "Only the patient can change their own texts.",
  hello: "Hello,",
  helloName: "Hello {name},",
} as const;
