import { afterAll, describe, expect, test } from 'vitest';
import { Artist, TooBusy } from '../../src/share/artist.ts';
import type { Picture } from '../../src/share/picture.ts';

const PICTURE: Picture = {
	name: 'Acme',
	about: 'by Acme Group',
	figures: [{ label: 'Commission', quantity: { figure: '30', unit: '%' }, note: 'recurring' }],
};
/** Of the header of a PNG file: where its width and height are. */
const SIZE = { width: 16, height: 20 };

describe('Artist', { timeout: 60_000 }, () => {
	const artist = new Artist();
	afterAll(() => artist.close());

	test('draws a PNG of the size that sites expect, the same for the same picture', async () => {
		const [one, two] = await Promise.all([artist.draw(PICTURE), artist.draw(PICTURE)]);
		expect(one.toString('latin1', 1, 4)).toBe('PNG');
		expect([one.readUInt32BE(SIZE.width), one.readUInt32BE(SIZE.height)]).toEqual([1200, 630]);
		expect(two.equals(one)).toBe(true);
	});

	test('shows every part of a picture', async () => {
		const plain = await artist.draw(PICTURE);
		const [figure] = PICTURE.figures;
		const others: Picture[] = [
			{ ...PICTURE, name: 'Acne' },
			{ ...PICTURE, about: '' },
			{ ...PICTURE, figures: [{ ...figure!, label: 'Pays' }] },
			{ ...PICTURE, figures: [{ ...figure!, quantity: { figure: '', unit: 'not published' } }] },
			{ ...PICTURE, figures: [{ ...figure!, note: '' }] },
		];
		for (const other of others) expect((await artist.draw(other)).equals(plain)).toBe(false);
	});

	test('refuses what would wait too long', async () => {
		const waiting = Promise.allSettled(Array.from({ length: 50 }, () => artist.draw(PICTURE)));
		await expect(artist.draw(PICTURE)).rejects.toBeInstanceOf(TooBusy);
		artist.close();
		await waiting;
	});

	test('starts again after it was closed', async () => {
		const before = artist.draw(PICTURE);
		artist.close();
		const after = artist.draw(PICTURE);
		await expect(before).rejects.toThrow();
		expect((await after).length).toBeGreaterThan(1000);
	});
});
