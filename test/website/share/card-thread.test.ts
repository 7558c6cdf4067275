import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../../../src/shared/project.ts';
import { Thread } from '../../../src/shared/thread.ts';
import type { ShareCard } from '../../../src/website/share/share-card.ts';

const CARD: ShareCard = {
	name: 'Acme',
	about: 'by Acme Group',
	figures: [{ label: 'Commission', quantity: { figure: '30', unit: '%' }, note: 'recurring' }],
};
/** The positions of the width and height in the header of a PNG file. */
const SIZE = { width: 16, height: 20 };

describe('The thread for cards', { timeout: 60_000 }, () => {
	const thread = new Thread<ShareCard, Uint8Array>(join(PROJECT, 'src/website/share/card-thread.ts'));
	afterAll(() => thread.close());
	const render = async (card: ShareCard) => Buffer.from(await thread.run(card));

	test('draws a PNG of the size that sites expect, and draws the same card the same way each time', async () => {
		const [one, two] = await Promise.all([render(CARD), render(CARD)]);
		expect(one.toString('latin1', 1, 4)).toBe('PNG');
		expect([one.readUInt32BE(SIZE.width), one.readUInt32BE(SIZE.height)]).toEqual([1200, 630]);
		expect(two.equals(one)).toBe(true);
	});

	test('shows every part of a card', async () => {
		const plain = await render(CARD);
		const [figure] = CARD.figures;
		const others: ShareCard[] = [
			{ ...CARD, name: 'Acne' },
			{ ...CARD, about: '' },
			{ ...CARD, figures: [{ ...figure!, label: 'Pays' }] },
			{ ...CARD, figures: [{ ...figure!, quantity: { figure: '', unit: 'not stated' } }] },
			{ ...CARD, figures: [{ ...figure!, note: '' }] },
		];
		for (const other of others) expect((await render(other)).equals(plain)).toBe(false);
	});
});
