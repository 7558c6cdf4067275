/** The guides in src/docs/ state what the code does. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import { scopesOf } from '../src/api/endpoint.ts';
import { ALL_ENDPOINTS, CATEGORIES_KEPT, ENDPOINTS } from '../src/api/endpoints.ts';
import { ERRORS, type ErrorCode } from '../src/api/error.ts';
import { LONGEST_TEXTS, MOST_DATA } from '../src/api/mcp/result.ts';
import { TOOLS, type Tool } from '../src/api/mcp/tools.ts';
import { ERROR_EXAMPLES, HEADERS } from '../src/api/openapi/responses.ts';
import { DEFAULT_PER_PAGE, PROGRAM_PARAMETERS } from '../src/api/parameters.ts';
import { WEBHOOK_EVENT_BODIES } from '../src/api/schemas/webhook.ts';
import { BASE_PATH } from '../src/api/target.ts';
import { RETRIED } from '../src/client/transport.ts';
import { SITE_FIELDS } from '../src/config/site/site-schema.ts';
import { FILTERS } from '../src/search/filters.ts';
import { SORT_PARAMETER } from '../src/search/order.ts';
import { LEAST_COMPRESSED } from '../src/shared/http/content.ts';
import { PROJECT } from '../src/shared/project.ts';
import { ENDED_KEYS_KEPT, MOST_ACTIVE_KEYS, MOST_NEW_KEYS } from '../src/state/keys/key.ts';
import { planAllows, plansFor, SCOPE_NAMES, SCOPES } from '../src/state/keys/scope.ts';
import { TEST_EVENT, WEBHOOK_EVENT_NAMES } from '../src/state/webhooks/webhook.ts';
import { aboutPages } from '../src/website/about/about-pages.ts';
import {
	documentationAddress,
	KEYS,
	LEAKED_KEY,
	NEW_KEY,
	OWN_ORGANIZATIONS,
	operatorsAddress,
	SIGN_UP,
	WEBHOOKS,
} from '../src/website/addresses.ts';
import { neighbours } from '../src/website/documentation/documentation-pages.ts';
import { number } from '../src/website/format/numbers.ts';
import { DOCUMENT } from './contract/documented.ts';

const pathOf = (file: string) => join(PROJECT, 'src/docs', file);
const read = (file: string) => readFileSync(pathOf(file), 'utf8');
/** The text of a guide without its line breaks. */
const textOf = (file: string) => read(file).replace(/\s+/g, ' ');

/** The rows of tables, by the header of the table. */
interface Tables {
	readonly [header: string]: readonly string[];
}

/** Expects a guide to have these tables. With `-u`, the test writes them into the guide. */
async function expectTables(file: string, tables: Tables): Promise<void> {
	const text = Object.entries(tables).reduce(withRows, read(file));
	await expect(text).toMatchFileSnapshot(pathOf(file));
}

function withRows(text: string, [header, rows]: readonly [string, readonly string[]]): string {
	const head = `${header}\n${header.replace(/[^|]+/g, ' --- ')}\n`;
	const parts = text.split(head);
	expect(parts, `one table with the header ${header}`).toHaveLength(2);
	return parts[0] + head + rows.join('') + parts[1]!.replace(/^(?:\|.*\n)*/, '');
}

/** Writes lists with “or” and without a comma before it. */
const LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const documents = globSync('*.md', { cwd: join(PROJECT, 'src/docs') });

