/** Divides a clause into parts, each of which states one figure. */
import { asidesIn, limitOf } from './asides.ts';
import { type Figure, figuresIn } from './figures.ts';

export interface Part {
	readonly figure: Figure;
	/** The words about the figure, including the figure. */
	readonly text: string;
	/** The position of the figure in `text`. */
	readonly start: number;
	readonly end: number;
	/** How the part continues the part before it. Empty for the first part and for items of a list. */
	readonly joint: '' | 'plus' | 'and' | 'or' | 'then';
	/** The limit of what is paid in all, such as "up to $500 per customer", or null. */
	readonly limit: string | null;
	readonly clause: string;
}

const SEPARATOR = /\s(?:and|or|plus|then|but|whereas)\s|[,;&+/(]|\s[-–—]+\s/gi;

/** Returns the parts of a clause whose figures are what the program pays, and the other figures. */
export function partsOf(clause: string, currency: string | null): { parts: Part[]; asides: Figure[] } {
	const found = figuresIn(clause, currency);
	const asides = asidesIn(clause, found);
	const text = withoutAsides(clause, found, asides);
	// "20% of our 15%" is one part, but a discount's words do not belong to the figure before it.
	const figures = found.filter((figure, index) => {
		const between = text.slice(found[index - 1]?.end ?? 0, figure.start);
		return !asides.has(figure) || (text[figure.start] !== '\0' && between.search(SEPARATOR) >= 0);
	});
	const parts: Part[] = [];
	let start = 0;
	let joint: Part['joint'] = '';
	figures.forEach((figure, index) => {
		const next = figures[index + 1];
		const cut = next ? cutBetween(text, figure, next) : { at: text.length, next: text.length, joint: '' as const };
		if (!asides.has(figure)) {
			const words = text.slice(start, cut.at).replaceAll('\0', ' ');
			const [from, to] = [figure.start - start, figure.end - start];
			const limits = [...asides].filter((aside) => aside.start > figure.end);
			const limit = limits.map((aside) => limitOf(clause, aside)).find((found) => found !== null)?.words ?? null;
			parts.push({ figure, text: words, start: from, end: to, joint, limit, clause });
		}
		start = cut.next;
		joint = cut.joint;
	});
	return { parts: withSharedWords(parts), asides: [...asides] };
}

/** In "15% or 20% per sale", the last words belong to both figures. */
function withSharedWords(parts: readonly Part[]): Part[] {
	const shared = [...parts];
	for (const [index, part] of [...parts.entries()].reverse()) {
		const next = shared[index + 1];
		const isShared = next && (next.joint === 'or' || next.joint === '') && part.text.slice(part.end).trim() === '';
		if (isShared) shared[index] = { ...part, text: part.text + next.text.slice(next.end) };
	}
	return shared;
}

/**
 * Blanks limits, and parentheses that contain only asides, so that the words after them still belong to the figure before
 * them.
 */
function withoutAsides(clause: string, figures: readonly Figure[], asides: ReadonlySet<Figure>): string {
	let text = clause.replace(/\([^()]*\)/g, (words, at: number) => {
		const inside = figures.filter(({ start }) => start > at && start < at + words.length);
		return inside.length > 0 && inside.every((figure) => asides.has(figure)) ? blank(words) : words;
	});
	for (const aside of asides) {
		const limit = limitOf(clause, aside);
		if (limit !== null)
			text = text.slice(0, aside.start) + blank(limit.text) + text.slice(aside.start + limit.text.length);
	}
	return text;
}

function blank(words: string): string {
	return '\0'.repeat(words.length);
}

/**
 * Finds the last separator between two figures, outside of parentheses. Words such as "up to" after it belong to the
 * second figure.
 */
function cutBetween(text: string, one: Figure, other: Figure) {
	const between = text.slice(one.end, other.start).replace(/\([^()]*\)/g, blank);
	const last = [...between.matchAll(SEPARATOR)].at(-1);
	if (!last) return { at: other.start, next: other.start, joint: '' as const };
	const word = last[0].trim().toLowerCase();
	return {
		at: one.end + last.index,
		next: one.end + last.index + last[0].length,
		joint: JOINTS.get(word) ?? '',
	} as const;
}

const JOINTS = new Map<string, Part['joint']>([
	['and', 'and'],
	['&', 'and'],
	['plus', 'plus'],
	['+', 'plus'],
	['or', 'or'],
	['then', 'then'],
]);
