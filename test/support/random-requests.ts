/** Makes random requests that no honest client would send. The same seed always produces the same requests. */

import { splitWords } from '../../src/shared/text.ts';
import type { Random } from '../generate/random.ts';

export interface RandomRequest {
	readonly method: string;
	readonly target: string;
	/** Whether the request has the valid key exactly once, in the right header. */
	readonly hasKey: boolean;
	readonly bytes: Buffer;
}

const PATHS = [
	'/v1/programs',
	'/v1/programs',
	'/v1/programs/{program}',
	'/v1/programs/{program}/reviews',
	'/v1/categories',
	'/v1/categories/{category}',
	'/v1/categories/{category}/programs',
	'/v1/reviews/{review}',
	'/v1/organizations/{organization}',
	'/v1/organizations/{organization}/programs',
	'/v1',
	'/v1/',
	'/v1/nothing',
	'/',
	'/programs/',
	'/programs/search/',
	'/healthz',
	'/v2/programs',
] as const;

const SEGMENTS = ['..', '.', '%2e%2e', '%2F', '%00', '%5c', '', 'programs', '__proto__', 'constructor', 'rev_', '%'];

const GOOD = splitWords(`
	q=mail q=a q=%F0%9F%98%80 sort=newest sort=rating_desc page=2 page=9007199254740992 per_page=100 per_page=1
	min_commission=5 max_commission=50.5 verified_only=1 category=software country=DE country=US slugs=a,b sort=estimate
	facets=category,country fields=offers,countries
`);

const PARAMETERS = [
	'',
	...splitWords(`
		q commission_type min_commission max_commission min_cookie_days tracking_platform category verified_only sort page
		per_page country not_restriction slugs facets fields price churn months __proto__ toString Q pagee
	`),
];

const VALUES = [
	'',
	'9'.repeat(400),
	'a AND b',
	...splitWords(`
		0 1 -1 100 101 1e9 0x10 9007199254740992 9007199254740993 true yes NaN null Infinity one-time recurring newest 12.5
		12. .5 1_000 १२ " ' * a* NEAR( %25 %27%3B-- <script> {{7*7}} 😀 ß İ ﷽
	`),
];

/** Broken percent-encoding and UTF-8: truncated or overlong sequences, surrogates, and code points beyond Unicode. */
const BROKEN = splitWords(`
	% %4 %zz %u0041 %C3 %C0%AF %E0%80%AF %ED%A0%80 %ED%BF%BF %F4%90%80%80 %FF%FE %EF%BF%BE %00 %0A %0D%0A %7F %C2%80
	%80 %E2%82
`);

/** Raw bytes in latin-1: the same errors without percent-encoding, and bytes that are invalid in a head. */
const RAW = [
	'\xc3',
	'\xc0\xaf',
	'\xed\xa0\x80',
	'\xf4\x90\x80\x80',
	'\xff',
	'\x80',
	'\x7f',
	'\x00',
	'\t',
	' ',
	'\x1b[31m',
];

const METHODS = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH'];
const NO_METHODS = ['FOO', 'get', 'G\xc9T', '', 'GET\x00', `${'A'.repeat(3000)}`];
const VERSIONS = ['HTTP/1.0', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'http/1.1', 'HTTQ/1.1', ''];

/**
 * The maximum length of a target. It exceeds the longest head that Node accepts, so that some requests are refused for
 * their length.
 */
const LONGEST_TARGET = 20_000;

/** The valid key, and the slugs and IDs in real paths. */
export interface Known {
	readonly key: string;
	readonly program: string;
	readonly category: string;
	readonly review: string;
	readonly organization: string;
}

