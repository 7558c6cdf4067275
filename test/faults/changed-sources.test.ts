/** Builds after changes of the software, in a copy of the project. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyProject } from '../support/project-copy.ts';
import { succeed } from '../support/run-command.ts';
import { makeSnapshot } from '../support/small-directory.ts';

interface Built {
	readonly outcome: 'built' | 'unchanged';
	readonly release: string;
	readonly pages: { readonly all: number; readonly rendered: number };
}

const out = () => join(directory.folder, 'out');

async function build(): Promise<Built> {
	const args = ['--snapshot', directory.snapshot, '--out', out(), '--site-url', 'https://directory.example', '--json'];
	return JSON.parse(await succeed('build', args, { cwd: project }));
}

function edit(file: string, from: string | RegExp, to: string): void {
	const path = join(project, file);
	const text = readFileSync(path, 'utf8');
	expect(text).toMatch(from);
	writeFileSync(path, text.replace(from, to));
}

/** The versions whose pages have been compiled. */
const compiled = () => readdirSync(join(out(), 'pages')).filter((name) => /^[0-9a-f]{12}$/.test(name));

const project = copyProject();
const directory = makeSnapshot({ programs: 4, reviews: 4 });
const first: Built = await build();
afterAll(() => {
	rmSync(project, { recursive: true });
	directory.remove();
});

test('After a change of a text of the documentation, only its page is rendered', async () => {
	edit('src/docs/search.md', /$/, '\nOne more sentence.\n');
	const before = compiled();
	const second = await build();
	expect(second).toMatchObject({ outcome: 'built', pages: { rendered: 1 } });
	expect(second.release).not.toBe(first.release);
	expect(compiled()).toEqual(before);
});

test('After a change of a rule, all pages are rendered', async () => {
	edit('src/catalog/pay.ts', /$/, '\nexport const RULE = 1;\n');
	const { outcome, pages } = await build();
	expect(outcome).toBe('built');
	expect(pages.rendered).toBe(pages.all);
	expect(compiled()).toHaveLength(2);
});

test('A build compiles lost pages again, and keeps the complete release', async () => {
	const { release } = await build();
	const before = compiled();
	rmSync(join(out(), 'pages'), { recursive: true });
	expect(await build()).toMatchObject({ outcome: 'unchanged', release });
	expect(before).toEqual(expect.arrayContaining(compiled()));
});
