export const planFlash = {
  "plan-saved": "Plan saved",
  "plans-started": "The plan started for these patients.",
  "plans-none": "No patient's plan had a step left to start.",
  "plans-ended": "The plan ended for these patients. Open calls stay on the worklist.",
  "plans-restarted": "The plan started again for these patients. Steps whose day has passed are left out.",
  "plan-started": "The plan started. Steps whose day has passed are left out.",
  "reading-saved": "Reading saved",
};
