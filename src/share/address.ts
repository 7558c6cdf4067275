/** The addresses of share images and badges, which the server draws. */

/** The image of the site, for pages without an image of their own. */
export const SITE_IMAGE = '/share/site.png';

export const programImage = (slug: string) => `/share/programs/${slug}.png`;
export const networkImage = (keyword: string) => `/share/networks/${keyword}.png`;
export const organizationImage = (slug: string) => `/share/organizations/${slug}.png`;
export const categoryImage = (slug: string) => `/share/categories/${slug}.png`;

/** Whether a path has the form of a share image. */
export const isShareImage = (path: string) => path.startsWith('/share/');

/** The size of every image, in pixels. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** The badge of a program, for other websites. */
export const programBadgeAddress = (slug: string) => `/badges/${slug}.svg`;

const BADGE = /^\/badges\/([a-z0-9-]+)\.svg$/;

/** The slug of the program whose badge is at a path; undefined for other paths. */
export function badgeSlug(path: string): string | undefined {
	return BADGE.exec(path)?.[1];
}

/** The height of every badge, in pixels. */
export const BADGE_HEIGHT = 44;
