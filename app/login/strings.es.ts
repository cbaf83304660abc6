import type { Translation } from "~/core/language/strings";
import type { en } from "./strings.en";

export const es: Translation<typeof en> = {
  pageTitle: "Entrar",
  description: "Elija o cambie la hora de la cita para preparar su equipo.",
  patientTab: "Paciente",
  signInAs: "Entrar como",
  patientTitle: "Acceso para pacientes",
  code: "Código de acceso",
  codeHint: "Los 6 números que le enviamos por mensaje de texto o correo electrónico.",
  newLink: "Pedir un nuevo enlace",
  phoneLast4: "Los últimos cuatro números de su teléfono",
  noPhone: "¿No tenemos su número de teléfono? Use su fecha de nacimiento",
  dob: "Fecha de nacimiento",
  dobHint: "Primero el mes, por ejemplo 1/31/1960",
  login: "Entrar",
  note: {
    before: "Al continuar, usted acepta los ",
    between: " y confirma que recibió el ",
    after: ". Por favor, no entre desde un teléfono o una computadora que comparte con otras personas.",
  },
  otherSignIn: "Entrar con otro código",
  flash: {
    "link-over":
      "Este enlace ya no funciona. Abra el enlace de nuestro último mensaje o entre con su código de acceso.",
    "session-over":
      "Cerramos su sesión porque esta página no se usó durante una hora. Abra el enlace de nuestro último mensaje o entre con su código de acceso.",
    "link-requested":
      "Si ese código está en nuestro sistema, ya le enviamos un nuevo enlace a su teléfono y a su correo electrónico. Puede tardar unos minutos.",
    "no-messages":
      "Por ahora no podemos enviar mensajes. Para pedir un nuevo enlace, llame a la clínica o la compañía de equipo médico que le atiende.",
    "signed-out": "Su sesión está cerrada.",
    "other-role": "Esa página es para otro rol. Un administrador puede darle ese rol.",
    booked: "¡Solicitud enviada!",
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
    lead: "La ayuda en su idioma es gratis. Podemos conseguir un intérprete para sus llamadas y su cita.",
    disability:
      "Si tiene una discapacidad, también le ofrecemos ayuda gratis, como intérpretes de lengua de señas y textos en letra grande.",
  },
  own: {
    privacy: "Aviso de privacidad de {company}",
    terms: "Términos de {company}",
    practices: "Aviso de prácticas de privacidad",
  },
  terms: {
    siteTitle: "Para qué sirve este sitio",
    site: "Use este sitio para elegir, cambiar o cancelar la cita para preparar su equipo, y para ver cómo va su pedido. Nada de lo que hay aquí es un consejo médico, y nadie está pendiente de este sitio para atender emergencias. En caso de emergencia, llame al 911.",
    accessTitle: "Su acceso",
    access:
      "Su código de acceso y su enlace son solo para usted. No los comparta. Si usa un teléfono o una computadora que comparte con otras personas, toque “Salir” cuando termine.",
    visitTitle: "Su cita",
    visit:
      "Cuando usted reserva una hora, la apartamos para usted. Después su terapeuta la confirma, o le llama para encontrar otra. Usted puede cambiar o cancelar la cita aquí hasta la fecha límite que muestra la página de su cita.",
    textsTitle: "Mensajes de texto",
    texts:
      "Si acepta los mensajes de texto, le escribimos sobre sus citas. {frequency} Pueden aplicarse tarifas de mensajes y datos. Responda ALTO o STOP en cualquier momento para no recibir más mensajes, o AYUDA o HELP para recibir ayuda.",
  },
  privacy: {
    keepTitle: "Qué guardamos sobre usted",
    keep: "Su nombre, fecha de nacimiento, teléfono, correo electrónico y el estado donde vive, tal como los envió su clínica o compañía de equipo médico; cómo va su pedido; las citas que reservó; los mensajes entre usted y nosotros; y si aceptó recibir mensajes de texto.",
    seeTitle: "Quién puede ver sus datos",
    see: "El personal de la clínica o compañía que maneja este sitio. Cada persona ve solo lo que necesita para su trabajo. Los mensajes se envían por los servicios de mensajes de texto y correo electrónico de la clínica. No vendemos sus datos. Nuestras páginas no cargan nada de otras empresas y no rastrean lo que usted hace en otros sitios.",
    textsTitle: "Su teléfono y los mensajes de texto",
    texts:
      "No compartimos su número de teléfono, ni el hecho de que aceptó mensajes de texto, con terceros ni con empresas afiliadas para publicidad o ventas. {frequency} Pueden aplicarse tarifas de mensajes y datos. Responda ALTO o STOP para no recibir más mensajes, o AYUDA o HELP para recibir ayuda.",
    browserTitle: "Qué guarda su navegador",
    browser:
      "Mientras su sesión está abierta, su navegador guarda una cookie de acceso. También guarda cookies que reconocen su navegador y recuerdan su idioma, su zona horaria, su compañía de equipo médico y la hoja de estilo de nuestras páginas. Si abre el enlace para ver su pedido, su navegador guarda cuándo empezó su pedido. También guarda una copia de esa página durante una semana, para que pueda leerla sin conexión. La copia tiene el número de su pedido, su número de paciente y la hora de su cita, pero no su nombre. Durante un día, su navegador guarda también una copia de la última página sobre su cita. La copia tiene la hora, el enlace para entrar y el nombre de pila del paciente. Al salir, se borran las dos copias.",
    longTitle: "Por cuánto tiempo guardamos sus datos",
    long: "Guardamos durante seis años un registro de quién vio o cambió sus datos. Para preguntar por otros datos, o para verlos, corregirlos o borrarlos, comuníquese con la clínica o compañía que le atiende.",
  },
};
