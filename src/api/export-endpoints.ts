/** The endpoints for exported files. `ENDPOINTS` includes these endpoints. */
import { z } from 'zod';
import { READ_SCOPES } from '../keys/scope.ts';
import { type Endpoint, FRESH } from './endpoint.ts';
import { NDJSON, SQLITE } from './exported-file.ts';
import { whole } from './schemas/envelope.ts';
import { bytes, exportedFile } from './schemas/exported-file.ts';

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
	'The file has one JSON object per line, sorted by the bytes of the slug or ID. It supports `Range` and `If-Range`, and comes in the encodings `identity`, `gzip` and `zstd`.';

/** Returns the endpoint that exports all records of one kind, one record per line. */
function lines(kind: 'programs' | 'organizations' | 'categories' | 'reviews', operation: string, each: string) {
	return {
		...FILE,
		path: `/export/${kind}.ndjson`,
		operation,
		summary: `Export all ${kind}`,
		description: `Returns every ${each}, in the same form as the endpoint for one ${each.replace('published ', '')}. ${ONE_PER_LINE}`,
		scope: `${kind}:read`,
		mediaType: NDJSON,
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
			'Returns the exported files that the key may download. After the directory has changed, the response can take a few seconds, while the server computes the checksums.',
		scope: [],
		parameters: {},
		answer: 'files',
		response: whole(z.array(exportedFile)),
		noun: 'file',
		caching: FRESH,
		isExtension: true,
		example: '/export',
	},
	lines('programs', 'exportPrograms', 'published program'),
	lines('organizations', 'exportOrganizations', 'organization'),
	lines('categories', 'exportCategories', 'category'),
	lines('reviews', 'exportReviews', 'published review'),
	{
		...FILE,
		path: '/export/directory.sqlite',
		operation: 'exportDatabase',
		summary: 'Export the database',
		description:
			'Returns all published records as a SQLite database. It supports `Range` and `If-Range`. After the directory has changed, the server makes the file when it is first requested. The response is a 503 until the file is ready.',
		scope: READ_SCOPES,
		needsAllScopes: true,
		mediaType: SQLITE,
		example: '/export/directory.sqlite',
	},
] as const satisfies readonly Endpoint[];
