/** Where the orders of a database come from, as admins read it. */
export const kindNames = {
  local: "Imports alone",
  brightree: "Brightree web services",
} as const;
