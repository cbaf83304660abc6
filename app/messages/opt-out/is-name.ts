// People capitalize these words too, as in "I'm not Home" and "STOP SHIPPING".
const ordinary = new Set(
  (
    "home here there ready sure ok okay done well sick good fine free busy late early happy fair right true correct " +
    "cool funny helpful interested able mine my your our his her the this that these those it him them me you us " +
    "in on at by to for of up off from with and or if when until till not today tonight tomorrow now soon anymore " +
    "one problem problems power internet wifi signal service phone machine mask box package parking snow rain " +
    "change changes issue issues medicare medicaid medical cpap sign light lights traffic delivery deliveries " +
    "shipment shipments order orders supply supplies oxygen water call calls email emails visit visits appointment " +
    "appointments noise alarm hose mi yo su aqui hoy justo necesario cierto bueno buena correcto verdad facil hora " +
    "lunes martes miercoles jueves viernes sabado domingo"
  ).split(" "),
);

/** False if the word can't be a person's name. */
export function isName(word: string): boolean {
  const plain = word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (
    !ordinary.has(plain) &&
    !/^(mon|tues|wednes|thurs|fri|satur|sun)days?$|^\p{L}{3,}ing$|^\p{L}{3,}[ai]ble$/u.test(plain)
  );
}

/** STOP and a signature: "STOP RUTH", "stop - Robert Jones". */
export function isSignedStop(text: string): boolean {
  const [first = "", ...names] = text.match(/[\p{L}\p{N}'’?]+/gu) ?? [];
  return (
    /^stop$/i.test(first) &&
    names.length > 0 &&
    names.length <= 3 &&
    names.every((name) => /^\p{Lu}[\p{L}'’]*$/u.test(name) && isName(name))
  );
}
