import { expect, onTestFinished, test, vi } from 'vitest';
import { printTable } from '../../src/commands/table.ts';

/** The lines that `work` prints. */
function printed(work: () => void): string[] {
	const print = vi.spyOn(console, 'log').mockImplementation(() => {});
	onTestFinished(() => print.mockRestore());
	work();
	return print.mock.calls.map(([line]) => line);
}

test('columns are as wide as their widest cell or heading, for any number of rows', () => {
	const rows = Array.from({ length: 200_000 }, (_, row) => [row === 100_000 ? 'longest' : 'x', 'y']);
	const lines = printed(() => printTable(['name', 'value'], rows));
	expect(lines).toHaveLength(200_001);
	expect([lines[0], lines[1], lines[100_001]]).toEqual(['name     value', 'x        y', 'longest  y']);
});
