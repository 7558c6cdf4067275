/**
 * A process that publishes releases before, while and after the history's disk is full: `node full-history-disk.ts DISK
 * OUT BEFORE AFTER`, where DISK is a small empty disk, and BEFORE and AFTER are the IDs of releases. Prints a
 * FullHistoryReport as JSON.
 */
import { appendFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CHANGE_KINDS } from '../../src/catalog/change.ts';
import { historyFile } from '../../src/release/history/history-file.ts';
import { HistoryReader } from '../../src/release/history/history-reader.ts';
import { releaseFolder } from '../../src/release/layout.ts';
import { readManifest } from '../../src/release/manifest.ts';
import { currentRelease } from '../../src/release/publish.ts';
import { switchRelease } from '../../src/release/switch-release.ts';

/** For each publication: the warnings, the current release, and the number of changes since BEFORE. */
export type FullHistoryReport = readonly (readonly [warnings: readonly string[], current: string, changes: number])[];

const [disk, out, before, after] = process.argv.slice(2) as [string, string, string, string];
const file = historyFile(out);
rmSync(file, { force: true });
symlinkSync(join(disk, 'history.sqlite'), file);
const { snapshot } = await readManifest(releaseFolder(out, before));
const reader = new HistoryReader(file);

async function publish(id: string): Promise<FullHistoryReport[number]> {
	const warnings: string[] = [];
	const warn = (message: string) => warnings.push(message);
	await switchRelease(out, 'publish', { historyDays: 90, warn }, () => id);
	const found = reader.since({ snapshot }, new Set(CHANGE_KINDS), 0, 1);
	return [warnings, currentRelease(out)!, found?.total ?? -1];
}

const report = [await publish(before)];
const rest = join(disk, 'rest');
for (const bytes of [4096, 1]) {
	try {
		for (;;) appendFileSync(rest, Buffer.alloc(bytes, 1));
	} catch {
		// The disk is full for writes of this size.
	}
}
report.push(await publish(after));
rmSync(rest);
report.push(await publish(after));
reader.close();
console.log(JSON.stringify(report satisfies FullHistoryReport));
