import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countedEdits, differenceLines } from '../src/commands/change-report.ts';
import { command, run } from '../src/commands/command.ts';
import { copyToCompare } from '../src/commands/counted-visits.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { FILES } from '../src/release/layout.ts';
import { needCurrentRelease } from '../src/release/publish.ts';
import { needSnapshotCopy } from '../src/release/snapshot-copies.ts';
import { diffSnapshots } from '../src/snapshot/changes/diff.ts';

const diff = command('diff', 'Shows how the snapshot differs from what is online: odd differences first.', [
	['npm run diff', 'the snapshot against the current release'],
	['npm run diff -- --json', 'the differences as JSON'],
])
	.addOption(SETTINGS.snapshot())
	.addOption(SETTINGS.out())
	.option('--json', 'print the differences as JSON')
	.action(({ snapshot, out, json = false }) => {
		const online = needSnapshotCopy(out, needCurrentRelease(out));
		const folder = mkdtempSync(join(tmpdir(), 'diff-'));
		try {
			const copy = join(folder, FILES.snapshot);
			copyToCompare(snapshot, online, copy);
			const found = diffSnapshots(online, copy);
			if (json) console.log(JSON.stringify(found, null, 2));
			else if (found.length === 0) console.log(`${snapshot}: the same as online.`);
			else {
				for (const line of differenceLines(found)) console.log(line);
				console.log(`${countedEdits(found)}.`);
			}
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});

await run(diff);
