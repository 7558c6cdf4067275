/** What people write for yes, no, unknown, and for choices, in several languages. */
import { isPlaceholder } from '../../../catalog/fields.ts';
import { plainName } from './header-words.ts';

const YES = new Set(
	'true,yes,y,1,x,ja,j,wahr,oui,o,vrai,si,s,verdadero,vero,sim,verdadeiro,tak,evet,waar,ok,on,✓,✔,✔️,☑,☑️,✅,👍'.split(
		',',
	),
);
const NO = new Set(
	'false,no,n,0,nein,falsch,non,faux,falso,nee,onwaar,nao,nie,hayir,off,✗,✘,✖,✖️,☐,❌,❎,👎'.split(','),
);

/** Reads `yes`, `ja` or `✓`. Returns undefined if the text is neither yes nor no. */
export function parseBoolean(text: string): boolean | undefined {
	const word = text.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
	if (YES.has(word) || YES.has(text.trim())) return true;
	return NO.has(word) || NO.has(text.trim()) ? false : undefined;
}

const UNKNOWN = new Set(
	`n a,n v,k a,keine angabe,unbekannt,nicht bekannt,offen,inconnu,non communique,n c,nc,nd,n d,non disponible,non renseigne,
	desconocido,no disponible,s d,sin datos,onbekend,n v t,nvt,n b,sconosciuto,non disponibile,desconhecido,not available,
	not applicable,not specified,not stated,not disclosed,tbc,to be confirmed,kein,keine,aucun,aucune,ninguno,ninguna,geen,
	nessuno,nessuna,brak,missing,undefined,nan`
		.split(',')
		.map((word) => word.replace(/\s+/g, ' ').trim()),
);

/** Whether a text is what people write for a missing value, such as `n/a`, `k. A.` or `-`. */
export function isUnknown(text: string): boolean {
	if (isPlaceholder(text) || /^[-–—_.?*/\s]+$/.test(text)) return true;
	return text.length < 20 && /\p{L}/u.test(text) && UNKNOWN.has(plainName(text));
}

/** Matches the errors that spreadsheets show instead of a value, such as `#REF!` and `#BEZUG!`. */
export const SHEET_ERROR = /^(?:#[A-ZÄÖÜÉÈÁÍÓÚÑ]{2,12}(?:\/[A-Z0-9]{1,3})?[!?]?|#(?:DIV|N)\/[0A]!?|Err:\d{3})$/;

/** Whether a text is a formula. Numbers such as `-5` and `+49` are none. */
export function isFormula(text: string): boolean {
	return /^[=＝]\s*[\p{L}"'(\d$@+-]|^@\p{L}+\(|^[+-]\s*[\p{L}]+\d*\s*[(*/+-]/u.test(text);
}

/** The choices of our columns, and the words that mean them. Words are compared without accents and marks. */
const CHOICES: { readonly [field: string]: readonly (readonly [value: string, words: RegExp])[] } = {
	commission_type: [
		['hybrid', /\b(?:hybrid\w*|mixed|mixte|mixto|gemischt|gemengd|misto|both)\b/],
		[
			'tiered',
			/\b(?:tier\w*|gestaffelt|staffel\w*|stufen\w*|paliers?|escalonad[oa]|gestaffeld|scaglioni|a livelli|levels?)\b/,
		],
		[
			'one_time',
			/\b(?:one time|onetime|one off|once|single|non recurring|not recurring|flat(?: fee| rate)?|fixed(?: fee)?|fix|cpa|cps|cpl|per (?:sale|lead|action|acquisition)|pro (?:sale|verkauf|lead)|einmal\w*|nicht wiederkehrend|ponctuel(?:le)?|unique|une (?:seule )?fois|non recurrente?|unic[oa]|una (?:sola )?vez|no recurrente|eenmalig|una tantum|uma vez|singol[oa]|una volta|jednorazow\w+|engangs\w*|bounty)\b/,
		],
		[
			'recurring',
			/\b(?:recurr\w*|recurring|repeat\w*|subscription|monthly|residual|lifetime|ongoing|rev(?:enue)? ?share|wiederkehrend\w*|laufend\w*|monatlich\w*|dauerhaft|recurrente?s?|mensuel(?:le)?|mensual(?:es)?|a vie|de por vida|terugkerend\w*|maandelijks\w*|doorlopend|ricorrent[ei]|mensile|a vita|recorrente|mensal|cykliczn\w+|aterkommande|lopende)\b/,
		],
	],
	approval: [
		['automatic', /\b(?:auto\w*|instant\w*|sofort|immediate?|immediat|inmediat[oa]|direct|none required)\b/],
		['invitation', /\b(?:invit\w*|einladung\w*|uitnodiging|invito|private|closed)\b/],
		['manual', /\b(?:manual\w*|manuell\w*|manuel\w*|handmatig|manuale|review\w*|pruf\w*|application|required)\b/],
	],
	availability: [
		['waitlist', /\b(?:wait ?list\w*|warteliste|liste d attente|lista de espera|wachtlijst|lista d attesa)\b/],
		['invitation', /\b(?:invit\w*|einladung\w*|private)\b/],
		[
			'closed',
			/\b(?:closed|paused|ended|inactive|suspended|discontinued|expired|geschlossen|pausiert|inaktiv|beendet|ferme|suspendu|inactif|cerrado|pausado|inactivo|gesloten|gepauzeerd|inactief|chiuso|sospeso|inattivo)\b/,
		],
		['open', /\b(?:open|offen|ouvert|abierto|aperto)\b/],
		// An active program may still be closed to new publishers.
		['', /\b(?:active|live|online|running|available|joined|aktiv|actif|activo|actief|attivo|ativo|yes|true)\b/],
	],
	paid_on_time: [
		['sometimes', /\b(?:sometimes|mostly|usually|often|partly|manchmal|meistens|oft|parfois|a veces|soms|a volte)\b/],
		['no', /\b(?:no|never|late|not|nein|nie|nicht|non|jamais|nunca|nee|nooit|mai)\b/],
		['yes', /\b(?:yes|always|on time|ja|immer|punktlich|oui|toujours|si|siempre|altijd|sempre|sim)\b/],
	],
	payout_frequency: [
		['weekly', /\b(?:weekly|wochentlich|woechentlich|hebdomadaire|semanal|wekelijks|settimanale)\b/],
		['bi-weekly', /\b(?:bi ?weekly|every (?:2|two) weeks|fortnightly|alle (?:2|zwei) wochen)\b/],
		['monthly', /\b(?:monthly|monatlich|mensuel\w*|mensual\w*|maandelijks|mensile|mensal|every month|net ?\d+)\b/],
		['quarterly', /\b(?:quarterly|vierteljahrlich|quartalsweise|trimestriel\w*|trimestral|per kwartaal|trimestrale)\b/],
		['yearly', /\b(?:yearly|annual\w*|jahrlich|annuel\w*|anual|jaarlijks|annuale)\b/],
		['daily', /\b(?:daily|taglich|quotidien|diario|dagelijks|giornaliero)\b/],
	],
};

/** Returns the value that words mean in a column with choices, or undefined. */
export function choiceIn(field: string, text: string): string | undefined {
	const plain = plainName(text.replaceAll('_', ' '));
	const exact = CHOICES[field]?.find(([value]) => plain === value.replaceAll(/[_-]/g, ' '));
	return (exact ?? CHOICES[field]?.find(([, words]) => words.test(plain)))?.[0];
}

export function hasChoices(field: string): boolean {
	return field in CHOICES;
}
