/** Checks the site from outside: its address, the proxy in front of it, the certificate, the clock and its own links. */
import { connect } from 'node:tls';
import { currentRelease } from '../../release/publish.ts';
import { count } from '../../website/format/numbers.ts';
import { attempt, type Finding, ok, problem, skipped, warning } from './finding.ts';
import type { OwnLink } from './own-links.ts';

interface AddressOptions {
	/** The site's public origin. */
	readonly siteUrl: string;
	/** The folder of releases. */
	readonly out: string;
	/** Whether TRUST_PROXY is set. */
	readonly knowsProxy: boolean;
	readonly links: readonly OwnLink[];
}

/** How long the site may take to answer, in milliseconds. */
const PATIENCE = 10_000;
const DAY = 86_400_000;
/** How long before its end a certificate should have been renewed, in days. */
const RENEWED = 14;
const CLOCK_DIFFERENCE = 60_000;
/** A request ID that the server or its proxy must replace. */
const FORGED = 'doctor-forged-id';
/** What to do if the site fails while it is checked. */
const SEE_LOG = 'Look at the logs of the server and its proxy, then run doctor again.';

export async function checkAddress(options: AddressOptions): Promise<Finding[]> {
	const { siteUrl, out, links } = options;
	const certificate = attempt('certificate', () => checkCertificate(siteUrl), SEE_LOG);
	let response: Response;
	let status: { readonly release?: string };
	try {
		response = await ask(`${siteUrl}/healthz`, { 'X-Request-Id': FORGED });
		status = (await response.json()) as typeof status;
	} catch (error) {
		const { cause, message } = error as Error & { readonly cause?: NodeJS.ErrnoException };
		const found = `${siteUrl} does not answer (${cause?.code ?? cause?.message ?? message}).`;
		const remedy = 'Start the server and its proxy, or correct SITE_URL.';
		return [problem('address', found, remedy), await certificate];
	}
	const current = currentRelease(out);
	const address =
		status.release === current
			? ok('address', `${siteUrl} answers, with the current release.`)
			: warning(
					'address',
					`${siteUrl} answers with the release ${status.release}, but ${current} is current in ${out}.`,
					'If this machine serves the site, check SITE_URL and OUT_DIR.',
				);
	return [
		address,
		await attempt('readiness', () => checkReadiness(siteUrl), SEE_LOG),
		await attempt('proxy', () => checkProxy(response, options), SEE_LOG),
		await attempt('clock, site', () => checkDate(response), SEE_LOG),
		await attempt('links', () => checkLinks(siteUrl, links), SEE_LOG),
		await certificate,
	];
}

function ask(address: string, headers: Record<string, string> = {}): Promise<Response> {
	return fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) });
}

async function checkReadiness(siteUrl: string): Promise<Finding> {
	const response = await ask(`${siteUrl}/readyz`);
	const { status, reasons = [] } = (await response.json()) as {
		readonly status: string;
		readonly reasons?: readonly { readonly code: string; readonly message: string }[];
	};
	if (reasons.length === 0) return ok('readiness', '/readyz says that the server is ready.');
	const found = `/readyz says ${status}: ${reasons.map(({ code, message }) => `${code}. ${message}`).join(' ')}`;
	return (response.ok ? warning : problem)('readiness', found, 'See the log of the server.');
}

