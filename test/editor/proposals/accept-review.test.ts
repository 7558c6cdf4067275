import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Review } from '../../../src/catalog/review.ts';
import { setFields } from '../../../src/editor/edits/edit-records.ts';
import { changeSnapshot } from '../../../src/editor/edits/edit-snapshot.ts';
import { acceptReview } from '../../../src/editor/proposals/accept-review.ts';
import { rejectProposal } from '../../../src/editor/proposals/take-in.ts';
import type { WaitingProposals } from '../../../src/editor/proposals/waiting-proposals.ts';
import { undoChange } from '../../../src/snapshot/changes/undo.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder } from '../../../src/snapshot/read.ts';
import type { Proposal } from '../../../src/state/proposals/proposal.ts';
import { openSqlite } from '../../../src/state/sqlite/open-sqlite.ts';
import type { State } from '../../../src/state/state.ts';
import { snapshotOf } from '../../snapshot/made.ts';

let clock = 0;
/** A later second at each call, because the latest proposal decides. */
const later = () =>
	`2026-05-02T00:${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock++ % 60).padStart(2, '0')}Z`;

const NOW = '2026-05-01T12:00:00Z';
const PROGRAM = 'acme-partners';
const REVIEW = {
	rating: 4.5,
	title: 'Good',
	body: 'They pay what they promise, every month.',
	months_in_program: 12,
	paid_on_time: 'yes',
	approval_days: null,
} as const;

let state: State;
let snapshot: string;
let people = 0;

beforeEach(() => {
	state = openSqlite(mkdtempSync(join(tmpdir(), 'state-')));
	snapshot = snapshotOf();
});
afterEach(() => state.close());

async function newAccount(): Promise<string> {
	const id = `acc_${++people}`;
	await state.accounts.add({ id, email: `${id}@site.example`, plan: 'free', created_at: NOW });
	return id;
}

/** Sends a review. Returns its proposal. */
async function send(
	account: string,
	fields: Partial<typeof REVIEW | { rating: number }> = {},
	name = 'Ada Sent',
): Promise<Proposal> {
	const review = { ...REVIEW, ...fields };
	await state.reviews.send(account, { program: PROGRAM, review, author: { name, key: name.toLowerCase() } }, later());
	return waiting(account);
}

async function waiting(account: string | null): Promise<Proposal> {
	const all = await state.proposals.waiting({ most: 100 });
	return all.find(({ account_id }) => account_id === account)!;
}

const accept = ({ id, version }: Proposal, more = {}) =>
	acceptReview(state.proposals, { snapshot, id, version, reason: null, ...more });
const inSnapshot = (proposal: Proposal): Review | undefined =>
	withSnapshot(snapshot, (db) => recordFinder(db)('reviews', proposal.fields.id as string));
const undo = (id: number) => changeSnapshot('undo', { snapshot, undoes: id }, (change) => void undoChange(change, id));

/** The whole file as text, to look for what must not be in it. */
function textOfSnapshot(): string {
	const db = new Database(snapshot);
	db.exec('VACUUM');
	const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
	const rows = tables.map((table) => JSON.stringify(db.prepare(`SELECT * FROM ${table}`).all()));
	db.close();
	return rows.join('\n');
}

