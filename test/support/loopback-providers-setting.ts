import { CLIENT, type OAuthProvider } from './oauth-provider.ts';

/** Returns the environment for a server that uses simulations of GitHub and Google on this machine. */
export function signInAt({ url }: OAuthProvider): { readonly [name: string]: string } {
	return {
		NODE_OPTIONS: `--import=${new URL('loopback-providers-preload.ts', import.meta.url)}`,
		PROVIDERS_AT: url,
		GITHUB_CLIENT_ID: CLIENT.clientId,
		GITHUB_CLIENT_SECRET: CLIENT.clientSecret,
		GOOGLE_CLIENT_ID: CLIENT.clientId,
		GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
	};
}
