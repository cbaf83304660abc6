/** Texts to patients, limited to GSM-7 characters, which include é, ñ, ¿, and ¡ but not á, í, ó, or ú. */
export const defaultReplies = [
  {
    name: "Running late",
    text_en:
      "Hi {first_name}, {therapist} is running a few minutes late for your visit. Please keep your phone nearby. Thank you for waiting.",
    text_es:
      "Hola, {first_name}. {therapist} va a empezar su cita unos minutos tarde. Por favor tenga su teléfono a la mano. Gracias por esperar.",
  },
  {
    name: "Meeting link help",
    text_en:
      "Hi {first_name}, your video visit is on {visit_time}. To join, open the link we sent you and tap Join. If you are asked to allow video and sound, tap Allow. If it does not work, call {phone}.",
    text_es:
      "Hola, {first_name}. Su cita por video es el {visit_time}. Para entrar, abra el enlace que le mandamos. Si aparece un aviso para usar el video y el sonido, toque Permitir. Si no funciona, llame al {phone}.",
  },
  {
    name: "Which phone number works best?",
    text_en:
      "Hi {first_name}, which phone number works best for your visit? Please reply with the full number. Thank you.",
    text_es:
      "Hola, {first_name}. ¿A qué teléfono prefiere que le llamemos para su cita? Por favor responda con las 10 cifras de su teléfono. Gracias.",
  },
  {
    name: "Call us",
    text_en:
      "Hi {first_name}, please call {company} at {phone} when you can. We have a question about your visit.",
    text_es:
      "Hola, {first_name}. Por favor llame a {company} al {phone} cuando pueda. Tenemos una pregunta sobre su cita.",
  },
  {
    name: "Thanks",
    text_en: "Thank you, {first_name}. We got your message. Reply here if you need anything else.",
    text_es: "Gracias, {first_name}. Recibimos su mensaje. Si necesita otra cosa, responda a este mensaje.",
  },
];