/** Makes a request whose end is clear, so that other requests can follow on the same connection. */
export function randomRequest(random: Random, known: Known): RandomRequest {
	const method = random.chance(0.72) ? 'GET' : random.pick(random.chance(0.85) ? METHODS : NO_METHODS);
	const target = randomTarget(random, known);
	const version = random.chance(0.95) ? 'HTTP/1.1' : random.pick(VERSIONS);
	const hasKey = random.chance(0.85);
	const headers = [
		...(random.chance(0.98) ? [`Host: ${random.chance(0.9) ? 'directory.example' : randomValue(random)}`] : []),
		...(hasKey
			? [`X-API-Key: ${known.key}`]
			: random.pick([[], ['X-API-Key:'], [`X-API-Key: ${wrongKey(random, known.key)}`]])),
		...(random.chance(0.5) ? many(random, 1, 3, () => randomHeader(random)) : []),
	];
	const body = method !== 'GET' && random.chance(0.3) ? randomBytes(random, random.between(0, 2000)) : undefined;
	if (body !== undefined) headers.push(`Content-Length: ${body.length}`);
	const head = Buffer.from(`${[`${method} ${target} ${version}`, ...headers].join('\r\n')}\r\n\r\n`, 'latin1');
	return { method, target, hasKey, bytes: body === undefined ? head : Buffer.concat([head, body]) };
}

