/** The plans of accounts, from least to most permissions. The operator sets the plan. */
export const PLANS = ['free', 'claimed', 'pro'] as const;
export type Plan = (typeof PLANS)[number];
