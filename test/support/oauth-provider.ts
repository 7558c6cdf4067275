/** Simulates GitHub and Google on this machine, for signing in. Each host's addresses are below `/HOST`. */
import { createSign, generateKeyPairSync, hash, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A user with an account at the provider. */
interface Person {
	readonly id: string;
	readonly email: string;
	readonly verified: boolean;
}

/** A response to send instead of an address's normal response. With `hangs`, no response is ever sent. */
export type Answer = 'hangs' | { readonly status?: number; readonly body: string | ((sent: string) => string) };

export interface OAuthProvider {
	readonly url: string;
	/** The person using the browser. */
	person: Person;
	/** Additional or changed claims of every ID token. */
	claims: { [claim: string]: unknown };
	/** The changed responses, by the end of the path to which each applies. */
	readonly answers: Map<string, Answer>;
	/** The number of requests that got no response because of `hangs`. */
	unanswered: number;
	/** Every code and token that the provider has sent, and every code verifier that it has received. */
	readonly secrets: Set<string>;
	/** Opens a page of the provider and presses a button. Returns the address to which the button leads. */
	press(button: 'allow' | 'cancel', address: string): Promise<string>;
	close(): Promise<void>;
}

/** The site's registration with the provider. */
export const CLIENT = { clientId: 'the-client', clientSecret: 'Cl13nt-S3cret-of-the-site' } as const;

interface Grant {
	readonly person: Person;
	readonly redirect: string;
	readonly challenge: string;
}

export async function startOAuthProvider(person: Person): Promise<OAuthProvider> {
	const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const grants = new Map<string, Grant>();
	const tokens = new Map<string, Person>();
	const server = createServer(async (request, response) => {
		const { pathname, searchParams } = new URL(request.url!, 'http://provider');
		const sent = await text(request);
		const answer = [...provider.answers].find(([end]) => pathname.endsWith(end))?.[1];
		if (answer === 'hangs') {
			provider.unanswered++;
			return;
		}
		if (answer) {
			const body = typeof answer.body === 'string' ? answer.body : answer.body(sent);
			response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json' }).end(body);
			return;
		}
		const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
		const owner = tokens.get(bearer ?? '');
		switch (pathname) {
			case '/github.com/login/oauth/authorize':
			case '/accounts.google.com/o/oauth2/v2/auth':
				return page(response, searchParams);
			case '/github.com/login/oauth/access_token':
				// GitHub sends errors with status 200.
				return json(response, exchange(new URLSearchParams(sent)) ?? { error: 'bad_verification_code' });
			case '/oauth2.googleapis.com/token': {
				const exchanged = exchange(new URLSearchParams(sent));
				return exchanged ? json(response, exchanged) : json(response, { error: 'invalid_grant' }, 400);
			}
			case '/api.github.com/user':
				if (!owner) return json(response, { message: 'Bad credentials' }, 401);
				return json(response, { id: Number(owner.id), login: 'someone', name: 'Some One', email: null });
			case '/api.github.com/user/emails':
				if (!owner) return json(response, { message: 'Bad credentials' }, 401);
				return json(response, [
					{ email: 'second@elsewhere.example', primary: false, verified: true },
					{ email: owner.email, primary: true, verified: owner.verified },
				]);
			case '/www.googleapis.com/oauth2/v3/certs':
				return json(response, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] });
			default:
				return json(response, { message: 'Not Found' }, 404);
		}
	});

	function secret(): string {
		const made = randomBytes(20).toString('hex');
		provider.secrets.add(made);
		return made;
	}

	/** Shows a page that asks the user whether the site may know who they are. */
	function page(response: ServerResponse, parameters: URLSearchParams): void {
		const [redirect, challenge] = ['redirect_uri', 'code_challenge'].map((name) => parameters.get(name)!);
		const isRight = parameters.get('client_id') === CLIENT.clientId && parameters.get('response_type') === 'code';
		if (!isRight || parameters.get('code_challenge_method') !== 'S256') {
			json(response, { error: 'wrong' }, 400);
			return;
		}
		const code = secret();
		grants.set(code, { person: provider.person, redirect: redirect!, challenge: challenge! });
		const back = (fields: { [name: string]: string }) =>
			`${redirect}?${new URLSearchParams({ ...fields, state: parameters.get('state')! })}`.replaceAll('&', '&amp;');
		const denied = { error: 'access_denied', error_description: 'The user has denied your application access.' };
		response.writeHead(200, { 'Content-Type': 'text/html' });
		response.end(
			`<!doctype html><title>Allow?</title><a id="allow" href="${back({ code })}">Allow</a> ` +
				`<a id="cancel" href="${back(denied)}">Cancel</a>`,
		);
	}

	/** Exchanges a code for tokens. Returns undefined if something is wrong. A code works only once. */
	function exchange(sent: URLSearchParams): object | undefined {
		const code = sent.get('code') ?? '';
		const grant = grants.get(code);
		grants.delete(code);
		provider.secrets.add(sent.get('code_verifier') ?? '');
		const challenge = hash('sha256', sent.get('code_verifier') ?? '', 'base64url');
		const isClient = sent.get('client_id') === CLIENT.clientId && sent.get('client_secret') === CLIENT.clientSecret;
		if (!grant || !isClient || sent.get('redirect_uri') !== grant.redirect || challenge !== grant.challenge) {
			return undefined;
		}
		const access_token = secret();
		tokens.set(access_token, grant.person);
		const id_token = idToken(grant.person);
		provider.secrets.add(id_token);
		return { access_token, id_token, refresh_token: secret(), token_type: 'bearer', expires_in: 3600, scope: 'email' };
	}

	function idToken({ id, email, verified }: Person): string {
		const now = Math.floor(Date.now() / 1000);
		const claims = {
			iss: 'https://accounts.google.com',
			aud: CLIENT.clientId,
			sub: id,
			email,
			email_verified: verified,
			name: 'Some One',
			iat: now,
			exp: now + 3600,
			...provider.claims,
		};
		const parts = [{ alg: 'RS256', kid: 'one' }, claims].map((part) =>
			Buffer.from(JSON.stringify(part)).toString('base64url'),
		);
		const signature = createSign('RSA-SHA256').update(parts.join('.')).sign(privateKey, 'base64url');
		return [...parts, signature].join('.');
	}

	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const provider: OAuthProvider = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		person,
		claims: {},
		answers: new Map(),
		unanswered: 0,
		secrets: new Set(),
		async press(button, address) {
			const { host, pathname, search } = new URL(address);
			const shown = await (await fetch(`${provider.url}/${host}${pathname}${search}`)).text();
			return new RegExp(`id="${button}" href="([^"]+)"`).exec(shown)![1]!.replaceAll('&amp;', '&');
		},
		close() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
	return provider;
}

function json(response: ServerResponse, body: unknown, status = 200): void {
	response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
