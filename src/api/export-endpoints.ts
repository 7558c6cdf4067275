import { z } from 'zod';
import { READ_SCOPES } from '../state/keys/scope.ts';
import { jsonAnswer } from './answers.ts';
import { allows, type Endpoint, type EndpointRequest, FRESH } from './endpoint.ts';
import {
	type ExportedFile,
	type ExportedKind,
	type ExportedName,
	fileNotReady,
	NDJSON,
	SQLITE,
} from './exported-file.ts';
import { readParameters } from './parameters.ts';
import type { Answer } from './respond.ts';
import { whole } from './schemas/envelope.ts';
import { aboutExport, bytes, exportedFile } from './schemas/exported-file.ts';
import { category, organization } from './schemas/groups.ts';
import { program } from './schemas/program.ts';
import { review } from './schemas/review.ts';
import type { FileAnswer } from './send-file.ts';
import { BASE_PATH } from './target.ts';

const FILE = {
	tag: 'Export',
	parameters: {},
	handle: getFile,
	response: bytes,
	noun: 'file',
	isExtension: true,
} as const;

const ONE_PER_LINE =
	'The file has one JSON object per line, sorted by the bytes of the slug or ID. It supports `Range` and `If-Range`, and comes in the encodings `identity` and `gzip`.';

const MADE =
	'After the directory has changed, the server makes the file when it is first requested. If this takes longer than 20 seconds, the response is a 503.';

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
		handle: listFiles,
		response: whole(z.array(exportedFile)),
		noun: 'file',
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

const FILES: readonly Endpoint[] = EXPORT_ENDPOINTS.filter((endpoint) => 'mediaType' in endpoint);
const FOLDER = '/export/';

async function listFiles({ endpoint, query, key, release, context }: EndpointRequest): Promise<Answer> {
	const { exportedFile, siteUrl } = context;
	const { snapshot } = release;
	readParameters(endpoint.parameters, query);
	if (exportedFile === undefined) return jsonAnswer(endpoint, { data: [] });
	const allowed = FILES.filter((file) => allows(file, key.scopes));
	const data = await Promise.all(
		allowed.map(async ({ path }) => {
			const name = path.slice(FOLDER.length) as ExportedName;
			const { records, forms } = await exportedFile(name, false);
			return { name, url: `${siteUrl}${BASE_PATH}${path}`, records, snapshot, encodings: encodingsOf(forms) };
		}),
	);
	return jsonAnswer(endpoint, { data });
}

function encodingsOf(forms: ExportedFile['forms']): readonly object[] {
	return Object.entries(forms).map(([encoding, { length, sha256 }]) => ({
		encoding,
		bytes: length,
		sha256: Buffer.from(sha256, 'base64').toString('hex'),
	}));
}

async function getFile({ endpoint, path, query, context }: EndpointRequest): Promise<FileAnswer> {
	readParameters(endpoint.parameters, query);
	const file = await context.exportedFile?.(path.segments[1] as ExportedName, true);
	if (file?.forms.identity === undefined) throw fileNotReady();
	return { file, mediaType: endpoint.mediaType!, caching: endpoint.caching ?? FRESH, headers: [] };
}
