-- People sort "Ángel" with "Angel", but SQLite sorts it after "Zoe". libSQL servers have no collations of ours, so the
-- appointments view sorts by this column, which triggers keep. Older SQLite programs, such as Litestream's, can't parse
-- more than about 100 nested calls, so each statement replaces some of the letters.
alter table therapists add column sort_name text not null default '';
update therapists set sort_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(
  name
  , 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'Æ', 'ae'), 'Ç', 'c')
  , 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i')
  , 'Ñ', 'n'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'Ù', 'u')
  , 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'Ý', 'y');
update therapists set sort_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(
  sort_name
  , 'ß', 'ss'), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'æ', 'ae')
  , 'ç', 'c'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ì', 'i'), 'í', 'i'), 'î', 'i')
  , 'ï', 'i'), 'ñ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ø', 'o')
  , 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u');
update therapists set sort_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(
  sort_name
  , 'ý', 'y'), 'ÿ', 'y'), 'Ą', 'a'), 'ą', 'a'), 'Ć', 'c'), 'ć', 'c'), 'Č', 'c'), 'č', 'c')
  , 'Ď', 'd'), 'ď', 'd'), 'Đ', 'd'), 'đ', 'd'), 'Ę', 'e'), 'ę', 'e'), 'Ě', 'e'), 'ě', 'e')
  , 'Ğ', 'g'), 'ğ', 'g'), 'İ', 'i'), 'ı', 'i'), 'Ł', 'l'), 'ł', 'l'), 'Ń', 'n'), 'ń', 'n')
  , 'Ň', 'n'), 'ň', 'n'), 'Ő', 'o'), 'ő', 'o');
update therapists set sort_name =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
  replace(replace(replace(replace(
  sort_name
  , 'Œ', 'oe'), 'œ', 'oe'), 'Ř', 'r'), 'ř', 'r'), 'Ś', 's'), 'ś', 's'), 'Ş', 's'), 'ş', 's')
  , 'Š', 's'), 'š', 's'), 'Ť', 't'), 'ť', 't'), 'Ů', 'u'), 'ů', 'u'), 'Ű', 'u'), 'ű', 'u')
  , 'Ź', 'z'), 'ź', 'z'), 'Ż', 'z'), 'ż', 'z'), 'Ž', 'z'), 'ž', 'z'), 'Ș', 's'), 'ș', 's')
  , 'Ț', 't'), 'ț', 't');
update therapists set sort_name = lower(sort_name);
create index therapists_by_sort_name on therapists (sort_name);

create trigger therapists_sort_name_when_made after insert on therapists
begin
  update therapists set sort_name =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(
    name
    , 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'Æ', 'ae'), 'Ç', 'c')
    , 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i')
    , 'Ñ', 'n'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'Ù', 'u')
    , 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'Ý', 'y') where id = new.id;
  update therapists set sort_name =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(
    sort_name
    , 'ß', 'ss'), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'æ', 'ae')
    , 'ç', 'c'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ì', 'i'), 'í', 'i'), 'î', 'i')
    , 'ï', 'i'), 'ñ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ø', 'o')
    , 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u') where id = new.id;
  update therapists set sort_name =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(
    sort_name
    , 'ý', 'y'), 'ÿ', 'y'), 'Ą', 'a'), 'ą', 'a'), 'Ć', 'c'), 'ć', 'c'), 'Č', 'c'), 'č', 'c')
    , 'Ď', 'd'), 'ď', 'd'), 'Đ', 'd'), 'đ', 'd'), 'Ę', 'e'), 'ę', 'e'), 'Ě', 'e'), 'ě', 'e')
    , 'Ğ', 'g'), 'ğ', 'g'), 'İ', 'i'), 'ı', 'i'), 'Ł', 'l'), 'ł', 'l'), 'Ń', 'n'), 'ń', 'n')
    , 'Ň', 'n'), 'ň', 'n'), 'Ő', 'o'), 'ő', 'o') where id = new.id;
  update therapists set sort_name =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(
    sort_name
    , 'Œ', 'oe'), 'œ', 'oe'), 'Ř', 'r'), 'ř', 'r'), 'Ś', 's'), 'ś', 's'), 'Ş', 's'), 'ş', 's')
    , 'Š', 's'), 'š', 's'), 'Ť', 't'), 'ť', 't'), 'Ů', 'u'), 'ů', 'u'), 'Ű', 'u'), 'ű', 'u')
    , 'Ź', 'z'), 'ź', 'z'), 'Ż', 'z'), 'ż', 'z'), 'Ž', 'z'), 'ž', 'z'), 'Ș', 's'), 'ș', 's')
    , 'Ț', 't'), 'ț', 't') where id = new.id;
  update therapists set sort_name = lower(sort_name) where id = new.id;
end;

create trigger therapists_sort_name_when_changed after update of name on therapists
begin
  update therapists set sort_name =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(
    name
    , 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'Æ', 'ae'), 'Ç', 'c')
    , 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i')
    , 'Ñ', 'n'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'Ù', 'u')
    , 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'Ý', 'y') where id = new.id;
  update therapists set sort_name =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(
    sort_name
    , 'ß', 'ss'), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'æ', 'ae')
    , 'ç', 'c'), 'è', 'e'), 'é', 'e'), 'ê', 'e'), 'ë', 'e'), 'ì', 'i'), 'í', 'i'), 'î', 'i')
    , 'ï', 'i'), 'ñ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ø', 'o')
    , 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u') where id = new.id;
  update therapists set sort_name =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(
    sort_name
    , 'ý', 'y'), 'ÿ', 'y'), 'Ą', 'a'), 'ą', 'a'), 'Ć', 'c'), 'ć', 'c'), 'Č', 'c'), 'č', 'c')
    , 'Ď', 'd'), 'ď', 'd'), 'Đ', 'd'), 'đ', 'd'), 'Ę', 'e'), 'ę', 'e'), 'Ě', 'e'), 'ě', 'e')
    , 'Ğ', 'g'), 'ğ', 'g'), 'İ', 'i'), 'ı', 'i'), 'Ł', 'l'), 'ł', 'l'), 'Ń', 'n'), 'ń', 'n')
    , 'Ň', 'n'), 'ň', 'n'), 'Ő', 'o'), 'ő', 'o') where id = new.id;
  update therapists set sort_name =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(
    sort_name
    , 'Œ', 'oe'), 'œ', 'oe'), 'Ř', 'r'), 'ř', 'r'), 'Ś', 's'), 'ś', 's'), 'Ş', 's'), 'ş', 's')
    , 'Š', 's'), 'š', 's'), 'Ť', 't'), 'ť', 't'), 'Ů', 'u'), 'ů', 'u'), 'Ű', 'u'), 'ű', 'u')
    , 'Ź', 'z'), 'ź', 'z'), 'Ż', 'z'), 'ż', 'z'), 'Ž', 'z'), 'ž', 'z'), 'Ș', 's'), 'ș', 's')
    , 'Ț', 't'), 'ț', 't') where id = new.id;
  update therapists set sort_name = lower(sort_name) where id = new.id;
end;
