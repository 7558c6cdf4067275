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

test('the benchmark of copies reaches its target, and the copy is complete', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	try {
		const output = await succeed('bench', ['mirror', '--folder', folder]);
		const numbers = (line: string) =>
			[...line.matchAll(/ ([\d,]+)/g)].map(([, number]) => Number(number!.replaceAll(',', '')));
		const [requests, , bytes] = numbers(/^sync a day later +(.*)$/m.exec(output)![0].replace('a day later', ''));
		expect(requests).toBeLessThanOrEqual(10);
		expect(bytes).toBeLessThanOrEqual(1_000_000);
		expect(output).toContain('The copy is the same as a fresh one.');
	} finally {
		rmSync(folder, { recursive: true });
	}
});

test('the benchmark of views counts each of them, and measures the first build of a day', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const size = ['--programs', '40', '--reviews', '40', '--rounds', '2', '--turn', '20'];
	try {
		const output = await succeed('bench', ['views', ...size, '--folder', folder]);
		expect(output).toMatch(/^first build of a day +[\d.]+ s +[\d.]+ +[\d.]+ s +[\d.]+ +[1-9]\d*$/m);
		expect(output).toMatch(/^next build of the day .* 0$/m);
		expect(output).toMatch(/^counted +[\d,]+ requests\/s .* × not counted/m);
		expect(output).toMatch(/^[1-9][\d,]* views were counted\.$/m);
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
