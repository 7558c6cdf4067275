import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, run } from '../src/commands/command.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { type EditOptions, editSnapshot } from '../src/editor/edits/edit-snapshot.ts';
import { needSnapshotCopy } from '../src/release/snapshot-copies.ts';
import { restoreContent } from '../src/snapshot/changes/restore.ts';
import { copySnapshot } from '../src/snapshot/copy.ts';

const restore = command(
	'restore-snapshot',
	'Puts the content of a release back into the snapshot, as one change that can be undone.',
	[
		['npm run restore-snapshot -- ID --dry-run', 'shows what would change; for the IDs, see npm run releases'],
		['npm run restore-snapshot -- ID --because "wrong feed"', 'makes the change'],
	],
)
	.argument('<release>', 'the ID of a release that has a copy of its snapshot')
	.addOption(SETTINGS.snapshot())
	.addOption(SETTINGS.out())
	.option('--because <text>', 'why, for the log of changes')
	.option('--dry-run', 'show what would change, but write nothing')
	.option('--json', 'print the change as JSON')
	.action((release: string, { out, ...options }: EditOptions & { readonly out: string }) => {
		const kept = needSnapshotCopy(out, release);
		const folder = mkdtempSync(join(tmpdir(), 'restore-'));
		const [present, earlier] = [join(folder, 'present.sqlite'), join(folder, 'earlier.sqlite')];
		try {
			copySnapshot(kept, earlier);
			editSnapshot('restore-snapshot', options, (change) => {
				copySnapshot(options.snapshot, present);
				for (const { kind, key, because } of restoreContent(change, present, earlier)) {
					console.error(`not restored: ${kind} ${key}, because ${because}.`);
				}
			});
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});

await run(restore);
