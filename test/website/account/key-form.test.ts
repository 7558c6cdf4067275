import { describe, expect, test } from 'vitest';
import {
	expiryOf,
	expiryProblems,
	KeyForm,
	keyProblems,
	RotationForm,
	sameLife,
	scopesOf,
} from '../../../src/website/account/key-form.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const SENT = { token: 't', name: 'laptop', expires: 'never', date: '' };

describe('KeyForm', () => {
	test.each([
		[{}, []],
		[{ 'scopes[]': 'programs:read' }, ['programs:read']],
		[{ 'scopes[]': ['programs:read', 'reviews:read'] }, ['programs:read', 'reviews:read']],
	])('reads %j as the scopes %j', (sent, scopes) => {
		expect(KeyForm.parse({ ...SENT, ...sent })['scopes[]']).toEqual(scopes);
	});

	test('refuses an expiry that is not offered', () => {
		expect(KeyForm.safeParse({ ...SENT, expires: '36500' }).success).toBe(false);
		expect(RotationForm.safeParse({ ...SENT, old: '90' }).success).toBe(false);
	});
});

describe('expiryOf', () => {
	test.each([
		['never', '', null],
		['never', '2027-01-31', null],
		['30', '', '2026-05-31T12:00:00Z'],
		['365', '', '2027-05-01T12:00:00Z'],
		['date', '2027-01-31', '2027-01-31T00:00:00Z'],
		['date', '', undefined],
		['date', '2027-02-30', undefined],
		['date', '31.1.2027', undefined],
		['date', '2026-05-02', '2026-05-02T00:00:00Z'],
		['date', '2026-05-01', undefined],
		['date', '2020-01-01', undefined],
	] as const)('for %s and the day "%s" is %s', (expires, date, end) => {
		expect(expiryOf({ expires, date }, NOW)).toBe(end);
	});
});

describe('sameLife', () => {
	test.each([
		['never', null, 'never', ''],
		['in 90 days', '2026-03-31T12:00:00Z', '90', ''],
		['in 365 days, over a change of clocks', '2026-12-31T12:00:03Z', '365', ''],
		['on a day', '2026-01-22T00:00:00Z', 'date', '2026-05-23'],
		['within a day', '2026-01-01T13:00:00Z', 'date', '2026-05-02'],
	] as const)('keeps the lifetime of a key that expires %s', (_, expires_at, expires, date) => {
		expect(sameLife({ created_at: '2025-12-31T12:00:00Z', expires_at }, NOW)).toEqual({ expires, date });
	});

	test('is a valid choice of the form', () => {
		const key = { created_at: '2026-01-01T12:00:00Z', expires_at: '2026-01-01T12:10:00Z' };
		expect(expiryProblems(sameLife(key, NOW), NOW)).toEqual({});
	});
});

describe('keyProblems', () => {
	const filled = KeyForm.parse({ ...SENT, 'scopes[]': 'programs:read' });

	test('finds no errors in a complete form', () => {
		expect(keyProblems(filled, NOW)).toEqual({});
	});

	test('reports all errors at once, by field', () => {
		const wrong = { ...filled, name: ' ', 'scopes[]': ['root'], expires: 'date' as const, date: '2026-05-01' };
		expect(Object.keys(keyProblems(wrong, NOW))).toEqual(['name', 'scopes', 'date']);
	});

	test('refuses an unknown scope beside known ones', () => {
		const wrong = { ...filled, 'scopes[]': ['programs:read', 'root'] };
		expect(keyProblems(wrong, NOW)).toEqual({
			scopes: 'One of the chosen scopes does not exist. Choose only from this list.',
		});
		expect(keyProblems({ ...filled, 'scopes[]': ['programs:read', 'programs:read'] }, NOW)).toEqual({});
	});
});

describe('scopesOf', () => {
	test('leaves out unknown scopes and duplicates', () => {
		expect(scopesOf(['reviews:read', 'root', 'programs:read', 'reviews:read'])).toEqual([
			'programs:read',
			'reviews:read',
		]);
	});
});
