/** Prints what happened in a round of `npm run edit`. */
import { KINDS } from '../../catalog/records.ts';
import { recordCount } from '../../commands/figures.ts';
import { count, number } from '../../website/format/numbers.ts';
import type { Changes, Round } from './rounds.ts';

/** Prints the problems and warnings of a round, then its result in one line. @param milliseconds its duration */
export function printRound(round: Round, milliseconds: number): void {
	for (const line of round.warnings) console.error(line);
	for (const line of round.hints) console.error(line);
	if (round.outcome === 'failed') for (const line of round.problems) console.error(line);
	const seconds = (milliseconds / 1000).toFixed(1);
	console.log(`${new Date().toLocaleTimeString('en-GB')}  ${roundLine(round)} ${seconds} s`);
	const { left } = round;
	if (left === 0) return;
	const is = left === 1 ? 'is no longer in the files, but stays' : 'are no longer in the files, but stay';
	console.log(`${count(left, 'record')} ${is} in the snapshot: see "Hiding and deleting" in src/docs/content.md.`);
}

/**
 * Describes a round in one line, without its duration: `1 program changed. Pages: 20 rendered, 352 kept, 0 removed.`
 */
function roundLine(round: Round): string {
	if (round.outcome === 'unchanged') return 'Nothing changed.';
	if (round.outcome === 'failed') return 'Not built. Correct the problems above and save again.';
	const { rendered, kept, removed } = round.pages;
	const pages = `Pages: ${number(rendered)} rendered, ${number(kept)} kept, ${number(removed)} removed.`;
	return [changesIn(round.changes), pages].filter((sentence) => sentence !== '').join(' ');
}

/** Lists the changes: `1 program changed, 2 reviews added.` Returns an empty string if no record changed. */
function changesIn(changes: Changes): string {
	const parts = Object.entries(changes).flatMap(([change, counts]) =>
		KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${recordCount(kind, counts[kind])} ${change}`),
	);
	return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}
