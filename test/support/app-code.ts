import { createHmac } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP = 30_000;

/**
 * Returns the code that an authenticator app shows (RFC 6238).
 *
 * @param later how many half minutes from now the code belongs to. Tests need later codes, because each code works only
 *   once
 */
export function appCode(secret: string, later = 0): string {
	const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
	const bytes = bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP) + later));
	const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
	const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff;
	return String(number % 1_000_000).padStart(6, '0');
}
