/**
 * The types of query parameters. See decisions, Requests. A type parses a parameter's text, and its metadata are JSON
 * Schema keywords.
 */
import { z } from 'zod';

const LARGEST = 2n ** 53n;
/** Numbers with at most this many characters are smaller than LARGEST. */
const SHORT = 15;

/** @param type the number's type in JSON Schema */
function number(pattern: RegExp, kind: string, type: 'integer' | 'number') {
	return z
		.string()
		.transform((text, context) => {
			if (pattern.test(text) && isSmallEnough(text)) return Number(text);
			context.addIssue({ code: 'custom', message: `It must be ${kind}, in digits, at most 2^53.` });
			return z.NEVER;
		})
		.meta({ type, minimum: 0 });
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

/** `30` */
export const whole = number(/^[0-9]+$/, 'a whole number', 'integer');

/** `30` or `12.5` */
export const decimal = number(/^[0-9]+(\.[0-9]+)?$/, 'a number such as 30 or 12.5', 'number');

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
