import { List, type Page } from './list.ts';
import type { ClientOptions, FileOptions, RequestOptions, WriteOptions } from './options.ts';
import { RecordFile } from './record-file.ts';
import { Sync } from './sync.ts';
import { Transport } from './transport.ts';
import type * as types from './types.ts';
import type { WebResponse } from './web.ts';

/** The maximum number of records on a page. */
const MOST = 100;
const MOST_REVIEWS = 50;

/** A client for the API. Each method is named after an operation in the OpenAPI document, except `sync`. */
export class DirectoryClient {
	readonly #transport: Transport;

	/** @throws TypeError if `baseUrl` is not an address that ends in `/v1` */
	constructor(options: ClientOptions) {
		this.#transport = new Transport(options);
	}

	/** Searches, filters and sorts all programs. */
	listPrograms(query: types.ListProgramsQuery = {}, options: RequestOptions = {}): List<types.ProgramListItem> {
		return this.#list('/programs', query, options, MOST);
	}

	/** Gets a program with all its published facts. */
	getProgram(slug: string, options: RequestOptions = {}): Promise<types.Program> {
		return this.#get(`/programs/${segment(slug)}`, {}, options);
	}

	/** Lists the published reviews of a program, newest first. */
	listProgramReviews(
		slug: string,
		query: types.ListProgramReviewsQuery = {},
		options: RequestOptions = {},
	): List<types.ReviewListItem> {
		return this.#list(`/programs/${segment(slug)}/reviews`, query, options, MOST_REVIEWS);
	}

	/** Lists all categories, sorted by slug. The list is not paginated. */
	listCategories(
		query: types.ListCategoriesQuery = {},
		options: RequestOptions = {},
	): Promise<types.CategoryListItem[]> {
		return this.#get('/categories', query, options);
	}

	/** Gets a category with its description. */
	getCategory(slug: string, options: RequestOptions = {}): Promise<types.Category> {
		return this.#get(`/categories/${segment(slug)}`, {}, options);
	}

	/** Lists the programs of a category. */
	listCategoryPrograms(
		slug: string,
		query: types.ListCategoryProgramsQuery = {},
		options: RequestOptions = {},
	): List<types.ReducedProgram> {
		return this.#list(`/categories/${segment(slug)}/programs`, query, options, MOST);
	}

	/** Lists all published reviews, newest first. */
	listReviews(query: types.ListReviewsQuery = {}, options: RequestOptions = {}): List<types.Review> {
		return this.#list('/reviews', query, options, MOST_REVIEWS);
	}

	/** Gets a published review, including the slug and name of the reviewed program. */
	getReview(id: string, options: RequestOptions = {}): Promise<types.Review> {
		return this.#get(`/reviews/${segment(id)}`, {}, options);
	}

	/** Lists the public profiles of all organizations, sorted by slug. */
	listOrganizations(query: types.ListOrganizationsQuery = {}, options: RequestOptions = {}): List<types.Organization> {
		return this.#list('/organizations', query, options, MOST);
	}

	/** Gets the public profile of an organization. */
	getOrganization(slug: string, options: RequestOptions = {}): Promise<types.Organization> {
		return this.#get(`/organizations/${segment(slug)}`, {}, options);
	}

	/** Lists the programs of an organization. */
	listOrganizationPrograms(
		slug: string,
		query: types.ListOrganizationProgramsQuery = {},
		options: RequestOptions = {},
	): List<types.ReducedProgram> {
		return this.#list(`/organizations/${segment(slug)}/programs`, query, options, MOST);
	}

	/** Lists all tracking platforms that published programs use, sorted by slug. */
	listNetworks(query: types.ListNetworksQuery = {}, options: RequestOptions = {}): List<types.Network> {
		return this.#list('/networks', query, options, MOST);
	}

	/**
	 * Lists the changes since a snapshot, a date or a time. If you want to keep a copy up to date, use `sync`, which is
	 * simpler.
	 */
	listChanges(query: types.ListChangesQuery, options: RequestOptions = {}): List<types.Change> {
		return this.#list('/changes', query, options, MOST);
	}

