/** The icons that systems show for the site where it stands among their applications. */

export interface AppIcon {
	/** The name of its file, without the ending. */
	readonly name: string;
	/** In pixels, both ways. */
	readonly size: number;
	/** Whether systems may cut it to a shape of their own. */
	readonly maskable: boolean;
}

export const TOUCH_ICON: AppIcon = { name: 'touch', size: 180, maskable: true };

export const MANIFEST_ICONS: readonly AppIcon[] = [
	{ name: '192', size: 192, maskable: false },
	{ name: '512', size: 512, maskable: false },
	{ name: 'maskable', size: 512, maskable: true },
];

export const iconAddress = ({ name }: AppIcon) => `/icons/${name}.png`;
