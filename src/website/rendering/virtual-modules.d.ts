/** The module that `clientPackage` makes when the pages are compiled. */
declare module 'virtual:client-package' {
	/** The client's npm package, in Base64. */
	export const tarball: string;
	/** Its SHA-512, as npm writes it into package-lock.json. */
	export const integrity: string;
}
