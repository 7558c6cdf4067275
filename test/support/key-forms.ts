/** Sends the dashboard's forms for keys, as a browser does. */
import type { FormClient } from './form-client.ts';

/** Creates an account and signs in. Returns whether this succeeded. */
export async function signUp(client: FormClient, email: string): Promise<boolean> {
	const { status } = await client.post('/account/sign-up/', { email, newPassword: 'a rather long one' });
	return status === 303;
}

/** Opens the form for a new key. Returns its form token. */
export async function openKeyForm(client: FormClient): Promise<string> {
	const form = await (await client.get('/account/keys/new/')).text();
	return /name="token" value="([^"]+)"/.exec(form)![1]!;
}

/** Sends the form for a new key. Returns the status of the response and the key on the page. */
export async function sendKeyForm(
	client: FormClient,
	token: string,
): Promise<{ readonly status: number; readonly key: string | undefined }> {
	const wish = { token, name: 'test', 'scopes[]': 'categories:read', expires: 'never', date: '' };
	const response = await client.post('/account/keys/new/', wish);
	return { status: response.status, key: /<code>(svc_\w{38})</.exec(await response.text())?.[1] };
}
