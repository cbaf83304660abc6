-- Texts that staff insert by name into a conversation. A null text_es: there is no Spanish text.
create table saved_replies (
  id integer primary key,
  company_id integer not null references companies (id) on delete cascade,
  name text not null collate nocase,
  text_en text not null,
  text_es text,
  position integer not null,
  version integer not null default 1,
  unique (company_id, name)
) strict;
