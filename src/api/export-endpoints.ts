import { z } from 'zod';
import { READ_SCOPES } from '../state/keys/scope.ts';
import { type Endpoint, FRESH } from './endpoint.ts';
import { type ExportedKind, NDJSON, SQLITE } from './exported-file.ts';
import { category } from './schemas/category.ts';
import { whole } from './schemas/envelope.ts';
import { aboutExport, bytes, exportedFile } from './schemas/exported-file.ts';
import { organization } from './schemas/organization.ts';
import { program } from './schemas/program.ts';
import { review } from './schemas/review.ts';

const FILE = {
	tag: 'Export',
	parameters: {},
	answer: 'file',
	response: bytes,
	noun: 'file',
	caching: FRESH,
	isExtension: true,
} as const;

const ONE_PER_LINE =
	'The file has one JSON object per line, sorted by the bytes of the slug or ID. It supports `Range` and `If-Range`, and comes in the encodings `identity` and `gzip`.';

const MADE =
	'After the directory has changed, the server makes the file when it is first requested. If this takes longer than 20 seconds, the response is a 503.';

/** Returns the endpoint that exports all records of one kind, one record per line. */
function lines<O extends string>(kind: ExportedKind, operation: O, each: string, record: z.ZodType) {
	return {
		...FILE,
		path: `/export/${kind}.ndjson`,
		operation,
		summary: `Export all ${kind}`,
		description: `Returns every ${each}, in the same form as the endpoint for one ${each.replace('published ', '')}. ${ONE_PER_LINE} ${MADE}`,
		scope: `${kind}:read`,
		mediaType: NDJSON,
		record,
		example: `/export/${kind}.ndjson`,
	} as const;
}

export const EXPORT_ENDPOINTS = [
	{
		path: '/export',
		operation: 'listExportedFiles',
		tag: 'Export',
		summary: 'List exported files',
		description:
			'Returns the exported files that the key may download. The sizes and checksums of a file are missing until a client has requested the file.',
		scope: [],
		parameters: {},
		answer: 'files',
		response: whole(z.array(exportedFile)),
		noun: 'file',
		caching: FRESH,
		isExtension: true,
		example: '/export',
	},
	lines('programs', 'exportPrograms', 'published program', program),
	lines('organizations', 'exportOrganizations', 'organization', organization),
	lines('categories', 'exportCategories', 'category', category),
	lines('reviews', 'exportReviews', 'published review', review),
	{
		...FILE,
		path: '/export/directory.sqlite',
		operation: 'exportDatabase',
		summary: 'Export the database',
		description: `Returns all published records as a SQLite database. It supports \`Range\` and \`If-Range\`. ${MADE}`,
		scope: READ_SCOPES,
		needsAllScopes: true,
		mediaType: SQLITE,
		example: '/export/directory.sqlite',
	},
	{
		...FILE,
		path: '/export/export.json',
		operation: 'exportAbout',
		summary: 'Say what the exported files are',
		description:
			'Returns the ID of the snapshot that the exported files come from, the license of the data, and the sources to name. The database has the same in its table `about`.',
		scope: READ_SCOPES,
		response: aboutExport.meta({ description: 'The content of the file' }),
		mediaType: 'application/json',
		example: '/export/export.json',
	},
] as const satisfies readonly Endpoint[];
