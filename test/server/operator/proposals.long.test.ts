/** Deciding about what waits at a server on another machine, with the commands and the page of `npm run edit`. */
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { withSnapshot } from '../../../src/snapshot/open.ts';
import { recordFinder, recordKeys } from '../../../src/snapshot/read.ts';
import type { NewProposal, Proposal } from '../../../src/state/proposals/proposal.ts';
import { openSqlite } from '../../../src/state/sqlite/open-sqlite.ts';
import { ownDirectory, ownServer } from '../../support/own-server.ts';
import { runCommand, succeed } from '../../support/run-command.ts';

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

const directory = ownDirectory('site');
let people = 0;

/** The state of the serving machine. */
const there = openSqlite(directory.state);
const server = await ownServer(directory, { env });
const snapshot = directory.snapshot;
const origin = `http://127.0.0.1:${server.port}`;
const programs: readonly string[] = withSnapshot(snapshot, (db) => recordKeys(db, 'programs')) as string[];
afterAll(() => there.close());
beforeEach(() => void there.database.exec('DELETE FROM proposals'));

async function newAccount(): Promise<string> {
	const id = `acc_far_${++people}`;
	await there.accounts.add({ id, email: `${id}@site.example`, plan: 'claimed', created_at: NOW });
	return id;
}

async function add(proposal: Partial<NewProposal> = {}): Promise<Proposal> {
	const rate = { author: 'Larkpost', kind: 'program', target: programs[0]!, base: { tags: null } } as const;
	const fields = { tags: [`tag-${++people}`] };
	const added = await there.proposals.add({ account_id: null, ...rate, fields, ...proposal }, NOW);
	if (typeof added === 'string') throw new Error(added);
	return added;
}

async function sendReview(account: string): Promise<Proposal> {
	const author = { name: `Ada ${account}`, key: account };
	await there.reviews.send(account, { program: programs[0]!, review: REVIEW, author }, NOW);
	return (await there.proposals.ofAccount(account, ['review'], { most: 1 })).proposals[0]!;
}

/** The arguments of a command on the machine of the editor. */
const far = (...args: readonly string[]) => [...args, '--at', origin, '--state', join(directory.folder, 'unused')];
const withFile = (...args: readonly string[]) => [...far(...args), '--snapshot', snapshot];
const tagsOf = (slug: string) => withSnapshot(snapshot, (db) => recordFinder(db)('programs', slug)!.tags);

test('The commands list, show and settle what waits there, with reasons, and change the snapshot here', async () => {
	const account = await newAccount();
	const [program, refused, report, review] = [
		await add({ account_id: account }),
		await add({ target: programs[1]! }),
		await add({ kind: 'report', author: 'A reader', fields: { message: 'Wrong \u001b[2J rate' }, base: null }),
		await sendReview(account),
	];
	const listed = await succeed('proposals', withFile('list'), { env });
	for (const { id } of [program, refused, report, review]) expect(listed).toContain(id);
	expect(await succeed('proposals', withFile('show', report.id), { env })).toContain('Wrong \ufffd[2J rate');
	const accept = ['accept', program.id, '--fields', 'tags', '--reason', 'Thank you.'];
	expect(await succeed('proposals', withFile(...accept), { env })).toContain(`Accepted ${program.id}.`);
	expect(tagsOf(programs[0]!)).toEqual(program.fields.tags);
	expect(await there.proposals.get(program.id)).toMatchObject({ status: 'accepted', reason: 'Thank you.' });
	await succeed('proposals', far('reject', refused.id, '--reason', 'No.'), { env });
	expect(await there.proposals.get(refused.id)).toMatchObject({ status: 'rejected', reason: 'No.' });
	expect(await succeed('reviews', withFile('pending'), { env })).toContain(review.id);
	await succeed('reviews', withFile('approve', review.id), { env });
	expect((await there.reviews.ofProgram(account, programs[0]!))?.approved).toMatchObject({ title: 'Good' });
	// The deletion of the account asks the editors to take the published review out.
	await there.accounts.delete(account, 'erase');
	const [ending] = await there.proposals.waiting({ most: 9 }, ['review']);
	await succeed('reviews', withFile('approve', ending!.id), { env });
	expect(withSnapshot(snapshot, (db) => recordFinder(db)('reviews', String(review.fields.id)))).toBeUndefined();
});

