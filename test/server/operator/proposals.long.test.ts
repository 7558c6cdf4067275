/** Pulling proposals from a server with `npm run proposals -- pull`, and sending back what was decided. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptReview } from '../../../src/editor/proposals/accept-review.ts';
import { type PulledProposals, pullProposals } from '../../../src/editor/proposals/pull.ts';
import { acceptProposal, rejectProposal } from '../../../src/editor/proposals/take-in.ts';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder, recordKeys } from '../../../src/snapshot/read.ts';
import type { NewProposal, Proposal } from '../../../src/state/proposals/proposal.ts';
import { openSqlite, type SqliteState } from '../../../src/state/sqlite/open-sqlite.ts';
import { exitOf, startCommand, succeed } from '../../support/run-command.ts';
import { type ServerProcess, startServer } from '../../support/running-server.ts';
import { copyDirectory, type SmallDirectory } from '../../support/small-directory.ts';

const TOKEN = 'a-token-of-the-operator-with-32-characters';
const env = { OPERATOR_TOKEN: TOKEN };
const NOW = '2026-05-01T12:00:00Z';
const REVIEW = {
	rating: 4.5,
	title: 'Good',
	body: 'They pay what they promise, every month.',
	months_in_program: 12,
	paid_on_time: 'yes',
	approval_days: null,
} as const;

let directory: SmallDirectory;
let server: ServerProcess;
/** The state of the serving machine, and that of the machine on which editors work. */
let there: SqliteState;
let here: SqliteState;
let folder: string;
let programs: readonly string[];
let snapshot: string;
let people = 0;
let folders = 0;

beforeAll(async () => {
	directory = copyDirectory('site');
	there = openSqlite(directory.state);
	server = await startServer(directory, { env });
	snapshot = directory.snapshot;
	programs = withSnapshot(snapshot, (db) => recordKeys(db, 'programs')) as string[];
});
afterAll(async () => {
	await server?.stop('SIGKILL');
	await there?.close();
	directory?.remove();
});
beforeEach(() => {
	there.database.exec('DELETE FROM proposals');
	folder = join(directory.folder, `editors-${folders++}`);
	here = openSqlite(folder);
});
afterEach(() => here.close());

const origin = () => `http://127.0.0.1:${server.port}`;

interface Pulled extends PulledProposals {
	readonly notes: readonly string[];
}

async function pull(from = origin(), { pulledProposals: store } = here): Promise<Pulled> {
	const notes: string[] = [];
	const pulled = await pullProposals({ store, from, token: TOKEN, say: (note) => notes.push(note) });
	return { ...pulled, notes };
}

async function newAccount(): Promise<string> {
	const id = `acc_puller_${++people}`;
	await there.accounts.add({ id, email: `${id}@site.example`, plan: 'claimed', created_at: NOW });
	return id;
}

async function add(proposal: Partial<NewProposal> = {}): Promise<Proposal> {
	const target = programs[people % programs.length]!;
	const rate = { author: 'Larkpost', kind: 'program', target, base: { tags: null } } as const;
	const fields = { tags: [`tag-${++people}`] };
	const added = await there.proposals.add({ account_id: null, ...rate, fields, ...proposal }, NOW);
	if (typeof added === 'string') throw new Error(added);
	return added;
}

async function sendReview(account: string, name: string, fields: object = {}): Promise<Proposal> {
	const review = { ...REVIEW, ...fields };
	const author = { name, key: name.toLowerCase() };
	await there.reviews.send(account, { program: programs[0]!, review, author }, NOW);
	return (await there.proposals.ofAccount(account, ['review'], { most: 1 })).proposals[0]!;
}

const statusThere = async ({ id }: Proposal) => (await there.proposals.get(id))?.status;
const statusHere = async ({ id }: Proposal) => (await here.proposals.get(id))?.status;
const accept = ({ id }: Proposal, reason: string | null = null) =>
	acceptProposal(here, { snapshot, id, reason, fields: ['tags'] });
const reject = ({ id }: Proposal, state = here) => rejectProposal(state, { id, reason: 'No.' });

