/** The thread that renders cards. Each message is a card with an ID. The reply is the PNG of the card, or an error. */
import { parentPort } from 'node:worker_threads';
import { render } from './render.ts';
import type { ShareCard } from './share-card.ts';

export interface CardRequest {
	readonly id: number;
	readonly card: ShareCard;
}

export type CardResponse =
	| { readonly id: number; readonly image: Uint8Array }
	| { readonly id: number; readonly error: unknown };

parentPort!.on('message', async ({ id, card }: CardRequest) => {
	const response: CardResponse = await render(card).then(
		(image) => ({ id, image }),
		(error) => ({ id, error }),
	);
	parentPort!.postMessage(response);
});
