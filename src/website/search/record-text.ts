/** The text of a record in the site-wide search. */
import { excerpt } from '../../shared/excerpt.ts';

/** The maximum number of characters that are indexed from each description or review. */
const LONGEST_TEXT = 2000;
/** The maximum number of characters of a record's text. To show a result, the browser loads the whole text. */
const LONGEST_CONTENT = 20_000;

/** Joins the texts of a record to one text. */
export function recordText(texts: readonly (string | null)[]): string {
	const cut = texts.map((text) => excerpt((text ?? '').replace(/[\s\u200b]+/g, ' ').trim(), LONGEST_TEXT));
	return excerpt(cut.filter(Boolean).join(' · '), LONGEST_CONTENT);
}
