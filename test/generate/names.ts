import { toSlug } from '../../src/catalog/fields.ts';
import { capitalized } from '../../src/catalog/keyword-names.ts';
import type { Named } from '../../src/catalog/published.ts';
import { splitWords } from '../../src/shared/text.ts';
import type { Random } from './random.ts';
import { inventedWord } from './vocabulary.ts';
import { weighted } from './weighted.ts';

const TRADES = splitWords(`
	Labs Studio Cloud Works Group Media Digital Home Travel Health Foods Finance Academy Games Systems Supply Living
`);
const PRODUCTS = splitWords(`
	Pro Cloud Shop Academy Ads Mail Pay Host Connect Analytics Studio Desk Kids Forms Plus Business Mobile Marketplace
	Travel Credit Invest Learn Security Insights Builder Europe Canada Deutschland México Français
`);

const word = (random: Random) => capitalized(inventedWord(random));

const drawPattern = weighted<(random: Random) => string>([
	[30, [word]],
	[22, [(random) => `${word(random)} ${random.pick(TRADES)}`, (random) => `${word(random)} ${word(random)}`]],
	[10, [(random) => word(random) + word(random)]],
	[5, [(random) => `${word(random)}.${random.pick(['io', 'ai', 'co', 'app'])}`]],
	[3, [(random) => `${word(random)} & ${word(random)}`, (random) => `The ${word(random)} Company`]],
	[1, [inventedWord, (random) => word(random).toUpperCase(), (random) => `${word(random)}'s ${word(random)}`]],
]);

/** Makes the name of a brand. About one in a hundred is in Cyrillic letters. */
export function brandName(random: Random): Named {
	if (random.chance(0.01)) {
		const slug = toSlug(inventedWord(random));
		return { slug, name: capitalized(inCyrillic(slug)) };
	}
	const name = drawPattern(random)(random);
	return { slug: toSlug(name), name };
}

/** Makes a name for a brand's second or a later program. */
export function productName(brand: Named, random: Random): Named {
	const product = random.pick(PRODUCTS);
	return { slug: `${brand.slug}-${toSlug(product)}`, name: `${brand.name} ${product}` };
}

/**
 * Draws a name whose slug is not taken, and marks it as taken.
 *
 * @param draw draws a name. If the first three names are all taken, a number is appended to every later name.
 */
export function untaken(taken: Set<string>, draw: () => Named): Named {
	for (let attempt = 1; ; attempt++) {
		const { slug, name } = draw();
		const named = attempt <= 3 ? { slug, name } : { slug: `${slug}-${attempt - 2}`, name: `${name} ${attempt - 2}` };
		if (taken.has(named.slug)) continue;
		taken.add(named.slug);
		return named;
	}
}

/** The Cyrillic letter for each letter from a to z. No letter occurs twice, so different slugs give different names. */
const CYRILLIC = 'абцдефгхийклмнопщрстувшжыз';

function inCyrillic(latin: string): string {
	return latin.replace(/[a-z]/g, (letter) => CYRILLIC.charAt(letter.charCodeAt(0) - 97));
}