describe('Accepting a review', () => {
	test('publishes it with its author, settles it, and can be undone', async () => {
		const proposal = await send(await newAccount());
		const change = await accept(proposal);
		expect(inSnapshot(proposal)).toMatchObject({
			...REVIEW,
			...{ program: PROGRAM, status: 'published', author_display_name: 'Ada Sent', upvotes: 0 },
		});
		expect(await state.proposals.get(proposal.id)).toMatchObject({ status: 'accepted', change_id: String(change!.id) });
		undo(change!.id);
		expect(inSnapshot(proposal)).toBeUndefined();
	});

	test('replaces the published version, and keeps the upvotes and the time when it was written', async () => {
		const account = await newAccount();
		const first = await send(account);
		await accept(first);
		const before = inSnapshot(first)!;
		changeSnapshot('set', { snapshot }, (change) => setFields(change, 'reviews', before.id, { upvotes: 9 }));
		const second = await send(account, { rating: 2 });
		expect(inSnapshot(second)).toMatchObject({ rating: 4.5 });
		await accept(second);
		expect(inSnapshot(second)).toMatchObject({ rating: 2, upvotes: 9, created_at: before.created_at });
	});

	test('is refused if the review was changed here since, unless the editor wants to overwrite that', async () => {
		const account = await newAccount();
		const first = await send(account);
		await accept(first);
		changeSnapshot('set', { snapshot }, (change) =>
			setFields(change, 'reviews', first.fields.id as string, { title: 'Shortened by an editor' }),
		);
		const second = await send(account, { title: 'Mine' } as never);
		await expect(accept(second)).rejects.toThrow(
			'This review was changed here since its author saw it.\nTitle is now Shortened by an editor, and would become Mine.',
		);
		expect(await state.proposals.get(second.id)).toMatchObject({ status: 'pending' });
		await accept(second, { overwrites: true });
		expect(inSnapshot(second)).toMatchObject({ title: 'Mine' });
	});

	test('is refused if the author’s name looks like that of another one', async () => {
		const other = await newAccount();
		await accept(await send(other, {}, 'Tom Hosts'));
		const proposal = await send(await newAccount(), {}, 'Тоm-Ноsts');
		await expect(accept(proposal)).rejects.toThrow('looks like that of another author, Tom Hosts');
		expect(inSnapshot(proposal)).toBeUndefined();
	});

	test('is refused if the author has changed it since the editor read it', async () => {
		const account = await newAccount();
		const read = await send(account);
		await send(account, { rating: 1 });
		await expect(accept(read)).rejects.toThrow('was changed by its sender');
		expect(inSnapshot(read)).toBeUndefined();
	});

	test('leaves nothing in the snapshot if the author withdraws it at the same moment', async () => {
		const account = await newAccount();
		const proposal = await send(account);
		const slow: WaitingProposals = Object.assign(Object.create(state.proposals), {
			get: (id: string) => state.proposals.get(id),
			async settle(...args: Parameters<WaitingProposals['settle']>) {
				await state.reviews.withdraw(account, PROGRAM, 'review', later());
				return state.proposals.settle(...args);
			},
		});
		const decision = { snapshot, id: proposal.id, version: proposal.version, reason: null };
		await expect(acceptReview(slow, decision)).rejects.toThrow('was settled by someone else, or withdrawn');
		expect(inSnapshot(proposal)).toBeUndefined();
	});

	test('by two editors at once is done once', async () => {
		const proposal = await send(await newAccount());
		const outcomes = await Promise.allSettled([accept(proposal), accept(proposal)]);
		expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
		expect(inSnapshot(proposal)).toMatchObject({ status: 'published' });
	});

	test('is refused if the program is gone, or the proposal was tampered with', async () => {
		const proposal = await send(await newAccount());
		const tampered = (fields: object, target = PROGRAM) => {
			const proposals = Object.create(state.proposals);
			proposals.get = async () => ({ ...proposal, target, fields: { ...proposal.fields, ...fields } });
			return acceptReview(proposals, { snapshot, id: proposal.id, reason: null });
		};
		await expect(tampered({}, 'gone')).rejects.toThrow('The program gone is no longer in the snapshot');
		for (const fields of [
			{ upvotes: 99 },
			{ status: 'published' },
			{ author_username: 'ada' },
			{ id: 'x' },
			{ rating: 9 },
		]) {
			await expect(tampered(fields), JSON.stringify(fields)).rejects.toThrow('breaks a rule');
		}
		expect(inSnapshot(proposal)).toBeUndefined();
	});
});

test('Rejecting a review tells the author why, and changes nothing', async () => {
	const account = await newAccount();
	const proposal = await send(account);
	await rejectProposal(state.proposals, { id: proposal.id, reason: 'Too short' });
	expect(await state.reviews.ofProgram(account, PROGRAM)).toMatchObject({ rejected: { reason: 'Too short' } });
	expect(inSnapshot(proposal)).toBeUndefined();
	await expect(accept(proposal)).rejects.toThrow('is rejected already');
});

test('Accepting a withdrawal removes the review', async () => {
	const account = await newAccount();
	const proposal = await send(account);
	await accept(proposal);
	await state.reviews.withdraw(account, PROGRAM, 'review', later());
	await accept(await waiting(account));
	expect(inSnapshot(proposal)).toBeUndefined();
	expect(await state.reviews.ofAccount(account)).toEqual([]);
});

describe('After an account was deleted, accepting', () => {
	test('takes the author out of the review and of the log of changes', async () => {
		const account = await newAccount();
		const proposal = await send(account);
		await accept(proposal);
		await state.accounts.delete(account, 'anonymize');
		await accept(await waiting(null));
		expect(inSnapshot(proposal)).toMatchObject({
			...REVIEW,
			author_username: 'former-member',
			author_display_name: 'Former member',
		});
		expect(textOfSnapshot()).not.toContain('Ada Sent');
		expect(textOfSnapshot()).not.toContain(String(proposal.fields.author_username));
	});

	test('takes the review out of the snapshot and of the log of changes', async () => {
		const account = await newAccount();
		const proposal = await send(account);
		await accept(proposal);
		await state.accounts.delete(account, 'erase');
		await accept(await waiting(null));
		expect(inSnapshot(proposal)).toBeUndefined();
		expect(textOfSnapshot()).not.toContain(REVIEW.body);
		expect(textOfSnapshot()).not.toContain('Ada Sent');
	});

	test('changes nothing if the review is gone already', async () => {
		const account = await newAccount();
		const proposal = await send(account);
		const change = await accept(proposal);
		undo(change!.id);
		await state.accounts.delete(account, 'erase');
		expect(await accept(await waiting(null))).toBeUndefined();
	});
});
