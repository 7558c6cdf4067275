import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { explain } from '../../shared/explain.ts';
import { nearWord } from '../../shared/near-words.ts';
import { PROJECT } from '../../shared/project.ts';
import { UserError } from '../../shared/user-error.ts';
import { type Site, SiteSchema } from './site-schema.ts';

let read: { readonly folder: string; readonly site: Site } | undefined;

/** Returns the configuration of the site. Reads it once, so a server sees changes only after a restart. */
export function site(): Site {
	const folder = siteFolder();
	if (read?.folder !== folder) read = { folder, site: readSite(folder) };
	return read.site;
}

/**
 * Returns the folder of the site's configuration, as an absolute path. `SITE_CONFIG` names it; the default is `data`.
 * Writes it into the environment too, because child processes can have another working directory, and the compiled
 * pages cannot find the project's folder.
 */
export function siteFolder(): string {
	const folder = resolve(process.env.SITE_CONFIG || join(PROJECT, 'data'));
	process.env.SITE_CONFIG = folder;
	return folder;
}

export const SITE_FILE = 'site.json';
export const SYNONYMS_FILE = 'synonyms.csv';

/** Returns where the synonyms of the search are: in the site's configuration, or in the `data` of this software. */
export function synonymsFile(): string {
	const own = join(siteFolder(), SYNONYMS_FILE);
	return existsSync(own) ? own : join(PROJECT, 'data', SYNONYMS_FILE);
}

/** Reads the configuration in a folder. @throws UserError naming the file, and every invalid field */
export function readSite(folder: string): Site {
	const file = join(folder, SITE_FILE);
	if (explain(() => statSync(folder, { throwIfNoEntry: false }), 'read', folder)?.isFile()) {
		throw new UserError(`SITE_CONFIG must name a folder, but ${folder} is a file. Name the folder that contains it.`);
	}
	if (!existsSync(file)) {
		throw new UserError(
			`There is no file ${file}. SITE_CONFIG must name a folder with a site.json. To start with the default one, copy data/site.json there.`,
		);
	}
	const text = explain(() => readFileSync(file, 'utf8'), 'read', file).replace(/^\ufeff/, '');
	let raw: unknown;
	try {
		raw = JSON.parse(text);
	} catch (cause) {
		throw new UserError(`${file} is not JSON: ${(cause as Error).message}.`, { cause });
	}
	const result = SiteSchema.safeParse(raw, { error: () => undefined });
	if (result.success) return result.data;
	throw new UserError([`${file} is invalid.`, ...problemsOf(result.error, raw, fieldsAt)].join('\n'));
}

/** Returns the names of the fields that the object at a path can have. */
function fieldsAt(path: readonly PropertyKey[]): string[] {
	const schema = path.reduce((at: JsonSchema, step) => at.properties?.[String(step)] ?? at.items ?? {}, SCHEMA);
	return Object.keys(schema.properties ?? {});
}

interface JsonSchema {
	readonly properties?: { readonly [name: string]: JsonSchema };
	readonly items?: JsonSchema;
}

const SCHEMA = z.toJSONSchema(SiteSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/**
 * Returns a line for each wrong field, each starting with the field: `mark: It is missing.`
 *
 * @param raw the value that does not match
 * @param known returns the names of the fields that the object at a path can have
 */
export function problemsOf(
	{ issues }: z.core.$ZodError,
	raw: unknown,
	known: (path: readonly PropertyKey[]) => readonly string[],
): string[] {
	// One sentence is enough for a field, even if its value breaks two rules.
	const places = issues.map(({ path }) => path.join('.'));
	return issues
		.filter((_, index) => places.indexOf(places[index]!) === index)
		.flatMap((issue) => {
			const at = issue.path.join('.');
			if (issue.code === 'unrecognized_keys') {
				return issue.keys.map((key) => {
					const meant = nearWord(key, known(issue.path));
					const fix =
						meant === undefined
							? `The known fields are ${known(issue.path).join(', ')}`
							: `Did you mean ${at && `${at}.`}${meant}`;
					return `${at && `${at}.`}${key}: There is no such field. ${fix}${meant === undefined ? '.' : '?'}`;
				});
			}
			const value = issue.path.reduce((part: unknown, step) => (part as never)?.[step], raw);
			if (value === undefined && issue.code !== 'custom') return `${at}: It is missing. ${issue.message}`;
			return at === '' ? issue.message : `${at}: ${issue.message}`;
		});
}

/** Matches the start of the paths of accounts, and of what belongs to the API. */
const ACCOUNTS = /^\/account(?:\/|$)/;
const API = /^\/(?:v1|mcp|leaked-key|docs(?!\/operators))(?:[/?#]|$)/;

/** Whether this site offers what is at a path. The owner can turn off accounts and the API. */
export function isOffered(path: string): boolean {
	const { accounts, api } = site();
	return (accounts || !ACCOUNTS.test(path)) && (api || !API.test(path));
}
