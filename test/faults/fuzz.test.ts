import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../src/generate/random.ts';
import { type Known, type RandomRequest, randomGarbage, randomRequest } from '../support/random-requests.ts';
import { RawConnection, type RawResponse, requestOnce } from '../support/raw-http.ts';
import { type ServerProcess, startServer } from '../support/running-server.ts';
import { makeDirectory, type SmallDirectory } from '../support/small-directory.ts';

const SEED = Number(process.env.FUZZ_SEED ?? Date.now());
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000);
/** How many of them come before the memory is measured for the first time. */
const WARM_UP = REQUESTS / 2;
const GARBAGE = 1500;
/** Connections at a time, and requests written to each before an answer is read. */
const CONNECTIONS = 8;
const PIPELINED = 16;
/** What Node reads of the head of a request before it refuses it, in bytes. */
const MOST_READ = 16_384;
/** What the process may have taken more, at most, after all that than after the warm-up, in bytes. */
const GROWTH = 120e6;
const STACK_TRACE = /^\s+at .+:\d+:\d+\)?$/m;

let directory: SmallDirectory;
let server: ServerProcess;
let known: Known;

beforeAll(async () => {
	directory = await makeDirectory({ programs: 300, reviews: 900, site: true });
	server = await startServer(directory);
	known = await findKnown();
});
afterAll(async () => {
	await server?.stop();
	directory?.remove();
});

describe(`The server under ${REQUESTS} random requests (FUZZ_SEED=${SEED})`, () => {
	test('answers each with a documented body and never with 5xx, in constant memory', async () => {
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

	test('closes connections that send no HTTP, and never answers them with 5xx', async () => {
		const random = new Random(SEED, 'garbage');
		await inParallel(GARBAGE, async () => {
			const bytes = randomGarbage(random, known);
			expect(await answersTo(bytes), `to ${shown(bytes)}`).not.toMatch(/^HTTP\/1\.1 5/m);
		});
	});

	test('has no API where its address is spelt in another way', async () => {
		for (const path of ['/%761', '/%761/programs', '/v%31/categories', '/v1%2Fprograms', '/V1/programs']) {
			expect([path, (await requestOnce(server.port, 'GET', path)).status]).toEqual([path, 404]);
		}
	});

	test('answers properly afterwards', async () => {
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

/** Sends random requests over several connections at once, checks every answer, and notes its status. */
async function fuzz(random: Random, total: number, statuses: Set<number>): Promise<void> {
	await inParallel(Math.ceil(total / PIPELINED), async () => {
		let waiting = Array.from({ length: PIPELINED }, () => randomRequest(random, known));
		while (waiting.length > 0) waiting = waiting.slice(await sendSome(waiting, statuses));
	});
}

/**
 * Sends requests and returns how many of them are done. A refusal closes the connection, which may destroy answers that
 * are on their way; so the first request, without an answer, is sent again alone. Only one that the server stops reading
 * halfway may then go without an answer once more.
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

/** Writes requests all at once over a new connection, reads the answers, and returns how many there were. */
async function sendTogether(requests: readonly RandomRequest[], statuses: Set<number>): Promise<number> {
	const connection = await RawConnection.open(server.port);
	connection.write(Buffer.concat(requests.map(({ bytes }) => bytes)));
	let answered = 0;
	try {
		for (const request of requests) {
			const response = await connection.read(request.method);
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

/** Everything that is answered to bytes after which the client says that it is done. */
async function answersTo(bytes: Buffer): Promise<string> {
	const socket = connect(server.port, '127.0.0.1').end(bytes);
	let answers = '';
	socket.on('data', (chunk) => (answers += chunk.toString('latin1')));
	socket.on('error', () => {});
	await new Promise((resolve) => socket.on('close', resolve));
	return answers;
}

/** @throws with the request and its answer when something is wrong with the answer */
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

/** What Node's parser refuses never becomes a request, so it is not ours to answer (decisions, Errors). */
function isParserRefusal({ status, headers, body }: RawResponse): boolean {
	return (
		[400, 431].includes(status) &&
		headers.get('connection') === 'close' &&
		body.length === 0 &&
		!headers.has('x-request-id')
	);
}

/** Written without a look at the server: the target, without an origin, is /v1 or below it. */
function isUnderBase(target: string): boolean {
	return /^\/v1(?:[/?]|$)/.test(target.replace(/^https?:\/\/[^/?]*/i, ''));
}

function checkApi(response: RawResponse, { method, hasKey }: RandomRequest): void {
	const { status, headers } = response;
	expect(headers.get('x-snapshot') ?? 'no X-Snapshot').toMatch(/^\w+$/);
	expect(status === 401).toBe(!hasKey);
	if (status === 304) return;
	expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
	if (method === 'HEAD') return;
	const body = JSON.parse(decoded(response));
	if (status === 200) expect(body).toHaveProperty('data');
	else {
		expect(body).toEqual({
			error: expect.any(String),
			code: expect.stringMatching(/^[A-Z_]+$/),
			...(status === 400 ? { details: expect.arrayContaining([DETAIL]) } : {}),
		});
	}
}

const DETAIL = { parameter: expect.any(String), message: expect.any(String) };

function decoded({ headers, body }: RawResponse): string {
	const encoding = headers.get('content-encoding');
	if (encoding === 'br') return String(brotliDecompressSync(body));
	return String(encoding === 'gzip' ? gunzipSync(body) : body);
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
 * The most memory that the server process held so far, in bytes; 0 where the system does not tell. What it holds at one
 * moment depends on when it last collected garbage, or the system took pages back.
 */
function memory(): number {
	if (process.platform !== 'linux') return 0;
	const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
	return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}

function openFiles(): number {
	return process.platform === 'linux' ? readdirSync(`/proc/${server.child.pid}/fd`).length : 0;
}
