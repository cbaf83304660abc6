export const companyFlash = { "company-saved": "Company saved", "wording-saved": "Wording saved" };
