import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { decoded } from '../contract/api.ts';
import { checkDocumented } from '../contract/documented.ts';
import { Random } from '../generate/random.ts';
import { ownServer } from '../support/own-server.ts';
import { type Known, type RandomRequest, randomGarbage, randomRequest } from '../support/random-requests.ts';
import { CUT_OFF, RawConnection, type RawResponse, requestOnce } from '../support/raw-http.ts';
import { makeDirectory } from '../support/small-directory.ts';

const SEED = Number(process.env.FUZZ_SEED ?? Date.now());
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
/** The number of requests before the first measurement of memory. */
const WARM_UP = REQUESTS / 2;
const GARBAGE = 1500;
/** The number of connections, and of requests on each before a response is read. */
const CONNECTIONS = 8;
const PIPELINED = 16;
/** The bytes of a request's head that Node reads before it refuses the request. */
const MOST_READ = 16_384;
/** The most memory that the process may gain from the warm-up to the last request, in bytes. */
const GROWTH = 120e6;
const STACK_TRACE = /^\s+at .+:\d+:\d+\)?$/m;

const directory = await makeDirectory({ programs: 300, reviews: 900, site: true });
const server = await ownServer(directory);
const known: Known = await findKnown();
afterAll(() => directory.remove());

describe(`The server under ${REQUESTS} random requests (FUZZ_SEED=${SEED})`, () => {
	test('responds to each with a documented body and never with 5xx, in constant memory', async () => {
		const random = new Random(SEED, 'requests');
		const statuses = new Set<number>();
		await fuzz(random, WARM_UP, statuses);
		const before = { memory: memory(), files: openFiles() };
		await fuzz(random, REQUESTS - WARM_UP, statuses);
		const after = { memory: memory(), files: openFiles() };
		expect(after.memory - before.memory).toBeLessThan(GROWTH);
		expect(after.files).toBeLessThanOrEqual(before.files + CONNECTIONS);
		expect([...statuses]).toEqual(expect.arrayContaining([200, 304, 400, 401, 404, 405, 431]));
	});

	test('closes connections that send no HTTP, and never responds with 5xx', async () => {
		const random = new Random(SEED, 'garbage');
		await inParallel(GARBAGE, async () => {
			const bytes = randomGarbage(random, known);
			expect(await answersTo(bytes), `to ${shown(bytes)}`).not.toMatch(/^HTTP\/1\.1 5/m);
		});
	});

	test('has no API at other spellings of its address', async () => {
		for (const path of ['/%761', '/%761/programs', '/v%31/categories', '/v1%2Fprograms', '/V1/programs']) {
			expect([path, (await requestOnce(server.port, 'GET', path)).status]).toEqual([path, 404]);
		}
	});

	test('still works afterwards', async () => {
		const key = `X-API-Key: ${known.key}`;
		const program = await requestOnce(server.port, 'GET', `/v1/programs/${known.program}`, [key]);
		expect(program.status).toBe(200);
		expect(JSON.parse(String(program.body)).data.slug).toBe(known.program);
		expect((await requestOnce(server.port, 'GET', '/healthz')).status).toBe(200);
		expect(server.log().filter(({ level }) => level === 'error')).toEqual([]);
	});
});

async function findKnown(): Promise<Known> {
	const { key } = directory;
	const get = async (path: string) =>
		JSON.parse(String((await requestOnce(server.port, 'GET', `/v1${path}`, [`X-API-Key: ${key}`])).body)).data;
	const program = (await get('/programs?sort=reviews_desc'))[0].slug;
	const review = (await get(`/programs/${program}/reviews`))[0].id;
	const category = (await get('/categories'))[0].slug;
	return { key, program, review, category, organization: (await get(`/programs/${program}`)).organization.slug };
}

/** Sends random requests over several connections at once, checks every response, and records its status. */
async function fuzz(random: Random, total: number, statuses: Set<number>): Promise<void> {
	await inParallel(Math.ceil(total / PIPELINED), async () => {
		let waiting = Array.from({ length: PIPELINED }, () => randomRequest(random, known));
		while (waiting.length > 0) waiting = waiting.slice(await sendSome(waiting, statuses));
	});
}

/**
 * Sends requests, and returns how many of them need not be sent again. A refusal closes the connection, which can
 * destroy responses on their way, so the first request without a complete response is sent again alone. If it still gets
 * no response, the server must have stopped reading it halfway.
 */
