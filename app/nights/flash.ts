export const nightsFlash = {
  "night-saved": "Night saved",
  "nights-followed": "The first 90 nights are followed from the day of the visit.",
  "nights-ended": "This patient's nights aren't followed anymore. What was saved stays.",
  "nights-restarted": "The 90 nights count from the new date.",
};
