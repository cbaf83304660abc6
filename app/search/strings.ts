export const strings = {
  title: "Search",
  prompt: "Search by name, patient ID, sales order, phone, date of birth or visit date.",
  none: (typed: string) => `Nothing matches “${typed}”.`,
  noneHelp: "Check the spelling, or search by patient ID, phone number or date.",
  found: (count: number) => (count === 1 ? "1 result" : `${count} results`),
};
