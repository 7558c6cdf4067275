import type { ChangesStart } from '../catalog/change.ts';
import { tagOf } from '../shared/tag.ts';
import type { Scope } from '../state/keys/scope.ts';
import { withFields } from './added-fields.ts';
import { changeItems, firstTime, type ReadRecord, readableKinds } from './changes.ts';
import { Content } from './content.ts';
import type { ApiContext } from './context.ts';
import { type Directory, type Items, NO_ITEMS } from './directory.ts';
import type { ContentEndpoint } from './endpoint.ts';
import { ApiError } from './error.ts';
import type { ExportedName } from './exported-file.ts';
import { indexBody } from './index-body.ts';
import { fileNotReady, listFiles } from './list-files.ts';
import { recordNotFound } from './not-found.ts';
import { linkHeader, listBody, type PageExtras, type PageRequest, pageRequest } from './page.ts';
import { CHANGES_PARAMETERS, MOST_FACET_VALUES, type pagination, readParameters } from './parameters.ts';
import { presentSlugs } from './present-slugs.ts';
import { readProgramQuery } from './program-query.ts';
import type { Answer } from './respond.ts';
import type { FileAnswer } from './send-file.ts';
import { BASE_PATH, type Path, type Target } from './target.ts';

/** A request for an endpoint, after the scope, method and snapshot have been checked. */
interface Accepted {
	readonly endpoint: ContentEndpoint;
	readonly path: Path;
	readonly query: Target['query'];
	/** The scopes of the key. */
	readonly scopes: readonly Scope[];
	readonly directory: Directory;
	readonly context: Pick<ApiContext, 'changes' | 'historyBegins' | 'bySnapshot' | 'exportedFile' | 'siteUrl'>;
}

export const ANSWERS: {
	readonly [kind in ContentEndpoint['answer']]: (request: Accepted) => Answer | Promise<Answer | FileAnswer>;
} = {
	index({ endpoint, query, scopes, context: { siteUrl } }) {
		readParameters(endpoint.parameters, query);
		return jsonAnswer(endpoint, indexBody(siteUrl, scopes));
	},

	resource(request) {
		const { endpoint, path, query, directory } = request;
		const content = directory.resource(path.text);
		if (content === undefined) throw notFound(request);
		readParameters(endpoint.parameters, query);
		return { status: 200, content, caching: endpoint.caching, headers: [] };
	},

	list(request) {
		const { endpoint, path, query, directory } = request;
		const list = directory.list(path.text);
		if (list === undefined) throw notFound(request);
		const page = pageRequest(readParameters(endpoint.parameters as ReturnType<typeof pagination>, query));
		const items = page.offset < list.total ? list.items(page.offset, page.perPage) : NO_ITEMS;
		return listAnswer(request, items, list.total, page);
	},

	search(request) {
		const { directory } = request;
		const { query, page, facets, fields } = readProgramQuery(request.query);
		const { values, renamed } = presentSlugs({ ...query.filters, slugs: query.slugs }, directory);
		const { slugs, ...filters } = values;
		const search = { ...query, slugs, filters };
		const { total, items, suggestion, unknownValues } = directory.search(search);
		const shown = fields === undefined ? items : withFields(items, fields, directory);
		const counts = facets && directory.facets(search, facets, MOST_FACET_VALUES);
		return listAnswer(request, shown, total, page, { suggestion, unknownValues, renamed, facets: counts });
	},

	changes(request) {
		const { query, scopes, directory, context } = request;
		const { since, ...values } = readParameters(CHANGES_PARAMETERS, query);
		const page = pageRequest(values);
		const found = context.changes(since!, readableKinds(scopes), page.offset, page.perPage);
		const isCurrent = 'snapshot' in since! && since.snapshot === directory.snapshot;
		if (found === undefined && !isCurrent) throw changesGone(since!, context);
		const { snapshot, total, changes } = found ?? { snapshot: directory.snapshot, total: 0, changes: [] };
		const answer = () => {
			const items = changeItems(changes, recordsOf(snapshot, request));
			return { ...listAnswer(request, items, total, page), snapshot };
		};
		// For a moment, the history can be newer than the release that this process has loaded. The process then lacks
		// the added records.
		const needsRecords = snapshot !== directory.snapshot && changes.some(({ op }) => op === 'added');
		const looking = needsRecords ? context.bySnapshot?.find(snapshot) : undefined;
		return looking === undefined ? answer() : looking.then(answer);
	},

	async files({ endpoint, query, scopes, directory, context }) {
		readParameters(endpoint.parameters, query);
		return jsonAnswer(endpoint, { data: await listFiles(context, directory.snapshot, scopes) });
	},

	async file({ endpoint, path, query, context }) {
		readParameters(endpoint.parameters, query);
		const file = await context.exportedFile?.(path.segments[1] as ExportedName, true);
		if (file?.forms.identity === undefined) throw fileNotReady();
		return { file, mediaType: endpoint.mediaType!, caching: endpoint.caching };
	},
};

/**
 * Returns a function that reads added records from the release with this snapshot. If this process cannot read that
 * release, the function reads the release that the process has loaded. If a record is missing there, the function
 * throws, because the record may be newer than the loaded release.
 */
function recordsOf(snapshot: string, { directory, context }: Accepted): ReadRecord {
	const release = snapshot === directory.snapshot ? directory : context.bySnapshot?.get(snapshot);
	if (release !== undefined) return (path) => release.resource(path);
	return (path) => {
		const content = directory.resource(path);
		if (content !== undefined) return content;
		throw new ApiError('UNAVAILABLE', 'The server cannot read the newest data at the moment. Try again in a minute.');
	};
}

function jsonAnswer({ caching }: ContentEndpoint, value: object): Answer {
	const body = Buffer.from(JSON.stringify(value));
	return { status: 200, content: new Content(body, 'once', tagOf(body)), caching, headers: [] };
}

function listAnswer(
	{ endpoint, path, query, context }: Accepted,
	items: Items,
	total: number,
	page: PageRequest,
	extras?: PageExtras,
): Answer {
	const link = linkHeader(`${context.siteUrl}${BASE_PATH}${path.text}`, query, total, page);
	return {
		status: 200,
		content: listBody(items, total, page, extras),
		caching: endpoint.caching,
		headers: ['Link', link],
	};
}

function notFound({ endpoint: { noun }, path: { segments }, directory, context: { siteUrl } }: Accepted): ApiError {
	return recordNotFound({ segments, noun, directory, siteUrl });
}

function changesGone(start: ChangesStart, { historyBegins, siteUrl }: Accepted['context']): ApiError {
	const named = 'time' in start ? start.time : `the snapshot "${start.snapshot}"`;
	const first = 'time' in start ? firstTime(historyBegins) : undefined;
	const later = first === undefined ? '' : `, or get all changes from ${siteUrl}${BASE_PATH}/changes?since=${first}`;
	return new ApiError(
		'SNAPSHOT_GONE',
		`The history of changes does not go back to ${named}. Get all records from ${siteUrl}${BASE_PATH}/export, then ask for the changes since the snapshot of that export${later}.`,
	);
}
