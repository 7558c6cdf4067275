/** Says who states the figures of a commission, and in which words. */
import { labelOf } from '../../catalog/columns.ts';
import type { Evidence } from '../../catalog/commission-columns.ts';
import { capitalized } from '../../catalog/keyword-names.ts';
import { PROGRAM_COLUMNS } from '../../catalog/program.ts';
import { type ProvenanceFields, provenanceOf } from '../../catalog/provenance.ts';
import type { PublishedProgram } from '../../catalog/published.ts';
import { excerpt } from '../../shared/text.ts';
import { markdown } from './markdown.ts';

type EvidentProgram = Pick<
	PublishedProgram,
	| 'commission_text'
	| 'commission_evidence'
	| 'source_name'
	| 'description'
	| 'long_description'
	| (typeof FIGURES)[number]
>;

const LONGEST_NAME = 40;

/** Says whose words the text of a commission has: `in the words of OpenAffiliate` if an import wrote it and no editor has checked it. */
export function whoseWords(program: ProvenanceFields): string {
	const { source_name } = program;
	return source_name !== null && provenanceOf(program) === 'imported'
		? `in the words of ${excerpt(source_name, LONGEST_NAME)}`
		: 'in its own words';
}

interface Part {
	readonly text: string;
	/** Whether a figure was read from these words. */
	readonly isRead: boolean;
}

/** Splits the text of a commission into the words that its figures were read from, and the others. */
export function readParts(program: EvidentProgram): Part[] {
	return partsOf(program.commission_text ?? '', readWords(program, false));
}

/** Splits the short description of a program like `readParts`. */
export function readDescription(program: EvidentProgram): Part[] {
	return partsOf(program.description, readWords(program, true));
}

/** Renders the long description of a program as HTML, and marks the words that its figures were read from. */
export function markedDescription(program: EvidentProgram): string {
	return readWords(program, true).reduce(
		(html, words) => html.replace(patternOf(words), '<mark>$&</mark>'),
		markdown(program.long_description),
	);
}

/** Returns the words of its description, or of the text of its commission, that figures were read from. Each once. */
function readWords({ commission_evidence }: EvidentProgram, inDescription: boolean): string[] {
	const read = Object.values(commission_evidence ?? {}).filter(
		({ place, words }) => words !== null && (place === 'description') === inDescription,
	);
	return [...new Set(read.map(({ words }) => words!))];
}

function partsOf(text: string, read: readonly string[]): Part[] {
	const isRead = new Array<boolean>(text.length).fill(false);
	for (const words of read) {
		const found = patternOf(words).exec(text);
		if (found) isRead.fill(true, found.index, found.index + found[0].length);
	}
	const parts: Part[] = [];
	for (let start = 0, end = 0; start < text.length; start = end) {
		while (end < text.length && isRead[end] === isRead[start]) end++;
		parts.push({ text: text.slice(start, end), isRead: isRead[start]! });
	}
	return parts;
}

/** Characters that a text can have in another form than the words that were read from it, or as an HTML entity. */
const FORMS: readonly (readonly [RegExp, string])[] = [
	[/\s+/, '\\s+'],
	[/['‘’]/, "['‘’]"],
	[/["“”„]/, '(?:["“”„]|&quot;)'],
	[/[-‐–—]/, '\\s?[-‐–—]\\s?'],
	[/&/, '&(?:amp;)?'],
];

/** Matches words in a text or in HTML, whatever the forms of its quotation marks, dashes and spaces, but not in a tag. */
function patternOf(words: string): RegExp {
	const parts = words
		.replace(/\s*([-‐–—])\s*/g, '$1')
		.split(/(\s+|['‘’"“”„\-‐–—&])/)
		.map((part) => FORMS.find(([form]) => form.test(part))?.[1] ?? part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	return new RegExp(`${parts.join('')}(?![^<]*>)`);
}

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
 * Says who states the figures, and whether the page marks the words: `Read from the words above (marked)`. If that differs,
 * names the figures: `Commission: entered by an editor; duration: from OpenAffiliate`. Null if nothing is known about it.
 */
export function figureSource(program: EvidentProgram): string | null {
	const bySource = new Map<string, string[]>();
	for (const column of FIGURES) {
		const evidence = program.commission_evidence?.[column];
		if (evidence === undefined || !isStated(program[column])) continue;
		const source = sourceWords(evidence, program);
		bySource.set(source, [...(bySource.get(source) ?? []), labelOf(PROGRAM_COLUMNS, column)]);
	}
	const sources = [...bySource];
	if (sources.length < 2) return sources.length === 0 ? null : capitalized(sources[0]![0]);
	return sources.map(([source, labels]) => `${labels.join(', ')}: ${source}`).join('; ');
}

/** Whether a column has a figure. An editor can leave it open, and contradictory statements are quoted with their places. */
function isStated(value: EvidentProgram[(typeof FIGURES)[number]]): boolean {
	return Array.isArray(value) ? value.some(({ stated_in }) => stated_in === null) : value !== null && value !== false;
}

function sourceWords({ by, place, words }: Evidence, program: EvidentProgram): string {
	if (by === 'editor') return 'entered by an editor';
	if (by === 'source') {
		return `from ${program.source_name === null ? 'its source' : excerpt(program.source_name, LONGEST_NAME)}`;
	}
	if (place === 'duration') return 'read from its duration';
	const [texts, read] =
		place === 'description'
			? [[program.description, markdown(program.long_description)], 'read from its description']
			: [[program.commission_text ?? ''], 'read from the words above'];
	const isMarked = words !== null && texts.some((text) => patternOf(words).test(text));
	return isMarked ? `${read} (marked)` : read;
}