describe('proposals pull', () => {
	test('fetches reports of reviews', async () => {
		const report = { kind: 'report', author: 'A reader', base: null } as const;
		const message = 'I did not write this.';
		const own = await add({ ...report, fields: { review: 'rev_8f3k2', message, source: 'https://site.example/' } });
		await add({ ...report, fields: { review: '<b>', message } });
		expect(await pull()).toMatchObject({ added: 1, invalid: 1 });
		expect((await here.proposals.get(own.id))!.fields).toEqual(own.fields);
	});

	test('fetches all kinds with the command, and sends decisions back with their reasons', async () => {
		const account = await newAccount();
		const [program, organization, report] = [
			await add({ account_id: account }),
			await add({
				kind: 'organization',
				target: 'acme',
				author: 'Claims',
				fields: { plan: 'claimed' },
				base: { plan: 'free' },
			}),
			await add({ kind: 'report', author: 'A reader', fields: { message: 'Wrong \u001b[2J rate' }, base: null }),
		];
		const review = await sendReview(account, 'Ada Pulls');
		const command = () => succeed('proposals', ['pull', origin(), '--state', folder], { env });
		expect(await command()).toBe(
			`Sent 0 decisions to ${origin()}.\nFetched 4 new proposals.\n4 proposals from there wait here now. To list them: npm run proposals -- list\n`,
		);
		expect(await here.proposals.get(program.id)).toEqual({ ...program, account_id: null, origin: origin() });
		const shown = await succeed('proposals', ['show', report.id, '--state', folder, '--snapshot', snapshot]);
		expect(shown).toContain('Wrong \ufffd[2J rate');
		expect(await succeed('reviews', ['pending', '--state', folder, '--snapshot', snapshot])).toContain(review.id);
		await accept(program, 'Thank you.');
		await reject(organization);
		await acceptReview(here, { snapshot, id: review.id, reason: null });
		expect(await command()).toBe(
			`Sent 3 decisions to ${origin()}.\nFetched 0 new proposals.\n1 proposal from there waits here now. To list them: npm run proposals -- list\n`,
		);
		expect(await there.proposals.get(program.id)).toMatchObject({ status: 'accepted', reason: 'Thank you.' });
		expect(await there.proposals.get(organization.id)).toMatchObject({ status: 'rejected', reason: 'No.' });
		expect((await there.reviews.ofProgram(account, programs[0]!))?.approved).toMatchObject({ title: 'Good' });
		expect(await command()).toContain('Sent 0 decisions');
		// The deletion of the account asks the editors to take the published review out.
		await there.accounts.delete(account, 'erase');
		expect((await pull()).added).toBe(1);
		const [ending] = await here.proposals.waiting({ most: 9 }, ['review']);
		await acceptReview(here, { snapshot, id: ending!.id, reason: null });
		expect(withSnapshot(snapshot, (db) => recordFinder(db)('reviews', review.fields.id as string))).toBeUndefined();
		expect((await pull()).sent).toBe(1);
	});

	test('takes over edits, and removes what no longer waits there', async () => {
		const account = await newAccount();
		const [edited, withdrawn, settled] = [
			await sendReview(account, 'Edits It'),
			await add({ account_id: account }),
			await add({ account_id: account }),
		];
		const gone = await add({ account_id: await newAccount() });
		await pull();
		await sendReview(account, 'Edits It', { title: 'Edited' });
		await there.proposals.withdraw(account, withdrawn.id, NOW);
		await reject(settled, there);
		await there.accounts.delete(gone.account_id!, 'erase');
		const pulled = await pull();
		expect(pulled).toMatchObject({ added: 0, replaced: 1, waiting: 1, notes: [] });
		expect(Object.fromEntries(pulled.removed)).toEqual({ withdrawn: 1, rejected: 1, missing: 1 });
		expect(await here.proposals.get(edited.id)).toMatchObject({ fields: { title: 'Edited' }, version: 2 });
		expect(await here.proposals.get(withdrawn.id)).toBeUndefined();
	});

	test('says what to do if what was decided here has changed there meanwhile', async () => {
		const account = await newAccount();
		const [edited, withdrawn, rejected, refused] = [
			await sendReview(account, 'Edits Again'),
			await add({ account_id: account }),
			await add({ account_id: account }),
			await add({ account_id: account }),
		];
		await pull();
		const taken = await acceptReview(here, { snapshot, id: edited.id, reason: null });
		const changes = [taken, await accept(withdrawn), await accept(rejected)].map((change) => change!.id);
		await reject(refused);
		await sendReview(account, 'Edits Again', { title: 'Newer' });
		await there.proposals.withdraw(account, withdrawn.id, NOW);
		await reject(rejected, there);
		await there.proposals.withdraw(account, refused.id, NOW);
		const { notes, sent } = await pull();
		const about = (id: string) => notes.find((note) => note.startsWith(id));
		expect([sent, notes.length]).toEqual([0, 4]);
		expect(about(edited.id)).toContain(
			`its sender has edited it meanwhile. It was taken in here with change ${changes[0]}.`,
		);
		expect(about(withdrawn.id)).toContain(`has withdrawn it meanwhile`);
		expect(about(withdrawn.id)).toContain(`npm run undo -- ${changes[1]}`);
		expect(about(rejected.id)).toContain(`somebody else had rejected it already`);
		expect(about(rejected.id)).toContain(`npm run undo -- ${changes[2]}`);
		expect(about(refused.id)).toContain('It was rejected here.');
		expect(await statusHere(edited)).toBe('pending');
		expect((await pull()).notes).toEqual([]);
	});

	describe('when a review was taken in here that its author no longer wants online', () => {
		const reviewOf = ({ fields }: Proposal) =>
			withSnapshot(snapshot, (db) => recordFinder(db)('reviews', fields.id as string));
		const accept = ({ id }: Proposal) => acceptReview(here, { snapshot, id, reason: null });
		const withdraw = (account: string, what: 'review' | 'waiting' = 'review') =>
			there.reviews.withdraw(account, programs[0]!, what, NOW);
		const waiting = () => here.proposals.waiting({ most: 9 }, ['review']);

		async function acceptAllThatWaits(): Promise<void> {
			for (const proposal of await waiting()) await accept(proposal);
			expect((await pull()).notes).toEqual([]);
			expect(await waiting()).toEqual([]);
		}

		test('proposes once to remove one that was withdrawn, and to erase one of a deleted account', async () => {
			const [one, other] = [await newAccount(), await newAccount()];
			const [withdrawn, deleted] = [await sendReview(one, 'Withdraws It'), await sendReview(other, 'Goes Away')];
			await pull();
			const { id: change } = (await accept(withdrawn))!;
			await accept(deleted);
			await withdraw(one);
			await there.accounts.delete(other, 'erase');
			const notes = (await Promise.all([pull(), pull()])).flatMap((pulled) => pulled.notes);
			const noteOf = ({ id }: Proposal, what: string, wish: string, change: number) =>
				`${id} (review, ${programs[0]}): ${what} It was taken in here with change ${change}. Its author no longer wants it online, so a proposal to ${wish} it waits for you. To see it: npm run reviews -- pending. Then run npm run build`;
			expect(new Set(notes)).toEqual(
				new Set([
					noteOf(withdrawn, 'its sender has withdrawn it meanwhile.', 'remove', change),
					noteOf(deleted, 'it is gone, because its sender has deleted the account.', 'erase', change + 1),
				]),
			);
			expect((await waiting()).map(({ author, fields, origin }) => [author, fields, origin]).toSorted()).toEqual([
				['Goes Away', { action: 'erase', id: deleted.fields.id }, null],
				['Withdraws It', { action: 'remove', id: withdrawn.fields.id }, null],
			]);
			const listed = await succeed('reviews', ['pending', '--state', folder, '--snapshot', snapshot]);
			expect(listed).toContain('to be removed: withdrawn by its author');
			await acceptAllThatWaits();
			expect([reviewOf(withdrawn), reviewOf(deleted)]).toEqual([undefined, undefined]);
		});

		test('proposes to remove it if it was edited there before it was withdrawn', async () => {
			const account = await newAccount();
			const review = await sendReview(account, 'Edits First');
			await pull();
			const { id: change } = (await accept(review))!;
			await sendReview(account, 'Edits First', { title: 'Edited' });
			await pull();
			await withdraw(account);
			const { notes, removed } = await pull();
			expect(removed.get('withdrawn')).toBe(1);
			expect(notes).toEqual([expect.stringContaining(`with change ${change}. Its author no longer wants it online`)]);
			await acceptAllThatWaits();
			expect(reviewOf(review)).toBeUndefined();
		});

		test('proposes to remove it if an edited version was rejected here before it was withdrawn or deleted there', async () => {
			const [one, other] = [await newAccount(), await newAccount()];
			const [withdrawn, deleted] = [await sendReview(one, 'Gives Up'), await sendReview(other, 'Leaves Angrily')];
			await pull();
			for (const proposal of [withdrawn, deleted]) await accept(proposal);
			await sendReview(one, 'Gives Up', { title: 'Edited' });
			await sendReview(other, 'Leaves Angrily', { title: 'Edited' });
			await pull();
			for (const proposal of await waiting()) await reject(proposal);
			expect(await pull()).toMatchObject({ sent: 2 });
			expect((await pull()).notes).toEqual([]);
			await withdraw(one);
			await there.accounts.delete(other, 'erase');
			const { notes } = await pull();
			const note = 'It was rejected here. An earlier version was taken in here with change';
			expect(notes).toEqual([expect.stringContaining(note), expect.stringContaining(note)]);
			expect((await waiting()).map(({ fields }) => fields.action).toSorted()).toEqual(['erase', 'remove']);
			await acceptAllThatWaits();
			expect([reviewOf(withdrawn), reviewOf(deleted)]).toEqual([undefined, undefined]);
		});

		test('proposes the earlier version if only the new one was withdrawn, which revives no review that goes', async () => {
			const [one, other] = [await newAccount(), await newAccount()];
			const authors = [
				[one, 'Stays Online'],
				[other, 'Leaves Later'],
			] as const;
			for (const [account, name] of authors) await sendReview(account, name);
			await pull();
			await acceptAllThatWaits();
			const title = 'Regretted';
			const [stays, leaves] = [await sendReview(...authors[0], { title }), await sendReview(...authors[1], { title })];
			await pull();
			for (const proposal of [stays, leaves]) await accept(proposal);
			expect(reviewOf(stays)).toMatchObject({ title: 'Regretted' });
			await withdraw(one, 'waiting');
			await withdraw(other);
			expect((await pull()).notes).toEqual([
				expect.stringContaining('a proposal to bring the earlier version back waits for you'),
				expect.stringContaining('a proposal to bring the earlier version back waits for you'),
			]);
			const listed = await succeed('reviews', ['pending', '--state', folder, '--snapshot', snapshot]);
			expect(listed).toContain('earlier version: its author has withdrawn the new one');
			// The withdrawal of the whole review was pulled, and is older.
			const wanted = await waiting();
			expect(wanted.map(({ fields }) => fields.action)).toEqual(['remove', 'write', 'write']);
			for (const proposal of wanted) await accept(proposal);
			expect(reviewOf(stays)).toMatchObject(REVIEW);
			expect(reviewOf(leaves)).toBeUndefined();
		});
	});

	test('sends decisions again that the directory has lost', async () => {
		const proposal = await add();
		await pull();
		await reject(proposal);
		await pull();
		there.database.exec(`UPDATE proposals SET status = 'pending', reason = NULL, settled_at = NULL`);
		expect(await pull()).toMatchObject({ sent: 1, waiting: 0, notes: [] });
		expect(await statusThere(proposal)).toBe('rejected');
	});

	test('lets two machines decide, of which the first one counts', async () => {
		const other = openSqlite(join(directory.folder, `other-${folders++}`));
		const proposals = await Promise.all(Array.from({ length: 120 }, () => add()));
		expect((await Promise.all([pull(), pull(), pull(origin(), other)])).map(({ waiting }) => waiting)).toEqual([
			120, 120, 120,
		]);
		for (const proposal of proposals.slice(0, 30)) await reject(proposal);
		for (const [i, { id, version }] of proposals.slice(20, 50).entries()) {
			const status = i < 5 ? 'rejected' : 'accepted';
			await other.proposals.settle({ id, version, status, reason: 'No.', change_id: '7' }, NOW);
		}
		const both = await Promise.all([pull(), pull(origin(), other), pull()]);
		// Five of the ten decisions about the same proposals are the same.
		const notes = new Set(both.flatMap((one) => one.notes));
		expect(notes.size).toBe(5);
		await Promise.all([pull(), pull(origin(), other)]);
		expect(await there.proposals.waitingOwn(undefined, 999)).toHaveLength(70);
		for (const state of [here, other]) {
			expect(await state.pulledProposals.countWaiting(origin())).toBe(70);
			expect(await state.pulledProposals.unreported(origin(), { most: 9 })).toEqual([]);
		}
		await other.close();
	});
});

