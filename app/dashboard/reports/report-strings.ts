/** The one definition of the no-show rate, as every page with the rate states it. `noShowRate` calculates it. */
export const noShowDefinition =
  "The no-show rate is the share of no-shows among completed visits and no-shows. Canceled visits aren't counted.";

export const reportStrings = {
  title: "Reports",
  export: "Export as CSV",
  noShow: "No-show rate by week",
  bookings: "Bookings and capacity by week",
  waits: "From referral to visit",
  texts: "Texts answered within an hour",
  offers: "Offers accepted",
  equipment: "Visits lost to missing equipment",
  bookingsDefinition:
    "Booked visits by the week in which they take place, and the number of visits that the working therapists can have. Canceled visits and no-shows aren't counted. The Capacity tab has the same numbers by day.",
  waitsDefinition:
    "Days from the referral to a completed setup visit, by the week of the visit. Half of the patients waited no longer than the median, and nine of ten no longer than the second line. Orders without a referral date aren't counted.",
  textsDefinition:
    "The share of patients' texts that staff answered within an hour, at any time of day, by the week in which they arrived. Texts in a row are counted once. Texts answered automatically, like STOP, aren't counted.",
  offersDefinition:
    "The share of offers of earlier times that patients accepted, by the week in which they were sent.",
  equipmentDefinition:
    "Visits canceled because the equipment hadn't arrived, among these, completed visits, and no-shows, by the week of the visit. The setting is on from the day on which the company last turned on “Equipment on its way”.",
  kinds: "By kind of visit",
  kindsDefinition:
    "Completed visits and no-shows of the whole period. A class counts once, and its seats are the seats of scheduled classes.",
  unanswered: "Unanswered texts now",
  unansweredDefinition:
    "Conversations whose last text is from the patient, at this moment, by the time since that text. Those that are done or snoozed aren't counted.",
  answerThem: "Open the unanswered, oldest first",
  noKinds: "No visits or classes in this period.",
  weeksBegin: "Weeks begin on Sunday. The first and the last week may be partial.",
} as const;
