/**
 * The types of query parameters. See decisions, Requests. A type parses a parameter's text, and its metadata are JSON
 * Schema keywords.
 */
import { z } from 'zod';
import { COUNTRIES } from '../catalog/countries.ts';
import { COMMISSION_TYPES } from '../catalog/offer.ts';

const LARGEST = 2n ** 53n;
/** Numbers with at most this many characters are smaller than LARGEST. */
const SHORT = 15;

interface NumberRule {
	readonly pattern: RegExp;
	/** Completes the sentence "It must be …". */
	readonly rule: string;
	readonly type: 'integer' | 'number';
	readonly minimum: number;
	readonly maximum?: number | undefined;
}

function number({ pattern, rule, type, minimum, maximum }: NumberRule) {
	return z
		.string()
		.transform((text, context) => {
			const isNumber = pattern.test(text);
			const value = isNumber && isSmallEnough(text) ? Number(text) : Number.NaN;
			if (value >= minimum && value <= (maximum ?? value)) return value;
			const isTooLarge = isNumber && Number.isNaN(value) && maximum === undefined;
			context.addIssue({ code: 'custom', message: `It must be ${isTooLarge ? 'at most 2^53' : rule}.` });
			return z.NEVER;
		})
		.meta({ type, minimum, ...(maximum !== undefined && { maximum }) });
}

/**
 * Whether a number is at most 2^53. Compares it without rounding: as JavaScript numbers, 2^53 + 1 and 2^53 would be
 * equal.
 */
function isSmallEnough(text: string): boolean {
	if (text.length <= SHORT) return true;
	const [whole, fraction = ''] = text.split('.') as [string, string?];
	const size = BigInt(whole);
	return size < LARGEST || (size === LARGEST && /^0*$/.test(fraction));
}

export function wholeFrom(minimum: number, maximum?: number) {
	const range = maximum === undefined ? `${minimum} or more` : `from ${minimum} to ${maximum}`;
	const rule = `a whole number in digits, ${range}`;
	return number({ pattern: /^[0-9]+$/, rule, type: 'integer', minimum, maximum });
}

/** `30` */
export const whole = wholeFrom(0);

/** `30` or `12.5` */
export const decimal = decimalTo();

export function decimalTo(maximum?: number) {
	const range = maximum === undefined ? '0 or more' : `from 0 to ${maximum}`;
	const rule = `a number in digits, ${range}, such as 30 or 12.5`;
	return number({ pattern: /^[0-9]+(\.[0-9]+)?$/, rule, type: 'number', minimum: 0, maximum });
}

export function oneOf<W extends string>(words: readonly W[]) {
	return z.enum(words, { error: `It must be ${words.length > 1 ? 'one of ' : ''}${words.join(', ')}.` });
}

/** `12`: one of some whole numbers. */
export function wholeOneOf<N extends number>(numbers: readonly N[]) {
	return z
		.string()
		.transform((text, context) => {
			const value = numbers.find((number) => String(number) === text);
			if (value !== undefined) return value;
			context.addIssue({ code: 'custom', message: `It must be one of ${numbers.join(', ')}.` });
			return z.NEVER;
		})
		.meta({ type: 'integer', enum: numbers });
}

export const commissionType = z
	.string()
	.transform((value) => (value === 'one-time' ? 'one_time' : value))
	.pipe(oneOf(COMMISSION_TYPES));

/** The list of all codes would be too long for the documentation. */
export const country = z
	.string()
	.refine((code) => COUNTRIES.includes(code), { error: 'It must be the code of a country in capitals, such as DE.' })
	.meta({ type: 'string', pattern: '^[A-Z]{2}$' });

const FLAGS = new Map([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
]);

/** `true`, `false`, `1`, `0` */
export const flag = z
	.string()
	.transform((text, context) => {
		const value = FLAGS.get(text);
		if (value !== undefined) return value;
		context.addIssue({ code: 'custom', message: 'It must be true or false (1 or 0).' });
		return z.NEVER;
	})
	.meta({ type: 'boolean' });

/**
 * `a,b,c`: a list without duplicates.
 *
 * @param words the allowed words. If undefined, all words are allowed
 * @param most the maximum number of different words
 */
export function listOf<W extends string>(words: readonly W[] | undefined, most = words?.length ?? 0) {
	const rule = words === undefined ? `a list of at most ${most}, separated by commas` : `a list of ${words.join(', ')}`;
	return z
		.string()
		.transform((text, context) => {
			const parts = text.split(',');
			const blank = words === undefined ? parts.indexOf('') : -1;
			if (blank >= 0) {
				context.addIssue({ code: 'custom', message: `It must be ${rule}. Value ${blank + 1} is empty.` });
				return z.NEVER;
			}
			const list = [...new Set(parts)] as W[];
			if (list.length <= most && list.every((word) => words?.includes(word) ?? true)) return list;
			context.addIssue({ code: 'custom', message: `It must be ${rule}.` });
			return z.NEVER;
		})
		.meta({ type: 'array', items: { type: 'string', ...(words && { enum: words }) }, maxItems: most });
}
