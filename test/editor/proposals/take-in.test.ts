/** Taking proposals in as changes of a snapshot. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Program } from '../../../src/catalog/program.ts';
import { needRecord, setFields } from '../../../src/editor/edits/edit-records.ts';
import { changeSnapshot } from '../../../src/editor/edits/edit-snapshot.ts';
import { changesPage } from '../../../src/editor/pages/change-forms.ts';
import type { Editor } from '../../../src/editor/pages/editor.ts';
import { acceptReview } from '../../../src/editor/proposals/accept-review.ts';
import { compareFields } from '../../../src/editor/proposals/proposed-fields.ts';
import { acceptProposal, rejectProposal } from '../../../src/editor/proposals/take-in.ts';
import {
	moreWaiting,
	readVersionName,
	versionName,
	type WaitingProposals,
} from '../../../src/editor/proposals/waiting-proposals.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import { findChange } from '../../../src/snapshot/changes/read-changes.ts';
import { undoChange } from '../../../src/snapshot/changes/undo.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder, recordKeys } from '../../../src/snapshot/read.ts';
import { openState } from '../../../src/state/open-state.ts';
import type { NewProposal, Proposal } from '../../../src/state/proposals/proposal.ts';
import type { State } from '../../../src/state/state.ts';
import { copyDirectory, type SmallDirectory } from '../../support/small-directory.ts';

const NOW = '2026-05-01T12:00:00Z';

let directory: SmallDirectory;
let editor: Editor;
let state: State;
let slugs: string[];
beforeAll(async () => {
	directory = copyDirectory('api');
	const folder = join(directory.folder, 'state');
	state = await openState(folder, '');
	slugs = withSnapshot(directory.snapshot, (db) => recordKeys(db, 'programs')) as string[];
	const { snapshot, out } = directory;
	const nothing = () => Promise.resolve(undefined as never);
	const settings = {
		siteUrl: 'http://127.0.0.1:4321',
		historyDays: 90,
		visits: () => undefined,
		warm: nothing,
		update: nothing,
	};
	editor = { snapshot, out, preview: directory.folder, state: folder, ...settings, alone: (work) => work() };
});
afterAll(async () => {
	await state?.close();
	directory.remove();
});

const program = (slug: string) => withSnapshot(directory.snapshot, (db) => needRecord(db, 'programs', slug)) as Program;

async function add(proposal: Partial<NewProposal>): Promise<Proposal> {
	const whole = {
		account_id: null,
		author: 'Acme <b>',
		kind: 'program',
		target: slugs[0]!,
		fields: {},
		base: {},
	} as const;
	const added = await state.proposals.add({ ...whole, ...proposal }, NOW);
	if (typeof added === 'string') throw new Error(added);
	return added;
}

async function newAccount(id: string): Promise<string> {
	await state.accounts.add({ id, email: `${id}@site.example`, plan: 'claimed', created_at: NOW });
	return id;
}

/** Sends a review, or a new version of it. */
async function addReview(account: string, rating: number): Promise<Proposal> {
	const facts = { months_in_program: null, paid_on_time: null, approval_days: null };
	const review = { rating, title: 'Good', body: 'They pay what they promise, every month.', ...facts };
	await state.reviews.send(account, { program: slugs[0]!, review, author: { name: account, key: account } }, NOW);
	return (await state.proposals.ofAccount(account, ['review'], { most: 1 })).proposals[0]!;
}

/** Proposes new values as a brand that sees the present ones. */
const change = (target: string, fields: { readonly [field: string]: unknown }) => {
	const seen = program(target);
	const base = Object.fromEntries(Object.keys(fields).map((name) => [name, seen[name as keyof Program] ?? null]));
	return add({ target, fields, base });
};

const accept = (id: string, fields?: readonly string[]) =>
	acceptProposal(state.proposals, { snapshot: directory.snapshot, id, reason: null, fields });

function setHere(slug: string, raw: { readonly [field: string]: unknown }): void {
	changeSnapshot('set', { snapshot: directory.snapshot }, (change) =>
		setFields(change, 'programs', slug, raw, () => {}),
	);
}

async function shownPage(): Promise<string> {
	const shown = await changesPage({ path: ['changes'], query: new URLSearchParams(), form: undefined }, editor);
	return 'main' in shown! ? shown.main.text : '';
}

