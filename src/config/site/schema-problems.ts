/** Describes what is wrong with a value that does not match a zod schema. */
import type { z } from 'zod';
import { nearWord } from '../../shared/near-word.ts';

/**
 * Returns a line for each wrong field, each starting with the field: `mark: It is missing.`
 *
 * @param raw the value that does not match
 * @param known returns the names of the fields that the object at a path can have
 */
export function problemsOf(
	{ issues }: z.core.$ZodError,
	raw: unknown,
	known: (path: readonly PropertyKey[]) => readonly string[],
): string[] {
	// One sentence is enough for a field, even if its value breaks two rules.
	const places = issues.map(({ path }) => path.join('.'));
	return issues
		.filter((_, index) => places.indexOf(places[index]!) === index)
		.flatMap((issue) => {
			const at = issue.path.join('.');
			if (issue.code === 'unrecognized_keys') {
				return issue.keys.map((key) => {
					const meant = nearWord(key, known(issue.path));
					const fix =
						meant === undefined
							? `The known fields are ${known(issue.path).join(', ')}`
							: `Did you mean ${at && `${at}.`}${meant}`;
					return `${at && `${at}.`}${key}: There is no such field. ${fix}${meant === undefined ? '.' : '?'}`;
				});
			}
			const value = issue.path.reduce((part: unknown, step) => (part as never)?.[step], raw);
			if (value === undefined && issue.code !== 'custom') return `${at}: It is missing. ${issue.message}`;
			return at === '' ? issue.message : `${at}: ${issue.message}`;
		});
}
