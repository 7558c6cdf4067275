import { describe, expect, test } from 'vitest';
import { NoteBook, type RawRecord, type SourceRecord } from '../../../src/snapshot/import/source.ts';
import { withoutUsualValues } from '../../../src/snapshot/import/usual-values.ts';

/** Programs with these fields. The registry calls `payout_minimum` `least`. */
const programs = (...all: readonly RawRecord[]): SourceRecord[] =>
	all.map((raw, index) => ({
		row: index + 1,
		raw: { slug: `p${index}`, ...raw },
		sourceNames: { payout_minimum: 'least' },
	}));
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** What is left of the programs, without their slugs, and the notes. */
function left(...all: readonly RawRecord[]) {
	const notes = new NoteBook();
	const kept = withoutUsualValues(programs(...all), notes).map(({ raw: { slug, ...fields } }) => fields);
	return { kept, notes: notes.all() };
}

describe('withoutUsualValues', () => {
	test('leaves out a value that 95% of at least 50 programs have, and says so', () => {
		const { kept, notes } = left(...times(57, { payout_minimum: 50 }), ...times(3, { payout_minimum: 100 }));
		expect(kept).toEqual([...times(57, { payout_minimum: null }), ...times(3, { payout_minimum: 100 })]);
		expect(notes).toEqual([
			{
				about: 'left out the same value for nearly all programs (see --keep-usual)',
				detail: 'least 50, 95%',
				programs: Array.from({ length: 57 }, (_, index) => `p${index}`),
			},
		]);
	});

	test('compares lists as a whole, and leaves out several fields', () => {
		const fields = { payout_methods: ['bank', 'paypal'], cookie_days: 0 };
		const { kept, notes } = left(...times(50, fields), { payout_methods: ['bank'] });
		expect(kept[0]).toEqual({ payout_methods: null, cookie_days: null });
		expect(kept[50]).toEqual({ payout_methods: ['bank'] });
		expect(notes.map(({ detail }) => detail)).toEqual(['cookie_days 0, 100%', 'payout_methods bank and paypal, 98%']);
	});

	test('leaves out a value that 95% of at least 50 programs of a channel have, and names the channel', () => {
		const records = programs(...times(50, { cookie_days: 30 }), ...times(30, { cookie_days: 90 }));
		const notes = new NoteBook();
		const kept = withoutUsualValues(records, notes, ({ row }) => (row <= 50 ? 'api' : 'people'));
		expect(kept.map(({ raw }) => raw.cookie_days)).toEqual([...times(50, null), ...times(30, 90)]);
		expect(notes.all()).toMatchObject([
			{
				about: 'left out the same value for nearly all programs of one of its channels (api) (see --keep-usual)',
				detail: 'cookie_days 30, 100%',
			},
		]);
	});

	test('notes a value only once if the whole file has it', () => {
		const notes = new NoteBook();
		withoutUsualValues(programs(...times(60, { cookie_days: 30 })), notes, () => 'api');
		expect(notes.all()).toHaveLength(1);
	});

	test.each<[string, readonly RawRecord[]]>([
		['in fewer programs', times(49, { payout_minimum: 50 })],
		['with a smaller share', [...times(56, { payout_minimum: 50 }), ...times(4, { payout_minimum: 100 })]],
		['that are unknown', times(60, { payout_minimum: null })],
		['of other fields', times(60, { currency: 'USD', commission_type: 'one_time' })],
	])('keeps equal values %s', (_, all) => {
		expect(left(...all)).toEqual({ kept: all, notes: [] });
	});
});
