import { describe, expect, test } from 'vitest';
import { qrCode } from '../../../src/website/account/qr-code.ts';

describe('qrCode', () => {
	const { size, path } = qrCode('otpauth://totp/Directory:ada%40site.example?secret=JBSWY3DPEHPK3PXP&issuer=Directory');
	const dark = new Set(path.match(/M\d+ \d+/g));

	test('has a margin of four squares, and finder patterns in three corners', () => {
		const mark = (x: number, y: number) =>
			[0, 6].every((d) => dark.has(`M${x + d} ${y}`) && dark.has(`M${x} ${y + d}`));
		expect([mark(4, 4), mark(size - 11, 4), mark(4, size - 11)]).toEqual([true, true, true]);
		for (const square of dark) {
			for (const place of square.slice(1).split(' ').map(Number)) {
				expect(place).toBeGreaterThanOrEqual(4);
				expect(place).toBeLessThan(size - 4);
			}
		}
	});

	test('is drawn within its size', () => {
		expect(size).toBeGreaterThan(33);
		expect(path).toMatch(/^(?:M\d+ \d+h1v1h-1z)+$/);
	});
});
