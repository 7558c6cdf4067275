/** Says who states the figures of a commission, and in which words. */
import { labelOf } from '../../catalog/columns.ts';
import { capitalized } from '../../catalog/keyword-names.ts';
import type { Evidence } from '../../catalog/offer.ts';
import { PROGRAM_COLUMNS } from '../../catalog/program.ts';
import type { PublishedProgram } from '../../catalog/published.ts';
import { excerpt } from '../../shared/text.ts';

type EvidentProgram = Pick<PublishedProgram, 'commission_text' | 'commission_evidence' | 'source_name'>;

interface Part {
	readonly text: string;
	/** Whether a figure was read from these words. */
	readonly isRead: boolean;
}

/** Splits the text of a commission into the words that its figures were read from, and the others. */
export function readParts({ commission_text, commission_evidence }: EvidentProgram): Part[] {
	const text = commission_text ?? '';
	const isRead = new Array<boolean>(text.length).fill(false);
	for (const { words } of Object.values(commission_evidence ?? {})) {
		const start = words ? text.indexOf(words) : -1;
		if (start >= 0) isRead.fill(true, start, start + words!.length);
	}
	const parts: Part[] = [];
	for (let start = 0, end = 0; start < text.length; start = end) {
		while (end < text.length && isRead[end] === isRead[start]) end++;
		parts.push({ text: text.slice(start, end), isRead: isRead[start]! });
	}
	return parts;
}

const LONGEST_NAME = 40;

/** The columns with figures. */
const FIGURES = [
	'commission_rate',
	'commission_amount',
	'commission_maximum',
	'commission_months',
	'commission_lifetime',
	'commission_sales',
	'commission_cap',
	'commission_until',
	'offers',
] as const satisfies readonly (keyof PublishedProgram)[];

/**
 * Says who states the figures: `According to its own words`. If that differs, names the figures: `Commission: entered by
 * an editor; duration: from OpenAffiliate`. Null if nothing is known about it.
 */
export function figureSource(program: EvidentProgram): string | null {
	const bySource = new Map<string, string[]>();
	for (const column of FIGURES) {
		const evidence = program.commission_evidence?.[column];
		if (evidence === undefined) continue;
		const source = sourceWords(evidence, program);
		bySource.set(source, [...(bySource.get(source) ?? []), labelOf(PROGRAM_COLUMNS, column)]);
	}
	const sources = [...bySource];
	if (sources.length < 2) return sources.length === 0 ? null : capitalized(sources[0]![0]);
	return sources.map(([source, labels]) => `${labels.join(', ')}: ${source}`).join('; ');
}

function sourceWords({ by, place }: Evidence, { source_name }: EvidentProgram): string {
	if (by === 'editor') return 'entered by an editor';
	if (by === 'source') return `from ${source_name === null ? 'its source' : excerpt(source_name, LONGEST_NAME)}`;
	return place === 'description' ? 'according to its description' : 'according to its own words';
}
