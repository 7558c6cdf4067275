/** Hides a mistake that was public, while a server runs and mirrors follow it. */
import { expect, test } from 'vitest';
import { DirectoryClient } from '../../src/client/index.ts';
import { ownDirectory, ownServer } from '../support/own-server.ts';
import { requestOnce } from '../support/raw-http.ts';
import { succeed } from '../support/run-command.ts';

const directory = ownDirectory('site');

const server = await ownServer(directory);
const client = new DirectoryClient({ baseUrl: `http://127.0.0.1:${server.port}/v1`, key: directory.key });

/** A copy of all programs that follows the directory. */
class Mirror {
	snapshot = '';
	readonly programs = new Map<string, { readonly [name: string]: unknown }>();

	async copy(): Promise<this> {
		const file = await client.exportPrograms();
		for await (const program of file) this.programs.set(program.slug, { ...program });
		this.snapshot = file.snapshot;
		return this;
	}

	async sync(): Promise<void> {
		const changes = client.sync(this.snapshot);
		for await (const { kind, id, op, fields } of changes) {
			if (kind !== 'program') continue;
			if (op === 'removed') this.programs.delete(id);
			if (fields === undefined) continue;
			const values = Object.entries(fields).map(([name, [, value]]) => [name, value]);
			this.programs.set(id, { ...this.programs.get(id), ...Object.fromEntries(values) });
		}
		this.snapshot = changes.snapshot;
	}
}

/** Edits the snapshot, builds, and waits until the server has the release. */
async function publish(...edit: [string, ...string[]]): Promise<void> {
	const { snapshot, out } = directory;
	await succeed('programs', [...edit, '--snapshot', snapshot]);
	const built = JSON.parse(await succeed('build', ['--snapshot', snapshot, '--out', out, '--json']));
	await expect.poll(async () => (await client.listNetworks()).snapshot, { timeout: 20_000 }).toBe(built.snapshot);
}

const PAGES = ['/changes/', '/changes/feed.atom'];
const bodyOf = async (path: string) => String((await requestOnce(server.port, 'GET', path)).body);
const changes = (...args: string[]) => succeed('changes', [...args, '--out', directory.out]);

test('A mistake leaves pages, feeds and the API at once, and mirrors from before, during and after it converge', async () => {
	const { slug, name } = (await new Mirror().copy()).programs.values().next().value as { slug: string; name: string };
	const before = await new Mirror().copy();
	await publish('set', slug, 'name=Embarrassing mistake', 'cookie_days=77');
	await publish(
		'add',
		'slug=wrong',
		'name=Wrong',
		`organization=${await organizationOf(slug)}`,
		'commission_type=tiered',
		'website_url=https://wrong.example/',
	);
	const during = await new Mirror().copy();
	await publish('set', slug, `name=${name}`);
	await publish('remove', 'wrong');
	const after = await new Mirror().copy();
	const lagging = await new Mirror().copy();
	for (const path of PAGES) expect(await bodyOf(path), path).toContain('Embarrassing mistake');

	await expect(changes('hide', slug)).rejects.toThrow('Add --kind organization or --kind program');
	const hide = ['hide', slug, '--kind', 'program'];
	expect(await changes(...hide, '--dry-run')).toMatch(/\n\d+ changes would be hidden, and their values erased\. /);
	expect(await changes(...hide)).toMatch(/\n\d+ changes hidden, and their values erased\. /);
	expect(await changes('hide', 'wrong')).toContain('2 changes hidden');
	for (const path of PAGES) {
		const body = await bodyOf(path);
		expect(body, path).not.toContain('Embarrassing mistake');
		expect(body, path).not.toContain('wrong');
	}
	const since = `/v1/changes?since=${before.snapshot}`;
	const response = await fetch(`http://127.0.0.1:${server.port}${since}`, { headers: { 'X-API-Key': directory.key } });
	const text = await response.text();
	expect(text).not.toContain('Embarrassing mistake');
	expect(JSON.parse(text).data).toContainEqual(
		expect.objectContaining({ id: slug, op: 'changed', fields: expect.objectContaining({ name: [null, name] }) }),
	);

	await publish('set', slug, 'cookie_days=30');
	for (const mirror of [before, during, after, lagging]) await mirror.sync();
	const { programs } = await new Mirror().copy();
	expect(programs.get(slug)).toMatchObject({ name, cookie_days: 30 });
	for (const mirror of [before, during, after, lagging]) expect(mirror.programs).toEqual(programs);
});

async function organizationOf(slug: string): Promise<string> {
	const shown = JSON.parse(await succeed('programs', ['show', slug, '--json', '--snapshot', directory.snapshot]));
	return shown.organization;
}

test('The list of changes says which are hidden, and unclear requests are refused', async () => {
	expect(await changes()).toMatch(/^publication +at +record +change +fields\n\d+ .* program \S+ +changed +cookie_days/);
	expect(await changes('list', 'wrong')).toMatch(/removed +hidden\n.*added +hidden\n$/);
	expect(JSON.parse(await changes('list', 'wrong', '--json'))).toHaveLength(2);
	await expect(changes('hide')).rejects.toThrow('Name a record, a publication (--publication), or both.');
	await expect(changes('hide', 'wrong', '--since', 'soon')).rejects.toThrow('It must be a day or a time');
	expect(await changes('hide', 'wrong')).toBe(
		'There are no such changes that are not hidden yet. To list all: npm run changes\n',
	);
	await expect(succeed('changes', ['hide', 'x', '--out', directory.state])).rejects.toThrow('There is no history');
});
