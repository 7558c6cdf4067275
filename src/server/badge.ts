import type { Release } from '../release/release.ts';
import { badgeSlug } from '../website/share/address.ts';
import { programBadge } from '../website/share/badge.ts';
import { type Content, contentOf } from './site-response.ts';

/** Makes the badge at a path. Returns undefined if no program in the release has a badge at this path. */
export function badgeAt(release: Release, path: string): Content | undefined {
	const slug = badgeSlug(path);
	const program = slug && release.resource(`/programs/${slug}`);
	if (!program) return undefined;
	return contentOf(Buffer.from(programBadge(JSON.parse(program.body.toString()).data)), 'image/svg+xml');
}
