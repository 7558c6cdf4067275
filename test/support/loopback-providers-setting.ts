import { CLIENT, type OAuthProvider } from './oauth-provider.ts';

/** The environment of a server where one can sign in at GitHub and Google, and both are a provider on this machine. */
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
