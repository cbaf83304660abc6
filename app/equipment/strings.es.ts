import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  title: "Su equipo",
  expected: "Su equipo debe llegar el {day}.",
  late: "Su equipo debía llegar el {day}. Todavía no aparece como entregado.",
  shipped: "Su equipo va en camino.",
  notShipped: "Su equipo todavía no se ha enviado.",
  arrived: "Su equipo se entregó el {day}.",
  partly: "Llegaron {count} de {total} paquetes.",
  timesFrom: "Puede elegir horarios a partir del {day}, cuando ya debe tenerlo.",
  courier: "Enviado por mensajería",
  pickup: "Usted lo recoge",
  number: "Número de rastreo",
  track: "Rastrear con {carrier}",
  newTab: " (se abre en otra pestaña)",
};
