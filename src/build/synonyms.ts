/** Reads the synonyms of the search from a CSV file in which each line lists phrases with the same meaning. */
import { readFileSync } from 'node:fs';
import { SYNONYMS_FILE, synonymsFile } from '../config/site/site.ts';
import { fold, words } from '../search/text.ts';
import { explain } from '../shared/explain.ts';
import { UserError } from '../shared/user-error.ts';
import { decodeText, eachRow } from '../snapshot/import/table/delimited-text.ts';

/** The most characters of a phrase. */
const LONGEST = 60;

/** Returns the synonyms of this site: groups of folded phrases. @throws UserError naming every wrong line */
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
 * @throws UserError naming every wrong line, with what to change
 */
export function parseSynonyms(csv: string, file = SYNONYMS_FILE): string[][] {
	const groups: string[][] = [];
	const problems: string[] = [];
	const cut = eachRow(csv, (line, cells) => {
		const found = cells.map((cell) => words(fold(cell)).join(' ')).filter((phrase) => phrase !== '');
		const phrases = [...new Set(found)];
		const long = phrases.find((phrase) => phrase.length > LONGEST);
		if (long !== undefined) {
			problems.push(`line ${line}: A phrase can have at most ${LONGEST} characters, but “${long}” has ${long.length}.`);
		} else if (phrases.length === 1) {
			problems.push(
				`line ${line}: “${phrases[0]}” has no other phrase beside it. Add one with the same meaning after a comma, or remove the line.`,
			);
		} else if (phrases.length > 1) groups.push(phrases);
	});
	if (cut !== undefined) {
		problems.push(`line ${cut.row}: The double quotes are wrong. Remove them, or quote the whole phrase.`);
	}
	if (problems.length > 0) throw new UserError(problems.map((problem) => `${file}: ${problem}`).join('\n'));
	return groups;
}