describe('A proposal that is accepted', () => {
	test('becomes a change with its author and ID, which can be undone', async () => {
		const before = program(slugs[0]!).cookie_days;
		const { id } = await change(slugs[0]!, { cookie_days: 77 });
		const made = await accept(id);
		expect(program(slugs[0]!).cookie_days).toBe(77);
		expect(made).toMatchObject({ command: 'accept', because: `proposal ${id} by Acme <b>` });
		expect(await state.proposals.get(id)).toMatchObject({
			status: 'accepted',
			change_id: String(made!.id),
			reason: null,
		});
		const undo = { snapshot: directory.snapshot, undoes: made!.id };
		changeSnapshot('undo', undo, (change) => void undoChange(change, made!.id));
		expect(program(slugs[0]!).cookie_days).toBe(before);
		await expect(accept(id)).rejects.toThrow('accepted already');
	});

	test('can be a new program, and is refused if it breaks rules or the slug was taken meanwhile', async () => {
		const { organization } = program(slugs[0]!);
		const facts = { name: 'Fresh', commission_type: 'hybrid', website_url: 'https://fresh.example/' };
		const fields = { slug: 'fresh', organization, ...facts };
		const [first, second] = [
			await add({ target: 'fresh', fields, base: null }),
			await add({ target: 'fresh', fields: { ...fields, name: 'Other' }, base: null }),
		];
		await accept(first.id);
		expect(program('fresh')).toMatchObject({ organization, name: 'Fresh', status: 'published', verified: false });
		await expect(accept(second.id)).rejects.toThrow('There already is a program fresh');
		const lost = await add({ target: 'lost', fields: { ...fields, slug: 'lost', organization: 'nobody' }, base: null });
		await expect(accept(lost.id)).rejects.toThrow('nobody');
		for (const { id } of [second, lost]) expect(await state.proposals.get(id)).toMatchObject({ status: 'pending' });
	});

	test('is refused with the names of fields that changed since, unless the editor chooses them', async () => {
		const { id } = await change(slugs[1]!, { cookie_days: 11, currency: 'CHF' });
		setHere(slugs[1]!, { cookie_days: 12 });
		await expect(accept(id)).rejects.toThrow('cookie_days changed since the proposal was sent');
		expect(program(slugs[1]!).currency).not.toBe('CHF');
		await accept(id, ['currency']);
		expect(program(slugs[1]!)).toMatchObject({ cookie_days: 12, currency: 'CHF' });
		expect((await state.proposals.get(id))!.reason).toBe('Not taken over: cookie_days.');
	});

	test('is no conflict if the snapshot has the proposed value already', async () => {
		const { id } = await change(slugs[1]!, { cookie_days: 31 });
		setHere(slugs[1]!, { cookie_days: 31 });
		expect(await accept(id)).toBeUndefined();
		expect(await state.proposals.get(id)).toMatchObject({ status: 'accepted' });
	});

	test('is named with its version in commands once its sender has edited it', async () => {
		const account = await newAccount('acc_named');
		const { id } = await addReview(account, 4);
		expect(versionName((await state.proposals.get(id))!)).toBe(id);
		await addReview(account, 5);
		const name = versionName((await state.proposals.get(id))!);
		expect(name).toBe(`${id}@2`);
		// An editor who has seen the first version does not decide about the second one.
		await expect(rejectProposal(state.proposals, { ...readVersionName(id), reason: null })).rejects.toThrow(
			'Look at it again',
		);
		await rejectProposal(state.proposals, { ...readVersionName(name), reason: null });
		for (const wrong of ['', '@2', `${id}@0`, `${id}@two`, `${id}@2@3`]) {
			expect(() => readVersionName(wrong)).toThrow('must be the ID of a proposal');
		}
	});

	test('of a review can be compared with the published one', async () => {
		const { id, rating } = withSnapshot(
			directory.snapshot,
			(db) => recordFinder(db)('reviews', (recordKeys(db, 'reviews') as string[])[0]!)!,
		);
		const proposal = await add({ kind: 'review', fields: { action: 'write', id, rating: 1.5, body: 'New text' } });
		const compared = withSnapshot(directory.snapshot, (db) => compareFields(db, proposal));
		expect(compared).toMatchObject([
			{},
			{},
			{ field: 'rating', ours: rating, proposed: 1.5 },
			{ proposed: 'New text' },
		]);
	});

	test('is accepted or rejected by one of several editors at the same time', async () => {
		for (let i = 0; i < 5; i++) {
			const { id } = await change(slugs[2]!, { cookie_days: 200 + i });
			const other = await openState(editor.state, '');
			const outcomes = await Promise.allSettled([
				accept(id),
				acceptProposal(other.proposals, { snapshot: directory.snapshot, id, reason: null }),
				rejectProposal(other.proposals, { id, reason: 'No' }),
			]);
			await other.close();
			expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
			const settled = await state.proposals.get(id);
			const isTaken = program(slugs[2]!).cookie_days === 200 + i;
			expect(isTaken).toBe(settled!.status === 'accepted');
		}
	});

	test('is marked if it could not be settled, and then only settled, unless the change was undone', async () => {
		const { id } = await change(slugs[2]!, { cookie_days: 311 });
		const failing: WaitingProposals = Object.assign(Object.create(state.proposals), {
			get: (one: string) => state.proposals.get(one),
			settle: () => Promise.reject(new UserError('Could not read https://directory.example.')),
		});
		const acceptance = { snapshot: directory.snapshot, id, reason: null };
		const attempt = () => acceptProposal(failing, acceptance);
		const latest = () => withSnapshot(directory.snapshot, (db) => findChange(db)!.id);
		await expect(attempt()).rejects.toThrow('but not settled. Accept it again later');
		const first = latest();
		expect(await shownPage()).toContain(`Taken in with change ${first}, but not settled.`);
		await expect(attempt()).rejects.toThrow(`taken in with change ${first}`);
		expect(latest()).toBe(first);
		const undo = { snapshot: directory.snapshot, undoes: first };
		changeSnapshot('undo', undo, (change) => void undoChange(change, first));
		expect(await shownPage()).not.toContain('but not settled');
		await expect(attempt()).rejects.toThrow('but not settled');
		expect(await accept(id)).toMatchObject({ id: latest() });
		expect(program(slugs[2]!).cookie_days).toBe(311);
		expect(await state.proposals.get(id)).toMatchObject({ status: 'accepted', change_id: String(latest()) });
	});

	test('waits again if the snapshot cannot be changed', async () => {
		const { id } = await change(slugs[2]!, { cookie_days: 301 });
		const missing = { snapshot: join(directory.folder, 'none.sqlite'), id, reason: null };
		await expect(acceptProposal(state.proposals, missing)).rejects.toThrow();
		expect(await state.proposals.get(id)).toMatchObject({ status: 'pending', settled_at: null });
		await rejectProposal(state.proposals, { id, reason: null });
	});
});

