/** The schemas for field values. Each schema has a rule in words, and advice on how to correct invalid values. */
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import { z } from 'zod';
import { COUNTRIES, currentCode } from './countries.ts';
import { isTimestamp, timestampAdvice } from './dates.ts';
import {
	adviceOn,
	asUri,
	CONTROL,
	CONTROL_BUT_LINES,
	DIRECTION,
	FORMAT,
	isLink,
	isReadable,
	VISIBLE,
} from './readable-text.ts';
import { isSlug, LONGEST_SLUG, SLUG } from './slug.ts';

/**
 * The maximum length of each kind of text, in characters (Unicode code points). `data/schema.sql` has the same limits.
 */
export const LONGEST = {
	/** Slugs, keywords and IDs. */
	key: LONGEST_SLUG,
	/** Names of programs, organizations, categories and people. */
	name: 200,
	/** Other text on one line. */
	line: 1000,
	/** Text of several lines, and Markdown. */
	text: 20_000,
	link: 2000,
} as const;

/**
 * Makes a schema for strings that pass `test` and have at most `longest` characters. For any other value, the schema
 * reports a zod issue. The issue's message is the rule, which completes the sentence "this must be …". Its `params.fix`
 * says how to correct the value.
 *
 * The schemas in this file have JSON Schema keywords as metadata. The keywords express the rule as far as possible.
 */
function textThat(
	test: (value: string) => boolean,
	rule: string,
	fix: string | ((value: string) => string),
	longest = Number.POSITIVE_INFINITY,
	base = z.string(),
) {
	const schema = base.superRefine((value, context) => {
		const length = value.length > longest ? countCharacters(value) : 0;
		if (length > longest) {
			const [most, found] = [longest, length].map((figure) => figure.toLocaleString('en'));
			refuse(context, `at most ${most} characters long`, `shorten it (it has ${found})`);
		} else if (!test(value)) refuse(context, rule, typeof fix === 'string' ? fix : fix(value));
	});
	return Number.isFinite(longest) ? schema.meta({ maxLength: longest }) : schema;
}

function countCharacters(text: string): number {
	let count = 0;
	for (const _ of text) count++;
	return count;
}

const NOTHING = new Set(['n/a', 'na', 'none', 'null', 'nil', 'unknown', 'tbd', 'tba', '-', '--', '–', '—', '?']);

/** Whether a value is a text that people write for a missing value, such as `n/a`. */
export function isPlaceholder(value: unknown): boolean {
	return typeof value === 'string' && NOTHING.has(value.trim().toLowerCase());
}

export const slug = slugThatIs('lower-case letters and digits, separated by single hyphens', 'a slug such as acme-co');

/** Lower-case words, separated by hyphens, such as `partnerstack`. Columns without a closed list of values use them. */
export const keyword = slugThatIs('lower-case words separated by hyphens', 'a word such as in-house');

/** @param advice an example to suggest if the value contains no letters or digits that could form a slug */
function slugThatIs(rule: string, advice: string) {
	return textThat(
		isSlug,
		`${rule}, at most ${LONGEST.key} characters`,
		(value) => `write ${toSlug(value).slice(0, LONGEST.key).replace(/-$/, '') || advice}`,
	).meta({ pattern: SLUG.source, maxLength: LONGEST.key });
}

/** Makes a slug from text. Removes accents and apostrophes, and replaces other non-alphanumeric text with hyphens. */
export function toSlug(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/\p{M}|['’]/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');
}

/** One line of text that is not blank, such as a name. */
export const name = textThat(
	(value) => isReadable(value, CONTROL) && VISIBLE.test(value) && !DIRECTION.test(value),
	'one line of visible text, without control characters or characters that change the direction of text',
	adviceOn('write the name on one line and remove invisible characters', 'write a name that can be seen'),
	LONGEST.name,
);

/** One line of text, possibly empty. */
export const line = textThat(
	(value) => isReadable(value, CONTROL),
	'one line of visible text without control characters',
	adviceOn('remove line breaks and invisible control characters'),
	LONGEST.line,
);

/** Text of several lines. The only control characters that it can contain are line feeds and tabs. */
export const text = textThat(
	(value) => isReadable(value, CONTROL_BUT_LINES),
	'visible text without control characters (line breaks and tabs are fine)',
	adviceOn('remove invisible control characters'),
	LONGEST.text,
);

export const link = textThat(
	isLink,
	'an absolute http or https address',
	(value) => {
		if (FORMAT.test(value)) return 'remove its invisible characters';
		const [, scheme = 'https', rest] = /^(?:(https?)[:/]+|\/+)?(.*)$/is.exec(value) as RegExpExecArray;
		const whole = `${scheme.toLowerCase()}://${rest}`;
		const isAddress = !value.includes('://') && isLink(whole) && new URL(whole).hostname.includes('.');
		return isAddress ? `write ${whole}` : 'write an address such as https://acme.example/';
	},
	LONGEST.link,
	z.string().overwrite((value) => (isLink(value) ? asUri(value) : value)),
).meta({ format: 'uri' });