/** Checks what the proxy does with headers. */
async function checkProxy(response: Response, { siteUrl, knowsProxy }: AddressOptions): Promise<Finding> {
	const isSecure = siteUrl.startsWith('https:');
	if (isSecure && !knowsProxy) {
		return problem(
			'proxy',
			'The site has an https address, so a proxy is in front of the server, but TRUST_PROXY is not set. All visitors share one IP address and its limits.',
			'Set TRUST_PROXY to the number of proxies, such as 1.',
		);
	}
	if (response.headers.get('x-request-id') === FORGED) {
		return warning(
			'proxy',
			'Visitors can choose the request ID in the log, because the proxy passes X-Request-Id on.',
			'Let the proxy replace the header, as in src/deploy/nginx.conf.',
		);
	}
	const page = await ask(`${siteUrl}/`);
	await page.body?.cancel();
	const needed = ['content-security-policy', ...(isSecure ? ['strict-transport-security'] : [])];
	const missing = needed.filter((name) => !page.headers.has(name));
	if (missing.length > 0) {
		return problem('proxy', `Pages arrive without the headers ${missing.join(', ')}.`, 'Let the proxy pass them on.');
	}
	return ok('proxy', 'Headers arrive as they should.');
}

function checkDate(response: Response): Finding {
	const sent = Date.parse(response.headers.get('date') ?? '');
	if (Number.isNaN(sent)) return skipped('clock, site', 'The site sends no Date header.');
	const difference = Math.abs(Date.now() - sent);
	const found = `This clock and the site’s differ by ${Math.round(difference / 1000)} s.`;
	if (difference < CLOCK_DIFFERENCE) return ok('clock, site', found);
	return problem('clock, site', found, 'Synchronize the clocks of both machines, for example with NTP.');
}

/** Checks that the pages of the site exist that its owner has linked to. */
async function checkLinks(siteUrl: string, links: readonly OwnLink[]): Promise<Finding> {
	if (links.length === 0) return skipped('links', 'The configuration has no links to pages of the site.');
	const missing: string[] = [];
	for (const address of new Set(links.map((link) => link.address))) {
		const response = await ask(siteUrl + address);
		await response.body?.cancel();
		if (response.status !== 404) continue;
		const files = new Set(links.filter((link) => link.address === address).map(({ file }) => file));
		missing.push(`${address} (${[...files].join(', ')})`);
	}
	if (missing.length === 0) return ok('links', 'The pages exist that the configuration links to.');
	const found = `The configuration links to pages that do not exist: ${missing.join(', ')}.`;
	return problem('links', found, 'Correct the links in these files.');
}

/** Checks how long the certificate of a site is valid. */
export async function checkCertificate(siteUrl: string): Promise<Finding> {
	const { protocol, hostname, port } = new URL(siteUrl);
	if (protocol !== 'https:') return skipped('certificate', `${siteUrl} needs none, because its address is not https.`);
	const read = await readCertificate(hostname.replace(/^\[|\]$/g, ''), Number(port || 443)).catch(
		(error: Error) => error,
	);
	if (read instanceof Error) return skipped('certificate', `It could not be read: ${read.message}`);
	const { end, error } = read;
	const days = Math.floor((end - Date.now()) / DAY);
	if (days < 0) return problem('certificate', 'The certificate has expired.', 'Renew it now.');
	const found = `The certificate is valid for ${count(days, 'more day', 'more days')}.`;
	if (error !== undefined) {
		return problem(
			'certificate',
			`${found} Browsers do not trust it: ${error}.`,
			'Get one from a certificate authority.',
		);
	}
	if (days >= RENEWED) return ok('certificate', found);
	return warning('certificate', found, 'Find out why it was not renewed.');
}

/** Reads the end of a certificate, in milliseconds since 1970, and why it is not trusted, even if it is not valid. */
function readCertificate(host: string, port: number): Promise<{ end: number; error: string | undefined }> {
	return new Promise((resolve, reject) => {
		const socket = connect({ host, port, servername: /^[\d.:]+$/.test(host) ? '' : host, rejectUnauthorized: false });
		socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`${host} does not answer.`)));
		socket.once('error', ({ code, message }: NodeJS.ErrnoException) =>
			reject(new Error(code === undefined ? message : `${host} does not answer (${code}).`)),
		);
		socket.once('secureConnect', () => {
			const { valid_to } = socket.getPeerCertificate();
			resolve({ end: Date.parse(valid_to), error: socket.authorizationError?.toString() });
			socket.destroy();
		});
	});
}
