import { describe, expect, test } from 'vitest';
import { endsSoon, KeyForm, RotationForm, readKey, readRotation, sameLife } from '../../../src/website/account/keys.ts';

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

describe('readRotation', () => {
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
	] as const)('for %s and the day "%s" lets the new key expire at %s', (expires, date, expires_at) => {
		const read = readRotation({ token: 't', old: '7', expires, date }, NOW);
		const problems = { date: 'Choose an expiry date after today.' };
		expect(read).toEqual(
			expires_at === undefined
				? { ok: false, problems }
				: { ok: true, value: { oldEnds: '2026-05-08T12:00:00Z', expires_at } },
		);
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
		expect(readRotation({ token: 't', old: '0', ...sameLife(key, NOW) }, NOW)).toMatchObject({ ok: true });
	});
});

describe('readKey', () => {
	const filled = KeyForm.parse({ ...SENT, 'scopes[]': 'programs:read' });

	test('reads a complete form, with each scope once', () => {
		const twice = { ...filled, 'scopes[]': ['reviews:read', 'programs:read', 'reviews:read'] };
		const value = { name: 'laptop', scopes: ['programs:read', 'reviews:read'], expires_at: null };
		expect(readKey(twice, NOW)).toEqual({ ok: true, value });
	});

	test('reports all errors at once, by field', () => {
		const wrong = { ...filled, name: ' ', 'scopes[]': ['root'], expires: 'date' as const, date: '2026-05-01' };
		expect(Object.keys(readKey(wrong, NOW).problems ?? {})).toEqual(['name', 'scopes', 'date']);
	});

	test('refuses an unknown scope beside known ones', () => {
		const scopes = 'One of the chosen scopes does not exist. Choose only from this list.';
		expect(readKey({ ...filled, 'scopes[]': ['programs:read', 'root'] }, NOW)).toEqual({
			ok: false,
			problems: { scopes },
		});
	});
});

describe('endsSoon', () => {
	test.each([
		[null, undefined],
		['2026-05-08T12:00:01Z', undefined],
		['2026-05-08T12:00:00Z', 'in 7 days'],
		['2026-05-02T12:00:01Z', 'in 2 days'],
		['2026-05-02T12:00:00Z', 'within a day'],
		['2026-05-01T12:00:01Z', 'within a day'],
	])('for a key that ends at %s is %s', (expires_at, words) => {
		expect(endsSoon({ expires_at }, NOW)).toBe(words);
	});
});
