import { describe, expect, test } from 'vitest';
import { reportAddress } from '../../src/site/report.ts';

const PAGE = 'https://directory.example/programs/acme/';

describe('reportAddress', () => {
	test('an e-mail address becomes a mail that names the program and its page', () => {
		expect(reportAddress('editors@directory.example', 'Acme & Co?', PAGE)).toBe(
			`mailto:editors@directory.example?subject=${encodeURIComponent('Wrong fact: Acme & Co?')}&body=${encodeURIComponent(`${PAGE}\n\n`)}`,
		);
	});

	test('a web address is told both, and keeps what it says already', () => {
		const { searchParams, origin } = new URL(reportAddress('https://desk.example/new?kind=fact', 'Acme & Co', PAGE));
		expect(origin).toBe('https://desk.example');
		expect(Object.fromEntries(searchParams)).toEqual({ kind: 'fact', subject: 'Wrong fact: Acme & Co', page: PAGE });
	});

	test('a name without end is cut short', () => {
		expect(reportAddress('editors@directory.example', 'a'.repeat(20_000), PAGE).length).toBeLessThan(400);
	});
});
