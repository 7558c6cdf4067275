/**
 * The kinds of commission figures. `exact` is an exact figure, `from` a minimum and `up_to` a maximum. `either` means
 * that the program pays the amount or the percentage, but not both.
 */
export const COMMISSION_QUALIFIERS = ['exact', 'from', 'up_to', 'either'] as const;
export type CommissionQualifier = (typeof COMMISSION_QUALIFIERS)[number];
