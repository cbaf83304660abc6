-- People sort "Ángel" with "Angel", but SQLite sorts it after "Zoe". libSQL servers have no collations of ours, so the
-- appointments view sorts by this column.
alter table therapists add column sort_name text not null generated always as (
  lower(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(
    name
    , 'À', 'a') , 'Á', 'a') , 'Â', 'a') , 'Ã', 'a') , 'Ä', 'a') , 'Å', 'a')
    , 'Æ', 'ae') , 'Ç', 'c') , 'È', 'e') , 'É', 'e') , 'Ê', 'e') , 'Ë', 'e')
    , 'Ì', 'i') , 'Í', 'i') , 'Î', 'i') , 'Ï', 'i') , 'Ñ', 'n') , 'Ò', 'o')
    , 'Ó', 'o') , 'Ô', 'o') , 'Õ', 'o') , 'Ö', 'o') , 'Ø', 'o') , 'Ù', 'u')
    , 'Ú', 'u') , 'Û', 'u') , 'Ü', 'u') , 'Ý', 'y') , 'ß', 'ss') , 'à', 'a')
    , 'á', 'a') , 'â', 'a') , 'ã', 'a') , 'ä', 'a') , 'å', 'a') , 'æ', 'ae')
    , 'ç', 'c') , 'è', 'e') , 'é', 'e') , 'ê', 'e') , 'ë', 'e') , 'ì', 'i')
    , 'í', 'i') , 'î', 'i') , 'ï', 'i') , 'ñ', 'n') , 'ò', 'o') , 'ó', 'o')
    , 'ô', 'o') , 'õ', 'o') , 'ö', 'o') , 'ø', 'o') , 'ù', 'u') , 'ú', 'u')
    , 'û', 'u') , 'ü', 'u') , 'ý', 'y') , 'ÿ', 'y') , 'Ą', 'a') , 'ą', 'a')
    , 'Ć', 'c') , 'ć', 'c') , 'Č', 'c') , 'č', 'c') , 'Ď', 'd') , 'ď', 'd')
    , 'Đ', 'd') , 'đ', 'd') , 'Ę', 'e') , 'ę', 'e') , 'Ě', 'e') , 'ě', 'e')
    , 'Ğ', 'g') , 'ğ', 'g') , 'İ', 'i') , 'ı', 'i') , 'Ł', 'l') , 'ł', 'l')
    , 'Ń', 'n') , 'ń', 'n') , 'Ň', 'n') , 'ň', 'n') , 'Ő', 'o') , 'ő', 'o')
    , 'Œ', 'oe') , 'œ', 'oe') , 'Ř', 'r') , 'ř', 'r') , 'Ś', 's') , 'ś', 's')
    , 'Ş', 's') , 'ş', 's') , 'Š', 's') , 'š', 's') , 'Ť', 't') , 'ť', 't')
    , 'Ů', 'u') , 'ů', 'u') , 'Ű', 'u') , 'ű', 'u') , 'Ź', 'z') , 'ź', 'z')
    , 'Ż', 'z') , 'ż', 'z') , 'Ž', 'z') , 'ž', 'z') , 'Ș', 's') , 'ș', 's')
    , 'Ț', 't') , 'ț', 't')
  )
) virtual;
create index therapists_by_sort_name on therapists (sort_name);
