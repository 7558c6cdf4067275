/** Tells which figures are not what the program pays, by the words around them. */
import type { Figure } from './figures.ts';

/** `drop`: says nothing about the offer. `threshold`: belongs to the condition of the offer. */
type Aside = 'drop' | 'threshold';

const words = (...patterns: string[]) => patterns.map((pattern) => `(?:${pattern})`).join('|');

/** What stands before a discount, a price, an average or an example. */
const DROP_BEFORE = new RegExp(
	`(?:${words(
		String.raw`\b(?:save|saves|saving)(?: \p{L}+){0,2}`,
		String.raw`\bdiscounts?(?: of| code for)?`,
		String.raw`\b(?:give|gives|giving|offer|offers|offering) (?:your|them|their|each|every|the|those|customers|readers|friends|new|a|an|\p{L}+ ){0,4}(?:audience|readers?|customers?|friends?|followers?|clients?|users?|referrals?|referred|them|community)(?: \p{L}+){0,2}`,
		String.raw`(?:customers?|friends?|audience|readers?|users?|clients?|followers|they|referrals?|referred|signups)(?: you \p{L}+| \p{L}+ed)?(?: also| can| will| each)* (?:gets?|saves?|receives?|enjoys?|takes?) (?:an? |their )?(?:automatic |exclusive |extra )?`,
		String.raw`conversions?(?: rates?)?(?: of|:)? ?\(?`,
		String.raw`\b(?:potential|avg\.?|averages?|averaging|typical(?:ly)?|ACV|AOV|EPC|LTV|ARPU|order values?|deal size|contract values?)(?: \p{L}+){0,3}:?(?: of| is| ≈| ~)?`,
		String.raw`(?:≈|\b(?:that's|that is|i\.e\.|e\.g\.|for example|example:?|which means|meaning|equals?|equivalent to|worth|so|np\.|such as))(?:,? (?:up to|about|around|over|you (?:can )?earn))*`,
		String.raw`\b(?:can|could|to) (?:earn|make) (?:up to |over |more than |around )?(?=.{1,14}(?:a|per|\/|each|every) ?(?:month|mo|year|yr|week|day)\b)`,
		String.raw`\b(?:pric(?:es?|ed|ing)(?: \p{L}+)? (?:at|from)|costs?|costing|plans? (?:(?:start(?:s|ing)?|rang(?:e|es|ing)|are|cost|go(?:es)?)(?: (?:at|from|between))?|from)|subscriptions? (?:starts? )?(?:at|from)|fees? of|own|valued at)`,
		String.raw`\b(?:minimum payouts?|payout (?:threshold|minimum)|min\.? payout|payouts? (?:start|begin)s? (?:at|from)|withdraw\p{L}*)(?: \p{L}+)?(?: of| is|:)?`,
		String.raw`\b(?:paid out|paid|generated|earned) (?:over|more than|out)`,
		String.raw`\b(?:grow|grew|growth|increase|boost|reduce|cut|raised?|raises?|convert(?:s|ing)?)(?: \p{L}+){0,3} (?:by|at|of|up to)?`,
		String.raw`\b(?:payouts?|paid(?: out)?|payments?|withdraw\p{L}*)\b[^.;%]{0,40}\bmin(?:imum|\.)?(?: of|:)?`,
		String.raw`\b(?:win|prizes?(?: worth)?|giveaway of|balance (?:must be|of)(?: at least)?|earnings (?:start|begin)s? (?:at|from)|payouts?:?(?: \p{L}+){0,4} (?:from|at)|(?:cancellation|refund|churn|renewal|retention|approval)[ -]rates?(?: of| is|:)?|only|VAT of|low)`,
	)})\\s*$`,
	'iu',
);
/** What stands after one. */
const DROP_AFTER = new RegExp(
	`^\\s*(?:${words(
		String.raw`(?:\p{L}+ )?(?:off|discounts?|coupons?|cashback|cheaper|savings?)\b(?! ?commission)`,
		String.raw`(?:\p{L}+ )?for (?:your (?:audience|readers|customers|friends?|followers)|the referred(?! \p{L})|(?:the|their|a) (?:audience|readers?|friends?|followers?|referees?|invitees?))\b(?! (?:who|that|you|they))`,
		String.raw`(?:min(?:imum|\.)?|payout)[ -](?:(?:monthly|annual|order|purchase) )?(?:revenue|spend|orders?|purchases?|value|volume|sales|deposits?|payouts?|threshold|withdrawals?|minimum|balance)`,
		String.raw`\((?:avg\.?|average)\)|(?:avg\.?|average|total|in total|fees|prizes?|APY|interest|open rates?)\b`,
		String.raw`to (?:a|your|their|each) (?:friends?|customers?|audience|readers?|clients?)\b`,
		String.raw`(?:conversion|growth|APY|APR|EPC|free\b|VAT|tax|of (?:users|our users|partners|our affiliates|affiliates|customers (?:stay|renew))|uptime|satisfaction|higher|faster|more (?!than)|rated|fees? (?:on|for)|set-?up)`,
		String.raw`(?:\/ ?(?:mo|month|yr|year))? ?(?:plan|deal(?: size)?|product|package|minimum order|order value|average|AOV|ACV)\b`,
	)})`,
	'iu',
);

const THRESHOLD_BEFORE = new RegExp(
	`(?:${words(
		String.raw`\b(?:spend|spends|spending|spent|deposit(?:s|ing)?|invest(?:s|ing)?|processe?s?|hits?|reach(?:es)?|exceed(?:s|ing)?|totals?|totalling|surpass(?:es)?|gaste|worth|generates?)(?: \p{L}+){0,3}(?: at least| over| more than| up to)?`,
		String.raw`\b(?:revenue|sales|orders?|GMV|volume|budget|ARR|MRR|spend)(?: \p{L}+){0,3} (?:at least|over|above|of|total|between|under|exceeding|exceeds?|up to)(?: at least| over)?`,
		String.raw`\bGMV|for every|on the first|for the first|with at least|of at least|minimum (?:spend|order|purchase|deposit) of`,
	)})\\s*$`,
	'iu',
);
const THRESHOLD_AFTER =
	/^\s*(?:\+|or more)?\s*(?:in|of) (?:\p{L}+ )?(?:sales|revenue|GMV|spend|volume|MRR|ARR|deposits?|purchases|orders|referrals)\b|^\s*(?:MRR|ARR|GMV|monthly revenue|in annual)\b/iu;

/** Returns what a figure is if it is not pay, and where the words about it end, or null. */
export function asideOf(
	text: string,
	{ kind, start, end }: Figure,
	isFirst: boolean,
): { readonly kind: Aside; readonly end: number } | null {
	const before = text.slice(Math.max(0, start - 90), start);
	const after = text.slice(end, end + 60);
	const dropped = DROP_AFTER.exec(after);
	if (dropped) return { kind: 'drop', end: end + dropped[0].length };
	if (DROP_BEFORE.test(before) || (kind === 'amount' && /=\s*$/.test(before))) return { kind: 'drop', end };
	if (kind === 'amount' && (THRESHOLD_BEFORE.test(before) || THRESHOLD_AFTER.test(after)))
		return {
			kind: 'threshold',
			end: end + (/^\s?(?:\+|or (?:more|above|higher|over)\b)/i.exec(after)?.[0].length ?? 0),
		};
	// Behind a figure that is pay, a price names what is sold: "20% of our $90 plan".
	const isNamed = /^ (?:\p{L}+ bonus\b|bonus (?:for|when|once|if|after|on)\b)/iu.test(after);
	if (kind === 'amount' && !isFirst && !isNamed && /\b(?:our|an?|the|each) $/i.test(before))
		return { kind: 'drop', end };
	return null;
}

/** Matches what makes every figure of its sentence doubtful. */
export const DOUBT =
	/\b(?:not|n't|no longer|never|was|were|used to|former(?:ly)?|previous(?:ly)?|unconfirmed|unverified|unknown|lists|listed|displays|not verified|no assigned|is verified|wrong|instead of|rumou?red|estimated?|typically|typical|usually|subject to|configur\p{L}+|negotia\p{L}+|example|e\.g\.|employees?|own purchases|sample|historical(?:ly)?|expired|discontinued|closed program|paused|until recently|if approved|may (?:be|vary|differ|change)|might|TBD|TBA|pending|var(?:y|ies)|can change|reportedly|allegedly|supposedly|apparently|stopped|suspended|terminated|originally|reduced|lowered|dropped|increased from|raised from|changed|cut from|custom|case[- ]by[- ]case|on request|no (?=[$€£]?\d)|não|nicht|kein\p{L}*|früher|ehemals|ya no|antes|ne \p{L}+ plus|non più|niet (?:meer|langer)|voorheen|już nie|wcześniej|unbestätigt|verhandelbar|negociable|à négocier)\b|(?<=\w)n't\b|^\W*(?:up to )?\d[\d.,]*\s?%\?/iu;
/** Matches negations that doubt nothing. */
export const HARMLESS =
	/\bnot (?:including|limited|only|just)\b|\bdo(?:es)? not (?:expire|end)\b|\bwhether or not\b|\((?=[^()%]*[$€£]\d)(?:~?[$€£]\S+ )?(?:typical(?:ly)?|estimated) [^()%]*\)|\bnever (?:expires?|ends?)\b|\bisn't just\b|\bif (?:they|it) (?:do|does)n't\b/giu;
