import { describe, expect, test } from 'vitest';
import { networkName, spaced } from '../../src/catalog/keyword-names.ts';

describe('networkName', () => {
	test('uses the spelling of known platforms, and capitalizes others', () => {
		expect(networkName('partnerstack')).toBe('PartnerStack');
		expect(networkName('tolt')).toBe('Tolt');
		expect(networkName('constructor')).toBe('Constructor');
	});
});

describe('spaced', () => {
	test('replaces hyphens between words, and keeps those within a word', () => {
		expect(spaced('twice-a-month')).toBe('twice a month');
		expect(spaced('bi-weekly')).toBe('bi-weekly');
		expect(spaced('net-30')).toBe('net 30');
	});
});
