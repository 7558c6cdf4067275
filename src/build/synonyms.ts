/** Reads the synonyms of the search from a CSV file in which each line lists phrases with the same meaning. */
import { readFileSync } from 'node:fs';
import { SYNONYMS_FILE, synonymsFile } from '../config/site/site.ts';
import { fold, words } from '../search/text.ts';
import { explain } from '../shared/explain.ts';
import { UserError } from '../shared/user-error.ts';
import { decodeText, eachRow } from '../snapshot/import/table/delimited-text.ts';

/** Returns the synonyms of this site: groups of folded phrases. @throws UserError if the file cannot be read */
export function readSiteSynonyms(): string[][] {
	const file = synonymsFile();
	const bytes = explain(() => readFileSync(file), 'read', file);
	return parseSynonyms(decodeText(file, bytes), file);
}

/**
 * Returns the groups of phrases, folded and with single spaces between their words. Empty cells do not count, because
 * spreadsheets fill up short lines with them.
 *
 * @param file names the file in errors
 * @throws UserError naming the line whose quotes are wrong
 */
export function parseSynonyms(csv: string, file = SYNONYMS_FILE): string[][] {
	const groups: string[][] = [];
	const cut = eachRow(csv, (_, cells) => {
		const phrases = new Set(cells.map((cell) => words(fold(cell)).join(' ')).filter((phrase) => phrase !== ''));
		if (phrases.size > 1) groups.push([...phrases]);
	});
	if (cut === undefined) return groups;
	throw new UserError(`${file}: line ${cut.row}: The double quotes are wrong. Remove them, or quote the whole phrase.`);
}
