export const kindNames = {
  local: "Imports only",
  brightree: "Brightree web services",
} as const;
