/** The permissions of keys. See interface 5, Scopes, and decisions, "write scopes". */

import type { Plan } from '../../config/plan.ts';
import { site } from '../../config/site/site.ts';

interface ScopeFacts {
	/** The permission in a few words. */
	readonly grants: string;
	readonly plans: readonly Plan[];
}

export const SCOPES = {
	'programs:read': { grants: 'Program listings, search, filter', plans: ['free', 'claimed', 'pro'] },
	'categories:read': { grants: 'Category listings and details', plans: ['free', 'claimed', 'pro'] },
	'reviews:read': { grants: 'Published reviews', plans: ['free', 'claimed', 'pro'] },
	'organizations:read': { grants: 'Public organization profiles', plans: ['free', 'claimed', 'pro'] },
	'programs:write': { grants: 'Create and update program listings', plans: ['claimed', 'pro'] },
	'organizations:write': { grants: 'Update organization settings', plans: ['claimed', 'pro'] },
	'analytics:read': { grants: 'Click and view analytics', plans: ['pro'] },
	'webhooks:manage': { grants: 'Create and manage webhooks', plans: ['pro'] },
} as const satisfies { readonly [scope: string]: ScopeFacts };

export type Scope = keyof typeof SCOPES;

export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

/** The scopes that a key gets if none are chosen. */
export const READ_SCOPES = SCOPE_NAMES.filter((scope) => scope.endsWith(':read') && planAllows('free', scope));

export function planAllows(plan: Plan, scope: Scope): boolean {
	const { plans }: ScopeFacts = SCOPES[scope];
	return plans.includes(plan);
}

/** Returns the plans that allow a scope, by the names that the site gives them: `Claimed or Pro`. */
export function plansFor(scope: Scope): string {
	const names = site().plan_names;
	return SCOPES[scope].plans.map((plan) => names[plan]).join(' or ');
}
