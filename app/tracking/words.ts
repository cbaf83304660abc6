/** What patients read about where their order stands. */
export const words = {
  linkSent: "Self-scheduling link sent",
  submitted: "Setup time submitted",
  scheduled: "Setup scheduled",
  details: [
    "We check that we have everything we need.",
    "Your referral is with us; we may need papers from your doctor.",
    "Your insurer decides about the cost.",
    "We get ready to send you the link to choose a time.",
    "You get a link by text message or e-mail.",
    "You choose the time of your setup visit.",
    "Your therapist confirms the time.",
  ],
  unknown: "We could not find this order. Please check the link, or ask us for a new one.",
};
