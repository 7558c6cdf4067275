import { describe, expect, test } from 'vitest';
import { reportAddress } from '../../../src/website/program/report.ts';

const PAGE = 'https://directory.example/programs/acme/';

describe('reportAddress', () => {
	test('makes an email about the program and its page from an email address', () => {
		expect(reportAddress('editors@directory.example', 'Acme & Co?', PAGE)).toBe(
			`mailto:editors@directory.example?subject=${encodeURIComponent('Wrong fact: Acme & Co?')}&body=${encodeURIComponent(`${PAGE}\n\n`)}`,
		);
	});

	test('adds both to a web address, and keeps its own query', () => {
		const { searchParams, origin } = new URL(reportAddress('https://desk.example/new?kind=fact', 'Acme & Co', PAGE));
		expect(origin).toBe('https://desk.example');
		expect(Object.fromEntries(searchParams)).toEqual({ kind: 'fact', subject: 'Wrong fact: Acme & Co', page: PAGE });
	});

	test('shortens a very long name', () => {
		expect(reportAddress('editors@directory.example', 'a'.repeat(20_000), PAGE).length).toBeLessThan(400);
	});
});
