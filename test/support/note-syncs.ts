/**
 * Loaded before a command (`NODE_OPTIONS=--import=…`). Appends one line to the file `NOTED` for each path that the
 * command syncs to the disk or renames a file to.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { openSync, fsyncSync, renameSync, appendFileSync } = fs;
const opened = new Map<number, string>();
const note = (line: string) => appendFileSync(process.env.NOTED!, `${line}\n`);

fs.openSync = (path, ...how) => {
	const descriptor = openSync(path, ...how);
	opened.set(descriptor, String(path));
	return descriptor;
};
fs.fsyncSync = (descriptor) => {
	fsyncSync(descriptor);
	note(`sync ${opened.get(descriptor)}`);
};
fs.renameSync = (from, to) => {
	renameSync(from, to);
	note(`rename to ${to}`);
};

syncBuiltinESMExports();
