export const kindNames = {
  local: "Imports alone",
  brightree: "Brightree web services",
} as const;
