import { expect, test } from 'vitest';
import type { Kind } from '../../../src/catalog/records.ts';
import { csvSource } from '../../../src/snapshot/import/csv.ts';
import { importInto } from '../../../src/snapshot/import/import-into.ts';
import { made, NOW, snapshotOf } from '../made.ts';

const source = (kind: Kind, ...lines: string[]) => csvSource(`${kind}.csv`, kind, () => Buffer.from(lines.join('\n')));

/** What is wrong with a file, if the snapshot has the program acmeai of the organization acme. */
function problemsOf(kind: Kind, ...lines: string[]): (string | undefined)[] {
	const snapshot = snapshotOf({
		organizations: [made('organizations', { slug: 'acme' })],
		categories: [made('categories', { slug: 'email-marketing' })],
		programs: [made('programs', { slug: 'acmeai', organization: 'acme' })],
	});
	const options = { snapshot, sources: [source(kind, ...lines)], source: { name: 'feed', path: '/feed' }, now: NOW };
	return importInto(options).plan.problems.map(({ column, sentence, rule }) => `${column}: ${sentence ?? rule}`);
}

test.each<[string, Kind, string[], string[]]>([
	[
		'of a review',
		'reviews',
		['id,program,author_username,rating,created_at', 'rev_1,acme-ai,ada,4,2026-01-02'],
		['program: no such program: acme-ai. Did you mean acmeai?'],
	],
	[
		'of a program',
		'programs',
		['slug,organization,categories', 'acmeai,acne,emailmarketing'],
		[
			'organization: no such organization: acne. Did you mean acme?',
			'categories: no such category: emailmarketing. Did you mean email-marketing?',
		],
	],
	[
		'that nothing resembles',
		'programs',
		['slug,organization', 'acmeai,zenith'],
		['organization: no such organization: zenith. Add it to organizations, or correct it.'],
	],
])('A reference %s names the record that was probably meant', (_, kind, lines, problems) => {
	expect(problemsOf(kind, ...lines)).toEqual(problems);
});

test('A row that can only update a record names the record that was probably meant, not the columns that it lacks', () => {
	expect(problemsOf('programs', 'slug,cookie_days', 'acme-ai,30')).toEqual([
		'slug: no such program: acme-ai. Did you mean acmeai?',
	]);
	expect(problemsOf('programs', 'slug,cookie_days', 'zenith,30')).toEqual([
		'slug: no such program: zenith. Add the columns that a new one needs (name, organization, commission_type, website_url), or correct it.',
	]);
});
