import type { Figure } from './figures.ts';

/** A part of a clause. It states one figure. */
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
