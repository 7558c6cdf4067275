import { tarball } from 'virtual:client-package';
import type { APIRoute } from 'astro';

/** Returns the npm package of the API client. */
export const GET: APIRoute = () =>
	new Response(Buffer.from(tarball, 'base64'), { headers: { 'Content-Type': 'application/gzip' } });
