import { describe, expect, test } from 'vitest';
import { ANSWER_FIELDS } from '../../src/api/answer-fields.ts';

const partsOf = (of: string) => ANSWER_FIELDS.find((one) => one.of === of)!.parts;

describe('ANSWER_FIELDS', () => {
	test.each(ANSWER_FIELDS)('lists each field of $of once', ({ parts }) => {
		const names = parts.flatMap(({ fields }) => Object.keys(fields));
		expect(new Set(names).size).toBe(names.length);
	});

	test('says which values a field can have', () => {
		const [shared, itemsAndDetail] = partsOf('Programs');
		expect(shared!.fields.commission_rate!.type).toBe('number or null');
		expect(shared!.fields.commission_type!.meaning).toMatch(/; one of recurring, one_time, hybrid, tiered$/);
		expect(itemsAndDetail!.fields.categories!.type).toBe('array of string or object');
		expect(itemsAndDetail!.fields.categories!.meaning).toMatch(/; objects are \{slug, name\}$/);
	});

	test('separates the fields that only some responses have', () => {
		const [, , items, detail] = partsOf('Programs');
		expect(Object.keys(items!.fields)).toEqual([
			'brand_name',
			'commission_percent',
			'cookie_duration_days',
			'average_rating',
			'is_verified',
		]);
		expect(detail!.fields).toHaveProperty('long_description');
		expect(detail!.fields).not.toHaveProperty('slug');
	});
});
