import { describe, expect, test } from 'vitest';
import { growth, growthSentence } from '../../../src/website/statistics/growth.ts';

const listed = (...days: string[]) => days.map((day) => ({ created_at: `${day}T12:00:00Z` }));

describe('growth', () => {
	test('adds up the programs month by month, and leaves out months without new programs', () => {
		expect(growth(listed('2026-01-31', '2025-11-01', '2025-11-30'))).toEqual([
			{ month: '2025-11', added: 2, total: 2 },
			{ month: '2026-01', added: 1, total: 3 },
		]);
	});

	test('has no months for an empty directory', () => {
		expect(growth([])).toEqual([]);
	});
});

describe('growthSentence', () => {
	test('counts the last twelve months separately', () => {
		const months = growth(listed('2024-01-01', '2025-01-01', '2025-02-01', '2026-01-01'));
		expect(growthSentence(months)).toBe('4 programs added since January 2024, 2 of them in the year to January 2026.');
	});

	test('says less about a young directory', () => {
		expect(growthSentence(growth(listed('2026-01-01', '2026-03-01')))).toBe('2 programs added since January 2026.');
		expect(growthSentence(growth(listed('2026-01-01')))).toBe('1 program, all listed in January 2026.');
		expect(growthSentence([])).toBe('No programs yet.');
	});
});
