/** The text of a key: the prefix, 32 random characters, and a checksum of both. See decisions, Keys. */
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** The number of a key's first characters that are stored and shown, so that the owner can tell keys apart. */
const SHOWN_LENGTH = 12;

/** Makes a new key with over 190 random bits. */
export function makeSecret(prefix: string): string {
	const body = prefix + randomText(RANDOM_LENGTH);
	return body + checksum(body);
}

/** Returns random base62 text, with about 5.95 random bits per character. */
export function randomText(length: number): string {
	return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');
}

/** Whether a string could be a key. The check detects most typing mistakes without a database query. */
export function isWellFormed(key: string, prefix: string): boolean {
	if (key.length !== prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH || !key.startsWith(prefix)) return false;
	return key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)));
}

/** Returns the SHA-256 of a whole key, in hex. Only this hash and the `shownPart` of a key are stored. */
export function hashOf(key: string): string {
	return hash('sha256', key, 'hex');
}

export function shownPart(key: string): string {
	return key.slice(0, SHOWN_LENGTH);
}

/** Returns the CRC-32 of a text as six base62 digits, most significant first. */
function checksum(text: string): string {
	let rest = crc32(text);
	let digits = '';
	for (let i = 0; i < CHECKSUM_LENGTH; i++) {
		digits = BASE62.charAt(rest % BASE62.length) + digits;
		rest = Math.floor(rest / BASE62.length);
	}
	return digits;
}
