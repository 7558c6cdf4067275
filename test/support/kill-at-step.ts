/**
 * Loaded before a command (`NODE_OPTIONS=--import=…`). Kills the process with SIGKILL just before its nth change in its
 * `--out` folder, where n is `KILL_AT_STEP`. Removing a folder counts as one step per file, as it does for the system.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const out = process.argv[process.argv.indexOf('--out') + 1]!;
let steps = 0;

function step(): void {
	if (++steps === Number(process.env.KILL_AT_STEP)) process.kill(process.pid, 'SIGKILL');
}

for (const name of ['mkdirSync', 'writeFileSync', 'renameSync', 'symlinkSync', 'unlinkSync'] as const) {
	const change = fs[name] as (...args: unknown[]) => unknown;
	Object.assign(fs, {
		[name](...args: unknown[]) {
			if (args.some((arg) => String(arg).startsWith(out))) step();
			return change.apply(fs, args);
		},
	});
}

const remove = fs.rmSync;
fs.rmSync = (path, options) => {
	if (fs.lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) {
		for (const entry of fs.readdirSync(path)) fs.rmSync(join(String(path), entry), options);
	}
	step();
	remove(path, options);
};

syncBuiltinESMExports();