	/**
	 * Reads the changes since a snapshot. Pass the `snapshot` of a page, of an exported file or of the previous sync. You
	 * can also pass a date such as `2026-11-20` (00:00 UTC) or a time such as `2026-11-20T09:30:00Z`.
	 *
	 * If reading throws an ApiError with the code `SNAPSHOT_GONE`, your copy is too old. Make a new copy from the
	 * exported files.
	 */
	sync(since: string, options: RequestOptions = {}): Sync {
		return new Sync(since, this.listChanges({ since }, options));
	}

	/** Gets the addresses of all endpoints that the key may use. */
	getIndex(options: RequestOptions = {}): Promise<{ [name: string]: string }> {
		return this.#get('/', {}, options);
	}

	/** Lists the exported files that your API key may download. */
	listExportedFiles(options: RequestOptions = {}): Promise<types.ExportedFile[]> {
		return this.#get('/export', {}, options);
	}

	/** Reads every published program. */
	exportPrograms(options: FileOptions = {}): Promise<RecordFile<types.Program>> {
		return this.#records('programs', options);
	}

	/** Reads every organization. */
	exportOrganizations(options: FileOptions = {}): Promise<RecordFile<types.Organization>> {
		return this.#records('organizations', options);
	}

	/** Reads every category. */
	exportCategories(options: FileOptions = {}): Promise<RecordFile<types.Category>> {
		return this.#records('categories', options);
	}

	/** Reads every published review. */
	exportReviews(options: FileOptions = {}): Promise<RecordFile<types.Review>> {
		return this.#records('reviews', options);
	}

	/** Downloads all published records as a SQLite database. The `body` of the response is the database file. */
	exportDatabase(options: FileOptions = {}): Promise<WebResponse> {
		return this.#file('directory.sqlite', options);
	}

