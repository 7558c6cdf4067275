import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { warmUp } from '../../../src/build/warm.ts';
import { setFields } from '../../../src/editor/edits/edit-records.ts';
import { changeSnapshot } from '../../../src/editor/edits/edit-snapshot.ts';
import { changesPage } from '../../../src/editor/pages/change-forms.ts';
import { changesView } from '../../../src/editor/pages/changes-page.ts';
import type { Editor } from '../../../src/editor/pages/editor.ts';
import type { RawRecord } from '../../../src/snapshot/import/source.ts';
import type { ProposalKind, ProposedFields } from '../../../src/state/proposals/proposal.ts';
import { openSqlite } from '../../../src/state/sqlite/open-sqlite.ts';
import { htmlFaults } from '../../support/html-faults.ts';
import { copyDirectory, type SmallDirectory } from '../../support/small-directory.ts';

let directory: SmallDirectory;
let slugs: string[];
beforeEach(() => {
	directory = copyDirectory('api');
	const db = new Database(directory.snapshot);
	slugs = db.prepare<[], string>('SELECT slug FROM programs ORDER BY slug').pluck().all();
	db.close();
});
afterEach(() => directory.remove());

function editor(): Editor {
	const { snapshot, out, folder, state } = directory;
	const alone: Editor['alone'] = (work) => work();
	const update = () => Promise.reject(new Error('Nothing is built.'));
	const settings = {
		siteUrl: 'http://127.0.0.1:4321',
		historyDays: 90,
		visits: () => undefined,
		warm: () => warmUp(),
	};
	return { snapshot, state, out, preview: folder, ...settings, alone, update };
}

/** Returns the page's content, which is valid HTML. */
async function textOf(): Promise<string> {
	const view = await changesView(editor());
	const text = 'main' in view ? view.main.text : '';
	const page = `<!DOCTYPE html><html lang="en"><head><title>Changes</title></head><body>${text}</body></html>`;
	expect(await htmlFaults(page)).toEqual([]);
	return text;
}

function set(slug: string, raw: RawRecord, because: string): void {
	changeSnapshot('set', { snapshot: directory.snapshot, because }, (change) =>
		setFields(change, 'programs', slug, raw, () => {}),
	);
}

