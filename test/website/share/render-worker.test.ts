import { afterAll, describe, expect, test } from 'vitest';
import { RenderWorker } from '../../../src/website/share/render-worker.ts';
import type { ShareCard } from '../../../src/website/share/share-card.ts';

const CARD: ShareCard = {
	name: 'Acme',
	about: 'by Acme Group',
	figures: [{ label: 'Commission', quantity: { figure: '30', unit: '%' }, note: 'recurring' }],
	pay: null,
};
/** The positions of the width and height in the header of a PNG file. */
const SIZE = { width: 16, height: 20 };

describe('RenderWorker', { timeout: 60_000 }, () => {
	const renderWorker = new RenderWorker();
	afterAll(() => renderWorker.close());

	test('draws a PNG of the size that sites expect, and draws the same card the same way each time', async () => {
		const [one, two] = await Promise.all([renderWorker.render(CARD), renderWorker.render(CARD)]);
		expect(one.toString('latin1', 1, 4)).toBe('PNG');
		expect([one.readUInt32BE(SIZE.width), one.readUInt32BE(SIZE.height)]).toEqual([1200, 630]);
		expect(two.equals(one)).toBe(true);
	});

	test('shows every part of a card', async () => {
		const plain = await renderWorker.render(CARD);
		const [figure] = CARD.figures;
		const others: ShareCard[] = [
			{ ...CARD, name: 'Acne' },
			{ ...CARD, about: '' },
			{ ...CARD, figures: [{ ...figure!, label: 'Pays' }] },
			{ ...CARD, figures: [{ ...figure!, quantity: { figure: '', unit: 'not published' } }] },
			{ ...CARD, figures: [{ ...figure!, note: '' }] },
		];
		for (const other of others) expect((await renderWorker.render(other)).equals(plain)).toBe(false);
	});

	test('starts again after it was closed', async () => {
		const before = renderWorker.render(CARD);
		renderWorker.close();
		const after = renderWorker.render(CARD);
		await expect(before).rejects.toThrow();
		expect((await after).length).toBeGreaterThan(1000);
	});
});
