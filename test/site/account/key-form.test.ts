import { describe, expect, test } from 'vitest';
import {
	expiryOf,
	expiryProblems,
	KeyForm,
	keyProblems,
	RotationForm,
	sameLife,
	scopesOf,
} from '../../../src/site/account/key-form.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const SENT = { token: 't', name: 'laptop', expires: 'never', date: '' };

describe('KeyForm', () => {
	test.each([
		[{}, []],
		[{ 'scopes[]': 'programs:read' }, ['programs:read']],
		[{ 'scopes[]': ['programs:read', 'reviews:read'] }, ['programs:read', 'reviews:read']],
	])('takes %j as the scopes %j', (sent, scopes) => {
		expect(KeyForm.parse({ ...SENT, ...sent })['scopes[]']).toEqual(scopes);
	});

	test('refuses a time to end that is not offered', () => {
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
	] as const)('of %s and the day "%s" is %s', (expires, date, end) => {
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
	] as const)('of a key that expires %s', (_, expires_at, expires, date) => {
		expect(sameLife({ created_at: '2025-12-31T12:00:00Z', expires_at }, NOW)).toEqual({ expires, date });
	});

	test('is a choice that can be sent as it stands', () => {
		const key = { created_at: '2026-01-01T12:00:00Z', expires_at: '2026-01-01T12:10:00Z' };
		expect(expiryProblems(sameLife(key, NOW), NOW)).toEqual({});
	});
});

describe('keyProblems', () => {
	const filled = KeyForm.parse({ ...SENT, 'scopes[]': 'programs:read' });

	test('finds none in a form that is filled in', () => {
		expect(keyProblems(filled, NOW)).toEqual({});
	});

	test('tells all that is wrong at once, by field', () => {
		const wrong = { ...filled, name: ' ', 'scopes[]': ['root'], expires: 'date' as const, date: '2026-05-01' };
		expect(Object.keys(keyProblems(wrong, NOW))).toEqual(['name', 'scopes', 'date']);
	});
});

describe('scopesOf', () => {
	test('leaves out what is no scope, and what is named twice', () => {
		expect(scopesOf(['reviews:read', 'root', 'programs:read', 'reviews:read'])).toEqual([
			'programs:read',
			'reviews:read',
		]);
	});
});
