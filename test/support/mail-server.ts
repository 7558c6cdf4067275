/** A real mail server that keeps the emails that it receives. */
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

interface Mail {
	readonly to: readonly string[];
	readonly subject: string;
	readonly text: string;
}

export interface MailServer {
	/** The value for SMTP_URL. */
	readonly url: string;
	/** The received emails. */
	readonly mails: readonly Mail[];
	/** Waits until at least this many emails have arrived. Returns the last email. */
	arrived(count: number): Promise<Mail>;
	close(): Promise<void>;
}

export interface MailServerOptions {
	/** The recipients that the server refuses for ever. */
	readonly refused?: readonly string[];
	/** The recipients that the server refuses at the first attempt, as servers with greylists do. */
	readonly greylisted?: readonly string[];
	/** How long the server waits before it accepts an email, in milliseconds. */
	readonly delay?: number;
	/** The port. The default is any free port. */
	readonly port?: number;
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
	const { refused = [], delay = 0, port: wanted = 0 } = options;
	const greylisted = new Set(options.greylisted);
	const mails: Mail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		disableReverseLookup: true,
		onRcptTo({ address }, _session, callback) {
			if (greylisted.delete(address)) callback(answer(451, `Try again later: ${address}`));
			else callback(refused.includes(address) ? answer(550, `No such user: ${address}`) : undefined);
		},
		async onData(stream, { envelope }, callback) {
			const mail = { to: envelope.rcptTo.map(({ address }) => address), ...parse(await text(stream)) };
			await sleep(delay);
			mails.push(mail);
			callback();
		},
	});
	await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
	const { port } = server.server.address() as AddressInfo;
	return {
		url: `smtp://127.0.0.1:${port}`,
		mails,
		async arrived(count) {
			while (mails.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
			return mails.at(-1)!;
		},
		close: () => new Promise((resolve) => server.close(resolve)),
	};
}

function answer(responseCode: number, message: string): Error {
	return Object.assign(new Error(message), { responseCode });
}

function parse(raw: string): Pick<Mail, 'subject' | 'text'> {
	const end = raw.indexOf('\r\n\r\n');
	const [head, body] = [raw.slice(0, end), raw.slice(end + 4)];
	const subject = /^Subject: (.*)$/m.exec(head.replace(/\r\n\s+/g, ' '))![1]!.trim();
	return { subject, text: plainText(head, body) };
}

/** The plain text of an email, or of its first part if it has several. */
function plainText(head: string, body: string): string {
	const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
	if (boundary === undefined) return /quoted-printable/i.test(head) ? unquote(body) : body;
	const part = body.split(`--${boundary}`)[1]!;
	const end = part.indexOf('\r\n\r\n');
	return plainText(part.slice(0, end), part.slice(end + 4));
}

function unquote(body: string): string {
	return Buffer.from(
		body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
		'latin1',
	).toString();
}
