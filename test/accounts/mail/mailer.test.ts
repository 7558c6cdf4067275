import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openMailer } from '../../../src/accounts/mail/mailer.ts';

/** Starts a server on this machine. Returns its host and port. */
async function serverThat(does: (socket: Socket) => void): Promise<string> {
	const server = createServer((socket) => {
		socket.on('error', () => {});
		does(socket);
	}).listen(0, '127.0.0.1');
	onTestFinished(() => void server.close());
	await once(server, 'listening');
	return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function problemOf(smtpUrl: string): Promise<string | undefined> {
	const mailer = openMailer({ smtpUrl, from: 'directory@site.example' });
	try {
		return await mailer.test();
	} finally {
		mailer.close();
	}
}

/** A mail server that knows no users. */
const greet = (socket: Socket) => {
	socket.write('220 mail.example\r\n');
	socket.on('data', (data) => {
		const [command] = data.toString().split(' ');
		if (command === 'EHLO') socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n');
		else socket.write(command === 'AUTH' ? '535 5.7.8 ada@site.example is unknown\r\n' : '502 unknown\r\n');
	});
};

test('Says why a mail server cannot be used, without its words', async () => {
	const [mail, closing] = [await serverThat(greet), await serverThat((socket) => socket.end())];
	expect(await problemOf('smtp://127.0.0.1:1')).toBe('127.0.0.1:1 refused the connection');
	expect(await problemOf('smtp://no-such-host.invalid:25')).toMatch(/^no-such-host\.invalid:25 has a host /);
	expect(await problemOf(`smtp://${closing}`)).toBe(`${closing} closed the connection`);
	expect(await problemOf(`smtps://${mail}`)).toBe(
		`${mail} does not use TLS from the start. Write smtp:// instead of smtps:// in SMTP_URL`,
	);
	expect(await problemOf(`smtp://ada:secret@${mail}`)).toBe(
		`${mail} refused the user name or the password of SMTP_URL`,
	);
});
