/** What the server answers to the machines of editors, with SQLite and PostgreSQL. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OperatorReply, operatorProposals, operatorSettlement } from '../../../src/server/operator/answers.ts';
import { PAGE } from '../../../src/server/operator/proposal-messages.ts';
import type { NewProposal, Proposal } from '../../../src/state/proposals/proposal.ts';
import type { State } from '../../../src/state/state.ts';
import { type StatePlace, statePlace } from '../../support/states.ts';

const NOW = '2026-05-01T12:00:00Z';
const ADA = { id: 'acc_ada', email: 'ada@site.example', plan: 'claimed', created_at: NOW } as const;
const RATE: NewProposal = {
	account_id: ADA.id,
	author: 'Larkpost',
	kind: 'program',
	target: 'larkpost',
	fields: { commission_rate: 40 },
	base: { commission_rate: 30 },
};

let place: StatePlace;
let state: State;
let other: State;

beforeEach(async () => {
	place = await statePlace();
	[state, other] = [await place.open(), await place.open()];
	await state.accounts.add(ADA);
	return () => place.remove();
});
afterEach(() => place.close());

let number = 0;

/** Adds a proposal about another program each time. */
async function add(): Promise<Proposal> {
	const added = await state.proposals.add({ ...RATE, target: `larkpost-${++number}` }, NOW);
	if (typeof added === 'string') throw new Error(added);
	return added;
}

function dataOf(reply: OperatorReply): { readonly [name: string]: unknown } {
	if ('problem' in reply) throw new Error(reply.problem);
	return { ...reply.data };
}

/** Sends a review, or a new version of it. */
async function addReview(rating: number): Promise<Proposal> {
	const facts = { months_in_program: null, paid_on_time: null, approval_days: null };
	const review = { rating, title: 'Good', body: 'They pay.', ...facts };
	await state.reviews.send(ADA.id, { program: RATE.target, review, author: { name: 'Ada', key: 'ada' } }, NOW);
	return (await state.proposals.ofAccount(ADA.id, ['review'], { most: 1 })).proposals[0]!;
}

async function get(query: string) {
	const request = { query: new URLSearchParams(query), stores: state, body: () => Promise.resolve(400 as const) };
	return dataOf(await operatorProposals(request));
}

async function settle({ id, version }: Pick<Proposal, 'id' | 'version'>, reason: string, stores = state) {
	const body = Buffer.from(JSON.stringify({ id, version, status: 'rejected', reason }));
	const request = { query: new URLSearchParams(), stores, body: () => Promise.resolve(body) };
	return dataOf(await operatorSettlement(request)).settling;
}

test('All proposals that wait are listed and counted, a page at a time, without their accounts', async () => {
	const sent: Proposal[] = [];
	for (let i = 0; i < PAGE + 7; i++) sent.push(await add());
	const pages = [await get('kinds=program,review&offset=0'), await get(`kinds=program,review&offset=${PAGE}`)];
	const listed = pages.map(({ proposals }) => proposals as Proposal[]);
	expect(listed.map(({ length }) => length)).toEqual([PAGE, 7]);
	expect(listed.flat().map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
	expect((await get(`id=${sent[3]!.id}`)).proposals).toEqual([listed[0]![3]]);
	expect(await get('id=prop_none')).toEqual({ proposals: [] });
	expect(await get('kinds=review&offset=0')).toEqual({ proposals: [] });
	expect(await get('')).toEqual({ waiting: [{ kind: 'program', waiting: PAGE + 7 }] });
	expect(JSON.stringify(pages)).not.toContain(ADA.id);
});

test('A decision is recorded once, also if two servers receive it at the same time', async () => {
	const proposal = await add();
	const settling = await Promise.all([state, other, state, other].map((stores) => settle(proposal, 'No.', stores)));
	expect(settling).toEqual(Array(4).fill('settled'));
	expect(await settle(proposal, 'Never.')).toBe('settled before');
	expect(await state.proposals.get(proposal.id)).toMatchObject({ status: 'rejected', reason: 'No.', change_id: null });
});

test('A decision about what was edited, withdrawn or deleted meanwhile is not recorded', async () => {
	const [edited, withdrawn, deleted] = [await addReview(4), await add(), await add()];
	await addReview(5);
	await state.proposals.withdraw(ADA.id, withdrawn.id, NOW);
	expect(await settle(edited, 'No.')).toBe('edited');
	expect(await settle(withdrawn, 'No.')).toBe('settled before');
	await state.accounts.delete(ADA.id, 'erase');
	expect(await settle(deleted, 'No.')).toBe('missing');
});