export const timestamp = textThat(
	isTimestamp,
	'a real date and time in ISO 8601, UTC, to the second',
	timestampAdvice,
).meta({
	format: 'date-time',
});

/** A day without a time, such as the last day of an offer. */
export const date = textThat(
	(value) => /^\d{4}-\d\d-\d\d$/.test(value) && isTimestamp(`${value}T00:00:00Z`),
	'a real date such as 2026-07-01',
	'write the year, the month and the day',
).meta({ format: 'date' });

export const icon = textThat(
	(value) => Object.hasOwn(lucide.icons, value) || Object.hasOwn(lucide.aliases, value),
	'the name of a Lucide icon',
	'pick a name from lucide.dev/icons, such as tag',
);

export const currency = textThat(
	(value) => CURRENCIES.has(value),
	'an ISO 4217 currency code in capitals',
	(value) => (CURRENCIES.has(value.toUpperCase()) ? `write ${value.toUpperCase()}` : 'write a code such as EUR or USD'),
).meta({ pattern: '^[A-Z]{3}$' });

export const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** The countries whose publishers may join a program. Each value is an ISO 3166-1 code, or `worldwide`. */
export const countries = listOf(
	textThat(
		(value) => value === WORLDWIDE || KNOWN_COUNTRIES.has(value),
		'an ISO 3166-1 country code in capitals, or worldwide',
		countryAdvice,
	).meta({ pattern: '^(?:[A-Z]{2}|worldwide)$' }),
);

export const WORLDWIDE = 'worldwide';

const KNOWN_COUNTRIES = new Set(COUNTRIES);

function countryAdvice(value: string): string {
	const code = /^[a-z]{2}$/i.test(value) ? currentCode(value.toUpperCase()) : undefined;
	return code !== undefined && KNOWN_COUNTRIES.has(code) ? `write ${code}` : 'write a code such as DE or US';
}

export const keywords = listOf(keyword);

/** Names other than the main one. Files separate names with semicolons, so a name cannot contain one. */
export const names = listOf(
	name.superRefine((value, context) => {
		if (value.includes(';')) refuse(context, 'a name without semicolons', 'list each name on its own');
	}),
);

/** Makes a schema for non-empty lists without duplicates. Joined with semicolons, a list must fit `LONGEST.line`. */
export function listOf<const Value extends string>(schema: z.ZodType<Value, Value>) {
	return z
		.array(schema)
		.superRefine((values, context) => {
			const repeated = values.find((value, index) => values.indexOf(value) !== index);
			if (values.length === 0) refuse(context, 'a list with at least one value', 'leave it empty if it is unknown');
			else if (repeated !== undefined) refuse(context, 'a list without duplicates', `list ${repeated} only once`);
			else if (values.join(';').length > LONGEST.line) refuse(context, 'a shorter list', 'remove some of its values');
		})
		.meta({ minItems: 1, uniqueItems: true });
}

/** The lowest and the highest value of each kind of number in records. `data/schema.sql` has the same limits. */
export const LIMITS = {
	/** Commissions can exceed the price of what is sold. */
	percentage: [0, 1000],
	/** High enough for currencies with small units, such as dong and rupiah. */
	amount: [0, 10_000_000_000],
	days: [0, 36_500],
	months: [0, 1200],
	count: [0, Number.MAX_SAFE_INTEGER],
	ordinal: [1, 1_000_000],
	rating: [1, 5],
} as const;

export const percentage = numberOf('percentage');
export const amount = numberOf('amount');
export const days = numberOf('days', true);
export const months = numberOf('months', true);
export const count = numberOf('count', true);
/** The number of a month or a sale, counted from 1. */
export const ordinal = numberOf('ordinal', true);

/** Makes a schema for numbers within the limits of their kind. */
function numberOf(kind: keyof typeof LIMITS, isWhole = false) {
	const [minimum, maximum] = LIMITS[kind];
	return z
		.number({ error: isWhole ? 'a whole number' : 'a number' })
		.superRefine((value, context) => {
			const near = `${Math.floor(value)} or ${Math.ceil(value)}`;
			if (value < minimum) refuse(context, `${minimum} or more`, 'leave it empty if it is unknown');
			else if (value > maximum)
				refuse(context, `at most ${maximum.toLocaleString('en')}`, 'correct it, or leave it empty');
			else if (isWhole && !Number.isInteger(value)) refuse(context, 'a whole number', `write ${near}`);
		})
		.meta({ ...(isWhole && { type: 'integer' }), minimum, maximum });
}

/** Reports that a value breaks a rule. `textThat` says what `message` and `fix` are. */
export function refuse(context: z.RefinementCtx, message: string, fix: string): void {
	context.addIssue({ code: 'custom', message, params: { fix } });
}

export const boolean = z.boolean({ error: 'true or false' });

export function oneOf<const T extends readonly string[]>(words: T) {
	return z.enum(words, { error: `one of ${words.join(', ')}` });
}