/** Forwards requests to the server, except that `fault` can break one of them. */
async function faultyProxy(fault: (count: number) => 'before' | 'after' | 'half' | undefined) {
	let count = 0;
	const proxy = createServer((incoming, outgoing) => {
		const what = fault(++count);
		if (what === 'before') return void incoming.socket.destroy();
		const { method, url, headers } = incoming;
		const onward = send({ port: server.port, host: '127.0.0.1', method, path: url, headers }, async (answer) => {
			const body = Buffer.concat(await Array.fromAsync(answer));
			if (what === 'after') return void incoming.socket.destroy();
			outgoing.writeHead(answer.statusCode!, answer.headers);
			if (what !== 'half') return void outgoing.end(body);
			outgoing.write(body.subarray(0, body.length / 2), () => incoming.socket.destroy());
		});
		incoming.pipe(onward);
	});
	return { from: await listen(proxy), close: () => proxy.close(), count: () => count };
}

async function listen(proxy: Server): Promise<string> {
	await once(proxy.listen(0, '127.0.0.1'), 'listening');
	return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test.each<[string, string, string?]>([
	['GET', '?after=yesterday'],
	['GET', "?after=2026-05-01T12:00:00Z,prop_'--"],
	['GET', '?known=prop_1'],
	['GET', `?known=${Array(101).fill('prop_0000000000000000').join(',')}`],
	['GET', '?known=prop_0000000000000000&account=acc_1'],
	['POST', '', ''],
	['POST', '', '{"settlements":[]}'],
	['POST', '', '{"settlements":[{"id":"prop_0000000000000000","version":1,"status":"withdrawn","reason":null}]}'],
	['POST', '', '{"settlements":[{"id":"prop_0000000000000000","version":1,"status":"accepted","reason":"\\u0000"}]}'],
	['POST', '', `{"settlements":${'['.repeat(70_000)}`],
])('The server refuses %s %s with the body %j', async (method, query, body) => {
	const headers = { Authorization: `Bearer ${TOKEN}` };
	const response = await fetch(`${origin()}/operator/proposals${query}`, { method, headers, ...(body && { body }) });
	expect(response.status).toBe(400);
	expect((await response.text()).length).toBeLessThan(1500);
});

describe('A pull that is interrupted', () => {
	/** Lets proposals wait here and there, decide about some, and change others there. */
	async function prepare(from: string) {
		const account = await newAccount();
		const about = (i: number) => ({ account_id: account, target: `program-${i}` });
		const decided = await Promise.all(Array.from({ length: 12 }, (_, i) => add(about(i))));
		const withdrawn = await add(about(12));
		await pull(from);
		for (const proposal of decided) await reject(proposal);
		await there.proposals.withdraw(account, withdrawn.id, NOW);
		await Promise.all(Array.from({ length: 60 }, () => add()));
		return { decided, withdrawn };
	}

	async function expectComplete(from: string, { decided, withdrawn }: Awaited<ReturnType<typeof prepare>>) {
		expect((await pull(from)).notes).toEqual([]);
		expect(new Set(await Promise.all(decided.map(statusThere)))).toEqual(new Set(['rejected']));
		expect(await here.proposals.get(withdrawn.id)).toBeUndefined();
		expect(await here.pulledProposals.countWaiting(from)).toBe(60);
		expect(await here.pulledProposals.unreported(from, { most: 9 })).toEqual([]);
	}

	test.each(['before', 'after', 'half'] as const)('by a connection that ends %s each response', async (kind) => {
		let broken = Number.POSITIVE_INFINITY;
		const proxy = await faultyProxy((count) => (count === broken ? kind : undefined));
		// Two requests with decisions, one with known IDs, and two pages.
		for (let at = 1; at <= 5; at++) {
			there.database.exec('DELETE FROM proposals');
			here.database.exec('DELETE FROM proposals');
			const prepared = await prepare(proxy.from);
			broken = proxy.count() + at;
			await expect(pull(proxy.from)).rejects.toThrow('Could not read http');
			await expectComplete(proxy.from, prepared);
		}
		proxy.close();
	});

	test('because it is killed', { timeout: 60_000 }, async () => {
		let kill: (() => void) | undefined;
		let at = 0;
		const proxy = await faultyProxy(() => {
			if (kill === undefined || --at > 0) return undefined;
			kill();
			return undefined;
		});
		for (const place of [1, 2, 4, 5]) {
			there.database.exec('DELETE FROM proposals');
			here.database.exec('DELETE FROM proposals');
			const prepared = await prepare(proxy.from);
			const child = startCommand('proposals', ['pull', proxy.from, '--state', folder], { env });
			[kill, at] = [() => child.kill('SIGKILL'), place];
			expect(await exitOf(child)).toBeNull();
			kill = undefined;
			await expectComplete(proxy.from, prepared);
		}
		proxy.close();
	});
});

describe('A serving machine that is hostile', () => {
	const PROPOSAL = {
		id: 'prop_0000000000000000',
		author: 'Acme',
		kind: 'program',
		target: 'acme',
		fields: { name: 'Acme' },
		base: { name: 'Ace' },
		version: 1,
		created_at: NOW,
		updated_at: NOW,
	};
	let hostile: Server;
	let answer: (url: string, response: ServerResponse) => void;
	let from: string;
	beforeAll(async () => {
		hostile = createServer((request, response) => {
			request.resume();
			answer(request.url!, response);
		});
		from = await listen(hostile);
	});
	afterAll(() => void hostile?.close());

	const sends = (proposals: readonly unknown[], next: string | null = null) => {
		answer = (_, response) => response.end(JSON.stringify({ data: { proposals, next } }));
	};

	test.each<[string, object]>([
		['an ID with other characters', { id: '../prop_000000000000' }],
		['a name that steers a terminal', { author: 'Acme\u001b[2J' }],
		['an unknown kind', { kind: 'category' }],
		['a target that is no slug', { target: '../acme' }],
		['a field that only editors set', { fields: { verified: true } }],
		['a field named __proto__', { fields: JSON.parse('{"__proto__":{"a":1}}') }],
		['fields that are too long', { fields: { name: 'x'.repeat(70_000) } }],
		['fields that are no object', { fields: ['name'] }],
		['a base that is too long', { base: { name: 'x'.repeat(70_000) } }],
		['a version that PostgreSQL cannot store', { version: 2 ** 31 }],
		['a time that is none', { created_at: '2026-02-31T00:00:00Z' }],
		['a review with another author’s name', { kind: 'review', fields: { ...REVIEW, action: 'write', id: 'rev_1' } }],
		['a report that is no text', { kind: 'report', base: null, fields: { message: { a: 1 } } }],
		['no proposal', { id: undefined }],
	])('cannot send %s', async (_, wrong) => {
		sends([{ ...PROPOSAL, ...wrong }, { ...PROPOSAL, id: 'prop_1111111111111111' }, null]);
		expect(await pull(from)).toMatchObject({ added: 1, invalid: 2, waiting: 1 });
	});

	test('cannot decide here, or stop the pull with values that are nested deeply', async () => {
		sends([{ ...PROPOSAL, status: 'accepted', change_id: '1', origin: null, account_id: 'acc_1', reported_at: NOW }]);
		await pull(from);
		expect(await here.proposals.get(PROPOSAL.id)).toEqual({
			...PROPOSAL,
			times: 1,
			...{ status: 'pending', origin: from, account_id: null, reason: null },
			...{ change_id: null, reported_at: null, settled_at: null },
		});
		const nested = '['.repeat(30_000) + ']'.repeat(30_000);
		const deep = JSON.stringify({ ...PROPOSAL, id: 'prop_3333333333333333' }).replace('"Ace"', nested);
		answer = (url, response) => {
			const ended = '{"data":{"ended":[{"id":"prop_2222222222222222","status":"withdrawn"}]}}';
			response.end(url.includes('known') ? ended : `{"data":{"next":null,"proposals":[${deep}]}}`);
		};
		expect(await pull(from)).toMatchObject({ invalid: 1, waiting: 1 });
	});

	test.each<[string, string]>([
		['no JSON', '<html>'],
		['another shape', '{"data":{"proposals":{}}}'],
		['a cursor that it made up', '{"data":{"proposals":[],"next":"x&token=1"}}'],
		['too many proposals at once', JSON.stringify({ data: { proposals: Array(51).fill(PROPOSAL), next: null } })],
	])('cannot send %s', async (_, body) => {
		answer = (_url, response) => response.end(body);
		await expect(pull(from)).rejects.toThrow(/Could not read http/);
		expect(await here.pulledProposals.countWaiting(from)).toBe(0);
	});

	test('cannot send without an end', { timeout: 60_000 }, async () => {
		sends([], `${NOW},${PROPOSAL.id}`);
		await expect(pull(from)).rejects.toThrow('without an end');
		answer = (_, response) => {
			const more = () => {
				while (!response.destroyed && response.write('x'.repeat(1 << 20)));
				if (!response.destroyed) response.once('drain', more);
			};
			more();
		};
		await expect(pull(from)).rejects.toThrow('more than 33554432 bytes');
	});

	test('cannot remove or report what it was not asked about', async () => {
		sends([PROPOSAL]);
		await pull(from);
		await reject(PROPOSAL as unknown as Proposal);
		answer = (_, response) =>
			response.end('{"data":{"outcomes":[{"id":"prop_2222222222222222","outcome":"recorded"}]}}');
		await expect(pull(from)).rejects.toThrow(`does not say what became of ${PROPOSAL.id}`);
		expect(await here.pulledProposals.unreported(from, { most: 9 })).toHaveLength(1);
	});
});
