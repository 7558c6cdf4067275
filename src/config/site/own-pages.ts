/** The pages that the owner of a site has written, as Markdown files in the folder `pages` of its configuration. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { explain } from '../../shared/explain.ts';
import { UserError } from '../../shared/user-error.ts';
import { filesUnder, ownFiles, PUBLIC } from './public-files.ts';
import { problemsOf, siteFolder } from './site.ts';
import names from './taken-names.json' with { type: 'json' };

export interface OwnPage {
	/** The address: `/imprint/` for `pages/imprint.md`, `/about/privacy/` for `pages/about/privacy.md`. */
	readonly address: string;
	readonly title: string;
	/** A sentence about the page, for search engines. Undefined if the file has none. */
	readonly summary: string | undefined;
	/** Whether the footer of every page links to the page. */
	readonly isInFooter: boolean;
	/** The Markdown below the title. */
	readonly text: string;
}

/**
 * The names that the software uses as the first part of an address, so that the site's own files and pages cannot have
 * them: those of its pages, and of what a build or a server adds.
 */
export const TAKEN_NAMES: ReadonlySet<string> = new Set(names);

const PAGES = 'pages';
const PAGE_PATH = /^(?:about\/)?([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/;
/** The largest file, in bytes. */
const LARGEST = 1_000_000;

const line = (most: number) =>
	z
		.string({ error: 'It must be text.' })
		.trim()
		.min(1, { error: 'It must not be empty.' })
		.max(most, {
			error: `It must have at most ${most} characters.`,
		});

/** What a file can say of itself between two lines of `---` at its start. */
const FrontMatterSchema = z.strictObject({
	title: line(100).optional(),
	summary: line(300).optional(),
	footer: z.boolean({ error: 'It must be true or false.' }).default(true),
});

let read: { readonly folder: string; readonly pages: readonly OwnPage[] } | undefined;

/** Returns the pages, sorted by their files' names. Reads the files once. */
export function ownPages(): readonly OwnPage[] {
	const folder = siteFolder();
	if (read?.folder !== folder) read = { folder, pages: readOwnPages(folder) };
	return read.pages;
}

/** Reads the pages in a folder. @throws UserError naming every file that is wrong, with what to change */
export function readOwnPages(folder: string): OwnPage[] {
	const problems: string[] = [];
	const pages = filesUnder(join(folder, PAGES)).flatMap((path) => {
		try {
			return [readPage(join(folder, PAGES, path), path, folder)];
		} catch (error) {
			if (!(error instanceof UserError)) throw error;
			problems.push(error.message);
			return [];
		}
	});
	if (problems.length > 0) throw new UserError(problems.join('\n'));
	return pages;
}

function readPage(file: string, path: string, folder: string): OwnPage {
	const slug = PAGE_PATH.exec(path)?.[1];
	if (slug === undefined) {
		throw new UserError(
			`${file}: A page must be a file such as imprint.md or about/team.md, with a name of lower-case letters, digits and hyphens. Rename it.`,
		);
	}
	refuseTaken(file, path, slug, folder);
	const bytes = explain(() => readFileSync(file), 'read', file);
	if (!isUtf8(bytes)) throw new UserError(`${file}: It is not UTF-8. Save it with this encoding.`);
	const content = bytes.toString().replace(/^\ufeff/, '');
	if (content.length > LARGEST) throw new UserError(`${file}: A page can have at most ${LARGEST} characters.`);
	const [, matter, body] = /^---\r?\n(.*?)^---\r?\n(.*)$/ms.exec(content) ?? [undefined, '', content];
	const { title, summary, footer } = readMatter(matter!, file);
	const [, heading, rest] = /^\s*# +(.+?)\r?\n(.*)$/s.exec(`${body}\n`) ?? [];
	const name = title ?? heading?.trim();
	if (name === undefined) {
		throw new UserError(`${file}: It has no title. Start the page with a heading such as: # Imprint`);
	}
	return {
		address: `/${path.replace(/\.md$/, '/')}`,
		title: name,
		summary,
		isInFooter: footer,
		text: heading === undefined ? body! : rest!,
	};
}

function refuseTaken(file: string, path: string, slug: string, folder: string): void {
	if (path.startsWith('about/')) return;
	if (TAKEN_NAMES.has(slug)) {
		throw new UserError(`${file}: The website already has something at /${slug}. Rename the file.`);
	}
	const other = ownFiles(folder).find((own) => own.split('/')[0] === slug);
	if (other !== undefined) {
		throw new UserError(
			`${file}: ${join(folder, PUBLIC, other)} already has the address /${slug}. Rename one of them.`,
		);
	}
}

function readMatter(matter: string, file: string): z.output<typeof FrontMatterSchema> {
	const document = parseDocument(matter, { prettyErrors: true });
	const [error] = document.errors;
	if (error !== undefined) {
		// The first line of the file, `---`, is not part of the YAML.
		const where = error.linePos === undefined ? '' : `line ${error.linePos[0].line + 1}, `;
		throw new UserError(
			`${file}: ${where}The lines between --- are not YAML: ${error.message.replace(/ at line \d+, column \d+:.*$/s, '')}.`,
		);
	}
	const raw: unknown = document.toJS() ?? {};
	const result = FrontMatterSchema.safeParse(raw);
	if (result.success) return result.data;
	const problems = problemsOf(result.error, raw, () => Object.keys(FrontMatterSchema.shape));
	throw new UserError(problems.map((problem) => `${file}: ${problem}`).join('\n'));
}

export const hasOwnPage = (address: string): boolean => ownPages().some((page) => page.address === address);
