/** What the site-wide search knows of each page that it finds: the words to look in, and what a result says. */
import type { Named, PublishedProgram, PublishedReview } from '../catalog/published.ts';
import { categoryAddress, organizationAddress, programAddress } from './addresses.ts';
import { excerpt } from './excerpt.ts';
import { markdownText } from './markdown.ts';
import { inWords, number } from './numbers.ts';
import { COMMISSION_TYPE_WORDS, commissionFigures, cookie } from './terms.ts';

/** A page as the search finds it. */
export interface TextRecord {
	readonly url: string;
	readonly content: string;
	readonly filters: { kind: ['Program' | 'Category' | 'Organization'] };
	readonly meta: TextMeta;
}

/** What a result says. It is searched too, so it names no unit that would make every program an answer to its name. */
export type TextMeta = {
	readonly title: string;
	/** The figures of a program's commission, where they are known: `$50 + 10 %`. */
	readonly pays?: string;
	/** Of a program: how the figures are meant, `recurring`; without figures, its own words. */
	readonly terms?: string;
	/** How long a program's cookie lasts: `60 days`. */
	readonly cookie?: string;
	/** How many programs a category or an organization has. */
	readonly programs?: string;
};

const LONGEST_TITLE = 100;
const LONGEST_WORDS = 40;
/** Of a description or a review; what comes after it is not found. */
const LONGEST_TEXT = 2000;
/** Of all about one program, its newest reviews first: the browser loads it with the result. */
const LONGEST_CONTENT = 20_000;

/** Everything that has a page to find. */
export interface TextSource {
	readonly categories: Iterable<Group>;
	readonly organizations: Iterable<Group>;
	/** Programs and their reviews, newest first. */
	readonly programs: Iterable<readonly [PublishedProgram, readonly Pick<PublishedReview, 'title' | 'body'>[]]>;
}

interface Group extends Named {
	readonly description: string | null;
	readonly program_count: number;
}

/** The page of every category, program and organization, with what is published of it. */
export function* textRecords({ categories, programs, organizations }: TextSource): Generator<TextRecord> {
	for (const category of categories) yield groupRecord('Category', categoryAddress(category.slug), category);
	for (const [program, reviews] of programs) {
		const content = [
			...[program.organization.name, program.description, markdownText(program.long_description)],
			...program.categories.map(({ name }) => name),
			...reviews.flatMap(({ title, body }) => [title, body]),
		];
		yield {
			url: programAddress(program.slug),
			content: contentOf(content),
			filters: { kind: ['Program'] },
			meta: { title: excerpt(program.name, LONGEST_TITLE), ...terms(program) },
		};
	}
	for (const organization of organizations) {
		yield groupRecord('Organization', organizationAddress(organization.slug), organization);
	}
}

function groupRecord(
	kind: 'Category' | 'Organization',
	url: string,
	{ name, description, program_count }: Group,
): TextRecord {
	const meta = { title: excerpt(name, LONGEST_TITLE), programs: number(program_count) };
	// Pagefind leaves out what has no text.
	return { url, content: contentOf([description]) || name, filters: { kind: [kind] }, meta };
}

/** What a program offers, in short. */
function terms(program: PublishedProgram): Omit<TextMeta, 'title'> {
	const pays = commissionFigures(program).map(inWords).join(' + ');
	const words = program.commission_text?.trim();
	const days = cookie(program.cookie_days);
	return {
		...(pays ? { pays } : {}),
		terms: pays || !words ? COMMISSION_TYPE_WORDS[program.commission_type] : excerpt(words, LONGEST_WORDS),
		...(days ? { cookie: inWords(days) } : {}),
	};
}

function contentOf(texts: readonly (string | null)[]): string {
	const cut = texts.map((text) => excerpt((text ?? '').replace(/\s+/g, ' ').trim(), LONGEST_TEXT));
	return excerpt(cut.filter(Boolean).join(' · '), LONGEST_CONTENT);
}
