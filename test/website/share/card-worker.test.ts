import { afterAll, describe, expect, test } from 'vitest';
import { CardWorker } from '../../../src/website/share/card-worker.ts';
import type { ShareCard } from '../../../src/website/share/share-card.ts';

const CARD: ShareCard = {
	name: 'Acme',
	about: 'by Acme Group',
	figures: [{ label: 'Commission', quantity: { figure: '30', unit: '%' }, note: 'recurring' }],
	pay: null,
};
/** The positions of the width and height in the header of a PNG file. */
const SIZE = { width: 16, height: 20 };

describe('CardWorker', { timeout: 60_000 }, () => {
	const cardWorker = new CardWorker();
	afterAll(() => cardWorker.close());

	test('draws a PNG of the size that sites expect, and draws the same card the same way each time', async () => {
		const [one, two] = await Promise.all([cardWorker.render(CARD), cardWorker.render(CARD)]);
		expect(one.toString('latin1', 1, 4)).toBe('PNG');
		expect([one.readUInt32BE(SIZE.width), one.readUInt32BE(SIZE.height)]).toEqual([1200, 630]);
		expect(two.equals(one)).toBe(true);
	});

	test('shows every part of a card', async () => {
		const plain = await cardWorker.render(CARD);
		const [figure] = CARD.figures;
		const others: ShareCard[] = [
			{ ...CARD, name: 'Acne' },
			{ ...CARD, about: '' },
			{ ...CARD, figures: [{ ...figure!, label: 'Pays' }] },
			{ ...CARD, figures: [{ ...figure!, quantity: { figure: '', unit: 'not published' } }] },
			{ ...CARD, figures: [{ ...figure!, note: '' }] },
		];
		for (const other of others) expect((await cardWorker.render(other)).equals(plain)).toBe(false);
	});

	test('starts again after it was closed', async () => {
		const before = cardWorker.render(CARD);
		cardWorker.close();
		const after = cardWorker.render(CARD);
		await expect(before).rejects.toThrow();
		expect((await after).length).toBeGreaterThan(1000);
	});
});