/** Makes bytes that may be an invalid request, or the start of a request that never ends. */
export function randomGarbage(random: Random, known: Known): Buffer {
	const { bytes } = randomRequest(random, known);
	const place = random.between(0, bytes.length);
	return random.pick([
		() => randomBytes(random, random.between(1, 3000)),
		() => bytes.subarray(0, place),
		() => Buffer.concat([bytes.subarray(0, place), randomBytes(random, random.between(1, 20)), bytes.subarray(place)]),
		() =>
			Buffer.from(
				`GET /v1/programs HTTP/1.1\r\nHost: a\r\nX-API-Key: ${known.key}\r\n${framing(random)}\r\n\r\n`,
				'latin1',
			),
		() => Buffer.from('\r\n'.repeat(random.between(1, 2000))),
		() => Buffer.from(`GET /v1/programs\r\n\r\n`),
		() => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
		() => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
		() => Buffer.from('CONNECT directory.example:443 HTTP/1.1\r\nHost: directory.example:443\r\n\r\n'),
		// A separate case, because Node drops data that arrives together with an upgrade request.
		() =>
			Buffer.from(
				`GET /v1/programs HTTP/1.1\r\nHost: a\r\nX-API-Key: ${known.key}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
			),
		() => Buffer.from(`X-API-Key: ${known.key}\n\nGET /v1 HTTP/1.1\n\n`),
	])();
}

/** Returns headers that are contradictory or invalid about where the request ends. */
function framing(random: Random): string {
	return random.pick([
		'Content-Length: 5\r\nContent-Length: 6',
		'Content-Length: 5\r\nTransfer-Encoding: chunked',
		'Content-Length: -1',
		'Content-Length: 99999999999999999999',
		'Content-Length: 0x5',
		'Transfer-Encoding: chunked, identity',
		'Transfer-Encoding: \x0bchunked',
		'Transfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n',
		'Transfer-Encoding: chunked\r\n\r\n5\r\nab',
		'Content-Length : 3',
	]);
}

function randomTarget(random: Random, known: Known): string {
	let path = random.pick(PATHS).replace(/\{(\w+)\}/, (_, name: keyof Known) => known[name]);
	if (random.chance(0.25)) path = mangled(random, path);
	if (random.chance(0.03)) path = random.pick(['*', '', 'v1/programs', '//v1/programs', 'http://', ':80', '#', '?']);
	if (random.chance(0.05))
		path = random.pick(['http://directory.example', 'HTTPS://a:b@c:1', 'ftp://a', 'http://']) + path;
	return (random.chance(0.6) ? `${path}?${randomQuery(random)}` : path).slice(0, LONGEST_TARGET);
}

function mangled(random: Random, path: string): string {
	const segments = path.split('/');
	const place = random.between(1, segments.length);
	const segment = random.pick([
		() => random.pick(SEGMENTS),
		() => random.pick(BROKEN).repeat(random.between(1, 20)),
		() => random.pick(RAW),
		() => randomText(random, random.between(1, 60)),
		() => random.pick(['a', '%41', '.', '/', 'é', '%']).repeat(random.pick([300, 3000, 12_000, 20_000])),
		() => (segments[place] ?? '').toUpperCase(),
		() => (segments[place] ?? '').replace(/./g, (letter) => (random.chance(0.5) ? letter : hex(letter))),
	])();
	segments.splice(place, random.between(0, 1), segment);
	return segments.join('/');
}

function randomQuery(random: Random): string {
	const most = random.chance(0.02) ? 3000 : random.pick([1, 1, 2, 5]);
	const pairs = many(random, 1, most, () => {
		if (random.chance(0.4)) return random.pick(GOOD);
		if (random.chance(0.3)) return `q=${randomValue(random)}`;
		const name = random.chance(0.9) ? random.pick(PARAMETERS) : randomValue(random);
		return random.chance(0.95) ? `${name}=${randomValue(random)}` : name;
	});
	return pairs.join(random.chance(0.95) ? '&' : random.pick(['&&', ';', '?', '&amp;', '#']));
}

function randomValue(random: Random): string {
	const wild = random.fraction();
	if (wild < 0.55) return percentEncoded(random, random.pick(VALUES));
	if (wild < 0.75) return random.pick(BROKEN);
	if (wild < 0.8) return random.pick(RAW);
	if (wild < 0.97) return randomText(random, random.between(1, 40));
	return random.pick(['a', '+', '%20', '%F0%9F%98%80', 'ab ']).repeat(random.pick([201, 1000, 4000]));
}

/** Percent-encodes a letter that needs no encoding. */
function hex(letter: string): string {
	return `%${(letter.charCodeAt(0) & 0xff).toString(16).padStart(2, '0')}`;
}

/** Percent-encodes most values, as a careful client would. Other values stay as they are. */
function percentEncoded(random: Random, value: string): string {
	return random.chance(0.7) && !value.startsWith('%')
		? encodeURIComponent(value)
		: Buffer.from(value).toString('latin1');
}

function randomHeader(random: Random): string {
	const value = randomValue(random);
	return random.pick([
		() => `Accept-Encoding: ${random.pick(['br', 'gzip', 'identity;q=0', '*;q=0', 'gzip;q=2, br;q=x', `${value},br`])}`,
		() =>
			`Accept-Encoding: ${many(random, 1, 1500, () => random.pick(['br', 'gzip;q=0.1', '*', 'x;q=1', ';;', ''])).join(',')}`,
		() => `If-None-Match: ${random.pick(['*', '*', '"', 'W/', 'W/"a", "b"', value])}`,
		() => `If-None-Match: ${many(random, 1, 2000, () => random.pick(['"a"', 'W/"b"', ',', 'x'])).join(', ')}`,
		() =>
			`${random.pick(['Accept', 'Range', 'Cookie', 'Via', 'X-Forwarded-For', 'If-Modified-Since', 'Origin'])}: ${value}`,
		() => `Expect: ${random.pick(['100-continue', '200-ok', value])}`,
		() => `Connection: ${random.pick(['close', 'keep-alive', 'upgrade', value])}`,
		() => `X-HTTP-Method-Override: ${random.pick(['DELETE', value])}`,
		() => `X-Folded: a\r\n ${value}`,
		() => `Host: ${value}`,
		() => many(random, 1, 3, () => `X-Twice: ${value}`).join('\r\n'),
		() => many(random, 50, 300, () => 'X: y').join('\r\n'),
		() => `X-Long: ${'a'.repeat(random.pick([1000, 8000, 16_500]))}`,
		() => `${random.pick(['', ' ', 'X Y', 'X\x00', '\xe9', ':', '(x)'])}: ${value}`,
		() => `__proto__: ${value}`,
	])();
}

/**
 * Returns a key with one changed character, a shortened key, a key sent in a way that is not accepted, or other invalid
 * text.
 */
function wrongKey(random: Random, key: string): string {
	const place = random.between(0, key.length - 1);
	return random.pick([
		`${key.slice(0, place)}${key[place] === 'a' ? 'b' : 'a'}${key.slice(place + 1)}`,
		key.slice(0, place),
		`${key}\r\nX-API-Key: ${key}`,
		`Bearer ${key}`,
		'\xff\xfe',
		'svc_'.repeat(500),
	]);
}

/** Returns printable characters, percent-encoded where a target requires it. */
function randomText(random: Random, length: number): string {
	return encodeURIComponent(
		many(random, length, length, () => String.fromCodePoint(random.between(0x20, 0xd7ff))).join(''),
	).slice(0, 2000);
}

function randomBytes(random: Random, length: number): Buffer {
	return Buffer.from(many(random, length, length, () => random.between(0, 255)));
}

function many<T>(random: Random, least: number, most: number, make: () => T): T[] {
	return Array.from({ length: random.between(least, most) }, make);
}
