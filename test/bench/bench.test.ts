import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { succeed } from '../support/run-command.ts';

test('the benchmark measures a small directory completely', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const size = ['--programs', '300', '--reviews', '1000', '--rounds', '2', '--turn', '20', '--queries', '100'];
	try {
		const output = await succeed('bench', [...size, '--folder', folder]);
		expect(output).toMatch(/^300 programs, 1000 reviews; \d+ × /);
		for (const figure of [
			/build: write the api responses +[\d.]+ s/,
			/ready after starting +[\d.]+ s/,
			/bare Node, a constant +[\d,]+ requests\/s/,
			/a prebuilt resource +[\d,]+ requests\/s +[\d.]+ × bare Node/,
			/without checking keys +[\d,]+ requests\/s +with checks: [\d.]+ × without/,
			/always different +[\d,]+ requests\/s +[\d.]+ × prebuilt/,
			/handler, with q +p50 [\d.]+, p99 [\d.]+/,
			/explorer, .* with q +p50 [\d.]+, p99 [\d.]+/,
			/index against SQL .* \d+ × faster/,
		]) {
			expect(output).toMatch(figure);
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
});

test('the benchmark of edits measures a small directory completely', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	try {
		const output = await succeed('bench', ['edits', '--size', '20+40', '--switches', '2', '--folder', folder]);
		for (const figure of [
			/^20 programs, 40 reviews$/m,
			/^one typo +[\d.]+ s +1\/[\d.]+ .* [1-9]\d* +[1-9]\d* +0 /m,
			/^one program added +[\d.]+ s/m,
			/^one program removed +[\d.]+ s .* [1-9]\d* +[1-9]\d* +[1-9]\d* /m,
			/^an organization renamed +[\d.]+ s/m,
			/^100 scattered edits +[\d.]+ s/m,
			/^the largest category renamed +[\d.]+ s/m,
			/^disk after all edits +\d+ MB/m,
			/^Render the pages +[\d.]+ s +[\d.]+ s/m,
			/^failed responses +0 /m,
			/^mixed responses +0 /m,
			/^longest pause of the event loop +\d+ ms/m,
		]) {
			expect(output).toMatch(figure);
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
});
