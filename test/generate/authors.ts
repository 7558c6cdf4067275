import { capitalized } from '../../src/catalog/keyword-names.ts';
import type { Review } from '../../src/catalog/review.ts';
import type { Random } from './random.ts';
import { inventedWord } from './vocabulary.ts';

type Author = Pick<Review, 'author_username' | 'author_display_name' | 'author_avatar_url'>;

/** Makes `count` authors with different usernames. */
export function generateAuthors(count: number, random: Random): readonly Author[] {
	const uses = new Map<string, number>();
	return Array.from({ length: count }, () => {
		const first = inventedWord(random);
		const nth = (uses.get(first) ?? 0) + 1;
		uses.set(first, nth);
		const username = nth === 1 ? first : `${first}${nth}`;
		return {
			author_username: username,
			author_display_name: random.chance(0.3) ? username : `${capitalized(first)} ${capitalized(inventedWord(random))}`,
			author_avatar_url: random.chance(0.4) ? null : `https://avatars.example/${encodeURIComponent(username)}.png`,
		};
	});
}
