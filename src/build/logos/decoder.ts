import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebProblem } from '../../shared/web/network.ts';
import type { DecodeRequest, DecodeResponse } from './decode-process.ts';
import type { Candidate } from './image-links.ts';

const SCRIPT = fileURLToPath(new URL('decode-process.ts', import.meta.url));
/** The default maximum time to decode an image, in milliseconds. */
const LONGEST = 5_000;

/**
 * Decodes images one after the other in another process, so that a harmful image cannot crash or block the command, or
 * read its environment variables. If an image crashes the process or takes too long, the next image gets a new process.
 */
export class Decoder implements Disposable {
	#child: ChildProcess | undefined;
	#last: Promise<unknown> = Promise.resolve();
	readonly #longest: number;

	constructor(longest = LONGEST) {
		this.#longest = longest;
	}

	/** Makes a logo from an image. @throws WebProblem if no logo can be made from it */
	decode(image: Buffer, kind: Candidate['kind']): Promise<Buffer> {
		const decoded = this.#last.then(() => this.#decodeNow({ image, kind }));
		this.#last = decoded.catch(() => {});
		return decoded;
	}

	[Symbol.dispose](): void {
		this.#child?.kill('SIGKILL');
	}

	async #decodeNow(request: DecodeRequest): Promise<Buffer> {
		const child = this.#child?.connected ? this.#child : await start();
		this.#child = child;
		const timer = setTimeout(() => child.kill('SIGKILL'), this.#longest);
		child.send(request);
		const response = await nextMessage(child);
		clearTimeout(timer);
		if (response === undefined) {
			this.#child = undefined;
			throw new WebProblem('takes too much time or memory to decode');
		}
		if ('problem' in response) throw new WebProblem(response.problem);
		return Buffer.from(response.logo);
	}
}

async function start(): Promise<ChildProcess> {
	const { NODE_COMPILE_CACHE } = process.env;
	const child = fork(SCRIPT, {
		serialization: 'advanced',
		env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
		execArgv: [],
	});
	if ((await nextMessage(child)) === undefined) throw new Error('The process that decodes images could not start.');
	return child;
}

async function nextMessage(child: ChildProcess): Promise<DecodeResponse | undefined> {
	const waiting = new AbortController();
	const message = once(child, 'message', waiting) as Promise<[DecodeResponse]>;
	const end = once(child, 'exit', waiting).then((): [undefined] => [undefined]);
	const [response] = await Promise.race([message, end]);
	waiting.abort();
	return response;
}
