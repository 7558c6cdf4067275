/** The addresses of share images and badges. The server draws both. */

/** The address of the site's own share image, which is used for pages without an image of their own. */
export const SITE_IMAGE = '/share/site.png';

export const programImage = (slug: string) => `/share/programs/${slug}.png`;

export const isShareImage = (path: string) => path.startsWith('/share/');

/** The size of every share image, in pixels. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** The address of a program's badge, which other websites can embed. */
export const programBadgeAddress = (slug: string) => `/badges/${slug}.svg`;

const BADGE = /^\/badges\/([a-z0-9-]+)\.svg$/;

/** Returns the slug of the program whose badge has this path, or undefined if the path is not that of a badge. */
export function badgeSlug(path: string): string | undefined {
	return BADGE.exec(path)?.[1];
}

/** The height of every badge, in pixels. */
export const BADGE_HEIGHT = 44;
