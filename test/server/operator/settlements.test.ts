/** What the server answers to the machines of editors, with SQLite and PostgreSQL. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OperatorReply } from '../../../src/server/operator/operator-request.ts';
import { PAGE } from '../../../src/server/operator/proposal-messages.ts';
import { operatorProposals, operatorSettlements } from '../../../src/server/operator/proposals.ts';
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

async function settle(proposal: Pick<Proposal, 'id' | 'version'>, reason: string, stores = state): Promise<string> {
	const { id, version } = proposal;
	const body = JSON.stringify({ settlements: [{ id, version, status: 'rejected', reason }] });
	const query = new URLSearchParams();
	const reply = await operatorSettlements({ query, stores, body: () => Promise.resolve(Buffer.from(body)) });
	const [{ outcome }] = dataOf(reply).outcomes as [{ outcome: string }];
	return outcome;
}

test('All proposals that wait are listed once, a page at a time, without their accounts', async () => {
	const sent: Proposal[] = [];
	for (let i = 0; i < PAGE + 7; i++) sent.push(await add());
	await state.pulledProposals.take('https://else.example', [{ ...sent[0]!, id: 'prop_elsewhere0000001' }]);
	const first = await get('');
	expect(first.proposals).toHaveLength(PAGE);
	const second = await get(`after=${first.next}`);
	expect(second.next).toBeNull();
	const listed = [...(first.proposals as Proposal[]), ...(second.proposals as Proposal[])];
	expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(sent.map(({ id }) => id)));
	expect(JSON.stringify(listed)).not.toContain(ADA.id);
});

test('A decision is recorded once, also if two servers receive it at the same time', async () => {
	const proposal = await add();
	const outcomes = await Promise.all([state, other, state, other].map((stores) => settle(proposal, 'No.', stores)));
	expect(outcomes).toEqual(Array(4).fill('recorded'));
	expect(await settle(proposal, 'Never.')).toBe('rejected');
	expect(await state.proposals.get(proposal.id)).toMatchObject({ status: 'rejected', reason: 'No.', change_id: null });
});

test('A decision about what was edited, withdrawn or deleted meanwhile, or was pulled itself, is not recorded', async () => {
	const [edited, withdrawn, deleted, waiting] = [await addReview(4), await add(), await add(), await add()];
	const pulled = { ...waiting, id: 'prop_elsewhere0000001' };
	await state.pulledProposals.take('https://else.example', [pulled]);
	await addReview(5);
	await state.proposals.withdraw(ADA.id, withdrawn.id, NOW);
	expect(await settle(edited, 'No.')).toBe('edited');
	expect(await settle(withdrawn, 'No.')).toBe('withdrawn');
	expect(await settle(pulled, 'No.')).toBe('missing');
	const known = [edited, withdrawn, waiting, pulled].map(({ id }) => id).join(',');
	expect((await get(`known=${known}`)).ended).toEqual([
		{ id: withdrawn.id, status: 'withdrawn' },
		{ id: pulled.id, status: 'missing' },
	]);
	await state.accounts.delete(ADA.id, 'erase');
	expect(await settle(deleted, 'No.')).toBe('missing');
});
