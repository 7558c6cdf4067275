/**
 * The records that the examples in the documentation name. The files in src/docs/ name records of the sample directory.
 * The website of another directory names that directory's own records instead.
 */

import { programItem } from '../../catalog/resources.ts';
import { onceFor } from '../../shared/once.ts';
import type { Directory } from '../directory/directory.ts';

export interface ExampleRecords {
	/** A program, as an item of the API's list of programs. */
	readonly program: ReturnType<typeof programItem>;
	/** The next program, for lists. Undefined if there is none. */
	readonly other?: ReturnType<typeof programItem> | undefined;
	/** The slug of the program's organization. */
	readonly organization: string;
	/** The slug of a category of the program. Undefined if it has no category. */
	readonly category?: string | undefined;
	/** The ID of a review of the program. Undefined if it has no review. */
	readonly review?: string | undefined;
}

const SAMPLE = {
	program: 'larkpost',
	other: 'larkpost-academy',
	misspelling: 'larkpots',
	organizations: ['larkpost', 'fernhollow-group'],
	category: 'marketing',
	review: 'rev_BzVThq9db6',
} as const;

/**
 * Chooses the example records of a directory: the program with the first slug, if possible one with reviews, so that the
 * choice rarely changes. Returns undefined if the directory is empty, or has the sample's records.
 */
export const exampleRecords = onceFor(({ programs, reviewDatesOf }: Directory): ExampleRecords | undefined => {
	if (programs.some(({ slug }) => slug === SAMPLE.program)) return undefined;
	const reviewed = programs.filter(({ review_count }) => review_count > 0);
	const program = first(reviewed.length > 0 ? reviewed : programs, ({ slug }) => slug);
	if (program === undefined) return undefined;
	const other = first(
		programs.filter((one) => one !== program),
		({ slug }) => slug,
	);
	return {
		program: programItem(program),
		other: other && programItem(other),
		organization: program.organization.slug,
		category: program.categories[0]?.slug,
		review: first(reviewDatesOf(program), ({ id }) => id)?.id,
	};
});

function first<T>(records: readonly T[], keyOf: (record: T) => string): T | undefined {
	return records.reduce<T | undefined>(
		(least, record) => (least === undefined || keyOf(record) < keyOf(least) ? record : least),
		undefined,
	);
}

/** Matches a JSON object with one of the sample's programs that contains no other object, and a comma before it. */
const PROGRAM_OBJECT = new RegExp(`(?:,\\s*)?\\{[^{}]*"slug": "(${SAMPLE.program}|${SAMPLE.other})"[^{}]*\\}`, 'g');
/** Matches a field of a JSON object, and its value. */
const FIELD = /"(\w+)": (?:"(?:[^"\\]|\\.)*"|\[[^[\]]*\]|[\w.-]+)/g;

/** Replaces the names of the sample's records in an example. If `records` is undefined, the text stays as it is. */
export function withExampleRecords(text: string, records: ExampleRecords | undefined): string {
	if (records === undefined) return text;
	const { program, other, organization, category = 'SLUG', review = 'ID' } = records;
	return text
		.replace(PROGRAM_OBJECT, (object, slug) => {
			const values: { readonly [field: string]: unknown } | undefined = slug === SAMPLE.program ? program : other;
			if (values === undefined) return '';
			return object.replace(FIELD, (field, name) =>
				Object.hasOwn(values, name) ? `"${name}": ${JSON.stringify(values[name])}` : field,
			);
		})
		.replace(new RegExp(`(?<=/organizations/)(?:${SAMPLE.organizations.join('|')})\\b`, 'g'), organization)
		.replace(new RegExp(`(?<=/categories/)${SAMPLE.category}\\b`, 'g'), category)
		.replace(new RegExp(`\\b${SAMPLE.review}\\b`, 'g'), review)
		.replace(new RegExp(`\\b${SAMPLE.misspelling}\\b`, 'g'), `${program.slug}s`)
		.replace(new RegExp(`\\b${SAMPLE.other}\\b`, 'g'), other?.slug ?? 'SLUG')
		.replace(new RegExp(`\\b${SAMPLE.program}\\b`, 'g'), program.slug);
}
