/** The icons for operating systems on which the site can be installed like an app. */
import { readFileSync } from 'node:fs';
import { publicFile } from '../../shared/site/public-files.ts';
import type { PageType } from '../directory/page-type.ts';

export interface AppIcon {
	/** The name of the icon's file, without the extension. */
	readonly name: string;
	/** The width and height of the icon, in pixels. */
	readonly size: number;
	/** Whether an operating system may cut the icon to another shape, such as a circle. */
	readonly maskable: boolean;
}

/** The view of an icon. */
export interface IconView {
	/** The favicon, as SVG. */
	readonly favicon: string;
}

export const TOUCH_ICON: AppIcon = { name: 'touch', size: 180, maskable: true };

export const MANIFEST_ICONS: readonly AppIcon[] = [
	{ name: '192', size: 192, maskable: false },
	{ name: '512', size: 512, maskable: false },
	{ name: 'maskable', size: 512, maskable: true },
];

export const iconAddress = ({ name }: AppIcon) => `/icons/${name}.png`;

/** The icons, which are made from the favicon. */
export const iconFiles: PageType<IconView> = {
	route: '/icons/[name].png',
	pages: () =>
		[TOUCH_ICON, ...MANIFEST_ICONS].map((icon) => ({
			address: iconAddress(icon),
			view: () => ({ favicon: readFileSync(publicFile('/favicon.svg'), 'utf8') }),
		})),
};
