/** Prepares a text for reading: one notation for spaces, dashes and quotes, and sentences. */

// Longer texts are cut, so that the time for reading a text is bounded.
const LONGEST_TEXT = 20_000;
const LONGEST_SENTENCE = 600;
const MOST_SENTENCES = 60;

const ABBREVIATIONS =
	'avg|approx|est|min|max|vs|inc|no|e\\.g|i\\.e|u\\.s|mo|yr|zzgl|inkl|ca|mtl|mind|z\\.b|np|excl|incl';

/** Matches a sentence that only limits the pay before it: "Commissions are capped at $90 per customer." */
const CAP = String.raw`(?i:(?:(?:the|all|your) )?(?:(?:commissions?|earnings|payouts?) )?(?:(?:is|are) )?(?:capped at|limited to|at most|no more than|max(?:imum|\.)?(?: of)?) [$€£])`;

/** Matches the end of a sentence, but not the dot of an abbreviation or of a German number such as "im 1. Jahr". */
const SENTENCE_END = new RegExp(
	[
		String.raw`(?<!\b(?i:${ABBREVIATIONS})\.)(?<!(?:^|\s)\d{1,2}\.)(?<=[.!?！。])["”')*]{0,3}\s+(?!\(|${CAP})`,
		String.raw`\n+`,
		String.raw`\s+(?=(?:Affiliate|Referral|Partner) [Pp]rogram(?:me)?:)`,
		'[|•]',
		String.raw`;\s?`,
		String.raw`\s\/\/\s`,
		String.raw`(?<=[.!?])(?=\p{Lu}\p{Ll})`,
	].join('|'),
	'u',
);

/** Writes a text in the notation that the rules expect. */
export function plainText(text: string): string {
	return (
		text
			.slice(0, LONGEST_TEXT)
			.replace(/&nbsp;|&#160;/g, ' ')
			.replace(/&amp;/g, '&')
			.replace(/[\u2010-\u2015\u2212]/g, '-')
			.replace(/[\u2018\u2019\u02bc]/g, "'")
			.replace(/[\u201c\u201d\u201e]/g, '"')
			.replace(/(?<=\s)--(?=\s)/g, '-')
			.replace(/\s*(?:→|->|⇒)\s*/g, ' then ')
			.replace(/(?:≥|>=?)\s?(?=[$€£]?\d)/g, 'from ')
			.replace(/(?:≤|<=?)\s?(?=[$€£]?\d)/g, 'up to ')
			.replace(/[＄％]/g, (sign) => (sign === '％' ? '%' : '$'))
			.replace(/\p{Extended_Pictographic}\uFE0F?/gu, ' ')
			.replace(/\bupto\b/gi, 'up to')
			.replace(/[^\S\n]+/g, ' ')
			// A line that goes on in lower case continues the sentence.
			.replace(/(?<=[^\s.:;!?|]) ?\n ?(?=\p{Ll})/gu, ' ')
			.trim()
	);
}

/** Divides a text into sentences and items of lists. */
export function sentencesOf(text: string): string[] {
	return plainText(text)
		.split(SENTENCE_END)
		.map((sentence) => sentence.slice(0, LONGEST_SENTENCE).trim())
		.filter((sentence) => sentence !== '')
		.slice(0, MOST_SENTENCES);
}
