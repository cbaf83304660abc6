-- The questions that patients answer before visits of a kind.
create table questions (
  id integer primary key,
  kind_id integer not null references visit_kinds (id) on delete cascade,
  position integer not null,
  type text not null check (type in ('short', 'long', 'choice', 'choices', 'yes-no', 'photo')),
  text text not null,
  text_es text not null,
  -- JSON lists of the same length, for a choice.
  options text not null default '[]',
  options_es text not null default '[]',
  required integer not null default 0 check (required in (0, 1)),
  check ((type in ('choice', 'choices')) = (options <> '[]'))
) strict;
create index questions_by_kind on questions (kind_id, position);

-- What patients answered, with the question as it was asked.
create table visit_answers (
  id integer primary key,
  visit_id integer not null references visits (id) on delete cascade,
  -- Null after the question was removed.
  question_id integer references questions (id) on delete set null,
  type text not null,
  asked text not null,
  -- A JSON list for several choices, in English. Empty for a photo.
  value text not null,
  answered_at integer not null,
  unique (visit_id, question_id)
) strict;
create index visit_answers_by_question on visit_answers (question_id) where question_id is not null;

-- JPEG files, in base64 and sealed.
create table answer_photos (
  id integer primary key,
  answer_id integer not null unique references visit_answers (id) on delete cascade,
  width integer not null,
  height integer not null,
  image_sealed text not null,
  thumbnail_sealed text not null
) strict;
