/** A thread that draws: each message is a picture with a number, and is answered with its PNG or what went wrong. */
import { parentPort } from 'node:worker_threads';
import { draw } from './draw.ts';
import type { Picture } from './picture.ts';

export interface Order {
	readonly id: number;
	readonly picture: Picture;
}

export type Delivery =
	| { readonly id: number; readonly image: Uint8Array }
	| { readonly id: number; readonly error: unknown };

parentPort!.on('message', async ({ id, picture }: Order) => {
	const delivery: Delivery = await draw(picture).then(
		(image) => ({ id, image }),
		(error) => ({ id, error }),
	);
	parentPort!.postMessage(delivery);
});
