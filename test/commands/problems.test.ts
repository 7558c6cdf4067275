import { expect, onTestFinished, test, vi } from 'vitest';
import { printProblems } from '../../src/commands/problems.ts';

/** The line that is printed for an invalid value. */
function lineOf(value: unknown): string {
	const print = vi.spyOn(console, 'error').mockImplementation(() => {});
	onTestFinished(() => print.mockRestore());
	printProblems('error', [{ column: 'name', value, rule: 'short', fix: 'write less' }], () => ['a.csv row', 2]);
	return String(print.mock.calls[0]?.[0]);
}

test.each([
	['Acme', '"Acme"'],
	[12, '12'],
	[undefined, 'it'],
	['x'.repeat(60), `"${'x'.repeat(60)}"`],
	['x'.repeat(61), `"${'x'.repeat(60)}…"`],
	[`${'x'.repeat(59)}💸!`, `"${'x'.repeat(59)}…"`],
])('a problem shows the value %j as %s', (value, shown) => {
	expect(lineOf(value)).toBe(`error: a.csv row 2, column name: ${shown} must be short; write less`);
});
