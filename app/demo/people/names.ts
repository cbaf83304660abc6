export const givenNames =
  "Mary James Patricia Robert Linda Michael Elena William Aisha David Susan Joseph Karen Daniel Nancy Matthew Lisa Anthony Margaret Mark Sandra Donald Ashley Steven Kimberly Paul Emily Andrew Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Dorothy George Melissa Timothy Deborah Ronald Stephanie Edward Rebecca Jason Sharon Jeffrey Laura Ryan Cynthia Jacob Kathleen Gary Amy José Zoë Nicholas Angela Eric Shirley Jonathan Anna Stephen Brenda Larry Pamela Justin Emma Scott Nicole Brandon Helen Benjamin Samantha Samuel Katherine Raymond Christine Gregory Debra Frank Rachel Alexander Carolyn Patrick Janet Luis Priya Jack Maria Dennis Heather Omar Diane Tyler Ruth".split(
    " ",
  );

export const familyNames =
  "Alder Barlow Bennett Blackwood Bowman Brannigan Calloway Carver Castellanos Chandler Collins Crawford Dalton Delgado Doyle Drummond Eastman Ellison Emerson Espinoza Fairchild Farrow Fenwick Fletcher Foster Gallagher Garrison Gibbs Goodwin Granger Griffith Hadley Halvorsen Hampton Hargrove Hawkins Hendricks Holloway Hutchins Ibarra Ingram Iverson Jacobsen Jennings Kaplan Keller Kendrick Kowalski Lambert Langley Larkin Lockwood Lombardi Maddox Marlow Mayfield McAllister Mercer Merritt Montoya Nakamura Navarro Nielsen Norwood O'Brien Oakley Okafor Ortega Overton Palmer Parrish Pemberton Perkins Pickett Prescott Quigley Quintana Ramsey Ravenel Redmond Rhodes Ridley Rosario Rutherford Salazar Santoro Sawyer Shepherd Sinclair Stanton Sutherland Tanaka Thackeray Thornton Tillman Trujillo Underwood Valdez Vance Vaughn Wakefield Wallace Whitaker Whitfield Wilder Winslow Wren Yamada Yates Zamora".split(
    " ",
  );

export const longName = "Maximiliana Featherstonehaugh-Montgomery";

export function mailbox(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z -]/g, "")
    .replace(/ +/g, ".");
}
