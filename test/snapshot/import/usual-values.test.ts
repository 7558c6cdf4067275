import { describe, expect, test } from 'vitest';
import type { RawRecord } from '../../../src/snapshot/import/source.ts';
import { type CollectedProgram, usualInWords, usualValues } from '../../../src/snapshot/import/usual-values.ts';

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** A program of the network Reach. The source calls `payout_minimum` `least`. */
const program = (raw: RawRecord, network = 'Reach'): CollectedProgram => ({
	record: { row: 1, raw, sourceNames: { payout_minimum: 'least' } },
	groups: network === '' ? [] : [{ column: 'Network', value: network }],
});
const words = (programs: readonly CollectedProgram[]) => usualValues(programs).map(usualInWords);

describe('A value is usual', () => {
	test.each<[string, readonly RawRecord[], string[]]>([
		['if all of 20 programs have it', times(20, { cookie_days: 60 }), ['cookie_days 60 in 20 of 20']],
		['unless only 19 programs have a value', [...times(19, { cookie_days: 60 }), {}, { cookie_days: null }], []],
		[
			'if 80% have it',
			[...times(20, { payout_minimum: 50 }), ...times(5, { payout_minimum: 100 })],
			['least 50 in 20 of 25'],
		],
		['unless fewer than 80% have it', [...times(20, { cookie_days: 60 }), ...times(6, { cookie_days: 30 })], []],
		[
			'if 80% of the programs with a value have it',
			[...times(20, { cookie_days: 60 }), ...times(40, { cookie_days: undefined })],
			['cookie_days 60 in 20 of 20'],
		],
		['if it is 0', times(20, { cookie_days: 0 }), ['cookie_days 0 in 20 of 20']],
		[
			'if it is the same list, in any order',
			[...times(15, { payout_methods: ['bank', 'paypal'] }), ...times(5, { payout_methods: ['paypal', 'bank'] })],
			['payout_methods bank and paypal in 20 of 20'],
		],
		[
			'unless it is only a part of longer lists',
			[...times(10, { restrictions: ['a'] }), ...times(10, { restrictions: ['a', 'b'] })],
			[],
		],
		[
			'if it is a word that 95% of 50 programs have',
			[...times(57, { approval: 'manual' }), ...times(3, { approval: 'automatic' })],
			['approval manual in 57 of 60'],
		],
		['unless it is a word that fewer programs have', times(49, { attribution: 'last-click' }), []],
		[
			'unless it is a word that a smaller share has',
			[...times(56, { approval: 'manual' }), ...times(4, { approval: 'automatic' })],
			[],
		],
		['unless it is in a field that programs can share', times(60, { currency: 'USD', commission_rate: 20 }), []],
	])('%s', (_, all, usual) => {
		expect(words(all.map((raw) => program(raw, '')))).toEqual(usual);
	});

	test('in a group, such as a network, if it is not usual everywhere', () => {
		const sixty = times(20, program({ cookie_days: 60, payout_minimum: 50 }));
		const others = Array.from({ length: 20 }, (_, days) =>
			program({ cookie_days: days, payout_minimum: 50 }, 'Impact'),
		);
		expect(words([...sixty, ...others])).toEqual([
			'least 50 in 40 of 40',
			'cookie_days 60 in 20 of 20 with Network Reach',
		]);
	});

	test('in a group that has another one than most programs', () => {
		const most = times(80, program({ cookie_days: 30 }, 'Impact'));
		expect(words([...most, ...times(20, program({ cookie_days: 60 }))])).toEqual([
			'cookie_days 30 in 80 of 100',
			'cookie_days 60 in 20 of 20 with Network Reach',
		]);
	});
});
