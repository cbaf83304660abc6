import { fill as fillIn } from "~/core/language/strings";
import { loginTexts } from "./login-texts";

const length = 6;

export interface CodeBoxes {
  value(): string;
  focus(): void;
  clear(): void;
}

/** Replaces the code field with six boxes. A pasted or autofilled code fills all of them. */
export function codeBoxes(): CodeBoxes | null {
  const place = document.getElementById("code-place");
  const plain = place?.querySelector("input");
  if (!place || !plain) return null;
  const typed = plain.value.replace(/\D/g, "");
  const hidden = document.createElement("input");
  hidden.type = "hidden";
  hidden.name = plain.name;
  const boxes = Array.from({ length }, (_, index) => {
    const box = document.createElement("input");
    box.className = "input";
    box.inputMode = "numeric";
    // Phones autofill the full code from a text message into the first box.
    box.autocomplete = index === 0 ? "one-time-code" : "off";
    box.id = index === 0 ? plain.id : `code-${index + 1}`;
    box.setAttribute("aria-label", fillIn(loginTexts.digit, { number: index + 1 }));
    box.setAttribute("aria-describedby", "code-hint");
    return box;
  });
  const update = () => {
    hidden.value = boxes.map((box) => box.value).join("");
  };
  const goTo = (index: number) => {
    const box = boxes[Math.max(0, Math.min(length - 1, index))];
    box?.focus();
    box?.select();
  };
  const fill = (digits: string, from: number) => {
    for (const [offset, digit] of [...digits].slice(0, length - from).entries()) {
      const box = boxes[from + offset];
      if (box) box.value = digit;
    }
    update();
    goTo(from + digits.length);
  };

  for (const [index, box] of boxes.entries()) {
    box.addEventListener("input", (event) => {
      // A digit typed into a filled box replaces the old one, wherever the cursor is.
      const { data } = event as InputEvent;
      const digits = (/^\d$/.test(data ?? "") ? String(data) : box.value).replace(/\D/g, "");
      if (digits.length > 1) {
        const isComplete = digits.length >= length;
        box.value = "";
        fill(isComplete ? digits.slice(0, length) : digits, isComplete ? 0 : index);
        return;
      }
      box.value = digits;
      update();
      if (digits) goTo(index + 1);
    });
    box.addEventListener("paste", (event) => {
      event.preventDefault();
      const digits = (event.clipboardData?.getData("text") ?? "").replace(/\D/g, "").slice(0, length);
      if (!digits) return;
      fill(digits, digits.length === length ? 0 : index);
      // Setting a value from a script doesn't fire an input event.
      hidden.dispatchEvent(new Event("input", { bubbles: true }));
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft") goTo(index - 1);
      else if (event.key === "ArrowRight") goTo(index + 1);
      else if (event.key === "Backspace" && box.value === "") {
        const before = boxes[index - 1];
        if (before) before.value = "";
        update();
        goTo(index - 1);
      } else return;
      event.preventDefault();
    });
    box.addEventListener("focus", () => box.select());
  }

  place.setAttribute("role", "group");
  place.setAttribute("aria-labelledby", "code-label");
  place.classList.add("boxes");
  place.replaceChildren(...boxes, hidden);
  if (typed) fill(typed.slice(0, length), 0);
  return {
    value: () => hidden.value,
    focus: () => (boxes.find((box) => box.value === "") ?? boxes[0])?.focus(),
    clear() {
      for (const box of boxes) box.value = "";
      update();
    },
  };
}
