/** What an account may do, from least to most. The operator sets it. */
export const PLANS = ['free', 'claimed', 'pro'] as const;
export type Plan = (typeof PLANS)[number];
