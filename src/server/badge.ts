import { dataAt } from '../api/data-at.ts';
import type { ProgramDetail } from '../catalog/resources.ts';
import type { Release } from '../release/release.ts';
import { badgeSlug } from '../website/share/address.ts';
import { programBadge } from '../website/share/badge.ts';
import { type Content, contentOf } from './site-response.ts';

/** Makes the badge at a path. Returns undefined if no program in the release has a badge at this path. */
export function badgeAt(release: Release, path: string): Content | undefined {
	const slug = badgeSlug(path);
	const program = slug && dataAt<ProgramDetail>(release, `/programs/${slug}`);
	return program ? contentOf(Buffer.from(programBadge(program)), 'image/svg+xml') : undefined;
}
