/** What the dashboard is asked for about keys, as a browser asks: by its forms. */
import type { FormClient } from './form-client.ts';

/** A new account, signed in. */
export async function signUp(client: FormClient, email: string): Promise<boolean> {
	const { status } = await client.post('/account/sign-up/', { email, newPassword: 'a rather long one' });
	return status === 303;
}

/** Opens the form for a new key; returns the token that lets it be sent once. */
export async function openKeyForm(client: FormClient): Promise<string> {
	const form = await (await client.get('/account/keys/new/')).text();
	return /name="token" value="([^"]+)"/.exec(form)![1]!;
}

/** Sends that form; returns the status of the answer and the key that it shows. */
export async function sendKeyForm(
	client: FormClient,
	token: string,
): Promise<{ readonly status: number; readonly key: string | undefined }> {
	const wish = { token, name: 'test', 'scopes[]': 'categories:read', expires: 'never', date: '' };
	const response = await client.post('/account/keys/new/', wish);
	return { status: response.status, key: /<code>(svc_\w{38})</.exec(await response.text())?.[1] };
}
