import { stringify } from 'yaml';
import { sentence } from '../../shared/text.ts';
import { methodOf, TAGS } from '../endpoint.ts';
import { ALL_ENDPOINTS } from '../endpoints.ts';
import { WEBHOOK_EVENT_BODIES } from '../schemas/webhook.ts';
import { BASE_PATH } from '../target.ts';
import { INTRODUCTION, KEY_DESCRIPTION } from './description.ts';
import { documentSchemas } from './json-schema.ts';
import { API_KEY, type OperationObject, openApiPath, operationOf } from './operation.ts';
import { EXAMPLE_SITE, headerComponents, responseComponents } from './responses.ts';

/** The version of the API. Every addition increases its second number. */
const VERSION = '1.2.0';

interface DocumentedSite {
	/** The public origin of the site. */
	readonly url: string;
	readonly name: string;
	/** An email address or a web address. */
	readonly contact: string;
	/** The address of the documentation. */
	readonly documentation: string;
}

/** The operations at a path, by their method in lower case. */
export interface PathItem {
	readonly get?: OperationObject;
	readonly post?: OperationObject;
	readonly patch?: OperationObject;
	readonly delete?: OperationObject;
}

const bodies = documentSchemas(
	Object.fromEntries(
		ALL_ENDPOINTS.flatMap(({ operation, response, body }) => [
			[operation, response],
			...(body === undefined ? [] : [[`${operation}Body`, body] as const]),
		]),
	),
);
const events = documentSchemas(Object.fromEntries(WEBHOOK_EVENT_BODIES.map(({ event, body }) => [event, body])));

/** The requests that the directory sends to webhooks, by event. */
function webhookOperations() {
	return WEBHOOK_EVENT_BODIES.map(({ event, meaning }) => [
		event,
		{
			post: {
				operationId: `receive${event.replace(/(?:^|[.])([a-z])/g, (_, first: string) => first.toUpperCase())}`,
				tags: ['Webhooks'],
				summary: event,
				description: meaning,
				parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
					name,
					in: 'header',
					required: true,
					description: 'See Standard Webhooks.',
					schema: { type: 'string' },
				})),
				requestBody: { required: true, content: { 'application/json': { schema: events.inline[event] } } },
				responses: { '2XX': { description: 'The event was received.' } },
				security: [],
			},
		},
	]);
}

export function openApiDocument({ url, name, contact, documentation }: DocumentedSite) {
	const document = {
		openapi: '3.1.1',
		info: {
			title: `${name} API`,
			version: VERSION,
			description: INTRODUCTION,
			contact: contact.includes('://') ? { name, url: contact } : { name, url, email: contact },
			license: { name: 'MIT License', identifier: 'MIT' },
		},
		externalDocs: { description: 'The documentation of the API.', url: documentation },
		servers: [{ url: url + BASE_PATH, description: name }],
		tags: Object.entries(TAGS).map(([tag, description]) => ({ name: tag, description: sentence(description) })),
		paths: Object.fromEntries(
			[...Map.groupBy(ALL_ENDPOINTS, ({ path }) => path)].map(([path, endpoints]): [string, PathItem] => [
				openApiPath(path),
				Object.fromEntries(
					endpoints.map((endpoint) => {
						const { [endpoint.operation]: response, [`${endpoint.operation}Body`]: body } = bodies.inline;
						return [methodOf(endpoint).toLowerCase(), operationOf(endpoint, response!, body)];
					}),
				),
			]),
		),
		webhooks: Object.fromEntries(webhookOperations()),
		components: {
			securitySchemes: { [API_KEY]: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: KEY_DESCRIPTION } },
			schemas: bodies.components,
			headers: headerComponents(),
			responses: responseComponents(),
		},
	};
	return JSON.parse(JSON.stringify(document).replaceAll(EXAMPLE_SITE, url)) as typeof document;
}

/** The indentation is spaces, because linters warn about tabs. */
export function documentJson(document: object): string {
	return `${JSON.stringify(document, undefined, 2)}\n`;
}

export function documentYaml(document: object): string {
	return stringify(document, { aliasDuplicateObjects: false, blockQuote: 'literal', lineWidth: 0 });
}
