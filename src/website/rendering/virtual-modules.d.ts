/** The module that `clientPackage` makes when the pages are compiled. */
declare module 'virtual:client-package' {
	/** The client's npm package, in Base64. */
	export const tarball: string;
	/** Its SHA-512, as npm writes it into package-lock.json. */
	export const integrity: string;
}

/** The module whose path `directoryServer` gets. Astro's own server uses it: ours hands its service to the pages. */
declare module 'virtual:service' {
	/** The parts of the service that pages and the API's endpoint use. */
	export interface AstroService {
		readonly api: import('../../api/handler.ts').ApiHandler;
		readonly releases: { get(): import('../../release/release.ts').Release };
		readonly history: import('../../release/history/history-reader.ts').HistoryReader;
		accounts(): Promise<import('../../accounts/accounts.ts').Accounts>;
		readonly clientAddress: import('../../api/limits/address.ts').ReadAddress;
	}
	export function astroService(): Promise<AstroService>;
}
