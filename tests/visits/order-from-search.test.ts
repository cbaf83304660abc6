import { expect, test } from "vitest";
import { orderFromSearch } from "~/visits/new-appointment/order-from-search";

test("a new order takes over what was searched for, in the field it belongs to", () => {
  expect(orderFromSearch("919.555.0188")).toEqual({ phone: "(919) 555-0188" });
  expect(orderFromSearch("1/31/1950")).toEqual({ dob: "1/31/1950" });
  expect(orderFromSearch("51234")).toEqual({ patient_id: "51234" });
  expect(orderFromSearch(" Nora Quill ")).toEqual({ patient_name: "Nora Quill" });
  expect(orderFromSearch("SO-7781")).toEqual({});
  expect(orderFromSearch("")).toEqual({});
});