async function sendSome(requests: readonly RandomRequest[], statuses: Set<number>): Promise<number> {
	const answered = await sendTogether(requests, statuses);
	if (answered > 0) return answered;
	const [first] = requests as [RandomRequest];
	if ((await sendTogether([first], statuses)) === 0) {
		expect(first.bytes.length, `without an answer: ${shown(first.bytes)}`).toBeGreaterThan(MOST_READ);
	}
	return 1;
}

/** Sends requests all at once over a new connection, reads the responses, and returns their number. */
async function sendTogether(requests: readonly RandomRequest[], statuses: Set<number>): Promise<number> {
	const connection = await RawConnection.open(server.port);
	connection.write(Buffer.concat(requests.map(({ bytes }) => bytes)));
	let answered = 0;
	try {
		for (const request of requests) {
			const response = await connection.read(request.method).catch((error: Error) => {
				if (requests.length > 1 && error.message.startsWith(CUT_OFF)) return undefined;
				throw error;
			});
			if (response === undefined) break;
			check(response, request);
			statuses.add(response.status);
			answered++;
		}
	} finally {
		connection.close();
	}
	return answered;
}

/** Sends bytes, closes the client's side, and returns everything that the server sends. */
async function answersTo(bytes: Buffer): Promise<string> {
	const socket = connect(server.port, '127.0.0.1').end(bytes);
	let answers = '';
	socket.on('data', (chunk) => (answers += chunk.toString('latin1')));
	socket.on('error', () => {});
	await new Promise((resolve) => socket.on('close', resolve));
	return answers;
}

/** @throws Error with the request and its response if the response is wrong */
function check(response: RawResponse, request: RandomRequest): void {
	try {
		checkAny(response);
		if (isParserRefusal(response)) return;
		expect(response.headers.get('x-request-id') ?? 'no X-Request-Id').toMatch(/^[\w-]+$/);
		if (isUnderBase(request.target)) checkApi(response, request);
	} catch (cause) {
		const { status, headers, body } = response;
		const answer = `${status} ${JSON.stringify([...headers])} ${body.toString('utf8', 0, 300)}`;
		throw new Error(`${(cause as Error).message}\nin the answer ${answer}\nto ${shown(request.bytes)}`, { cause });
	}
}

function checkAny({ status, body }: RawResponse): void {
	expect(status).toBeLessThan(500);
	expect(body.toString('latin1')).not.toMatch(STACK_TRACE);
}

/** Requests that Node's parser refuses never reach the application (decisions, Errors). */
function isParserRefusal({ status, headers, body }: RawResponse): boolean {
	return (
		[400, 431].includes(status) &&
		headers.get('connection') === 'close' &&
		body.length === 0 &&
		!headers.has('x-request-id')
	);
}

/** Finds out independently of the server whether a target, without its origin, is /v1 or below it. */
function isUnderBase(target: string): boolean {
	return /^\/v1(?:[/?]|$)/.test(withoutOrigin(target));
}

function withoutOrigin(target: string): string {
	return target.replace(/^https?:\/\/[^/?]*/i, '');
}

function checkApi(response: RawResponse, { method, target, hasKey }: RandomRequest): void {
	const { status, headers } = response;
	expect(headers.get('x-snapshot') ?? 'no X-Snapshot').toMatch(/^\w+$/);
	expect(status === 401).toBe(!hasKey);
	if (status !== 304) expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
	// The parser of the server ignores spaces after the target.
	checkDocumented(method, withoutOrigin(target).trimEnd(), response, String(decoded(response)));
}

function shown(bytes: Buffer): string {
	return `${JSON.stringify(bytes.toString('latin1', 0, 600))} (${bytes.length} bytes)`;
}

async function inParallel(count: number, work: () => Promise<void>): Promise<void> {
	let left = count;
	await Promise.all(
		Array.from({ length: CONNECTIONS }, async () => {
			while (left-- > 0) await work();
		}),
	);
}

/**
 * The peak memory of the server process, in bytes; 0 if the system does not report it. The current memory would depend
 * on the last garbage collection and on the system.
 */
function memory(): number {
	if (process.platform !== 'linux') return 0;
	const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
	return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}

function openFiles(): number {
	return process.platform === 'linux' ? readdirSync(`/proc/${server.child.pid}/fd`).length : 0;
}
