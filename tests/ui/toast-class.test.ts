import { expect, test } from "vitest";
import { toastClass } from "~/ui/components/toast-class";

test("a notice that starts with its own emoji gets no second check mark", () => {
  expect(toastClass("✅ Code resent")).toBe("toast");
  expect(toastClass("Appointment submitted successfully!")).toBe("toast checked");
});
