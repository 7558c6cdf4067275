/** Tools for attacks on a running server, which measure the cost for the server and the waiting time of everyone else. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The address of the attackers. Linux accepts all addresses of 127.0.0.0/8, so the server can distinguish them from the
 * bystander.
 */
const ATTACKER = '127.0.0.66';

/** The time between two requests of a bystander, in milliseconds. */
const PAUSE = 50;
/** A server counts as quiet if its response time is below this, in milliseconds. */
const QUICK = 50;
const QUIET_ANSWERS = 20;
/** The time limit for a request of a bystander, in milliseconds. */
const LONGEST_WAIT = 120_000;

interface Cost {
	/** The peak memory of the server process during the attack, and its memory before, in megabytes. */
	readonly memory: number;
	readonly memoryBefore: number;
	/** The processor time of the server until it was quiet again, in seconds. */
	readonly cpu: number;
	/** The longest wait of the bystander for a page, in milliseconds. */
	readonly longestWait: number;
	/** The number of the bystander's requests that did not get status 200. */
	readonly failures: number;
}

/** Runs an attack on a server while a bystander requests a page repeatedly, until the server is quiet again. */
export async function measure(pid: number, port: number, attack: () => Promise<void>): Promise<Cost> {
	const memoryBefore = memoryOf(pid);
	const cpuBefore = cpuOf(pid);
	let memory = memoryBefore;
	const sampler = setInterval(() => {
		memory = Math.max(memory, memoryOf(pid));
	}, 20);
	const bystander = new Bystander(port, '/favicon.svg');
	await attack();
	await bystander.untilQuiet();
	clearInterval(sampler);
	const cpu = cpuOf(pid) - cpuBefore;
	return { memory, memoryBefore, cpu, longestWait: bystander.longestWait, failures: bystander.failures };
}

/** Formats a cost for the report. */
export function report(attack: string, { memory, memoryBefore, cpu, longestWait, failures }: Cost): void {
	console.log(
		`${attack}: memory ${memoryBefore.toFixed(0)} → at most ${memory.toFixed(0)} MB, ${cpu.toFixed(1)} s of CPU; ` +
			`others waited up to ${longestWait.toFixed(0)} ms, ${failures} of their requests failed.`,
	);
}

/** A client that requests the same page repeatedly over its own connection. */
export class Bystander {
	longestWait = 0;
	failures = 0;
	answers = 0;
	readonly #port: number;
	readonly #path: string;
	readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
	readonly #finished: Promise<void>;
	#quick = 0;
	#isOver = false;
	#wake = () => {};

	constructor(port: number, path: string) {
		this.#port = port;
		this.#path = path;
		this.#finished = this.#run();
	}

	async #run(): Promise<void> {
		while (!this.#isOver) {
			const start = performance.now();
			const status = await this.#ask();
			const wait = performance.now() - start;
			this.answers++;
			if (status !== 200) this.failures++;
			this.longestWait = Math.max(this.longestWait, wait);
			this.#quick = wait < QUICK ? this.#quick + 1 : 0;
			if (this.#quick >= QUIET_ANSWERS) this.#wake();
			await sleep(PAUSE);
		}
		this.#agent.destroy();
	}

	#ask(): Promise<number> {
		return new Promise((resolve) => {
			const options = { port: this.#port, path: this.#path, agent: this.#agent, timeout: LONGEST_WAIT };
			const request = get(options, (response) => {
				response.resume();
				response.on('close', () => resolve(response.complete ? response.statusCode! : 0));
			});
			request.on('timeout', () => request.destroy());
			request.on('error', () => resolve(0));
		});
	}

	/** Waits until responses are fast again, and stops. */
	async untilQuiet(): Promise<void> {
		this.#quick = 0;
		await new Promise<void>((resolve) => {
			this.#wake = resolve;
		});
		await this.stop();
	}

	async stop(): Promise<void> {
		this.#isOver = true;
		await this.#finished;
	}
}

/** Opens a connection as an attacker. */
export async function attackerConnection(port: number): Promise<Socket> {
	const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
	// The server can close it at any time.
	socket.on('error', () => {});
	await new Promise((resolve) => socket.once('connect', resolve));
	return socket;
}

/** As many requests as fit into a number of bytes. `path` returns the path for the number of a request. */
export function pipelinedRequests(bytes: number, path: (index: number) => string): string {
	let text = '';
	for (let i = 0; ; i++) {
		const request = `GET ${path(i)} HTTP/1.1\r\nHost: a\r\n\r\n`;
		if (text.length + request.length > bytes) return text;
		text += request;
	}
}

/** The memory of a process, in megabytes. */
export function memoryOf(pid: number): number {
	return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000;
}

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK']));

/** The processor time of a process so far, in seconds. */
function cpuOf(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
		.replace(/^.*\) /, '')
		.split(' ');
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
