const HOSTS = ['github.com', 'api.github.com', 'oauth2.googleapis.com', 'www.googleapis.com'];
const outside = globalThis.fetch;

/**
 * Redirects this process's requests to GitHub and Google to a server on this machine.
 *
 * @param url the address of that server
 * @returns a function that undoes this
 */
export function findProvidersAt(url: string): () => void {
	globalThis.fetch = (input, init) => {
		const { host, pathname, search } = new URL(input instanceof Request ? input.url : input);
		return outside(HOSTS.includes(host) ? `${url}/${host}${pathname}${search}` : input, init);
	};
	return () => {
		globalThis.fetch = outside;
	};
}
