import { dontText, unwanted } from "./english-no";
import { noConsent, removal } from "./english-removal";
import { endOfTexts, keywords, stopTexting } from "./english-stop";
import { ofVisit, english as pattern } from "./english-words";
import { either, type OptOutRules } from "./rule";

export const englishRules: OptOutRules = {
  alone: new Set(
    "cancel end quit remove revoke discontinue terminate cease halt delete out desist".split(" "),
  ),
  certain: [...keywords, ...stopTexting, ...endOfTexts, ...dontText, ...unwanted, ...removal, ...noConsent],
  possible: [
    {
      when: pattern(
        "not interested$|(too many|so many|too much) {texts}|^spam|(is|as) spam$|^i want to stop$|leave me out|shut up|^fuck you|thats enough|(make it|has to|have to|needs to) stop$|sign(ed)? up for this|dont send$|no text$|i dont text$|(want|like) to text|(no|dont) need( for you)? to text (me|us)$|dont (do|use|accept|like) texts$",
        "remove me|{whose} old number",
      ),
      unless: either(ofVisit, /\b(dont|doesnt|didnt|wont|never) (have|need) to\b/),
    },
    {
      when: pattern("(dont|never)( {urge})* text"),
      unless: /\b(why|when|i|we|they|he|she|it|people|doctor|you|if) (dont|never)\b/,
    },
    { when: /^(cancel|cancel (it|everything|this))$/ },
  ],
  notAsked: {
    when: /\b(dont|didnt|never|cant|not|doesnt|without)( (you|want|have|need|mean|meant|to|ask|asked|say|said|wish|like|i|plan|them|me|us|or)){0,5} (stop|quit|cease|end|cancel|lose|remove|revoke|leave|take (me|us)|delete)\b|\b(should|did|do|if|when|why|would|will|have|does|can) (i|they|she|he|it|we|did you|do you|have to|need to)( \w+)? (stop|quit|end|cancel)\b(?! (these|get|texts|alert|this texts))|\b(did|have|why did|when did|if) you (stop|quit|end|cancel|lose)\b/,
    unless:
      /\b(if|why|when|how)( you)? (dont|wont|cant|will)( you)? (stop|quit)\b|\bhow many times\b|\b(like|appreciate|love|nice|great|grateful|thankful)( it)?( \w+){0,3} if you\b/,
  },
  limited: pattern(
    "code|link|address|until|till|while|during|night|nights|tonight|{day}|at work|morning|evening|late|early|yet|unless|weekends?|pictures?|\\d+ ?(am|pm)|after \\d+|before \\d+|noon|hours|group",
  ),
};
