import type { Locator } from 'playwright-core';
import decode from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import site from '../../../data/site.json' with { type: 'json' };
import { PASSWORD, useAccountSite } from '../account-site.ts';

const accounts = useAccountSite();
/** The margin around the code that a camera sees too, in pixels. */
const AROUND = 40;
/** The time for the decoder, in milliseconds. By default, it gives up after the time of one video frame. */
const TIME = 10_000;

/** The pixels of a part of a page with its margin. */
async function pixelsOf(shown: Locator): Promise<{ width: number; height: number; data: Uint8Array }> {
	const page = shown.page();
	await shown.scrollIntoViewIfNeeded();
	const { x, y, width, height } = (await shown.boundingBox())!;
	const clip = {
		x: Math.max(0, x - AROUND),
		y: Math.max(0, y - AROUND),
		width: width + 2 * AROUND,
		height: height + 2 * AROUND,
	};
	const png = (await page.screenshot({ clip })).toString('base64');
	const pixels = await page.evaluate(async (base64) => {
		const bitmap = await createImageBitmap(new Blob([Uint8Array.fromBase64(base64)]));
		const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
		context.drawImage(bitmap, 0, 0);
		return {
			width: bitmap.width,
			height: bitmap.height,
			data: [...context.getImageData(0, 0, bitmap.width, bitmap.height).data],
		};
	}, png);
	return { ...pixels, data: Uint8Array.from(pixels.data) };
}

describe('The QR code for an app', () => {
	test.each(['light', 'dark'] as const)(
		'can be read from the screen in the %s theme, and contains the text beside it',
		async (colorScheme) => {
			const { page, email } = await accounts.visitSignedIn('/account/settings/two-factor/', { colorScheme });
			await page.getByLabel('Your password').fill(PASSWORD);
			await page.getByRole('button', { name: 'Set up' }).click();
			const read = new URL(decode(await pixelsOf(page.locator('.qr-code')), { timeLimit: TIME }));
			expect(read.href).toBe(await page.getByRole('link', { name: 'open it in an app' }).getAttribute('href'));
			expect(decodeURIComponent(read.pathname)).toBe(`/${site.name}:${email}`);
			expect(read.searchParams.get('issuer')).toBe(site.name);
			expect(read.searchParams.get('secret')).toBe((await page.locator('.secret').innerText()).replaceAll(' ', ''));
		},
	);
});
