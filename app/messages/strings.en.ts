export const en = {
  /** Company, purpose, rates, YES, STOP and HELP (part 3, section 8). */
  consentRequest:
    "{company}: May we text you about your setup visit? Reply YES to agree, STOP to opt out, HELP for help. Msg & data rates may apply. Msg frequency varies.",
  help: "{company}: texts about your equipment setup visit. Msg & data rates may apply. Reply STOP to opt out.",
  helpWithPhone:
    "{company}: texts about your equipment setup visit. Call us at {phone}. Msg & data rates may apply. Reply STOP to opt out.",
  hello: "Hello,",
  helloName: "Hello {name},",
} as const;
