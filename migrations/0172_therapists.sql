create index therapists_by_company on therapists (company_id);
