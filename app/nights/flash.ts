export const nightsFlash = {
  "night-saved": "Night saved",
  "nights-followed": "The first 90 nights are followed from the day of the visit.",
  "nights-ended": "This patient's nights aren't followed anymore. What was saved stays.",
  "nights-snoozed":
    "Snoozed. The patient is back on the list on that day. Check-ins and planned calls go on.",
  "nights-snooze-ended": "The patient is on the list again.",
  "reevaluation-saved": "Re-evaluation saved. The list doesn't ask to book it.",
  "reevaluation-removed": "Re-evaluation removed. The list asks to book it again when it is due.",
  "nights-restarted": "The 90 nights count from the new date.",
};
