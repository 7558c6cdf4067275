/** Finds edits that are unusual, and that are often a mistake or a hijacked feed. */
import type { Edit, Values } from './read-changes.ts';

export const LINKS = ['website_url', 'signup_url'] as const;
export const FIGURES = ['commission_rate', 'commission_amount'] as const;

/** A commission that rises or falls by this factor is odd. */
const ODD_FACTOR = 5;

/** Says what is odd about an edit: `website_url moves from acme.example to evil.example`. Usually nothing. */
export function oddities({ before, after }: Pick<Edit, 'before' | 'after'>): string[] {
	if (before === undefined || after === undefined) return [];
	return [
		...LINKS.flatMap((field) => oddLink(field, before, after)),
		...FIGURES.flatMap((field) => oddFigure(field, before, after)),
	];
}

function oddLink(field: string, before: Values, after: Values): string[] {
	const [old, now] = [linkOf(before[field]), linkOf(after[field])];
	if (old === undefined || now === undefined || old.href === now.href) return [];
	const [from, to] = [domainOf(old), domainOf(now)];
	if (from !== to) return [`${field} moves from ${from} to ${to}`];
	return old.search === now.search ? [] : [`${field} has another affiliate ID or query`];
}

function oddFigure(field: string, before: Values, after: Values): string[] {
	const [old, now] = [Number(before[field] ?? 0), Number(after[field] ?? 0)];
	if (old === 0 || now === 0) return [];
	const factor = Math.max(old / now, now / old);
	return factor < ODD_FACTOR ? [] : [`${field} ${now > old ? 'rises' : 'falls'} from ${old} to ${now}`];
}

function linkOf(value: unknown): URL | undefined {
	return typeof value === 'string' ? (URL.parse(value) ?? undefined) : undefined;
}

/** The domain that a host belongs to, roughly: `acme.example` for `www.acme.example`. */
export function domainOf({ hostname }: URL): string {
	const labels = hostname.split('.');
	const isShortEnding = labels.length > 2 && labels.at(-1)!.length === 2 && labels.at(-2)!.length <= 3;
	return labels.slice(isShortEnding ? -3 : -2).join('.');
}
