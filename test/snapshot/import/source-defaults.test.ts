import { describe, expect, test } from 'vitest';
import { NoteBook } from '../../../src/snapshot/import/notes.ts';
import type { RawRecord, SourceRecord } from '../../../src/snapshot/import/source.ts';
import { withSourceDefaults } from '../../../src/snapshot/import/source-defaults.ts';

/** Programs with these fields. The registry calls `payout_minimum` `least`. */
const programs = (...all: readonly RawRecord[]): SourceRecord[] =>
	all.map((raw, index) => ({
		row: index + 1,
		raw: { slug: `p${index}`, ...raw },
		sourceNames: { payout_minimum: 'least' },
	}));
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** The defaults of each program, and the notes. */
function found(...all: readonly RawRecord[]) {
	const notes = new NoteBook();
	const defaults = withSourceDefaults(programs(...all), notes).map(({ raw }) => raw.source_defaults);
	return { defaults, notes: notes.all() };
}

describe('withSourceDefaults', () => {
	test('marks a value that 95% of at least 50 programs have, and says so', () => {
		const { defaults, notes } = found(...times(57, { payout_minimum: 50 }), ...times(3, { payout_minimum: 100 }));
		expect(defaults.slice(0, 57)).toEqual(times(57, ['payout_minimum']));
		expect(defaults.slice(57)).toEqual([undefined, undefined, undefined]);
		expect(notes).toEqual([
			{
				about: 'found the same value for nearly all programs, so pages name its source',
				detail: 'least 50, 95%',
				programs: Array.from({ length: 57 }, (_, index) => `p${index}`),
			},
		]);
	});

	test('compares lists as a whole, and marks several fields', () => {
		const fields = { payout_methods: ['bank', 'paypal'], cookie_days: 0 };
		const { defaults, notes } = found(...times(50, fields), { payout_methods: ['bank'] });
		expect(defaults[0]).toEqual(['cookie_days', 'payout_methods']);
		expect(defaults[50]).toBeUndefined();
		expect(notes.map(({ detail }) => detail)).toEqual(['cookie_days 0, 100%', 'payout_methods bank and paypal, 98%']);
	});

	test('marks a value that 95% of at least 50 programs of a channel have, and names the channel', () => {
		const records = programs(...times(50, { cookie_days: 30 }), ...times(30, { cookie_days: 90 }));
		const notes = new NoteBook();
		const marked = withSourceDefaults(records, notes, ({ row }) => (row <= 50 ? 'api' : 'people'));
		expect(marked.map(({ raw }) => raw.source_defaults)).toEqual([
			...times(50, ['cookie_days']),
			...times(30, undefined),
		]);
		expect(notes.all()).toMatchObject([
			{
				about: 'found the same value for nearly all programs of one of its channels (api), so pages name its source',
				detail: 'cookie_days 30, 100%',
			},
		]);
	});

	test('does not look for a default in a channel if the whole file has one', () => {
		const notes = new NoteBook();
		withSourceDefaults(programs(...times(60, { cookie_days: 30 })), notes, () => 'api');
		expect(notes.all().map(({ about }) => about)).toEqual([
			'found the same value for nearly all programs, so pages name its source',
		]);
	});

	test.each<[string, readonly RawRecord[]]>([
		['in fewer programs', times(49, { payout_minimum: 50 })],
		['with a smaller share', [...times(56, { payout_minimum: 50 }), ...times(4, { payout_minimum: 100 })]],
		['that are unknown', times(60, { payout_minimum: null })],
		['of other fields', times(60, { currency: 'USD', commission_type: 'one_time' })],
	])('does not mark equal values %s', (_, all) => {
		expect(found(...all)).toEqual({ defaults: all.map(() => undefined), notes: [] });
	});
});
