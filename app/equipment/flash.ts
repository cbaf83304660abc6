export const equipmentFlash = { "equipment-saved": "Saved" };
