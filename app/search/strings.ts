export const strings = {
  title: "Search",
  prompt: "Search by name, patient ID, sales order, phone, date of birth or visit date.",
  none: (typed: string) => `Nothing matches “${typed}”.`,
  noneHelp: "Check the spelling, or search by patient ID, phone number or date.",
  noOrderYet: "Is the caller's order not here yet?",
  createOrder: "Create an order",
  found: (count: number) => (count === 1 ? "1 result" : `${count} results`),
};
