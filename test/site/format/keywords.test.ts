import { describe, expect, test } from 'vitest';
import { platformName, spaced } from '../../../src/site/format/keywords.ts';

describe('platformName', () => {
	test('a known platform has its own spelling, another one a capital letter', () => {
		expect(platformName('partnerstack')).toBe('PartnerStack');
		expect(platformName('tolt')).toBe('Tolt');
		expect(platformName('constructor')).toBe('Constructor');
	});
});

describe('spaced', () => {
	test('hyphens between words become spaces, those within a word stay', () => {
		expect(spaced('twice-a-month')).toBe('twice a month');
		expect(spaced('bi-weekly')).toBe('bi-weekly');
		expect(spaced('net-30')).toBe('net 30');
	});
});
