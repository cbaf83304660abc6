interface LanguageNotice {
  /** BCP 47. */
  code: string;
  name: string;
  text: string;
  direction?: "rtl";
}

/**
 * Notices about free language help, in the 15 languages spoken most by people in the US with limited English
 * (45 CFR 92.11). The page adds the phone number after each text.
 */
export const languageNotices: readonly LanguageNotice[] = [
  {
    code: "es",
    name: "Español",
    text: "Si habla español, le ofrecemos ayuda gratis en su idioma, con intérprete. Llame a:",
  },
  { code: "zh-Hans", name: "中文", text: "如果您说中文，我们可以为您提供免费的语言协助和口译服务。请致电" },
  {
    code: "vi",
    name: "Tiếng Việt",
    text: "Nếu quý vị nói tiếng Việt, chúng tôi có dịch vụ hỗ trợ ngôn ngữ và thông dịch miễn phí. Xin gọi",
  },
  {
    code: "ko",
    name: "한국어",
    text: "한국어를 사용하시면 무료로 언어 지원과 통역 서비스를 받으실 수 있습니다. 전화번호:",
  },
  {
    code: "tl",
    name: "Tagalog",
    text: "Kung nagsasalita kayo ng Tagalog, may libreng tulong sa wika at tagasalin para sa inyo. Tumawag sa",
  },
  {
    code: "ru",
    name: "Русский",
    text: "Если вы говорите по-русски, мы бесплатно предоставим вам помощь на вашем языке и переводчика. Звоните",
  },
  {
    code: "ar",
    name: "العربية",
    text: "إذا كنت تتحدث العربية، نوفر لك مساعدة لغوية ومترجمًا فوريًا مجانًا. اتصل على",
    direction: "rtl",
  },
  {
    code: "ht",
    name: "Kreyòl Ayisyen",
    text: "Si ou pale Kreyòl Ayisyen, nou ofri ou èd gratis nan lang ou, ak yon entèprèt. Rele",
  },
  {
    code: "fr",
    name: "Français",
    text: "Si vous parlez français, nous vous offrons gratuitement une aide dans votre langue et un interprète. Appelez le",
  },
  {
    code: "pt",
    name: "Português",
    text: "Se você fala português, oferecemos ajuda gratuita no seu idioma, com intérprete. Ligue para",
  },
  {
    code: "pl",
    name: "Polski",
    text: "Jeśli mówi Pan/Pani po polsku, oferujemy bezpłatną pomoc językową i tłumacza. Prosimy dzwonić pod numer",
  },
  {
    code: "it",
    name: "Italiano",
    text: "Se parla italiano, le offriamo gratuitamente assistenza nella sua lingua e un interprete. Chiami il numero",
  },
  {
    code: "de",
    name: "Deutsch",
    text: "Wenn Sie Deutsch sprechen, bieten wir Ihnen kostenlos Hilfe in Ihrer Sprache und einen Dolmetscher an. Rufen Sie an:",
  },
  {
    code: "ja",
    name: "日本語",
    text: "日本語を話される方は、無料で言語支援と通訳をご利用いただけます。お電話ください：",
  },
  {
    code: "fa",
    name: "فارسی",
    text: "اگر به زبان فارسی صحبت می‌کنید، کمک زبانی و مترجم رایگان در اختیار شماست. تماس بگیرید:",
    direction: "rtl",
  },
];
