import { expect, test } from 'vitest';
import { readExpectation } from '../../../src/website/estimates/expectation.ts';

test('The numbers that the visitor entered are read', () => {
	expect(readExpectation({ price: '19.90', customers: '3', churn: '0' })).toEqual({
		price: 19.9,
		customers: 3,
		churn: 0,
		months: 12,
	});
});

test('Fields without a valid number have the value of the example', () => {
	const example = { price: 50, customers: 10, churn: 5, months: 12 };
	expect(readExpectation({ months: '24' })).toEqual({ ...example, months: 24 });
	expect(readExpectation({ price: '80' })).toEqual({ ...example, price: 80 });
	expect(readExpectation({ price: '-1', customers: '1e9', churn: '7' })).toEqual({ ...example, churn: 7 });
	expect(readExpectation({ price: '1000000001', customers: '2', churn: '101' })).toEqual({ ...example, customers: 2 });
});

test('Without any valid number, there is no expectation', () => {
	expect(readExpectation({})).toBeUndefined();
	expect(readExpectation({ price: '', customers: 'many', churn: 'NaN', months: '18' })).toBeUndefined();
});
