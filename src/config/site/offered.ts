import { site } from './site.ts';

/** Matches the start of the paths of accounts, and of what belongs to the API. */
const ACCOUNTS = /^\/account(?:\/|$)/;
const API = /^\/(?:v1|mcp|leaked-key|docs(?!\/operators))(?:[/?#]|$)/;

/** Whether this site offers what is at a path. The owner can turn off accounts and the API. */
export function isOffered(path: string): boolean {
	const { accounts, api } = site();
	return (accounts || !ACCOUNTS.test(path)) && (api || !API.test(path));
}
