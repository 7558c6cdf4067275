/** The records of the site-wide search: the text to search in, and the data for showing a result. */
import type { Named, PublishedProgram, PublishedReview } from '../../catalog/published.ts';
import { fold } from '../../search/text.ts';
import { excerpt } from '../../shared/excerpt.ts';
import { categoryAddress, organizationAddress, programAddress } from '../addresses.ts';
import { markdownText } from '../format/markdown.ts';
import { inWords, number } from '../format/numbers.ts';
import { COMMISSION_TYPE_WORDS, commissionFigures, cookie } from '../format/terms.ts';

/** A page as the search finds it. */
export interface TextRecord {
	readonly url: string;
	readonly content: string;
	readonly filters: { kind: ['Program' | 'Category' | 'Organization'] };
	readonly meta: TextMeta;
}

/** The data of a search result. It is searched too, so it must not contain words such as units, which every program would match. */
export type TextMeta = {
	readonly title: string;
	/** The figures of a program's commission, where they are known: `$50 + 10%`. */
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

/**
 * The page of every category, program and organization, with what is published of it. A program that has the name of its
 * organization stands for both, and leads to it.
 */
export function* textRecords({ categories, programs, organizations }: TextSource): Generator<TextRecord> {
	const bySlug = new Map(Array.from(organizations, (organization) => [organization.slug, organization]));
	const namesakes = new Set<string>();
	for (const category of categories) yield groupRecord('Category', categoryAddress(category.slug), category);
	for (const [program, reviews] of programs) {
		const { organization } = program;
		const namesake = fold(program.name) === fold(organization.name) ? bySlug.get(organization.slug) : undefined;
		if (namesake) namesakes.add(organization.slug);
		const content = [
			...[organization.name, program.description, markdownText(program.long_description)],
			namesake?.description ?? null,
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
	for (const organization of bySlug.values()) {
		if (namesakes.has(organization.slug)) continue;
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

/** The terms of a program in short. */
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
