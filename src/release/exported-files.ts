/** Which files in a folder an export wrote: those alone may a later one remove. */
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../shared/user-error.ts';

/** A line for each file, relative to the folder. */
const LIST = '.exported';
/** What an export may have written, whatever the list says. */
const OURS = /^[\w/-]+\.json$/;

export interface ExportedFiles {
	/** To be called before a file is written, so that an export that was killed is known too. */
	add(file: string): void;
	/** Removes what earlier exports wrote and this one did not; returns how many files. */
	removeOthers(): number;
}

/** @throws UserError when the folder has files and no export has written there */
export function exportedFiles(folder: string): ExportedFiles {
	const names = readdirSync(folder);
	const list = join(folder, LIST);
	if (names.length > 0 && !names.includes(LIST)) {
		throw new UserError(`${folder} contains other files. Name an empty or a new folder.`);
	}
	const before = new Set(names.includes(LIST) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : []);
	const now = new Set<string>();
	appendFileSync(list, '');
	return {
		add: (file) => {
			if (!before.has(file)) appendFileSync(list, `${file}\n`);
			now.add(file);
		},
		removeOthers: () => {
			const others = [...before].filter((file) => !now.has(file) && OURS.test(file));
			for (const file of others) rmSync(join(folder, file), { force: true });
			writeFileSync(list, [...now, ''].join('\n'));
			return others.length;
		},
	};
}