test('A list that is shorter than what waits says so', () => {
	const counts = [
		{ kind: 'program', waiting: 3 },
		{ kind: 'review', waiting: 5000 },
	] as const;
	expect(moreWaiting(1000, counts, ['review'])).toEqual([
		'… and 4,000 newer ones, which are listed when these are decided.',
	]);
	expect(moreWaiting(3, counts, ['program', 'report'])).toEqual([]);
});

describe('The editing page', () => {
	/** Sends a form of the page. @param shown the page that the editor has opened. The default is the page now */
	const send = async (fields: readonly (readonly [string, string])[], shown?: string) => {
		const form = new FormData();
		for (const [name, value] of fields) form.append(name, value);
		const item = (shown ?? (await shownPage()))
			.split('<article')
			.find((part) => part.includes(`value="${fields[0]![1]}"`));
		form.append('ours', /name="ours" value="([^"]*)"/.exec(item ?? '')?.[1] ?? '');
		return changesPage({ path: ['changes', 'proposal'], query: new URLSearchParams(), form }, editor);
	};

	test('shows what waits, escaped, and takes over the chosen fields', async () => {
		const text = '<script>alert(1)</script>';
		const { id } = await change(slugs[3]!, { cookie_days: 41, description: text });
		setHere(slugs[3]!, { cookie_days: 42 });
		const shown = await shownPage();
		expect(shown).toContain('Proposals to decide');
		expect(shown).toContain('Acme &#60;b&#62;');
		expect(shown).not.toContain(text);
		const item = shown.split('<article').find((part) => part.includes(`value="${id}"`));
		expect(item).toMatch(/name="field" value="description" checked/);
		expect(item).not.toMatch(/name="field" value="cookie_days" checked/);
		const both = [
			['id', id],
			['version', '1'],
			['field', 'description'],
			['decision', 'accept'],
		] as const;
		expect(await send(both)).toEqual({ redirect: '/_edit/changes/' });
		expect(program(slugs[3]!)).toMatchObject({ cookie_days: 42, description: text });
		expect(await send(both)).toMatchObject({ status: 422 });
	});

	test('overwrites no value that another editor has set since the page was opened', async () => {
		const { id } = await change(slugs[4]!, { cookie_days: 51 });
		const opened = await shownPage();
		setHere(slugs[4]!, { cookie_days: 52 });
		const accepted = [
			['id', id],
			['version', '1'],
			['field', 'cookie_days'],
			['decision', 'accept'],
		] as const;
		expect(await send(accepted, opened)).toMatchObject({ status: 422 });
		expect(program(slugs[4]!).cookie_days).toBe(52);
		expect(await send(accepted)).toEqual({ redirect: '/_edit/changes/' });
		expect(program(slugs[4]!).cookie_days).toBe(51);
	});

	test('rejects with a reason, and refuses a version that the editor has not seen', async () => {
		const account = await newAccount('acc_1');
		await addReview(account, 4);
		const { id } = await addReview(account, 5);
		const old = await send([
			['id', id],
			['version', '1'],
			['decision', 'reject'],
		]);
		expect(old).toMatchObject({ status: 422 });
		await send([
			['id', id],
			['version', '2'],
			['reason', ' Not so '],
			['decision', 'reject'],
		]);
		expect(await state.proposals.get(id)).toMatchObject({ status: 'rejected', reason: 'Not so' });
	});

	test('overwrites no review that another editor has changed since the page was opened', async () => {
		const account = await newAccount('acc_overwrites');
		const { id: first, fields } = await addReview(account, 4);
		await acceptReview(state.proposals, { snapshot: directory.snapshot, id: first, reason: null });
		const setTitle = (title: string) =>
			changeSnapshot('set', { snapshot: directory.snapshot }, (change) =>
				setFields(change, 'reviews', String(fields.id), { title }),
			);
		const published = () => withSnapshot(directory.snapshot, (db) => needRecord(db, 'reviews', String(fields.id)));
		setTitle('Shortened');
		const { id } = await addReview(account, 5);
		const overwrite = async (shown: string) => {
			const item = shown.split('<article').find((part) => part.includes(`value="${id}"`))!;
			const form = new FormData();
			for (const [, name, value] of item.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
				form.append(name!, value!);
			}
			form.append('decide', 'overwrite');
			return changesPage({ path: ['changes', 'sent-review'], query: new URLSearchParams(), form }, editor);
		};
		const opened = await shownPage();
		expect(opened).toContain('Approve and overwrite');
		setTitle('Corrected');
		const refused = await overwrite(opened);
		expect(refused).toMatchObject({ status: 422 });
		expect(published()).toMatchObject({ title: 'Corrected', rating: 4 });
		const shown = 'main' in refused! ? refused.main.text : '';
		expect(shown).toContain('Nothing was overwritten. Look at it again.');
		expect(shown).toContain('Title here</dt><dd dir="auto">Corrected');
		expect(await overwrite(shown)).toEqual({ redirect: '/_edit/changes/' });
		expect(published()).toMatchObject({ title: 'Good', rating: 5 });
	});

	test('links from a report of a review to the form of the review', async () => {
		const fields = { review: 'rev_reported', message: 'I did not <b>write</b> this.' };
		const { id } = await add({ kind: 'report', author: 'A reader', fields, base: null });
		const shown = await shownPage();
		expect(shown).toContain(`Report of a review of <a href="/_edit/programs/${slugs[0]}/">`);
		expect(shown).toContain('<a href="/_edit/reviews/rev_reported/">');
		expect(shown).toContain('I did not &#60;b&#62;write&#60;/b&#62; this.');
		const sent = [
			['id', id],
			['version', '1'],
			['field', 'review'],
			['field', 'message'],
			['decision', 'accept'],
		] as const;
		expect(await send(sent)).toEqual({ redirect: '/_edit/changes/' });
		expect(await state.proposals.get(id)).toMatchObject({ status: 'accepted', change_id: null });
	});

	test('shows a report as text, and settles it without a change', async () => {
		const latest = () => withSnapshot(directory.snapshot, (db) => findChange(db)!.id);
		const before = latest();
		const { id } = await add({ kind: 'report', author: 'A reader', fields: { message: 'It pays 5%.' }, base: null });
		expect(await shownPage()).toContain('It pays 5%.');
		await send([
			['id', id],
			['version', '1'],
			['field', 'message'],
			['decision', 'accept'],
		]);
		expect(await state.proposals.get(id)).toMatchObject({ status: 'accepted', change_id: null });
		expect(latest()).toBe(before);
		expect(withSnapshot(directory.snapshot, (db) => recordFinder(db)('programs', slugs[0]!))).toBeDefined();
	});
});
