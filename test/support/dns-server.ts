/** A DNS server on this machine that answers questions for addresses and TXT records. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

export interface DnsServer {
	/** The address for the setting DNS_SERVERS. */
	readonly address: string;
	/** The IPv4 addresses and the values of the TXT records by name. A name without any does not exist. */
	readonly records: Map<string, readonly string[]>;
	close(): void;
}

const [A, TXT] = [1, 16];
const HEADER = 12;

export async function startDnsServer(): Promise<DnsServer> {
	const records = new Map<string, readonly string[]>();
	const socket = createSocket('udp4');
	socket.on('message', (query, { port, address }) => socket.send(answerTo(query, records), port, address));
	socket.bind(0, '127.0.0.1');
	await once(socket, 'listening');
	return { address: `127.0.0.1:${socket.address().port}`, records, close: () => socket.close() };
}

function answerTo(query: Buffer, records: ReadonlyMap<string, readonly string[]>): Buffer {
	const labels: string[] = [];
	let at = HEADER;
	while (query[at] !== 0) {
		labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
		at += 1 + query[at]!;
	}
	const question = query.subarray(HEADER, at + 5);
	const type = query.readUInt16BE(at + 1);
	const found = records.get(labels.join('.').toLowerCase());
	const isAsked = (value: string) => type === (isIPv4(value) ? A : TXT);
	const values = (found ?? []).filter(isAsked);
	const header = Buffer.alloc(HEADER);
	query.copy(header, 0, 0, 2);
	// A response; “no such name” if there are no records.
	header.writeUInt16BE(0x8180 | (found === undefined ? 3 : 0), 2);
	header.writeUInt16BE(1, 4);
	header.writeUInt16BE(values.length, 6);
	return Buffer.concat([header, question, ...values.map((value) => recordOf(value, type))]);
}

function recordOf(value: string, type: number): Buffer {
	const text = Buffer.from(value);
	const data = type === A ? Buffer.from(value.split('.').map(Number)) : Buffer.concat([Buffer.of(text.length), text]);
	const head = Buffer.alloc(12);
	// The name is that of the question.
	head.writeUInt16BE(0xc000 | HEADER, 0);
	head.writeUInt16BE(type, 2);
	head.writeUInt16BE(1, 4);
	head.writeUInt32BE(60, 6);
	head.writeUInt16BE(data.length, 10);
	return Buffer.concat([head, data]);
}