describe('The page Changes', () => {
	test('says that everything is online, if so, and lists the publications', async () => {
		const text = await textOf();
		expect(text).toContain('Everything is online.');
		expect(text).toContain('Past publications');
		expect(text).not.toContain('Undo change');
	});

	test('lists the claims to decide: contested ones, and those of organizations that were merged into claimed ones', async () => {
		const now = '2026-05-01T12:00:00Z';
		const state = openSqlite(directory.state);
		const claim = async (name: string, organization: string) => {
			const id = `acc_${name}`;
			const email = `${name}@site.example`;
			if ((await state.accounts.findById(id)) === undefined) {
				await state.accounts.add({ id, email, plan: 'free', created_at: now });
			}
			const started = await state.claims.start(id, organization, now);
			if (typeof started === 'string') throw new Error(started);
			return state.claims.verify(started.id, 'dns', undefined, now);
		};
		await claim('brand', 'larkpost');
		expect(await textOf()).not.toContain('Claims to decide');
		expect(await claim('second', 'larkpost')).toBe('contested');
		await claim('merged', 'former-name');
		state.close();
		const db = new Database(directory.snapshot);
		db.exec(`INSERT INTO redirects (kind, slug, target) VALUES ('organizations', 'former-name', 'larkpost')`);
		db.close();
		const text = await textOf();
		expect(text).toContain('<h3>larkpost, claimed by <bdi>second@site.example</bdi></h3>');
		expect(text).toContain('npm run claims -- grant second@site.example larkpost');
		expect(text).toContain('This organization was merged into larkpost, for which another claim exists.');
		expect(text).toContain('npm run claims -- grant merged@site.example larkpost');
		expect(text).toContain('npm run claims -- withdraw merged@site.example former-name');
		expect(text).not.toContain('brand@site.example');
	});

	test('lists the reviews that accounts have sent, escaped, with the imported ones', async () => {
		const state = openSqlite(directory.state);
		const account = {
			id: 'acc_sent',
			email: 'sent@site.example',
			plan: 'free',
			created_at: '2026-05-01T12:00:00Z',
		} as const;
		await state.accounts.add(account);
		const review = {
			rating: 4.5,
			title: '<b>Good</b>',
			body: '<script>alert(1)</script> They pay what they promise.',
			months_in_program: 12,
			paid_on_time: 'no',
			approval_days: null,
		} as const;
		const sent = await state.reviews.send(
			account.id,
			{ program: slugs[0]!, review, author: { name: 'Ada Sent', key: 'ada' } },
			account.created_at,
		);
		expect(sent).toMatchObject({ program: slugs[0] });
		await state.proposals.add(
			{
				...{ account_id: null, author: 'Eve', kind: 'review', target: slugs[0]! },
				fields: { action: 'evil' },
				base: null,
			},
			account.created_at,
		);
		await state.close();
		const text = await textOf();
		expect(text).toContain('Reviews to decide');
		expect(text).toMatch(/&(?:lt|#60);b&(?:gt|#62);Good/);
		expect(text).toContain('in the program for 12 months, not paid on time');
		expect(text).not.toMatch(/<script>alert|<b>Good/);
		expect(text.match(/action="[^"]*sent-review"/g)).toHaveLength(2);
	});

	test('shows equal reviews and reports as one, and decides about them together', async () => {
		const at = '2026-05-01T12:00:00Z';
		const state = openSqlite(directory.state);
		const facts = { months_in_program: null, paid_on_time: null, approval_days: null };
		const review = { rating: 5, title: 'Buy now', body: 'The very best program of them all.', ...facts };
		const names = ['Ada One', 'Ben Two', 'Cem Three'];
		for (const [i, name] of names.entries()) {
			const id = `acc_${i}`;
			await state.accounts.add({ id, email: `${id}@site.example`, plan: 'free', created_at: at });
			const send = (rating: number) =>
				state.reviews.send(id, { program: slugs[i]!, review: { ...review, rating }, author: { name, key: name } }, at);
			await send(5);
			// Another version of the same words.
			if (i === 1) await send(4);
		}
		const report = { account_id: null, author: 'A reader', kind: 'report', target: slugs[0]!, base: null } as const;
		for (const _ of [1, 2]) await state.proposals.add({ ...report, fields: { message: 'It pays 5%.' } }, at);
		const text = await textOf();
		expect(text.match(/The very best/g)).toHaveLength(1);
		expect(text).toContain(`Ben Two (${slugs[1]}) and Cem Three (${slugs[2]})`);
		expect(text.match(/It pays 5%/g)).toHaveLength(1);
		expect(text).toContain('sent 2 times');
		const form = new FormData();
		const inputs = text.slice(text.indexOf('sent-review"')).matchAll(/name="(id|version|seen|equal)" value="([^"]*)"/g);
		for (const [, name, value] of inputs) form.append(name!, value!);
		for (const [name, value] of Object.entries({ decide: 'reject', reason: 'Spam' })) form.append(name, value);
		const request = { path: ['changes', 'sent-review'], form, query: new URLSearchParams() };
		expect(await changesPage(request, editor())).toMatchObject({ redirect: expect.stringContaining('changes') });
		for (const i of names.keys()) {
			const { proposals } = await state.proposals.ofAccount(`acc_${i}`, ['review'], { most: 1 });
			expect(proposals).toMatchObject([{ status: 'rejected', reason: 'Spam' }]);
		}
		await state.close();
	});

	test('shows reports although many older reviews wait, and counts what it does not show', async () => {
		const state = openSqlite(directory.state);
		const add = (kind: ProposalKind, fields: ProposedFields, at: string) =>
			state.proposals.add({ account_id: null, author: 'Eve', kind, target: slugs[0]!, fields, base: null }, at);
		for (let i = 0; i < 120; i++) await add('review', { action: 'remove', id: `rev_${i}` }, '2026-05-01T12:00:00Z');
		await add('report', { message: 'It pays 5%.' }, '2026-05-02T12:00:00Z');
		await state.close();
		const [before, after] = (await textOf()).split('Reviews to decide');
		expect(before).toContain('It pays 5%.');
		expect(before).not.toContain('more.');
		const db = new Database(directory.snapshot);
		const imported = db.prepare<[], number>("SELECT count(*) FROM reviews WHERE status = 'pending'").pluck().get()!;
		db.close();
		expect(after).toContain(`… and ${20 + imported} more.`);
	});

	test('lists logged changes that are not online, odd ones first', async () => {
		set(slugs[0]!, { website_url: 'https://stranger.example/' }, 'the odd one');
		set(slugs[1]!, { name: 'Another <name>', checked_at: '2026-04-18T09:30:00Z' }, 'the usual one');
		const text = await textOf();
		expect(text).toContain('Not online yet: 2 programs changed.');
		expect(text.indexOf('the odd one')).toBeGreaterThan(0);
		expect(text.indexOf('the odd one')).toBeLessThan(text.indexOf('the usual one'));
		expect(text).toMatch(/Odd: website_url moves from \S+ to stranger\.example/);
		expect(text).toContain('Another &#60;name&#62;');
		expect(text).toContain('18 April 2026, 09:30 UTC');
	});

	test('lists what another tool has changed, without a button to undo it', async () => {
		const db = new Database(directory.snapshot);
		db.prepare("UPDATE programs SET description = 'By SQL' WHERE slug = ?").run(slugs[2]);
		db.close();
		const text = await textOf();
		expect(text).toContain('Another tool has made these changes');
		expect(text).toContain('By SQL');
		expect(text).not.toContain('Undo change');
	});

	test('names what it does not show', async () => {
		for (let i = 0; i < 52; i++) set(slugs[i % 3]!, { description: `Text ${i}` }, `change ${i}`);
		const text = await textOf();
		expect(text).toContain('… and 2 more.');
		expect(text).toContain('All differences');
	});
});