/** Forwards requests to the server, except that it ends the connection of some before or after they are answered. */
async function faultyProxy(fault: (method: string) => 'before' | 'after' | undefined) {
	const proxy = createServer((incoming, outgoing) => {
		const { method, url, headers } = incoming;
		const what = fault(method!);
		if (what === 'before') return void incoming.socket.destroy();
		const onward = send({ port: server.port, host: '127.0.0.1', method, path: url, headers }, async (answer) => {
			const body = Buffer.concat(await Array.fromAsync(answer));
			if (what === 'after') return void incoming.socket.destroy();
			outgoing.writeHead(answer.statusCode!, answer.headers).end(body);
		});
		incoming.pipe(onward);
	});
	await once(proxy.listen(0, '127.0.0.1'), 'listening');
	return { from: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close: () => proxy.close() };
}

test.each(['before', 'after'] as const)(
	'A decision is sent again if the connection ends %s the answer',
	async (kind) => {
		let faults = 1;
		const proxy = await faultyProxy((method) => (method === 'POST' && faults-- > 0 ? kind : undefined));
		const { id, fields } = await add();
		const args = ['accept', id, '--fields', 'tags', '--at', proxy.from, '--snapshot', snapshot];
		expect(await succeed('proposals', args, { env })).toContain(`Accepted ${id}.`);
		expect(tagsOf(programs[0]!)).toEqual(fields.tags);
		expect(await there.proposals.get(id)).toMatchObject({ status: 'accepted' });
		proxy.close();
	},
);

test('What was taken in while the server could not be told is marked, and settled when it is accepted again', async () => {
	let isDown = true;
	const proxy = await faultyProxy((method) => (method === 'POST' && isDown ? 'before' : undefined));
	const { id } = await add();
	const at = ['--at', proxy.from, '--snapshot', snapshot];
	const accept = ['accept', id, '--fields', 'tags', ...at];
	const failed = await runCommand('proposals', accept, { env });
	expect(failed.status).not.toBe(0);
	const [, change] = /was taken in with change (\d+), but not settled/.exec(failed.stderr)!;
	expect(await succeed('proposals', ['list', ...at], { env })).toContain(
		`${id}: Taken in with change ${change}, but not`,
	);
	isDown = false;
	expect(await succeed('proposals', accept, { env })).toContain(`npm run undo -- ${change}`);
	expect(await there.proposals.get(id)).toMatchObject({ status: 'accepted' });
	proxy.close();
});

test('Without a token, or with an address that answers something else, the commands say what is wrong', async () => {
	const said = async (at: string, token?: string) =>
		(await runCommand('proposals', ['list', '--at', at], { env: { OPERATOR_TOKEN: token ?? '' } })).stderr;
	expect(await said(origin)).toContain(`Set OPERATOR_TOKEN to the token of the server at`);
	expect(await said(origin, `${TOKEN}x`)).toContain(`${origin} answered 401`);
	expect(await said('http://directory.example', TOKEN)).toContain('is not encrypted');
	expect(await said('http://127.0.0.1:1', TOKEN)).toContain('Could not read http://127.0.0.1:1');
});

test.each<[string, string, string?]>([
	['GET', '?kinds=all&offset=0'],
	['GET', '?kinds=review&offset=-1'],
	['GET', '?id=prop_1&account=acc_1'],
	['POST', '', ''],
	['POST', '', '{"id":"prop_0000000000000000","version":1,"status":"withdrawn","reason":null}'],
	['POST', '', '{"id":"prop_0000000000000000","version":1,"status":"accepted","reason":"\\u0000"}'],
	['POST', '', `{"id":${'['.repeat(70_000)}`],
])('The server refuses %s %s with the body %j', async (method, query, body) => {
	const headers = { Authorization: `Bearer ${TOKEN}` };
	const response = await fetch(`${origin}/operator/proposals${query}`, { method, headers, ...(body && { body }) });
	expect(response.status).toBe(400);
	expect((await response.text()).length).toBeLessThan(1500);
});
