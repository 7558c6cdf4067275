import { encode } from 'uqr';

/** A QR code to draw. `size` is its width and height in squares, and `path` draws the dark squares. */
export interface QrCode {
	readonly size: number;
	readonly path: string;
}

/** The width of the white margin that scanners need, in squares. */
const MARGIN = 4;

export function qrCode(text: string): QrCode {
	const { size, data } = encode(text, { ecc: 'M', border: MARGIN });
	const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
	return { size, path };
}
