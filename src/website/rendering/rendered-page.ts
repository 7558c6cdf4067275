/** The values that all content pages depend on. Each page also depends on its own view. */
export interface SiteValues {
	/** The site's public origin. */
	readonly siteUrl: string;
	/** Whether the list of organizations has an entry. If not, menus do not link to the list. */
	readonly hasOrganizations: boolean;
}

/** Renders the content page at `address`. `view` contains the page's data. */
export type RenderContent = (route: string, address: string, view: unknown) => Promise<Buffer>;

/** A page or file that is rendered on request. */
export interface RenderedPage {
	/** True for a page, false for a file. The address of a page ends with a slash. */
	readonly isPage: boolean;
	/** @throws errors of the page */
	render(locals: App.Locals): Promise<Response>;
}

/** Returns the page or file at an address, or undefined if there is none. */
export type FindPage = (request: Request) => RenderedPage | undefined;
