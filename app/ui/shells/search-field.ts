/** The field on the search page and in the search dialog. */
export const searchField = {
  name: "q",
  label: "Find",
  hint: "Name, ID, phone or date",
  type: "search",
  maxLength: 100,
  autoComplete: "off",
  autoCapitalize: "off",
  spellCheck: false,
  enterKeyHint: "search",
} as const;
