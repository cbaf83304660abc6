import { expect, test } from "vitest";
import { fieldOfName, proposeColumns } from "~/orders/import/propose-columns";
import { monday } from "../support/scratch";

const header = [
  "Número de paciente",
  "Nombre",
  "Apellido",
  "Fecha de nacimiento",
  "Teléfono de casa",
  "Celular",
  "Correo electrónico",
  "Dirección",
  "Estado",
  "Código postal",
  "Médico",
  "Seguro",
  "Idioma",
];
const row = ["1001", "Luz", "Peña", "4/12/1956", "9195550101", "9195550102", "luz@mail.example", "12 Oak St"];
const cells = [...row, "NC", "27601", "Dra. Ruiz", "Medicare", "español"];

const proposed = (names: string[], values: string[]) => {
  const { columns, guessed } = proposeColumns(names, [values], monday);
  expect(guessed).toEqual([]);
  return Object.fromEntries(Object.entries(columns).map(([field, index]) => [field, names[index]]));
};

test("columns with Spanish names, with or without accents, are found by their names", () => {
  const found = {
    patient_id: "Número de paciente",
    first_name: "Nombre",
    last_name: "Apellido",
    dob: "Fecha de nacimiento",
    phone: "Celular",
    email: "Correo electrónico",
    state: "Estado",
    zip: "Código postal",
    referrer: "Médico",
    language: "Idioma",
  };
  expect(proposed(header, cells)).toEqual({ ...found, second_phone: "Teléfono de casa" });
  for (const [field, name] of Object.entries(found)) {
    const withoutAccents = name.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();
    expect(fieldOfName(withoutAccents)).toBe(field);
  }
  expect([fieldOfName("Dirección"), fieldOfName("Seguro")]).toEqual([null, null]);
});

test("a home phone is used if the file has no mobile phone", () => {
  const without = (_: string, index: number) => index !== 5;
  expect(proposed(header.filter(without), cells.filter(without)).phone).toBe("Teléfono de casa");
});
