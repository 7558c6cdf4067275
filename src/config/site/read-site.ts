import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { explain } from '../../shared/explain.ts';
import { UserError } from '../../shared/user-error.ts';
import { problemsOf } from './schema-problems.ts';
import { type Site, SiteSchema } from './site-schema.ts';

export const SITE_FILE = 'site.json';

/**
 * Reads the configuration in a folder.
 *
 * @throws UserError naming the file, and every invalid field
 */
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
