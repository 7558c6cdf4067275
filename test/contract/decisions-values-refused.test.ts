import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { splitWords } from '../../src/shared/text.ts';
import { toCsv } from '../support/csv.ts';
import { runCommand } from '../support/run-command.ts';
import { CONTRACT } from './contract.ts';

/** Valid rows, each with its own key. */
const RIGHT = {
	organizations: (i: number) => ({ slug: `o-${i}`, name: 'O' }),
	categories: (i: number) => ({ slug: `c-${i}`, name: 'C' }),
	programs: (i: number) => ({
		slug: `p-${i}`,
		name: 'P',
		organization: 'plain',
		commission_type: 'recurring',
		website_url: 'https://p.example/',
	}),
	reviews: (i: number) => ({
		id: `rev_${i}`,
		program: 'half',
		author_username: 'a',
		rating: 4,
		created_at: '2025-01-01T00:00:00Z',
	}),
} as const;

type Kind = keyof typeof RIGHT;

/** A value that its column must refuse, and the reason. */
interface Case {
	readonly kind: Kind;
	readonly column: string;
	readonly value: string | number | null;
	readonly rule: string;
}

function required(kind: Kind, ...columns: readonly string[]): Case[] {
	return columns.map((column) => ({ kind, column, value: null, rule: `required: ${column} of ${kind}` }));
}

function wrong(kind: Kind, column: string, rule: string, ...values: readonly (string | number)[]): Case[] {
	return values.map((value) => ({ kind, column, value, rule }));
}

const CASES = [
	...required('organizations', 'slug', 'name'),
	...required('categories', 'slug', 'name'),
	...required('programs', 'slug', 'name', 'organization', 'commission_type', 'website_url'),
	...required('reviews', 'program', 'author_username', 'rating', 'created_at'),
	...(['organizations', 'categories', 'programs'] as const).flatMap((kind) =>
		wrong(
			kind,
			'slug',
			'slugs are lower-case letters and digits, separated by single hyphens',
			...splitWords('Upper two--hyphens -first last- under_score é'),
			'a b',
		),
	),
	...wrong('reviews', 'rating', 'a review’s rating is 1 to 5, whole or half', 0, 0.5, 5.5, 3.3, -1, '4,25'),
	...wrong('reviews', 'id', 'ids are rev_ + letters, digits, _, -', 'review_1', 'rev_', 'rev_a b', 'rev_é', 'REV_1'),
	...wrong('programs', 'commission_rate', 'commission_rate is a percentage, 0 or more', -1, '20 €', 'many'),
	...wrong(
		'programs',
		'payout_frequency',
		'payout_frequency is lower-case words with hyphens',
		'Monthly',
		'twice a month',
	),
	...wrong(
		'programs',
		'tracking_platform',
		'tracking_platform is lower-case words with hyphens',
		'In House',
		'impact!',
	),
	...wrong('organizations', 'plan', 'an organization’s plan is lower-case words with hyphens', 'Early Bird', 'PRO'),
	...wrong(
		'programs',
		'created_at',
		'timestamps are ISO 8601 UTC',
		'2025-02-30T00:00:00Z',
		'yesterday',
		'2025-01-01T25:00:00Z',
	),
	...wrong('categories', 'icon', 'icon is the name of a Lucide icon', 'no-such-icon', 'Lamp'),
	...wrong('programs', 'currency', 'currency is ISO 4217', 'ducat', 'XYZ'),
	...wrong('programs', 'commission_type', 'commission_type is one of four', 'monthly'),
];

/** Imports a row for each case, and returns the columns with errors, by case. */
async function importCases(): Promise<ReadonlyMap<Case, readonly string[]>> {
	const folder = join(CONTRACT.folder, 'refused');
	mkdirSync(folder);
	const casesOf = (kind: string) => CASES.filter((one) => one.kind === kind);
	for (const [kind, row] of Object.entries(RIGHT)) {
		const rows = casesOf(kind).map(({ column, value }, i) => ({ ...row(i), [column]: value }));
		writeFileSync(join(folder, `${kind}.csv`), toCsv(rows));
	}
	const { stdout } = await runCommand('import', [folder, '--snapshot', CONTRACT.snapshot, '--dry-run', '--json']);
	const named = new Map<Case, string[]>(CASES.map((one) => [one, []]));
	for (const { file, row, column } of JSON.parse(stdout).errors) {
		// Row 1 is the header.
		named.get(casesOf(basename(file, '.csv'))[row - 2]!)!.push(column);
	}
	return named;
}

describe('Values: what is refused', () => {
	let named: ReadonlyMap<Case, readonly string[]>;

	beforeAll(async () => {
		named = await importCases();
	});

	test.each(CASES)('$rule: $kind, not $value', (one) => {
		expect(named.get(one)).toEqual([one.column]);
	});
});
