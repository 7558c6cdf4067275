import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { ENDPOINTS } from '../src/api/endpoints.ts';
import { KINDS, type Kind, parseRecord, SCHEMAS } from '../src/catalog/records.ts';
import { ACCOUNT_VARIABLES } from '../src/command/account-settings.ts';
import { SETTINGS } from '../src/command/settings.ts';
import { readCell } from '../src/importers/cells.ts';
import { PROJECT } from '../src/release/application-version.ts';
import { DOCUMENTATION_PAGES, documentationAddress } from '../src/site/addresses.ts';
import { documentationPage } from '../src/site/format/documentation.ts';

const DOCS = 'src/docs';
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const tableRows = (file: string) =>
	read(file)
		.split('\n')
		.filter((line) => line.startsWith('|'));
const documents = globSync('*.md', { cwd: join(PROJECT, DOCS) });

describe('the documentation', () => {
	test('lists every page under its title, on the site and in the README', () => {
		const listed = DOCUMENTATION_PAGES.map(({ name, address, about }) => ({ name, address, about }));
		const inReadme = [...read('README.md').matchAll(/^- \[(.*)\]\(src\/docs\/(.*)\.md\): (.*(?:\n {2}.*)*)/gm)];
		expect(
			inReadme.map(([, name, slug, about]) => ({
				name,
				address: documentationAddress(slug!),
				about: about!.replace(/\s+/g, ' '),
			})),
		).toEqual(listed);
		const pages = documents.map((file) => ({
			name: documentationPage(read(join(DOCS, file))).title,
			address: documentationAddress(file.replace('.md', '')),
		}));
		expect(pages).toHaveLength(listed.length);
		expect(listed.map(({ name, address }) => ({ name, address }))).toEqual(expect.arrayContaining(pages));
	});

	test.each(['README.md', ...documents.map((file) => join(DOCS, file))])('links to what is there: %s', (file) => {
		const targets = [...read(file).matchAll(/\]\(((?!https?:)[^)]+)\)/g)].map(([, target]) => target!);
		expect(targets).not.toEqual([]);
		for (const target of targets) {
			const [path, anchor] = target.split('#') as [string, string?];
			const linked = path === '' ? file : join(dirname(file), path);
			expect(existsSync(join(PROJECT, linked)), target).toBe(true);
			if (anchor) expect(documentationPage(read(linked)).html, target).toContain(` id="${anchor}"`);
		}
	});

	const settings = tableRows(join(DOCS, 'operation.md'));

	test.each(Object.values(SETTINGS).map((setting) => setting()))(
		'lists the setting $long with its default',
		(option) => {
			const row = settings.find((line) => line.startsWith(`| \`${option.long}\` | \`${option.envVar}\``));
			expect(row).toBeDefined();
			if (option.defaultValue !== undefined) expect(row).toContain(`| \`${option.defaultValue}\` |`);
		},
	);

	test.each(ACCOUNT_VARIABLES)('lists the setting %s, which comes by environment alone', (name) => {
		expect(settings.some((line) => line.startsWith(`| | \`${name}\``))).toBe(true);
	});
});

describe('the README', () => {
	test.each(Object.keys(packageJson.scripts))('lists the command %s', (name) => {
		expect(read('README.md')).toMatch(new RegExp(`npm (run )?${name}\\b`));
	});

	test.each(ENDPOINTS)('lists the endpoint $path with its scope and parameters', ({ path, scope, parameters }) => {
		const address = `/v1${path.replace(':slug', 'SLUG').replace(':id', 'ID')}`;
		const row = tableRows('README.md').find((line) => line.startsWith(`| \`${address}\` | \`${scope}\` |`));
		expect(row).toBeDefined();
		const documented = [...row!.split('|')[3]!.matchAll(/`(\w+)`/g)].map((match) => match[1]);
		expect(documented.sort()).toEqual(Object.keys(parameters).sort());
	});
});

interface Column {
	readonly kind: Kind;
	readonly name: string;
	/** The values that its form shows. */
	readonly examples: readonly string[];
	readonly ifEmpty: string;
}

function inBackticks(text: string): string[] {
	return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
}

/** The table of the columns of CSV files. */
function columns(): Column[] {
	const rows = tableRows(join(DOCS, 'content.md'));
	let kind: Kind | undefined;
	return rows.slice(rows.indexOf('| file | columns | form | if empty |') + 2).flatMap((row) => {
		const [, file, names, form, ifEmpty] = row.split('|').map((cell) => cell.trim());
		kind = KINDS.find((candidate) => file === `\`${candidate}.csv\``) ?? kind;
		const examples = inBackticks(form!).filter((example) => example !== ';');
		return inBackticks(names!).map((name) => ({
			kind: kind!,
			name,
			examples,
			ifEmpty: ifEmpty!.replaceAll('`', ''),
		}));
	});
}

const NOW = '2026-05-01T12:00:00Z';

/** A record of the required columns alone, as their examples have them. */
function recordOf(kind: Kind) {
	const required = columns().filter((column) => column.kind === kind && column.ifEmpty === 'required');
	return Object.fromEntries(required.map(({ name, examples }) => [name, cellValue(name, examples[0] ?? 'Ada')]));
}

function cellValue(name: string, text: string): unknown {
	const cell = readCell(name, text);
	return 'value' in cell ? cell.value : cell;
}

describe('the table of CSV columns', () => {
	test.each(KINDS)('has every column of %s once', (kind) => {
		const named = columns().filter((column) => column.kind === kind);
		expect(named.map(({ name }) => name).sort()).toEqual(Object.keys(SCHEMAS[kind].shape).sort());
	});

	test.each(columns())('says what an empty $name of $kind means: $ifEmpty', ({ kind, name, ifEmpty }) => {
		const others = { ...recordOf(kind), [name]: undefined };
		const parsed = parseRecord(kind, others, NOW);
		if ('problems' in parsed) {
			expect([ifEmpty, parsed.problems.map(({ column }) => column)]).toEqual(['required', [name]]);
			return;
		}
		const record = parsed.record as { readonly [field: string]: unknown };
		const value = record[name];
		const isNothing = value === null || value === '' || (Array.isArray(value) && value.length === 0);
		const meaning = ifEmpty === 'the time of import' ? NOW : String(record[ifEmpty] ?? ifEmpty);
		expect(isNothing ? 'nothing' : String(value)).toBe(meaning);
	});

	test.each(columns())('shows values of $name of $kind that are right', ({ kind, name, examples }) => {
		for (const example of examples) {
			expect(parseRecord(kind, { ...recordOf(kind), [name]: cellValue(name, example) }, NOW)).not.toHaveProperty(
				'problems',
			);
		}
	});

	test.each(columns())(
		'shows all values of $name of $kind where the list is closed, one where it has a form',
		(column) => {
			const parsed = parseRecord(
				column.kind,
				{ ...recordOf(column.kind), [column.name]: cellValue(column.name, 'Two Words') },
				NOW,
			);
			const rule = 'problems' in parsed ? parsed.problems[0]!.rule : '';
			if (rule !== '') expect(column.examples).not.toEqual([]);
			if (rule.startsWith('one of ')) expect(column.examples).toEqual(rule.slice('one of '.length).split(', '));
		},
	);
});
