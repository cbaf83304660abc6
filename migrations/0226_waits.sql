-- A JSON list of the kinds of visits that the patient wants. Null for every kind that patients of the company can book.
alter table waits add column kinds text;
