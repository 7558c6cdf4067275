/** Translates German words about pay into English, so that the rules need only one language. */
import vocabulary from './german.json' with { type: 'json' };

/** The German words that no English text has, without their endings. Words such as "pro" are also English. */
const STEMS = [
	...['kund(?:e|en|in)', 'neukunde', 'bestandskunde', 'umsatz', 'nettoumsatz', 'verkauf', 'verkäufe', 'zahlung'],
	...[
		'wiederkehrend',
		'einmalig',
		'monatlich',
		'jährlich',
		'leben(?:slang|szeit)',
		'dauerhaft',
		'unbefristet',
		'lauf(?:zeit|end)',
	],
	...['monat', 'jahr', 'vertrag', 'jede[mnrs]?', 'bis zu', 'zwischen', 'provisionen', 'provision (?:pro|je|auf|für)'],
	...['prozent', 'rabatt', 'gutschein', 'auszahlung', 'mindestauszahlung', 'bestell', 'anmeldung', 'abschluss'],
	...['kommission', 'vergütung', 'prämie', 'vermittel', 'geworben', 'empfehl', 'erhalten', 'verdienen', 'sparen'],
	...['warenkorb', 'transaktion', 'storno', 'bekomm', 'freunde?(?= )', 'leser(?= )', 'ersten', 'kauf(?!\\p{L})'],
	...[
		'pro (?:sale|lead|klick)',
		'partnerprogramm',
		'nettoumsatz',
		'gestaffelt',
		'guthaben',
		'startguthaben',
		'je nach',
		'neukunden',
		'zzgl',
	],
	...['lifetime-provision', 'einmalprovision', 'nettowarenwert', 'klick'],
].join('|');
const GERMAN = new RegExp(String.raw`(?<!\p{L})(?:${STEMS})\p{L}{0,12}(?!\p{L})|%\s?provision`, 'iu');

const PHRASES: readonly (readonly [RegExp, string])[] = [
	[/\b(zzgl|mtl|mind|ca)\./gi, '$1'],
	[/\bbis zu\b/gi, 'up to'],
	[/\bpro(?= (?:sale|lead)s?\b)/gi, 'per'],
	[/\blifetime-provision\b/gi, 'lifetime commission'],
	[/\b(?:nicht mehr|früher)\b/gi, 'no longer'],
	[/\bje nach\b/gi, 'depending on'],
	[/(?<=jahre|monate|wochen) lang\b/gi, ''],
	[/\bmehr als\b/gi, 'more than'],
	[/\bim (?:durch)?schnitt\b|Ø/gi, 'average'],
	[/\bstorno-?quote\b/gi, 'cancellation rate'],
	[/\b(?:auf lebenszeit|ein leben lang|zeitlich unbegrenzt)\b/gi, 'for life'],
	[/für die (?:gesamte |ganze )?(?:vertrags)?(?:laufzeit|dauer)\b/gi, 'for the duration of'],
	[/\b1\. (?=\p{Lu})/gu, 'first '],
	[/\b2\. (?=\p{Lu})/gu, 'second '],
	[/\b3\. (?=\p{Lu})/gu, 'third '],
];

/** The English word for each German word. The file has German words for each English word, with their endings in parentheses. */
const ENGLISH = new Map(
	Object.entries(vocabulary).flatMap(([english, german]) => formsOf(german).map((form) => [form, english] as const)),
);

/** Lists the forms of words: `jahr(es)` is `jahr` and `jahres`. */
function formsOf(words: string): string[] {
	return [...words.matchAll(/(\p{L}+)(?:\(([\p{L} ]+)\))?/gu)].flatMap(([, stem, endings]) => [
		stem as string,
		...(endings ?? '').split(' ').flatMap((ending) => (ending ? [`${stem}${ending}`] : [])),
	]);
}

/** Returns a German text with the words about pay in English, and any other text unchanged. */
export function inEnglish(text: string): string {
	if (!GERMAN.test(text)) return text;
	return PHRASES.reduce((result, [pattern, english]) => result.replace(pattern, english), text).replace(
		/\p{L}+/gu,
		(word) => ENGLISH.get(word.toLowerCase()) ?? word,
	);
}
