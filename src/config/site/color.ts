/** Colours in OKLCH (Björn Ottosson's OKLab), and their contrast. */

export interface Color {
	/** From 0 to 1. */
	readonly lightness: number;
	/** From 0 to 0.5. */
	readonly chroma: number;
	/** In degrees, from 0 to 360. */
	readonly hue: number;
}

type Channels = readonly [red: number, green: number, blue: number];

const HEX = /^#[\da-f]{6}$/i;
const OKLCH = /^oklch\(\s*(\d*\.?\d+)(%?)\s+(\d*\.?\d+)\s+(\d*\.?\d+)(?:deg)?\s*\)$/i;

/** Reads `#rrggbb` or `oklch(L C H)`. Returns undefined if the text is no such colour, or if a number is out of range. */
export function parseColor(text: string): Color | undefined {
	if (HEX.test(text)) return fromRgb(channelsOf(text));
	const [, lightness, percent, chroma, hue] = OKLCH.exec(text) ?? [];
	if (lightness === undefined) return undefined;
	const color = {
		lightness: round(Number(lightness) / (percent ? 100 : 1), 4),
		chroma: Number(chroma),
		hue: Number(hue),
	};
	return color.lightness <= 1 && color.chroma <= 0.5 && color.hue <= 360 ? color : undefined;
}

/** Writes a colour for style sheets: `oklch(0.44 0.09 165)`. */
export const toCss = ({ lightness, chroma, hue }: Color): string => `oklch(${lightness} ${chroma} ${hue})`;

/** Writes a colour as `#rrggbb`, for programs that know only sRGB. */
export function toHex(color: Color): string {
	return `#${toRgb(color)
		.map((channel) =>
			Math.round(channel * 255)
				.toString(16)
				.padStart(2, '0'),
		)
		.join('')}`;
}

/** Returns the contrast of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: Color, other: Color): number {
	const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Color): number {
	const [red, green, blue] = toRgb(color).map(withoutGamma) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(hex: string): Channels {
	return hex.match(/[\da-f]{2}/gi)!.map((digits) => Number.parseInt(digits, 16) / 255) as unknown as Channels;
}

function fromRgb(channels: Channels): Color {
	const [red, green, blue] = channels.map(withoutGamma) as unknown as Channels;
	const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
	const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
	const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
	const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
	const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
	const degrees = (Math.atan2(b, a) * 180) / Math.PI;
	return {
		lightness: round(0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 4),
		chroma: round(Math.hypot(a, b), 3),
		hue: round((degrees + 360) % 360, 1),
	};
}

/** Returns the channels of a colour, from 0 to 1. Those that screens cannot show become the nearest that they can. */
function toRgb({ lightness, chroma, hue }: Color): Channels {
	const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
	const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
	const linear = [
		4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
		-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
		-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
	];
	return linear.map((channel) => withGamma(Math.min(1, Math.max(0, channel)))) as unknown as Channels;
}

function withoutGamma(value: number): number {
	return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function withGamma(value: number): number {
	return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
