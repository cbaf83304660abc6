export const kindFlash = {
  "kind-saved": "Kind of visit saved",
  "kind-retired": "Kind of visit retired",
  "kind-back": "Kind of visit can be booked again",
  "kind-made-default": "Default kind of visit changed",
};

export const placeFlash = {
  "place-saved": "Place saved",
  "place-closed": "Place closed",
  "place-reopened": "Place opened again",
};
