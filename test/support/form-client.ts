let clients = 0;

/**
 * A client that sends forms and keeps cookies like a browser. Each client sends its own address in X-Forwarded-For, so
 * that a server that trusts one proxy applies its limits on addresses to each client separately.
 */
export class FormClient {
	readonly cookies = new Map<string, string>();
	readonly origin: string;
	readonly address = `203.0.${Math.floor(++clients / 250)}.${clients % 250}`;

	/** @param port the port of a server on this machine */
	constructor(port: number) {
		this.origin = `http://127.0.0.1:${port}`;
	}

	get(address: string): Promise<Response> {
		return this.send(address, {});
	}

	post(address: string, fields: { readonly [name: string]: string }): Promise<Response> {
		const headers = { 'Sec-Fetch-Site': 'same-origin' };
		return this.send(address, { method: 'POST', headers, body: new URLSearchParams(fields) });
	}

	async send(address: string, init: RequestInit): Promise<Response> {
		const headers = new Headers(init.headers);
		headers.set('X-Forwarded-For', this.address);
		headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
		const response = await fetch(this.origin + address, { ...init, headers, redirect: 'manual' });
		for (const line of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
			if (/max-age=0/i.test(line)) this.cookies.delete(name!);
			else this.cookies.set(name!, value!);
		}
		return response;
	}
}