describe('The documentation of the API', () => {
	test('explains every error code', async () => {
		const [before, ...sections] = read('errors.md').split(/(?<=\n## Error codes\n\n)/);
		expect(sections).toHaveLength(1);
		const examples = Object.entries(ERRORS).map(([code, { status, meaning, remedy }]) => {
			const example = JSON.stringify(ERROR_EXAMPLES[code as ErrorCode], undefined, 2);
			return `### ${code}\n\n**Status ${status}.** ${meaning}.\n\n${remedy}.\n\n\`\`\`json\n${example}\n\`\`\`\n`;
		});
		await expect(before + examples.join('\n')).toMatchFileSnapshot(pathOf('errors.md'));
	});

	test('lists every scope', async () => {
		const rows = SCOPE_NAMES.map((scope) => {
			const plan = planAllows('free', scope) ? 'any' : plansFor(scope);
			return `| \`${scope}\` | ${SCOPES[scope].grants} | ${plan} |\n`;
		});
		await expectTables('authentication.md', { '| scope | grants | plan |': rows });
	});

	test('lists every event of webhooks', async () => {
		expect(WEBHOOK_EVENT_BODIES.map(({ event }) => event).sort()).toEqual([...WEBHOOK_EVENT_NAMES, TEST_EVENT].sort());
		const rows = WEBHOOK_EVENT_BODIES.map(({ event, meaning }) => `| \`${event}\` | ${meaning} |\n`);
		await expectTables('webhooks.md', { '| event | meaning |': rows });
	});

	test('lists all parameters and orders of the search', async () => {
		const rowsOf = (all: { readonly [name: string]: { readonly meaning: string } }) =>
			Object.entries(all).map(([name, { meaning }]) => `| \`${name}\` | ${meaning} |\n`);
		await expectTables('search.md', {
			'| parameter | meaning |': rowsOf(PROGRAM_PARAMETERS),
			'| value | order |': rowsOf(SORT_PARAMETER),
		});
	});

	test.each([
		['authentication.md', `can have ${MOST_ACTIVE_KEYS} active keys`],
		['authentication.md', `can create ${MOST_NEW_KEYS} keys in an hour`],
		['authentication.md', `stay in the list for ${ENDED_KEYS_KEPT} days`],
		['accounts.md', `until ${ENDED_KEYS_KEPT} days after`],
		['errors.md', `removed ${ENDED_KEYS_KEPT} days after`],
		['limits.md', `can create ${MOST_NEW_KEYS} keys in an hour`],
		['caching.md', `that is ${CATEGORIES_KEPT} minutes`],
		['caching.md', `more than ${number(LEAST_COMPRESSED)} bytes`],
		['pagination.md', `which is ${DEFAULT_PER_PAGE} unless`],
	])('states the numbers of the code, in %s: %s', (file, fact) => {
		expect(textOf(file)).toContain(fact);
	});

	test.each(Object.keys(HEADERS).filter((name) => !/^(?:Vary|Allow|WWW-|X-Content)/.test(name)))(
		'explains the header %s in a guide',
		(name) => {
			expect(documents.some((file) => read(file).includes(name))).toBe(true);
		},
	);

	const FILTERS_LINK = 'the [filters](search.md#filters)';

	test('lists the tools for agents, with their endpoints, scopes and arguments, and the limits of results', async () => {
		const rows = Object.entries(TOOLS).map(([name, { endpoint, parameters }]: [string, Tool]) => {
			const scopes = scopesOf(endpoint).map((scope) => `\`${scope}\``);
			const most = parameters.per_page?.schema.meta()?.maximum;
			const argumentOf = (one: string) => `\`${one}\`${one === 'per_page' ? ` up to ${most}` : ''}`;
			const args = Object.keys(parameters).map((one) => (one in FILTERS ? FILTERS_LINK : argumentOf(one)));
			const path = BASE_PATH + endpoint.path.replace(':slug', 'SLUG');
			return `| \`${name}\` | \`${path}\` | ${scopes.join(' or ')} | ${[...new Set(args)].join(', ')} |\n`;
		});
		await expectTables('agents.md', { '| tool | reads | scope | arguments |': rows });
		for (const figure of [MOST_DATA, ...LONGEST_TEXTS]) expect(textOf('agents.md')).toContain(` ${number(figure)} `);
	});

	test('names every endpoint by its operation in the OpenAPI document only once', () => {
		const names = ENDPOINTS.map(({ operation }) => operation);
		expect(new Set(names).size).toBe(names.length);
	});

	test.each(ALL_ENDPOINTS)('lists the method $operation of the client', ({ operation }) => {
		expect(read('client.md')).toMatch(new RegExp(`^\\|.*\`${operation}\\(`, 'm'));
	});

	test.each(['errors.md', 'client.md', '../client/README.md', '../client/options.ts'])(
		'states in %s after which statuses a client tries again',
		(file) => {
			expect(textOf(file)).toMatch(new RegExp(`after [^.]*\\b${LIST.format(RETRIED.map(String))}\\b`, 'i'));
		},
	);

	test('tells how to install the current version of the client, and never by its name alone', () => {
		expect(textOf('client.md')).toContain(`/packages/client-${packageJson.version}.tgz`);
		expect(textOf('client.md')).toContain(`For version ${packageJson.version}, it is:`);
		const commands = [...documents, '../client/README.md'].flatMap(
			(file) => read(file).match(/npm i(?:nstall)? .*/g) ?? [],
		);
		const installed = commands.filter((command) => /client/i.test(command));
		expect(installed.length).toBeGreaterThan(2);
		expect(installed.filter((command) => !command.includes(' https://directory.example/'))).toEqual([]);
	});

	test('has an entry for the current version of the API, and of the software', () => {
		expect(/^## Version (.*)$/m.exec(read('api-changelog.md'))![1]).toBe(DOCUMENT.info.version);
		expect(/^## Version (.*)$/m.exec(read('changelog.md'))![1]).toBe(packageJson.version);
	});
});

describe('The documentation for operators', () => {
	test('lists every field of site.json, with its default and meaning', async () => {
		const rows = Object.entries(SITE_FIELDS).map(([name, schema]) => {
			const { default: fallback, description } = z.toJSONSchema(schema, { io: 'input' });
			const isOptional = schema.safeParse(undefined).success;
			const shown =
				fallback === undefined || typeof fallback === 'object'
					? ''
					: ` \`${JSON.stringify(fallback).replace(/^"|"$/g, '')}\``;
			return `| \`${name}\` |${isOptional ? shown || ' none' : ''} | ${description} |\n`;
		});
		await expectTables('site.md', { '| field | default | meaning |': rows });
	});
});

describe('Commands with curl', () => {
	const commands = globSync(['README.md', 'src/**/*.{md,astro,ts}', 'scripts/*.ts'], { cwd: PROJECT }).flatMap((file) =>
		[...readFileSync(join(PROJECT, file), 'utf8').matchAll(/\bcurl (?:[^\n]|\\\n)* .*/g)].map(([command]) => command),
	);

	test('name the key in the same way everywhere', () => {
		const named = commands.flatMap((command) => /X-API-Key: (\$[A-Z_]+)/.exec(command)?.[1] ?? []);
		expect(named.length).toBeGreaterThan(10);
		expect(new Set(named)).toEqual(new Set(['$API_KEY']));
	});

	test('fail instead of saving an error as a file', () => {
		const saving = commands.filter((command) => / (?:-[oO]|--output|--remote-name|>) /.test(command));
		expect(saving.length).toBeGreaterThan(2);
		expect(saving.filter((command) => !command.includes(' --fail '))).toEqual([]);
	});
});

describe('The guides', () => {
	test.each(documents)('link to existing pages of the site: %s', (file) => {
		const known = [KEYS, LEAKED_KEY, NEW_KEY, OWN_ORGANIZATIONS, SIGN_UP, WEBHOOKS, ...aboutPages()].map(
			({ address }) => address,
		);
		const linked = [...read(file).matchAll(/\]\(https:\/\/directory\.example(\/[^)]*)\)/g)].map(([, path]) => path);
		expect([...known, '/openapi.json', '/openapi.yaml', '/llms.txt']).toEqual(expect.arrayContaining(linked));
	});

	test('lead to the guides before and after them in the same part of the documentation', () => {
		const { previous, next } = neighbours(documentationAddress('pagination'));
		expect([previous?.name, next?.name]).toEqual(['Authentication', 'Search and filters']);
		expect(neighbours(documentationAddress('quick-start')).previous).toBeUndefined();
		expect(neighbours(documentationAddress('api-changelog')).next).toBeUndefined();
		expect(neighbours(operatorsAddress('commands')).previous).toBeUndefined();
		expect(neighbours(operatorsAddress('changelog')).next).toBeUndefined();
	});
});
