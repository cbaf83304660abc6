export const companyFlash = {
  "company-saved": "Company saved",
  "logo-removed": "Logo removed",
  "logo-saved": "Logo saved",
  "wording-saved": "Wording saved",
};
