import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Client, ClientGone, FairQueue, TooBusy } from '../../../src/api/limits/fair-queue.ts';

const client = (address: string): Client => ({ address: () => address, isGone: () => false });
const ADA = client('192.0.2.1');
const BO = client('192.0.2.2');

/** A queue with tasks that the test can end. */
class Work {
	readonly queue: FairQueue;
	/** The names of the started tasks, in order. */
	readonly started: string[] = [];
	readonly #ends = new Map<string, () => void>();

	constructor(limits: { atOnce?: number; waiting?: number }) {
		this.queue = new FairQueue({ atOnce: 1, waiting: 100, ...limits });
	}

	add(name: string, client: Client, kind?: string): Promise<string> {
		const work = async () => {
			this.started.push(name);
			await new Promise<void>((end) => this.#ends.set(name, end));
			return name;
		};
		return this.queue.run(client, work, kind);
	}

	/** Ends the started tasks and all later ones, until the queue is empty. */
	async finish(): Promise<void> {
		for (let ended = 0; ended < this.started.length; ) {
			this.#ends.get(this.started[ended++]!)!();
			for (let i = 0; i < 5; i++) await nextTurn();
		}
	}
}

async function turns(count: number): Promise<void> {
	for (let i = 0; i < count; i++) await nextTurn();
}

describe('FairQueue', () => {
	test('passes on the result or error of a task', async () => {
		const { queue } = new Work({});
		expect(await queue.run(ADA, async () => 7)).toBe(7);
		await expect(queue.run(ADA, async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
		expect(await queue.run(ADA, async () => 8)).toBe(8);
	});

	test('runs no more tasks at once than allowed', async () => {
		const work = new Work({ atOnce: 2 });
		const done = ['a', 'b', 'c', 'd'].map((name) => work.add(name, ADA));
		await turns(10);
		expect(work.started).toEqual(['a', 'b']);
		await work.finish();
		expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
	});

	test('starts one task in each turn of the event loop', async () => {
		const work = new Work({ atOnce: 10 });
		const done = ['a', 'b', 'c'].map((name) => work.add(name, ADA));
		const counts: number[] = [];
		for (let i = 0; i < 3; i++) {
			await nextTurn();
			counts.push(work.started.length);
		}
		expect(counts).toEqual([1, 2, 3]);
		await work.finish();
		await Promise.all(done);
	});

	test('takes turns between addresses, even if one has many tasks', async () => {
		const work = new Work({});
		const tasks = [...['a1', 'a2', 'a3', 'a4'].map((name) => [name, ADA]), ...['b1', 'b2'].map((name) => [name, BO])];
		const done = tasks.map(([name, client]) => work.add(name as string, client as Client));
		await turns(5);
		await work.finish();
		await Promise.all(done);
		expect(work.started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
	});

	test('gives an address with fewer tasks a place of the one with the most', async () => {
		const work = new Work({ waiting: 4 });
		const [first, second, third, last] = ['a1', 'a2', 'a3', 'a4'].map((name) => work.add(name, ADA));
		const refused = [second, third, last].map((promise) => expect(promise).rejects.toBeInstanceOf(TooBusy));
		const others = ['b1', 'c1', 'd1'].map((name, i) => work.add(name, client(`198.51.100.${i}`)));
		await Promise.all(refused);
		await expect(work.add('e1', client('198.51.100.9'))).rejects.toBeInstanceOf(TooBusy);
		await turns(5);
		await work.finish();
		await Promise.all([first, ...others]);
		expect(work.started).toEqual(['a1', 'b1', 'c1', 'd1']);
	});

	test('counts an IPv6 /48 network as one neighbour, and takes turns between its parts', async () => {
		const work = new Work({});
		const inside = ['1::1', '1::2', '2::1', '3::1'].map((end) => work.add(end, client(`2001:db8:0:${end}`)));
		const done = [...inside, work.add('b1', BO), work.add('b2', BO), work.add('c1', client('2001:db8:1::1'))];
		await turns(5);
		await work.finish();
		await Promise.all(done);
		expect(work.started).toEqual(['1::1', 'b1', 'c1', '2::1', 'b2', '3::1', '1::2']);
	});

	test('gives nobody a place for the sake of a network that has as many tasks, however many addresses it uses', async () => {
		const work = new Work({ waiting: 4 });
		const inside = [1, 2, 3].map((i) => work.add(`a${i}`, client(`2001:db8:0:${i}::1`)));
		const done = [...inside, work.add('b1', BO)];
		await expect(work.add('a4', client('2001:db8:0:4::1'))).rejects.toBeInstanceOf(TooBusy);
		const refused = expect(inside[2]).rejects.toBeInstanceOf(TooBusy);
		done[2] = work.add('c1', client('2001:db8:1::1'));
		await refused;
		await turns(5);
		await work.finish();
		await Promise.all(done);
		expect(work.started).toEqual(['a1', 'b1', 'c1', 'a2']);
	});

	test('takes turns between kinds of tasks, and keeps half of the places for each', async () => {
		const work = new Work({ waiting: 4 });
		const strangers = [1, 2, 3, 4].map((i) => work.add(`s${i}`, client(`198.51.100.${i}`), 'stranger'));
		const refused = strangers.slice(2).map((one) => expect(one).rejects.toBeInstanceOf(TooBusy));
		const owners = [work.add('o1', ADA, 'owner'), work.add('o2', BO, 'owner')];
		await Promise.all(refused);
		await expect(work.add('o3', client('192.0.2.3'), 'owner')).rejects.toBeInstanceOf(TooBusy);
		await turns(5);
		await work.finish();
		await Promise.all([...strangers.slice(0, 2), ...owners]);
		expect(work.started).toEqual(['s1', 'o1', 's2', 'o2']);
	});

	test('never starts a task of a client that has gone, and gives its place to another', async () => {
		const work = new Work({ waiting: 2 });
		let isGone = false;
		const leaving: Client = { address: () => '192.0.2.1', isGone: () => isGone };
		const gone = ['gone 1', 'gone 2'].map((name) => work.add(name, leaving));
		const refused = gone.map((one) => expect(one).rejects.toBeInstanceOf(ClientGone));
		isGone = true;
		const stays = work.add('stays', BO);
		await Promise.all(refused);
		await turns(5);
		await work.finish();
		expect(await stays).toBe('stays');
		expect(work.started).toEqual(['stays']);
	});
});
