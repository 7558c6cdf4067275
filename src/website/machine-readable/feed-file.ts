import { Feed } from 'feed';
import { excerpt } from '../../shared/text.ts';
import { latest } from '../directory/directory.ts';
import { escapeText } from '../format/markdown.ts';
import type { FeedSource } from './feeds.ts';

const LONGEST_TITLE = 200;
const LONGEST_TEXT = 5000;

/** Writes a feed in Atom. The file does not contain the build time, so that equal entries always result in equal bytes. */
export function feedFile(
	{ name, address, page, query = '', entries }: FeedSource,
	owner: string,
	site: URL | undefined,
): string {
	const absolute = (path: string) => new URL(path, site).href;
	const feed = new Feed({
		id: absolute(`${address}${query}`),
		title: characters(`${name} – ${owner}`),
		link: absolute(page),
		feedLinks: { atom: absolute(`${address}${query}`) },
		author: { name: owner },
		updated: new Date(latest(entries.map(({ updated }) => updated)) ?? 0),
		generator: false,
	});
	for (const entry of entries) {
		feed.addItem({
			id: absolute(entry.address),
			link: absolute(entry.address),
			// Titles are HTML in Atom.
			title: escapeText(characters(excerpt(entry.name, LONGEST_TITLE))),
			content: paragraphs(entry.text),
			author: [{ name: characters(entry.author) }],
			published: new Date(entry.published),
			date: new Date(entry.updated),
		});
	}
	return feed.atom1();
}

function paragraphs(texts: readonly string[]): string {
	const whole = texts.filter((text) => text.trim() !== '');
	return whole.map((text) => `<p>${escapeText(characters(excerpt(text, LONGEST_TEXT)))}</p>`).join('');
}

/** Removes U+FFFE and U+FFFF. They are the only characters in stored text that XML does not allow. */
function characters(text: string): string {
	return text.replace(/[\ufffe\uffff]/g, '');
}
