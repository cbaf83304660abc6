import { describe, expect, test } from "vitest";
import { formatPhone, parsePhone } from "~/core/phone";
import { firstName, shortName } from "~/core/short-name";

describe("reports about names", () => {
  test.each([
    ["dschnelldavis/parse-full-name#12", "Johannes van den Bosch", "Johannes", "Johannes B."],
    ["ralyodio/humanparser#37", "Caroline van den Brul", "Caroline", "Caroline B."],
    ["RateGravity/parse-full-name#3", "van den Bosch, Johannes", "Johannes", "Johannes B."],
    ["derek73/python-nameparser#126", "Van Maximilian Carlson", "Van", "Van C."],
    ["derek73/python-nameparser#76", "Flávio Juvenal da Silva Junior", "Flávio", "Flávio S."],
    ["derek73/python-nameparser#3", "Smith Jr., John", "John", "John S."],
    ["derek73/python-nameparser#148", "Van Ma Van", "Van", "Van V."],
    ["derek73/python-nameparser#19", "Ruth Lee jr., MD", "Ruth", "Ruth L."],
    ["derek73/python-nameparser#26", "Ma, Andrew", "Andrew", "Andrew M."],
    ["derek73/python-nameparser#141", "GREGORY HOUSE M.D.", "Gregory", "Gregory H."],
    ["derek73/python-nameparser#70", "Van Nguyen", "Van", "Van N."],
    ["derek73/python-nameparser#39", "Scott e. Werner", "Scott", "Scott W."],
    ["derek73/python-nameparser#55", "JOHN DOE M.D.", "John", "John D."],
    ["derek73/python-nameparser#479", "JOSE E MARIA SANTOS", "Jose", "Jose S."],
    ["ralyodio/humanparser#17", "Hearst Jr., William Randolf", "William", "William H."],
    ["theiconic/name-parser#18", "Miller, Walter M., Jr.", "Walter", "Walter M."],
    ["theiconic/name-parser#48", "SOFIA GARCIA DE LA MANCHA", "Sofia", "Sofia M."],
    ["theiconic/name-parser#48", "Garcia Marques, Gabriel", "Gabriel", "Gabriel M."],
    ["joshfraser/PHP-Name-Parser#15", "Peter de Vries", "Peter", "Peter V."],
    ["rycolab/aclpub2#212", "MARY-ANN MCDONALD", "Mary-Ann", "Mary-Ann M."],
    ["monicahq/monica#343", "Jan van der Berg", "Jan", "Jan B."],
    ["ppannuto/python-titlecase#81", "McKENZIE BROWN", "McKENZIE", "McKENZIE B."],
    ["infiton/capitalize-names#10", "MACIE BEAN", "Macie", "Macie B."],
    ["DemocracyClub/yournextrepresentative#889", "Ronald McDonald", "Ronald", "Ronald M."],
    ["spencermountain/compromise#206", "Mary-Ann Williams-Johnson", "Mary-Ann", "Mary-Ann W."],
  ])("%s: %s", (_, name, greeted, shown) => {
    expect([firstName(name), shortName(name)]).toEqual([greeted, shown]);
  });
});

describe("reports about phone numbers", () => {
  test.each([
    ["google/libphonenumber#988", "4084568908#6", "+14084568908"],
    ["google/libphonenumber#1122", "+49 7462 2043693220", null],
    ["daddyz/phonelib#295", "651 223 4567x1234", "+16512234567"],
    ["daddyz/phonelib#367", "+16502530000 ext. 136", "+16502530000"],
    ["daddyz/phonelib#367", "+16502530000;ext=136", "+16502530000"],
    ["daddyz/phonelib#75", "787 671 1234", "+17876711234"],
    ["mikelane/valid8r#43", "1(415)555-2671", "+14155552671"],
    ["mikelane/valid8r#43", "415.555.2671", "+14155552671"],
    ["catamphetamine/libphonenumber-js#211", "+1919", null],
    ["TrevorPilley/phone-number-parser#774", "555-0123", null],
    ["TrevorPilley/phone-number-parser#492", "tel:+1-919-555-0123,1234", "+19195550123"],
    ["GlobalPhone/GlobalPhone#30", "919 555 0123#2405", "+19195550123"],
    ["martsinlabs/telixon#58", "919-555-0123 ext. 22", "+19195550123"],
  ])("%s: %s", (_, typed, number) => {
    expect(parsePhone(typed)).toBe(number);
  });

  test("daddyz/phonelib#75: a Puerto Rican number is shown as a US number", () => {
    expect(formatPhone("+17876711234")).toBe("(787) 671-1234");
  });
});
