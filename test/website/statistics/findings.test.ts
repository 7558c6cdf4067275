import { describe, expect, test } from 'vitest';
import {
	networkSentence,
	ratesSentence,
	ratingSentence,
	spreadSentence,
	typeSentence,
} from '../../../src/website/statistics/findings.ts';
import { COMMISSION_RATE, COOKIE_DAYS } from '../../../src/website/statistics/measures.ts';
import { publishedProgram } from '../../support/published-program.ts';

const paying = (...rates: (number | null)[]) => rates.map((commission_rate) => publishedProgram({ commission_rate }));
const lasting = (...days: (number | null)[]) => days.map((cookie_days) => publishedProgram({ cookie_days }));

/** The sentence as it looks: without the marks around names, and with plain spaces between figures and units. */
const plain = (sentence: string) => sentence.replaceAll('\u00a0', ' ').replace(/[\u2068\u2069]/g, '');

describe('spreadSentence', () => {
	test('contains the minimum of the top half and of the top quarter', () => {
		const programs = paying(5, 10, 20, 20, 30, 40, null);
		expect(plain(spreadSentence(COMMISSION_RATE, programs))).toBe(
			'Half of the 6 programs with a published rate pay 20% or more, and a quarter pay 30% or more.',
		);
	});

	test('does not state a median of 0 if most programs publish nothing', () => {
		const programs = paying(0, 0, 0, 0, 5, ...Array<null>(6).fill(null));
		expect(spreadSentence(COMMISSION_RATE, programs)).toBe('Most programs do not publish their rate.');
		expect(plain(spreadSentence(COMMISSION_RATE, programs.slice(0, 10)))).toContain('pay 0%');
	});

	test('leaves out the quarter if it is the same', () => {
		expect(plain(spreadSentence(COMMISSION_RATE, paying(5, 10, 20, 20, 20, 8)))).toBe(
			'Half of the 6 programs with a published rate pay 20% or more.',
		);
	});

	test('contains the most common value', () => {
		expect(plain(spreadSentence(COOKIE_DAYS, lasting(30, 30, 30, 60, 7)))).toBe(
			'3 of the 5 programs with a published cookie duration remember a click for 30 days.',
		);
		expect(plain(spreadSentence(COOKIE_DAYS, lasting(30, 30, 30, 30, 30)))).toBe(
			'All 5 programs with a published cookie duration remember a click for 30 days.',
		);
	});

	test('lists a few values, lowest first', () => {
		expect(plain(spreadSentence(COMMISSION_RATE, paying(20, 5, null)))).toBe(
			'2 programs with a published rate: 5% and 20%.',
		);
	});

	test('lists equal values once, and says how often they occur', () => {
		expect(plain(spreadSentence(COOKIE_DAYS, lasting(60, 90, 60, 60)))).toBe(
			'4 programs with a published cookie duration: 60 days (3 times) and 90 days.',
		);
	});

	test('says that no program publishes it', () => {
		expect(spreadSentence(COMMISSION_RATE, paying(null))).toBe('No programs with a published rate yet.');
	});
});

describe('ratesSentence', () => {
	test('names the groups with the highest and the lowest median', () => {
		const groups = [
			{ name: 'Design', label: '30%' },
			{ name: 'Travel', label: '6%' },
		];
		expect(plain(ratesSentence('Category', groups))).toContain('range from 6% (Travel) to 30% (Design).');
	});

	test('says that there is nothing to compare', () => {
		expect(ratesSentence('Type', [])).toBe('Too few published rates to compare by type.');
		expect(plain(ratesSentence('Type', [{ name: 'Recurring', label: '20%' }]))).toBe(
			'Only Recurring has at least 5 published rates: half of them are 20% or more.',
		);
	});
});

describe('networkSentence', () => {
	test('names the largest network, and how many programs publish their network', () => {
		const networks = [
			{ slug: 'awin', name: 'Awin', programs: [1, 2] },
			{ slug: 'tolt', name: 'Tolt', programs: [3] },
		];
		expect(plain(networkSentence(networks, 5))).toBe(
			'3 of 5 programs name their affiliate network. The most common is Awin, with 2.',
		);
		expect(plain(networkSentence(networks, 3))).toBe(
			'All 3 programs name their affiliate network. The most common is Awin, with 2.',
		);
		expect(networkSentence([], 3)).toBe('No program names its affiliate network.');
	});

	test('names all networks that share the first place, or their number', () => {
		const networks = ['Awin', 'Tolt', 'Impact', 'Rewardful'].map((name) => ({ slug: name, name, programs: [1] }));
		expect(plain(networkSentence([...networks.slice(0, 2), { slug: 'plain', name: 'Plain', programs: [] }], 2))).toBe(
			'All 2 programs name their affiliate network. The most common are Awin and Tolt, with 1 each.',
		);
		expect(networkSentence(networks, 5)).toBe(
			'4 of 5 programs name their affiliate network. The most common are 4 networks, with 1 each.',
		);
	});

	test('does not count in-house tracking as a network', () => {
		const own = { slug: 'in-house', name: 'In-house', programs: [1, 2, 3] };
		const awin = { slug: 'awin', name: 'Awin', programs: [4] };
		expect(plain(networkSentence([own, awin], 4))).toBe(
			'1 of 4 programs names its affiliate network. The most common is Awin, with 1. 3 programs track sales in-house.',
		);
		expect(networkSentence([{ ...own, programs: [1] }], 4)).toBe(
			'No program names its affiliate network. 1 program tracks sales in-house.',
		);
	});
});

describe('typeSentence', () => {
	test('names the most common type', () => {
		const types = [{ name: 'Recurring', programs: [1, 2] }];
		expect(typeSentence(types, 3)).toBe('Recurring commissions are the most common: 2 of 3 programs.');
		expect(typeSentence(types, 0)).toBe('No programs yet.');
	});

	test('names all types that share the first place', () => {
		const types = ['Recurring', 'One-time', 'Hybrid'].map((name) => ({ name, programs: name === 'Hybrid' ? [] : [1] }));
		expect(typeSentence(types, 2)).toBe(
			'Recurring and one-time commissions are the most common: 1 of 2 programs each.',
		);
	});
});

describe('ratingSentence', () => {
	test('contains the rating that half of the reviews reach', () => {
		expect(ratingSentence([5, 4.5, 1])).toBe('Half of the 3 reviews give at least 4.5 out of 5.');
		expect(ratingSentence([])).toBe('No reviews yet.');
	});
});
