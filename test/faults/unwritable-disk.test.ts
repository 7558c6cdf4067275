/** Commands on a full disk and on a read-only disk: they name the problem in one sentence, and change nothing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withSnapshot } from '../../src/snapshot/open.ts';
import { temporaryFolder } from '../snapshot/made.ts';
import { toCsv } from '../support/csv.ts';
import { MAY_MOUNT, runWithDisks } from '../support/own-disks.ts';
import { ownDirectory, ownFolder } from '../support/own-server.ts';
import { succeed } from '../support/run-command.ts';

/** A script that fills the disk to the last byte. */
const FULL = 'cat /dev/zero >"$DISK/rest" 2>/dev/null; true';
const READ_ONLY = 'mount -o remount,ro "$DISK"';

const directory = ownDirectory('site');

/** The folder of the disk. While a script runs, the disk contains a copy of the directory. */
const disk = ownFolder();
/** A folder with a CSV file that changes one program. */
const files = join(directory.folder, 'files');
/** A snapshot with other records. */
const other = join(directory.folder, 'other.sqlite');
mkdirSync(files);
const slug = withSnapshot(directory.snapshot, (db) => db.prepare('SELECT max(slug) FROM programs').pluck().get());
writeFileSync(join(files, 'programs.csv'), toCsv([{ slug, name: 'Renamed' }]));
await succeed('generate', ['--programs', '5', '--reviews', '5', '--seed', '2', '--snapshot', other]);
await succeed('export', ['--site', join(directory.folder, 'exported'), '--out', directory.out]);
await succeed('build', ['--snapshot', other, '--out', directory.out]);

/** Runs a command on a copy of the directory, on a disk that cannot be written to. */
function runOn(state: string, command: string) {
	const { stdout, stderr } = runWithDisks(`
		DISK="${disk}"; mount -t tmpfs -o size=32m tmpfs "$DISK" && cp -a "${directory.folder}/." "$DISK"
		${state}
		list() { find "$DISK" -type f ! -name rest -exec md5sum {} + | sort; cut -d" " -f1 "$DISK/out/current"; }
		before=$(list)
		"$NODE" scripts/${command}; echo "status $?"
		test "$before" = "$(list)" && echo "nothing changed"`);
	return { lines: stdout.trimEnd().split('\n'), stderr };
}

const IMPORT = () => `import.ts "${files}" --snapshot "$DISK/snapshot.sqlite"`;
const BUILD = () => `build.ts --snapshot "${directory.snapshot}" --out "$DISK/out"`;
const ROLLBACK = () => 'rollback.ts --out "$DISK/out"';
const PUBLISH = () => 'publish.ts "$(cut -d" " -f1 "$DISK/out/current")" --out "$DISK/out"';
const EXPORT = () => 'export.ts --site "$DISK/exported" --out "$DISK/out"';

function expectRefusal(state: string, command: string, reason: RegExp): void {
	const { lines, stderr } = runOn(state, command);
	expect(stderr).toMatch(/^[^\n]+\n$/);
	expect(stderr).toMatch(reason);
	expect(lines).toEqual(['status 1', 'nothing changed']);
}

describe.skipIf(!MAY_MOUNT)('On a full disk', () => {
	test.each([
		['import', IMPORT],
		['build', BUILD],
		['publish', PUBLISH],
		['rollback', ROLLBACK],
	])('%s says that the disk is full, and changes nothing', (_, command) => {
		expectRefusal(FULL, command(), /the disk .*is full/i);
	});

	test('export says that the disk is full, leaves no incomplete file, and can be run again', () => {
		const again = `"$NODE" scripts/${EXPORT()}`;
		const { lines, stderr } = runOn(
			FULL,
			`${EXPORT()}; echo "status $?"
			find "$DISK/exported" -name "*.html" -not -exec grep -q "</html>" {} ';' -print
			rm "$DISK/rest"; ${again}`,
		);
		expect(stderr).toMatch(/^Could not [^\n]+: the disk is full; [^\n]+\n$/);
		expect(lines).toEqual(['status 1', expect.stringMatching(/^\d+ files in .* written, \d+ removed$/), 'status 0']);
	});
});

describe.skipIf(!MAY_MOUNT)('On a read-only disk', () => {
	test.each([
		['import', IMPORT],
		['export', EXPORT],
		['build', BUILD],
		['publish', PUBLISH],
		['rollback', ROLLBACK],
	])('%s says that it is read-only', (_, command) => {
		expectRefusal(READ_ONLY, command(), /read-only/);
	});

	test('releases are still listed, compared and exported to another disk', () => {
		const elsewhere = temporaryFolder();
		for (const command of [
			'releases.ts list --out "$DISK/out"',
			'releases.ts diff $(ls "$DISK/out/releases") --out "$DISK/out"',
			`export.ts --site "${elsewhere}" --out "$DISK/out"`,
		]) {
			const { lines, stderr } = runOn(READ_ONLY, command);
			expect([stderr, ...lines.slice(-2)]).toEqual(['', 'status 0', 'nothing changed']);
		}
	});
});
