/** The addresses of share images. The server draws the images. */

/** The site as a whole, for pages without an image of their own. */
export const SITE_IMAGE = '/share/site.png';

export const programImage = (slug: string) => `/share/programs/${slug}.png`;
export const categoryImage = (slug: string) => `/share/categories/${slug}.png`;

/** Whether a path is one of these, or would be. */
export const isShareImage = (path: string) => path.startsWith('/share/');

/** Of every image, in pixels. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const;
