/** The colours of a site by role, in its light and its dark theme. They follow from `accent` and `colors` in site.json. */
import { type Color, contrast, parseColor } from './color.ts';

interface Themed {
	readonly light: Color;
	readonly dark: Color;
}

/** Makes a colour of a theme from the accent. */
type Make = (accent: Color) => Color;

const fixed =
	(lightness: number, chroma: number, hue: number): Make =>
	() => ({ lightness, chroma, hue });
/** A shade in the hue of the accent. */
const shade =
	(lightness: number, most: number): Make =>
	({ chroma, hue }) => ({ lightness, chroma: Math.min(chroma, most), hue });

/** The dark bands at the top of pages, in both themes. Their text has the colours of the dark theme. */
const INK = shade(0.26, 0.045);

const ROLES = {
	surface: [fixed(0.987, 0.006, 100), shade(0.19, 0.012)],
	surface_sunken: [fixed(0.955, 0.011, 95), shade(0.235, 0.014)],
	text: [shade(0.24, 0.025), fixed(0.94, 0.008, 95)],
	quiet: [shade(0.46, 0.02), fixed(0.76, 0.012, 100)],
	line: [fixed(0.89, 0.01, 100), shade(0.33, 0.018)],
	line_strong: [shade(0.6, 0.018), shade(0.58, 0.018)],
	// Limited to readable values.
	accent: [
		({ lightness, ...color }) => ({ ...color, lightness: Math.min(lightness, 0.45) }),
		({ lightness, chroma, hue }) => ({ lightness: Math.max(lightness, 0.8), chroma: Math.min(chroma, 0.1), hue }),
	],
	// The second colour: for large surfaces, and for marks with a contrast of at least 3 : 1 on paper.
	warm_surface: [fixed(0.945, 0.032, 82), fixed(0.27, 0.028, 75)],
	warm: [fixed(0.6, 0.13, 55), fixed(0.83, 0.11, 70)],
	visited: [fixed(0.46, 0.1, 310), fixed(0.78, 0.08, 310)],
	good: [fixed(0.45, 0.11, 150), fixed(0.8, 0.12, 150)],
	bad: [fixed(0.48, 0.15, 30), fixed(0.78, 0.11, 30)],
} as const satisfies { readonly [role: string]: readonly [light: Make, dark: Make] };

export type Role = keyof typeof ROLES;
export const COLOR_ROLES = Object.keys(ROLES) as Role[];

export interface Palette {
	readonly ink: Color;
	readonly roles: { readonly [role in Role]: Themed };
}

/** The colours that a site chooses. All others follow from the accent. */
interface Chosen {
	readonly accent: string;
	readonly colors: {
		readonly ink?: string | undefined;
		readonly light: { readonly [role in Role]?: string | undefined };
		readonly dark: { readonly [role in Role]?: string | undefined };
	};
}

/** @param chosen colours that `parseColor` can read */
export function paletteOf({ accent, colors }: Chosen): Palette {
	const base = parseColor(accent)!;
	const themed = (role: Role): Themed => {
		const [light, dark] = ROLES[role];
		return { light: own(colors.light[role]) ?? light(base), dark: own(colors.dark[role]) ?? dark(base) };
	};
	const roles = Object.fromEntries(COLOR_ROLES.map((role) => [role, themed(role)])) as Palette['roles'];
	return { ink: own(colors.ink) ?? INK(base), roles };
}

const own = (text: string | undefined) => (text === undefined ? undefined : parseColor(text));

/** The least contrast of text, and of lines and marks that carry meaning (WCAG 2, level AA). */
const TEXT = 4.5;
const MARK = 3;
/** What is read, on which surfaces, with the least contrast. */
const READ: readonly (readonly [Role, readonly Role[], number])[] = [
	['text', ['surface', 'surface_sunken', 'warm_surface'], TEXT],
	['quiet', ['surface', 'surface_sunken', 'warm_surface'], TEXT],
	['accent', ['surface', 'surface_sunken', 'warm_surface'], TEXT],
	['visited', ['surface', 'surface_sunken'], TEXT],
	['good', ['surface'], TEXT],
	['bad', ['surface'], TEXT],
	['line_strong', ['surface'], MARK],
	['warm', ['surface'], MARK],
];
/** What is read on the dark bands. */
const READ_ON_INK: readonly (readonly [Role, number])[] = [
	['text', TEXT],
	['quiet', TEXT],
	['accent', TEXT],
	['warm', MARK],
];

/** Two colours that are too hard to read on each other. */
interface ContrastProblem {
	/** The path of the field in site.json: `['colors', 'light', 'quiet']`. */
	readonly at: string[];
	/** What is wrong and what to do, as sentences. */
	readonly message: string;
}

type Named = readonly [path: string, color: Color];

/** Returns each pair of colours that is too hard to read. */
export function contrastProblems({ ink, roles }: Palette): ContrastProblem[] {
	const inTheme = (theme: keyof Themed, role: Role): Named => [`colors.${theme}.${role}`, roles[role][theme]];
	const onInk: Named = ['colors.ink', ink];
	return [
		...(['light', 'dark'] as const).flatMap((theme) =>
			READ.flatMap(([role, surfaces, least]) =>
				surfaces.flatMap((surface) => problemOf(inTheme(theme, role), inTheme(theme, surface), least)),
			),
		),
		...READ_ON_INK.flatMap(([role, least]) => problemOf(inTheme('dark', role), onInk, least)),
	];
}

function problemOf([path, color]: Named, [surface, below]: Named, least: number): ContrastProblem[] {
	const ratio = contrast(color, below);
	if (ratio >= least) return [];
	const message = `Its contrast with ${surface} is ${ratio.toFixed(2)} : 1, but it must be at least ${least} : 1. Choose colors that are further apart in lightness.`;
	return [{ at: path.split('.'), message }];
}