	/** Says what the exported files are: their snapshot, the license of the data, and the sources to name. */
	async exportAbout(options: FileOptions = {}): Promise<types.AboutExport> {
		return (await (await this.#file('export.json', options)).json()) as types.AboutExport;
	}

	/** Proposes a new program of your organization. An editor decides about it. */
	createProgram(program: types.CreateProgramBody, options: WriteOptions = {}): Promise<types.Proposal> {
		return this.#change('POST', '/programs', program, options);
	}

	/** Proposes new values for some fields of your organization's program. An editor decides about them. */
	updateProgram(slug: string, fields: types.UpdateProgramBody, options: WriteOptions = {}): Promise<types.Proposal> {
		return this.#change('PATCH', `/programs/${segment(slug)}`, fields, options);
	}

	/** Proposes new values for some fields of your organization. An editor decides about them. */
	updateOrganization(
		slug: string,
		fields: types.UpdateOrganizationBody,
		options: WriteOptions = {},
	): Promise<types.Proposal> {
		return this.#change('PATCH', `/organizations/${segment(slug)}`, fields, options);
	}

	/** Lists what your account has proposed about programs and organizations, newest first. */
	listProposals(query: types.ListProposalsQuery = {}, options: RequestOptions = {}): List<types.Proposal> {
		return this.#list('/proposals', query, options, MOST, false);
	}

	/** Gets one of your proposals, and what became of it. */
	getProposal(id: string, options: RequestOptions = {}): Promise<types.Proposal> {
		return this.#get(`/proposals/${segment(id)}`, {}, options);
	}

	/** Withdraws one of your proposals, while it is pending. */
	withdrawProposal(id: string, options: WriteOptions = {}): Promise<types.Proposal> {
		return this.#change('DELETE', `/proposals/${segment(id)}`, undefined, options);
	}

	/** Lists the webhooks of your account, oldest first. */
	listWebhooks(options: RequestOptions = {}): Promise<types.Webhook[]> {
		return this.#get('/webhooks', {}, options);
	}

	/** Adds a webhook. Only this response and that of a rotation have its secret. */
	createWebhook(webhook: types.CreateWebhookBody, options: WriteOptions = {}): Promise<types.WebhookWithSecret> {
		return this.#change('POST', '/webhooks', webhook, options);
	}

	/** Gets a webhook of your account. */
	getWebhook(id: string, options: RequestOptions = {}): Promise<types.Webhook> {
		return this.#get(`/webhooks/${segment(id)}`, {}, options);
	}

	/** Changes the fields of a webhook that you give, and leaves the others as they are. */
	updateWebhook(id: string, changes: types.UpdateWebhookBody, options: WriteOptions = {}): Promise<types.Webhook> {
		return this.#change('PATCH', `/webhooks/${segment(id)}`, changes, options);
	}

	/** Removes a webhook, and returns it as it was. */
	deleteWebhook(id: string, options: WriteOptions = {}): Promise<types.Webhook> {
		return this.#change('DELETE', `/webhooks/${segment(id)}`, undefined, options);
	}

	/** Replaces the secret of a webhook. For a day, events are signed with both secrets. */
	rotateWebhookSecret(id: string, options: WriteOptions = {}): Promise<types.WebhookWithSecret> {
		return this.#change('POST', `/webhooks/${segment(id)}/rotate`, undefined, options);
	}

	/** Sends a test event to a webhook. */
	testWebhook(id: string, options: WriteOptions = {}): Promise<types.WebhookDelivery> {
		return this.#change('POST', `/webhooks/${segment(id)}/test`, undefined, options);
	}

	/** Lists the events that were sent to a webhook, newest first. */
	listWebhookDeliveries(
		id: string,
		query: types.ListWebhookDeliveriesQuery = {},
		options: RequestOptions = {},
	): List<types.WebhookDelivery> {
		return this.#list(`/webhooks/${segment(id)}/deliveries`, query, options, MOST, false);
	}

	/** Sends an event again. */
	retryWebhookDelivery(id: string, delivery: string, options: WriteOptions = {}): Promise<types.WebhookDelivery> {
		return this.#change('POST', `/webhooks/${segment(id)}/deliveries/${segment(delivery)}/retry`, undefined, options);
	}

	/** Gets how often people viewed the page of your program and followed its link, by day and by site. */
	getProgramAnalytics(
		slug: string,
		query: types.GetProgramAnalyticsQuery = {},
		options: RequestOptions = {},
	): Promise<types.Analytics> {
		return this.#get(`/analytics/programs/${segment(slug)}`, query, options);
	}

	/** Gets how often people viewed your organization's programs and followed their links, by day, by site and by program. */
	getOrganizationAnalytics(
		slug: string,
		query: types.GetOrganizationAnalyticsQuery = {},
		options: RequestOptions = {},
	): Promise<types.OrganizationAnalytics> {
		return this.#get(`/analytics/organizations/${segment(slug)}`, query, options);
	}

	async #change<T>(method: string, path: string, body: object | undefined, options: WriteOptions): Promise<T> {
		return (await this.#transport.change(method, path, body, options)).data;
	}

	async #get<T>(path: string, query: object, options: RequestOptions): Promise<T> {
		return (await this.#transport.json(path, parametersOf(query), options)).body.data;
	}

	/** @param hasSnapshot whether all pages come from the same version of the data */
	#list<T>(path: string, query: object, options: RequestOptions, most: number, hasSnapshot = true): List<T> {
		return new List(parametersOf(query), most, async (parameters) => {
			const { body, headers } = await this.#transport.json(path, parameters, options);
			const page: Page<T> = { ...body, snapshot: headers.get('X-Snapshot') };
			const [, address] = /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
			// Use only the query of the address, so that the key is never sent to another server.
			const next = address === undefined ? undefined : new URL(address, 'https://any.example').searchParams;
			if (hasSnapshot && !next?.has('since')) next?.set('snapshot', page.snapshot);
			return { page, next };
		});
	}

	async #records<T>(kind: string, options: FileOptions): Promise<RecordFile<T>> {
		return new RecordFile(await this.#file(`${kind}.ndjson`, options));
	}

	#file(name: string, { headers = {}, signal }: FileOptions): Promise<WebResponse> {
		return this.#transport.send(`/export/${name}`, headers, signal, (response) => response);
	}
}

/** Encodes a slug or an ID for use in a path. */
function segment(key: string): string {
	if (/^\.*$/.test(key)) throw new TypeError(`“${key}” is not a slug or an ID.`);
	return encodeURIComponent(key);
}

/** Writes a query. A list becomes one parameter for each value. */
function parametersOf(query: object): URLSearchParams {
	const given = Object.entries(query).filter(([, value]) => value !== undefined);
	return new URLSearchParams(given.flatMap(([name, value]) => [value].flat().map((one) => [name, one])));
}
