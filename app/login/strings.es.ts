import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  pageTitle: "Entrar",
  description: "Elija o cambie la hora de la visita para configurar su equipo.",
  patientTab: "Paciente",
  signInAs: "Entrar como",
  patientTitle: "Entrada para pacientes",
  code: "Código de acceso",
  codeHint: "Los 6 números que le enviamos por mensaje de texto o correo electrónico.",
  newLink: "Envíenme un nuevo enlace",
  phoneLast4: "Los últimos cuatro números de su teléfono",
  noPhone: "¿No nos dio un teléfono? Use su fecha de nacimiento",
  dob: "Fecha de nacimiento",
  dobHint: "Primero el mes, por ejemplo 1/31/1960",
  login: "Entrar",
  note: {
    before: "Al continuar, usted acepta los ",
    between: " y confirma que leyó el ",
    after: ". No entre en un aparato que comparte con otras personas, por favor.",
  },
  otherSignIn: "Entrar con otro código",
  flash: {
    "link-over":
      "Este enlace ya no funciona. Abra el enlace de nuestro último mensaje o entre con su código de acceso.",
    "session-over":
      "Cerramos su sesión porque esta página no se usó durante una hora. Abra el enlace de nuestro último mensaje o entre con su código de acceso.",
    "link-requested":
      "Si conocemos ese código, enviamos un nuevo enlace al teléfono y al correo electrónico que tenemos. Puede tardar unos minutos.",
    booked: "¡Su solicitud se envió!",
    "reset-done": "✅ La contraseña se cambió. Ya puede entrar.",
  },
  script: {
    busy: "Entrando…",
    digit: "Número {number} de 6",
    codeShort: "Escriba el código de acceso de 6 números.",
    codeRejected: "El código de acceso no es válido",
    error: "No se pudo entrar. Intente de nuevo, por favor.",
  },
  languages: {
    lead: "La ayuda en su idioma es gratis. Podemos conseguir un intérprete para sus llamadas y su visita.",
    disability:
      "Si tiene una discapacidad, también ofrecemos ayudas gratis, como intérpretes de lengua de señas y letra grande.",
  },
  own: {
    privacy: "Aviso de privacidad de {company}",
    terms: "Términos de {company}",
    practices: "Aviso de prácticas de privacidad",
  },
  terms: {
    siteTitle: "Para qué sirve este sitio",
    site: "Aquí usted elige, cambia o cancela la hora de la visita para configurar su equipo, y ve cómo va su pedido. Nada de lo que hay aquí es un consejo médico, y nadie vigila este sitio para emergencias. En una emergencia, llame al 911.",
    accessTitle: "Su acceso",
    access:
      "Su código de acceso y su enlace son solo para usted. No los comparta. En un aparato compartido, salga cuando termine.",
    visitTitle: "Su visita",
    visit:
      "La hora que usted elige queda guardada en cuanto la confirma. Después su terapeuta la confirma, o le llama para encontrar otra. Usted puede cambiarla o cancelarla aquí. La página de su visita muestra hasta cuándo.",
    textsTitle: "Mensajes de texto",
    texts:
      "Si acepta los mensajes de texto, le escribimos sobre sus visitas. {frequency} Pueden aplicarse tarifas de mensajes y datos. Responda STOP en cualquier momento para no recibir más mensajes, o HELP para recibir ayuda.",
  },
  privacy: {
    keepTitle: "Qué guardamos sobre usted",
    keep: "Su nombre, fecha de nacimiento, teléfono, correo electrónico y estado, como los envió su clínica o empresa de equipos; cómo va su pedido; las visitas que reservó; los mensajes entre usted y nosotros; y si aceptó recibir mensajes de texto.",
    seeTitle: "Quién puede verlo",
    see: "El personal de la clínica o empresa que maneja este sitio, y cada uno solo lo que necesita para su trabajo. Los mensajes se envían por los servicios de texto y correo de la clínica. No vendemos sus datos. Nuestras páginas no cargan nada de otras empresas y no le siguen en otros sitios.",
    textsTitle: "Su teléfono y los mensajes de texto",
    texts:
      "No compartimos su teléfono, ni el hecho de que aceptó mensajes, con terceros o empresas afiliadas para publicidad. {frequency} Pueden aplicarse tarifas de mensajes y datos. Responda STOP para no recibir más mensajes, o HELP para recibir ayuda.",
    browserTitle: "Qué guarda su navegador",
    browser:
      "Una cookie mientras su sesión está abierta, otra que reconoce su navegador cuando entra, su idioma y su zona horaria, para mostrar las horas en ella. La página de su pedido también guarda cuándo empezó su pedido, sin su nombre.",
    longTitle: "Cuánto tiempo",
    long: "Guardamos durante seis años quién vio o cambió sus datos. Para preguntar por otros datos, o para verlos, corregirlos o borrarlos, comuníquese con la clínica o empresa que le envió aquí.",
  },
};
