import type { ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSnapshot } from '../../src/snapshot/check.ts';
import { contentId } from '../../src/snapshot/content-id.ts';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { exitOf, runCommand, startCommand } from '../support/run-command.ts';

const PROGRAMS = 2_000;
const REVIEWS = 6_000;
const KILLS = Number(process.env.KILLS ?? 6);

const folder = mkdtempSync(join(tmpdir(), 'import-kill-'));
const snapshot = join(folder, 'work/snapshot.sqlite');
const before = join(folder, 'before.sqlite');
const update = join(folder, 'update');

/** A few thousand rows with `word` in every program and review. */
function writeFiles(name: string, word: string): string {
	const files = join(folder, name);
	mkdirSync(files);
	const numbers = (length: number) => Array.from({ length }, (_, index) => index);
	const csv = (header: string, rows: string[]) => `${header}\n${rows.join('\n')}\n`;
	writeFileSync(join(files, 'organizations.csv'), csv('slug,name', ['acme,Acme']));
	writeFileSync(
		join(files, 'programs.csv'),
		csv(
			'slug,name,description,organization,commission_type,website_url,created_at',
			numbers(PROGRAMS).map((n) => `p-${n},Program ${n},${word},acme,recurring,https://p${n}.example,2025-01-01`),
		),
	);
	writeFileSync(
		join(files, 'reviews.csv'),
		csv(
			'id,program,author_username,rating,body,created_at',
			numbers(REVIEWS).map((n) => `rev_${n},p-${n % PROGRAMS},user-${n % 99},4,${word} ${'.'.repeat(100)},2026-01-01`),
		),
	);
	return files;
}

/** A value that is the same for the same records, even in different files. */
const content = (file: string) => withSnapshot(file, contentId);

/** The command for the update. Changed records get its fixed time. */
const UPDATE = [update, '--snapshot', snapshot, '--now', '2026-04-18'] as const;

function expectWhole(): void {
	expect(content(snapshot)).toBe(whole);
	const counts = { organizations: 1, categories: 0, programs: PROGRAMS, reviews: REVIEWS };
	expect(checkSnapshot(snapshot)).toEqual({ errors: [], warnings: [], counts });
}

/** The journal of an import. After a kill, the next command restores the old records from it. */
const journal = `${snapshot}-journal`;

/** Waits until an import writes or ends, and then this many milliseconds more. */
async function writing(child: ChildProcess, milliseconds: number): Promise<void> {
	while (child.exitCode === null && !existsSync(journal)) await setTimeout(2);
	await setTimeout(milliseconds);
}

let whole: string;
/** The duration of the import if nothing stops it, in milliseconds. */
let duration: number;

beforeAll(async () => {
	mkdirSync(join(folder, 'work'));
	const first = await runCommand('import', [writeFiles('first', 'before'), '--snapshot', before]);
	expect(first.stderr).toBe('');
	writeFiles('update', 'after');
	copyFileSync(before, snapshot);
	const start = performance.now();
	expect((await runCommand('import', [...UPDATE])).status).toBe(0);
	duration = performance.now() - start;
	whole = content(snapshot);
	expectWhole();
	expect(whole).not.toBe(content(before));
	expect(checkSnapshot(before).errors).toEqual([]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('import, killed while it updates a snapshot', () => {
	test('leaves exactly the old snapshot or the complete new one, and the next import succeeds', async () => {
		const old = content(before);
		let killedWriting = 0;
		for (let kill = 0; kill < KILLS; kill++) {
			copyFileSync(before, snapshot);
			rmSync(journal, { force: true });
			const child = startCommand('import', [...UPDATE]);
			if (kill % 3 === 0) await setTimeout(duration * Math.random());
			else await writing(child, 200 * Math.random());
			child.kill('SIGKILL');
			await exitOf(child);

			if (existsSync(journal)) killedWriting++;
			if (content(snapshot) !== old) expectWhole();
		}
		expect(killedWriting).toBeGreaterThan(0);

		expect((await runCommand('import', [...UPDATE])).status).toBe(0);
		expectWhole();
		expect(readdirSync(join(folder, 'work'))).toEqual(['snapshot.sqlite']);
	});
});
