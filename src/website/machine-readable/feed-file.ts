import { Feed } from 'feed';
import { excerpt } from '../../shared/excerpt.ts';
import { escapeText } from '../format/markdown.ts';
import type { FeedFormat, FeedSource } from './feeds.ts';

const LONGEST_TITLE = 200;
const LONGEST_TEXT = 5000;

/** Writes a feed. The file does not contain the build time, so that equal entries always result in equal bytes. */
export function feedFile(
	{ name, address, page, query = '', entries }: FeedSource,
	format: FeedFormat,
	owner: string,
	site: URL | undefined,
): string {
	const absolute = (path: string) => new URL(path, site).href;
	// Titles are HTML in Atom, and plain text in JSON Feed.
	const title = (text: string) => (format === 'atom' ? escapeText(characters(text)) : text);
	const feed = new Feed({
		id: absolute(`${address}.atom${query}`),
		title: characters(`${name} – ${owner}`),
		link: absolute(page),
		feedLinks: { [format]: absolute(`${address}.${format}${query}`) },
		author: { name: owner },
		updated: new Date(entries.map(({ updated }) => updated).reduce(later, new Date(0).toISOString())),
		generator: false,
	});
	for (const entry of entries) {
		feed.addItem({
			id: absolute(entry.address),
			link: absolute(entry.address),
			title: title(excerpt(entry.name, LONGEST_TITLE)),
			content: paragraphs(entry.text),
			author: [{ name: characters(entry.author) }],
			published: new Date(entry.published),
			date: new Date(entry.updated),
		});
	}
	return format === 'atom' ? feed.atom1() : feed.json1();
}

const later = (a: string, b: string) => (b > a ? b : a);

function paragraphs(texts: readonly string[]): string {
	const whole = texts.filter((text) => text.trim() !== '');
	return whole.map((text) => `<p>${escapeText(characters(excerpt(text, LONGEST_TEXT)))}</p>`).join('');
}

/** Removes U+FFFE and U+FFFF. They are the only characters in stored text that XML does not allow. */
function characters(text: string): string {
	return text.replace(/[\ufffe\uffff]/g, '');
}
