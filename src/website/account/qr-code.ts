import { encode } from 'uqr';

/** The width of the white margin that scanners need, in squares. */
const MARGIN = 4;

/** Returns a QR code to draw. `size` is its width and height in squares, and `path` draws the dark squares. */
export function qrCode(text: string): { readonly size: number; readonly path: string } {
	const { size, data } = encode(text, { ecc: 'M', border: MARGIN });
	const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
	return { size, path };
}
