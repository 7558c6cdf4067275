import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { type Endpoint, scopesOf } from '../src/api/endpoint.ts';
import { ENDPOINTS } from '../src/api/endpoints.ts';
import { ACCOUNT_VARIABLES } from '../src/config/account-settings.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { FILTERS } from '../src/search/filters.ts';
import { PROJECT } from '../src/shared/project.ts';
import { documentationPage } from '../src/website/documentation/documentation.ts';
import { manuals, pageOfFile, pagesOf } from '../src/website/documentation/documentation-pages.ts';

const DOCS = 'src/docs';
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const tableRows = (file: string) =>
	read(file)
		.split('\n')
		.filter((line) => line.startsWith('|'));
const documents = globSync('*.md', { cwd: join(PROJECT, DOCS) });

describe('the documentation', () => {
	test('lists every page under its title, on the site and in the README', () => {
		const listed = manuals()
			.flatMap(pagesOf)
			.map(({ name, address, about }) => ({ name, address, about }));
		const inReadme = [...read('README.md').matchAll(/^- \[(.*)\]\(src\/docs\/(.*)\.md\): (.*(?:\n {2}.*)*)/gm)];
		expect(
			inReadme.map(([, name, slug, about]) => ({
				name,
				address: pageOfFile(slug!),
				about: about!.replace(/\s+/g, ' '),
			})),
		).toEqual(listed);
		const pages = documents.map((file) => ({
			name: documentationPage(read(join(DOCS, file))).title,
			address: pageOfFile(file.replace('.md', '')),
		}));
		expect(pages).toHaveLength(listed.length);
		expect(listed.map(({ name, address }) => ({ name, address }))).toEqual(expect.arrayContaining(pages));
	});

	test.each(['README.md', ...documents.map((file) => join(DOCS, file))])(
		'links only to existing files and sections: %s',
		(file) => {
			const targets = [...read(file).matchAll(/\]\(((?!https?:)[^)]+)\)/g)].map(([, target]) => target!);
			expect(targets).not.toEqual([]);
			for (const target of targets) {
				const [path, anchor] = target.split('#') as [string, string?];
				const linked = path === '' ? file : join(dirname(file), path);
				expect(existsSync(join(PROJECT, linked)), target).toBe(true);
				if (anchor) expect(documentationPage(read(linked)).html, target).toContain(` id="${anchor}"`);
			}
		},
	);

	const settings = tableRows(join(DOCS, 'configure.md'));

	test.each(Object.values(SETTINGS).map((setting) => setting()))(
		'lists the setting $long with its default',
		(option) => {
			const row = settings.find((line) => line.startsWith(`| \`${option.long}\` \`${option.envVar}\` |`));
			expect(row).toBeDefined();
			if (option.defaultValue !== undefined) expect(row).toContain(`| \`${option.defaultValue}\` |`);
		},
	);

	// npm runs these two itself.
	const commands = Object.keys(packageJson.scripts).filter((name) => !['prepack', 'postpack'].includes(name));
	test.each(commands)('lists the command %s', (name) => {
		const rows = tableRows(join(DOCS, 'commands.md')).map((row) => row.split(' | ')[0]!);
		expect(rows.some((row) => new RegExp(`npm (?:run )?${name}(?![\\w:-])`).test(row))).toBe(true);
	});

	test.each(ACCOUNT_VARIABLES)('lists the setting %s, which can only be an environment variable', (name) => {
		expect(settings.some((line) => line.split(' | ')[0]!.includes(`\`${name}\``))).toBe(true);
	});
});

describe('The API reference', () => {
	test.each(ENDPOINTS)('lists the endpoint $path with its scope and parameters', (endpoint: Endpoint) => {
		const { path, parameters } = endpoint;
		const scopes = scopesOf(endpoint).map((name) => `\`${name}\``);
		const needed = scopes.join(endpoint.needsAllScopes ? ' and ' : ' or ') || 'any key';
		const address = `/v1${path.replace(':slug', 'SLUG').replace(':id', 'ID')}`;
		const row = tableRows(join(DOCS, 'reference.md')).find((line) => line.startsWith(`| \`${address}\` | ${needed} |`));
		expect(row).toBeDefined();
		const cell = row!.split('|')[3]!;
		const filters = cell.includes('the [filters]') ? Object.keys(FILTERS) : [];
		const documented = [...filters, ...Array.from(cell.matchAll(/`(\w+)`/g), (match) => match[1]!)];
		expect(documented.sort()).toEqual(Object.keys(parameters).sort());
	});
});
