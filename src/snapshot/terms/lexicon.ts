/** The phrases that the reader understands. The first entry that matches at a place counts. */
import {
	amountOf,
	capPer,
	countOf,
	dateOf,
	type Groups,
	type Meaning,
	monthsOf,
	NOUN,
	perOf,
	startOf,
} from './meaning.ts';

export type Role =
	/** Says something about the offer. */
	| 'meaning'
	/** Says nothing that matters for the offer. */
	| 'neutral'
	/** A figure that is not pay, and what is said of it. */
	| 'aside'
	/** Belongs to the condition, and says nothing else. */
	| 'words';

/** Reads what a phrase says. */
type Reading = (groups: Groups, text: string) => Meaning;

export interface Entry {
	readonly role: Role;
	readonly pattern: RegExp;
	readonly meaning?: Reading;
}

const N = String.raw`(?:\d{1,3}(?:[.,]5)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen|twenty-four)`;
const ORDINAL = '(?:first|1st|second|2nd|third|3rd|fourth|fifth)';
const MONEY = String.raw`(?:(?:(?:US|AU|CA|NZ|C|A|R)?[$€£¥₹]|\b(?:USD|EUR|GBP|AUD|CAD|NZD|PLN))\s?)?\d[\d.,]*\s?[kKmM]?(?:\s?(?:USD|EUR|GBP|AUD|CAD|NZD|PLN|[€£$]|dollars?|euros?))?`;
/** Matches where a number is an amount, and no time, share or number of things. */
const NO_UNIT = String.raw`(?![\d.,]*\d|\s?%| ?-?(?:days?|weeks?|months?|years?|sales|orders|customers|clients|referrals|users|payments)(?!\p{L}))`;
const BUYER =
	'(?:customers?|clients?|users?|accounts?|buyers?|merchants?|subscribers?|compan(?:y|ies)|business(?:es)?|teams?|people|person|friends?|leads?|referrals?|hires?|signups?|sign-ups?|sales?|orders?|purchases?|deals?|bookings?|members?|conversions?|agenc(?:y|ies)|creators?|sellers?|shops?|stores?|affiliates?|partners?|patients?|students?|guests?|travell?ers?|drivers?|employers?|employees?)';
/** Matches words before a buyer. A program's name stands as a private character. */
const KIND =
	"(?:\\p{Co}(?:'s)?|new|net-new|paying|paid|successful(?:ly)?|qualifying|qualified|eligible|closed|closed-won|won|valid|validated|referred|converted|converting|confirmed|completed|unique|first-time|active|approved|additional|single|individual|subsequent|verified|their|your|our|subscription|customer|referral|client|user|saas|recurring|end|successful|of your|attributed|referred customer'?s?|customer'?s|client'?s|referral'?s)";
const UNIT = '(?<unit>months?|mos?|years?|yrs?|weeks?)';

/** Makes entries for phrases that say the same, or have the same role. */
function phrases(says: Exclude<Role, 'meaning'> | Meaning | Reading, ...patterns: readonly string[]): Entry[] {
	return patterns.map((source) => {
		const pattern = new RegExp(source, 'iuy');
		if (typeof says === 'string') return { role: says, pattern };
		return { role: 'meaning', pattern, meaning: typeof says === 'function' ? says : () => says };
	});
}
/** Matches the end of a word. */
const W = String.raw`(?!'?[\p{L}\p{N}])`;

/** Matches words that make a referral a customer. */
const BUYS =
	/\b(?:successful(?:ly)?|closed|closes|won|sign(?:s|ed)|convert(?:s|ed|ing)|paid|paying|customer|client|subscri\p{L}+|buys|purchases)\b/iu;
/** Matches what the same customer does again and again. */
const PAYS_AGAIN =
	/\b(?:they|(?:your|the|that|referred) (?:\p{L}+ )?(?:customer|client|referral|friend)s?) (?:pay|order|buy|sell|renew|purchase|spend)s?\b/iu;
/** Reads what a phrase such as "for every paying customer" names. */
function purposeOf({ noun }: Groups, text: string): Meaning {
	const event = /\b(?:closed|won)[- ]/i.test(text) ? 'sale' : perOf(noun!);
	const named = /\bqualified referrals?$/i.test(text) ? 'lead' : event;
	const per = named === 'signup' && /\b(?:paid|paying)\b/i.test(text) ? 'customer' : named;
	const isCustomer = /referrals?$/i.test(noun!) && BUYS.test(text);
	if (/ signs? up$/i.test(text)) return { per: 'signup' };
	const isOrdinary =
		!/\b(?:[MS]QLs?|opportunit(?:y|ies)|consultations?|qualified (?:leads?|sign-?ups?|trials?|demos?|(?:\p{L}+ )*(?:business(?:es)?|compan(?:y|ies)|customers?|clients?|users?|accounts?|merchants?))|validated|first-time|upgrades?|approved)\b/iu.test(
			text,
		) &&
		(per !== 'other' || /(?:referrals?|people|person|acquisitions?|introductions?|intros?)$/i.test(noun!));
	const recurs = /(?:each|every|all) (?:\p{L}+ )*(?:payments?|invoices?|transactions?)/iu.test(text);
	return {
		per,
		...(recurs && { recurs }),
		...(isCustomer && { isCustomer }),
		...(!isOrdinary && { isCondition: true }),
	};
}

/** The phrases in the order in which they are tried. */
export const LEXICON: readonly Entry[] = [
	// Times that are not how long a commission is paid.
	...phrases(
		'aside',
		String.raw`(?:with |has |have |and |plus |a |an |the |our |generous |long |standard |,\s?)*\d{1,4}[- ]?(?:days?|hours?|months?|years?|d)[- ](?:long )?(?:cookies?|attribution|tracking|referral windows?|referral periods?|cookie-?\w*|windows?)(?: (?:duration|window|life|lifetime|period|tracking|policy|length|cookies?))*${W}`,
		String.raw`(?:,? ?with )?an? \d{1,3}[- ](?:day|month) (?:delay|hold(?:ing)?(?: period)?|refund\w*(?: period)?|(?:free )?trial|money-back\w*(?: guarantee)?|waiting period|validation period)${W}`,
		String.raw`(?:paid(?: out)?|payouts?|payments?) (?:are |is )?(?:made |sent )?(?:every|within|after|net)[ -]?\d{1,3}(?: (?:days?|weeks?|months?))?${W}|net[- ]?\d{2}${W}`,
		String.raw`(?:paid(?: out)?|payouts?|commissions? (?:are |is )?paid(?: out)?|billed|payable)(?: (?:monthly|quarterly|weekly|annually|upfront|immediately|instantly|bi-?weekly|fortnightly|every month|each month|once a month|via \w+(?: \w+)?|in cash|by \w+))+${W}`,
		`(?:(?:is|are|and|commissions? (?:is|are)) )*(?:held|on hold|locked|pending|valid|cookies? lasts?|links? (?:is|are) valid) for (?:${N} )(?:days|weeks|months|years)${W}`,
		String.raw`(?:,|&|and|plus|\+)?\s*(?:and )?(?:pass(?: on)?|give|offer|access|enjoy|extend)(?: (?:your|their|to|a|an|on|exclusive|special|product|\p{L}+)){0,4} (?:discounts?|coupons?)(?: (?:to|for) (?:\p{L}+ ?){1,4})?${W}`,
		String.raw`,? ?(?:(?:tracked|managed) )?via (?-i:\p{Lu}\p{L}+)(?:\.com)?${W}`,
		String.raw`(?:,|,? (?:and|plus|\+|&)) (?:an? )?(?:recurring |monthly |ongoing |residual )+(?:rev(?:enue)?[- ]shar(?:e|ing)|commissions?)(?=\s*(?:$|[,.;!]))(?<=[$€£]\s?\d[^%;]*)`,
		String.raw`(?:,|,? (?:and|plus|\+|&)) (?:an? )?(?:significant|generous|competitive|attractive|substantial|further) (?:rev(?:enue)?[- ]?shar(?:e|ing)|commissions?|bonus(?:es)?|income)(?: [^,.;()\d]+)?`,
		String.raw`(?:(?:with|at|on) )?(?:(?:an?|the|our) )?(?:avg\.?|average)(?: \p{L}+){0,3}(?: (?:of|is))?(?= ?[~$€£\d])`,
		`(?:starting|beginning) (?:at|from|after) the end of (?:the |their )?(?:first )?(?:month|year)${W}`,
	),
	...phrases(
		'neutral',
		String.raw`(?:with )?(?:no (?:cap|caps|limits?|ceiling|maximum|max|earning(?:s)? cap|upper limit)(?: on (?:your |the )?(?:commissions?|earnings|referrals|how much you (?:can )?(?:earn|make)|\w+))?|uncapped|unlimited)${W}`,
		String.raw`(?:just |simply )?by (?:promoting|sharing|recommending|spreading|introducing)(?: [^,;.()\d]+)?|by (?:referring|inviting|bringing)(?: (?:your|new|more|other))? (?:brands|network|friends|people|others|customers|clients|us|business(?:es)?|companies|users)(?: to [^,;.()\d]+)?${W}`,
		String.raw`promoting (?:\p{Co}|us)`,
		String.raw`(?:,? ?(?:with|and) )?(?:the |an? )?(?:potential|opportunity|chance|ability|possibility) to [^,;.()\d]+`,
		String.raw`(?:,? ?with )?(?:earnings|rewards|payouts) (?:based|depending) on [^,;:()\d]+(?=:)`,
		String.raw`(?<=\b(?:refers?|referred|signs? up) )to (?-i:[\p{Lu}\p{Co}]\p{L}*(?: \p{Lu}\p{L}*)?)(?=\s*(?:$|[.!]))`,
		`via (?:(?:warm|your|direct) )?(?:referrals?|introductions?|intros?)${W}`,
		`with (?:an? )?(?:dedicated|personal|real-time|live|fast|instant|quick|24/7|premium) (?:(?:account|affiliate|partner) )?(?:managers?|support|approvals?|dashboards?|tracking|reporting)${W}`,
		String.raw`(?<=\b(?:months?|years?) )(?:after|from|following|since) (?:the|their) (?:first|initial) (?:paid )?(?:${NOUN})${W}`,
	),
	...phrases(
		{ lifetime: true },
		String.raw`(?:with )?no (?:time|end|expir\w+) ?(?:limits?|caps?|dates?|y|ation)?${W}`,
		`(?:for |of |over )?(?:(?:the|their|a|your) )?(?:(?:entire|full|whole|customer|client|account|user|referral|customer's|client's|user's) )*life[ -]?times?(?: (?:value|duration))?(?: of (?:the|your|that|each|every|their)? ?(?:${KIND} )*(?:customer|client|user|account|subscription|referral|relationship|contract)s?(?:'s)?(?: (?:subscription|purchases?|account|relationship))?)?(?![ -]?(?:deal|cookie|plan|licen|access|attribution|window|tracking|link|membership|value))${W}`,
		`(?:for |of )(?:the )?(?:entire |full |whole )?(?:life|duration|length)(?: of (?:the|your|that|each|every|their)? ?(?:${KIND} )*(?:customer|client|user|account|subscription|referral|relationship|contract)s?(?:'s)?(?: (?:subscription|account|contract|relationship))?)?${W}|life-?long${W}|for ever${W}|forever${W}|in perpetuity${W}|perpetual${W}|indefinitely${W}|for life${W}`,
		`(?:for )?(?:(?:as|so) long as|while) (?:they|the|your|a|that|each|every|referred|he)? ?(?:${KIND} )*(?:customers?|clients?|users?|accounts?|referrals?|merchants?|subscribers?)? ?(?:(?:continue|continues) to )?(?:stays?|remains?|is|are|pays?|keeps? paying|maintains?|keeps?|subscribes?|uses?|renews?)(?: (?:a|an|active|subscribed|their|the|with us|${KIND}|customers?|subscriptions?|subscriber|plan|for|us|our|service|product))*${W}`,
		String.raw`until (?:the|your|they) ?(?:\p{L}+ )?(?:cancels?|churns?)${W}`,
	),
	...phrases(
		'words',
		String.raw`(?-i:(?!(?:All|Any|Every|Each|Our|The|Your|New|Paid|First|Earn|On|For|Of|From|Per)\b)\p{Lu}[\p{L}\d+]*(?:(?:, | and | or | & |\/)\p{Lu}[\p{L}\d+]*)*) (?:plan subscriptions?|plans?|subscriptions?|memberships?)${W}`,
		`(?:for )?new (?:partners?|affiliates?|publishers?)${W}|for (?:our )?(?:active|certified|registered|approved) (?:partners|affiliates|resellers)${W}|launch offer${W}`,
	),
	...phrases(
		(_, text) => ({
			...(PAYS_AGAIN.test(text) && { recurs: true }),
			isCondition: true,
		}),
		String.raw`(?:every|each) time [^,;.()\d]+`,
	),
	// Caps.
	...phrases(
		({ cap, per }) => ({ cap: amountOf(cap!), cap_per: capPer(per) }),
		String.raw`(?:,|-|with|and|\(|[.!]\s(?:(?:the|all|your) )?(?:(?:commissions?|earnings|payouts?) )?)?\s*(?:(?:is |are )?(?:capped at|limited to|(?<!\b(?:of|for|on|worth|values?|under|over|than|spend(?:s|ing)?|pay(?:s|ing)?|costs?|costing) )(?:at most|no more than))|(?:a |an )?(?:(?:maximum|max\.?) )?(?:cap|limit)(?: of|:)?|max(?:imum|\.)?(?: commission)?(?: of|:)?|up to an? (?:max(?:imum)?|total|cap) of|to a max(?:imum)? of)\s(?<cap>${MONEY})${NO_UNIT}(?:\s?(?:per|\/|an?|each|for each|for every|every|in(?= total))\s?(?:${KIND} )*(?<per>${BUYER}|months?|mo|years?|yr|annum|total))?${W}`,
	),
	...phrases(
		({ cap, per }) => ({ cap: amountOf(cap!), cap_per: capPer(per), capsRates: true }),
		String.raw`(?:[,(-]\s*)?(?:with )?up to\s(?:an? )?(?<cap>${MONEY})${NO_UNIT}(?:(?:\s?(?:per|\/|an?|each|for each|for every|every|in(?= total))\s?(?:${KIND} )*(?<per>${BUYER}|months?|mo|years?|yr|annum|total)(?<! leads?))|(?=\s*[).]|\s*$|\s(?:for|on) (?:each|every|all)\b))${W}`,
	),
	...phrases(
		({ noun }) => ({ per: perOf(noun!), isCondition: true }),
		`(?:(?:for|on|of) )?(?:(?:the|their) )?first ${N} (?<noun>sales|orders|purchases|payments|invoices|transactions) (?:(?:per|for|from|of|by|with) )(?:(?:an?|each|every) )?(?:${KIND} )*${BUYER}${W}`,
	),
	...phrases(
		{ per: 'payment', recurs: true },
		`(?:(?:for|on|of|from) )?(?:every|each|all) (?:sales?|orders?|purchases?|bookings?) (?:made )?(?:by|from|of) (?:each|every) (?:${KIND} )*${BUYER}${W}`,
	),
	// Phases and numbers of sales.
	...phrases(
		({ n }) => ({ sales: countOf(n), from_sale: 1 }),
		`(?:(?:for |on |of )?(?:your|the) |(?:for|on) )first (?<n>${N}) (?:${KIND} )*${BUYER}(?! ?(?:from|of|by|for|with) (?:an?|each|every)| per )${W}`,
	),
	...phrases(
		({ n }) => ({ sales: 1, from_sale: countOf(n) }),
		String.raw`(?:for |on )(?:your|the(?! first| 1st)) (?:very )?(?<n>${ORDINAL})(?: (?:${KIND} )*(?:${BUYER}|one))?(?![ -]?[\p{L}\d])(?! ?(?:from|of|by) (?:an?|each|every))`,
	),
	...phrases(
		{ per: 'first_payment' },
		String.raw`(?:for|on) (?:the|their) (?:first|1st)(?=\s*(?:$|[,.;)]))`,
		'first(?=,? then )',
		`for the first time${W}`,
		String.raw`(?<!\b(?:end|start|beginning) )(?:for |in |on |of |within |during |over |throughout |from )?(?:the |their |its |each |your |a )?(?:customer'?s?'? |client'?s?'? |user'?s?'? |referral'?s?'? )?(?<!\b(?:end|start|beginning) of (?:the )?)(?:first|1st|initial|1\.) (?:payment|month|month's payment|month's subscription|month of \p{L}+|monthly payment|monthly fee|fee|mo)${W}(?!s)`,
		`(?:(?:for|on|of|after|upon) )?(?:(?:the|their|a|your|each|every) )?(?:(?:customer|client|referral|user|friend)'?s? )?(?:first|initial|1st)(?:-time)? (?:(?:qualifying|paid|customer|subscription|eligible|new|successful|annual|monthly|single) )*(?:payments?|purchases?|sales?|orders?|invoices?|subscriptions?|transactions?|bookings?|deals?)(?: (?:from|of|by|made by) (?:an?|each|every|all|the|your) (?:${KIND} )*(?:customers?|clients?|users?|referrals?))?${W}`,
	),
	...phrases(
		({ n, done }) => ({ from_sale: countOf(n) + (done ? 1 : 0), isCondition: true }),
		String.raw`(?<done>once|after)(?: you(?:'ve)?(?: have)?)?(?: (?:refer(?:red)?|made|make|bring|brought|reach(?:ed)?|get|got))?(?: your)?(?: first)? (?<n>\d{1,4})\+? (?:${KIND} )*${BUYER}${W}`,
		String.raw`(?:when|if|once|as soon as) you (?:refer|make|bring|get|reach|sign up) (?<n>\d{1,4}) (?:${KIND} )*${BUYER}${W}`,
		String.raw`(?:at|with|from|for|when you (?:refer|make|reach)|if you (?:refer|make))? ?(?<n>\d{1,4})(?:\+| or more) (?:${KIND} )*${BUYER}(?!\s?(?:\/|per|a) ?\p{L})${W}`,
	),
	...phrases(
		({ a, b }) => ({
			from_sale: Math.max(1, countOf(a)),
			...(b && { sales: countOf(b) - Math.max(1, countOf(a)) + 1 }),
		}),
		String.raw`(?:for |with |at )?(?<a>\d{1,4}) ?(?:-|to) ?(?<b>\d{1,4}) (?:${KIND} )*(?:sales|orders|customers|clients|referrals|signups|sign-ups|conversions|leads)(?! ?(?:\/|per|a|each|every) ?(?:month|mo|year))${W}`,
		String.raw`for (?<=first \d+ [^.;]*)(?<a>\d{1,4}) ?(?:-|to) ?(?<b>\d{1,4})(?=\s*(?:,|$))`,
		String.raw`(?<!\p{L})${BUYER} (?<a>\d{1,4})(?:-(?<b>\d{1,4})|\+)${W}`,
	),
	...phrases(
		({ n, unit }) => ({ from_month: monthsOf(n, unit!) + 1, per: 'payment' }),
		`(?:after|beyond|following) (?:the |their |that )?(?:(?:first|initial) )?(?:(?<n>${N})[- ])?${UNIT}${W}`,
	),
	...phrases(
		({ n, n2, unit, unit2 }) => ({ from_month: startOf(countOf(n ?? n2), (unit ?? unit2)!), per: 'payment' }),
		String.raw`(?:from|starting|as of)(?: in| from| with)? (?:the )?(?<unit>month|year) (?<n>${N})(?: on(?:wards?)?)?${W}|(?:in )?(?<unit2>month|year) (?<n2>${N})(?:\+| onwards?)${W}`,
	),
	...phrases(
		({ n, last, unit }) => ({
			from_month: startOf(countOf(n), unit!),
			months: startOf(countOf(last ?? n) + 1, unit!) - startOf(countOf(n), unit!),
			per: 'payment',
		}),
		String.raw`(?:in |for |on |of |during |throughout )?(?:the )?(?<unit>month|year) (?<n>${N})${W}(?! ?(?:-|to) ?\d)`,
		String.raw`(?:in |for |over |during )?(?<unit>month|year)s? (?<n>\d{1,2}) ?(?:-|to) ?(?<last>\d{1,2})${W}`,
		`(?:in |for |on |of |during )?(?:the |their )?(?<n>second|2nd|third|3rd|fourth|fifth) (?<unit>year)(?: of (?:the|their|each) (?:customer|client|subscription))?${W}`,
	),
	...phrases(
		({ n, unit }) => ({ months: monthsOf(n, unit!), recurs: true }),
		`(?:of |on )?(?:(?:the|their|a|each|your) )?(?:customer'?s? |client'?s? )?(?<n>first|1st)[- ](?<unit>year)(?:'s)?(?: of)? (?:(?:net )?(?:subscription|saas|software|recurring|customer|plan|license|contract|sales) )?(?:revenue|subscriptions?|fees?|spend|payments?|sales|income|purchases|billings?|plan|invoices?)${W}(?! value)`,
		String.raw`(?<!\b(?:stays?|stayed|remains?|keeps?|trial|active|least|valid|held) (?:for )?(?:at least )?)(?:(?:paid )?(?:for|in|within|during|over|throughout|on|of|across|from|per) )?(?:up to |max(?:imum)?\.? (?:of )?)?(?:(?:a|an|the|their|its|each|your|our) )?(?:(?:customer|client|user|referral|subscription|contract)(?:'?s?'?) )?(?:(?:full|entire|whole|next|a|customers') )*(?:(?:first|1st|initial) )?(?:full )?(?<n>${N}|first|1st|(?<=\b(?:for|over|during) (?:an?|one) )entire|(?<=\b(?:for|over) )a)(?: \(\d{1,2}\))?(?: full| calendar| consecutive)?[- ]?${UNIT}(?: (?:period|term|long|duration))?(?:'s?)?(?: of (?:the |their |your |a |each |every )?(?:${KIND} )*(?:customer'?s?'? |client'?s?'? )?(?:${NOUN}|subscription|service|revenue|relationship|membership|spend|usage|purchases|life(?:time)?))?(?! ?(?:(?:payment |paid )?plans?|contracts?|subscriptions?|terms?|commitments?|minimum|licen|and \d+[- ](?:month|year)|deals?|sub|memberships?|old|trial|\/))${W}`,
		String.raw`for (?:the first )?(?<n>\d{2,3}) (?<unit>days)(?: of \p{L}+)?${W}`,
	),
	// How often, and for what.
	...phrases(
		{ isCondition: true },
		String.raw`(?:(?:for|on|of|from|to|with|per|each|every|all|any|the|a|an|their|customer's|client's|new|paid|referred|\/) )*(?:${N}[- ](?:year|month|yr|mo) (?:and |or |& ))?(?:${N}[- ](?:year|month|yr|mo)|annual|yearly|monthly|semi-annual|quarterly|bi-?annual|multi-year)(?: (?:and|or|&) (?:annual|yearly|monthly|quarterly|multi-year|${N}[- ](?:year|month)))?(?: (?!and\b|or\b|plus\b)[\p{L}\d-]+)?? (?:plans?|subscriptions?|memberships?|contracts?|licen[cs]es?|subs|commitments?|billing|packages?)${W}(?! values?)`,
		String.raw`(?:within|in) ${N} (?:days?|weeks?)(?: of \p{L}+)?${W}`,
		`after (?:an? |the )?(?:${N} )(?:monthly |paid )?(?:payments?|invoices?|days?)${W}`,
	),
	...phrases(
		{ per: 'payment', recurs: true, isCondition: true },
		`(?:subsequent|following|later|future|ongoing|additional|recurring|repeat|further|continued|every other) (?:${KIND} )*(?:payments?|purchases?|sales?|orders?|renewals?|months?|years?|transactions?|invoices?|bookings?|subscriptions?)${W}`,
		`(?:on |of |at |for )?(?:all |each |every |the )?(?:subscription )?renewals?(?: (?:payments?|revenue|fees?))?${W}`,
	),
	...phrases(
		(_, text) => ({ recurs: true, ...(/\bmonthly|every month/i.test(text) && { every: 'month' as const }) }),
		`(?:monthly |ongoing |residual |lifetime |passive |yearly |annual )*(?:recurring|residual|reoccurring)(?: (?:monthly|annually|yearly|every month))?${W}|MRR${W}|ongoing(?! (?:support|training))${W}|on a (?:monthly|recurring) basis${W}`,
	),
	...phrases({ recurs: true }, `monthly (?=(?:recurring |revenue |rev |residual )*(?:commissions?|share|revenue|rev))`),
	...phrases(
		({ unit, adverb }) => ({ every: /^(?:y|a)/i.test(unit ?? adverb!) ? 'year' : 'month', recurs: true }),
		String.raw`(?:(?:for )?(?:each|every|per|a)|\/) ?(?<unit>month|mo|year|yr|annum)${W}(?! plan)|(?<adverb>monthly|annually|every single month)(?=\s*(?:$|[,.)(]|for |per ))`,
	),
	...phrases(
		{ recurs: false },
		`(?:as )?an? one[- ]?time|one[- ]?time(?! customer| buyer)(?: only)?${W}|one-?off${W}|once(?: (?:per|for each) (?:customer|client))?(?! you| the| a| they| your| per)${W}|single payment${W}`,
	),
	...phrases(
		{ per: 'customer' },
		`(?:whenever|when|once|if|after|that|who) (?:your |the |a |an |any |each |they |someone |referred |they've |you |new |customer |client |user |person |friend |referral )*(?:buys?|purchases?|subscribes?|pays?|makes? (?:a|their|his) (?:first )?(?:purchase|payment|sale)|(?:become|becomes|converts? (?:to|into)) (?:a )?(?:paying |paid |new )*(?:customer|client|user|subscriber)s?|converts?|signs? up (?:for|to) (?:a |any |one of our )?(?:paid )?(?:plan|subscription|account)s?|signs? on(?: with us)?|closes|subscribe to (?:a |any )?(?:paid )?plan)(?: (?:any|a|our) (?:paid )?(?:subscription|plan|product)s?)?${W}`,
	),
	...phrases({ per: 'sale', recurs: false }, `CPA${W}`),
	...phrases({ per: 'sale' }, `CPS${W}|CW${W}|pay[- ]per[- ]sale${W}|cost[- ]per[- ](?:acquisition|sale|action)${W}`),
	...phrases({ per: 'lead' }, `CPL${W}|pay[- ]per[- ]lead${W}`),
	...phrases(
		{ per: 'other', isCondition: true },
		String.raw`when (?:an?|the|your|their) (?:\p{L}+ ){1,3}?(?:is|are|gets?) (?:completed|finished|published|approved|filled|accepted|funded|done)${W}`,
	),
	...phrases({ per: 'other' }, `CPC${W}|pay[- ]per[- ]click${W}`),
	...phrases(
		purposeOf,
		String.raw`(?:(?:for|on|of|from|to|with) )?(?:each|every|per|\/|all|any)(?: and every)? ?(?:of (?:the|your|their) )?(?:${KIND},? )*(?<noun>${NOUN})(?:'s)?(?: (?:subscriptions?|payments?|purchases?|revenue|transactions?|orders?))?(?: (?:that|who|which)? ?(?:you|they|your \p{L}+|is|are)? ?(?:have )?(?:refer(?:red)?|bring in|bring(?: us)?|send(?: us)?|makes?|made|made by (?:a |your |the )?(?:referrals?|customers?|referred customers?)|generated?|close[sd]?|drive|introduce|pays?|purchases?|signs? up(?! for)))?${W}`,
	),
	...phrases(
		(groups, text) => ({ ...purposeOf(groups, text), isCondition: true }),
		String.raw`(?:(?:for|on|of|from) )?(?:each|every|per) (?!other|month|year|each|every)(?:(?!and\b|or\b|for\b|of\b|on\b|who\b|that\b|you\b)[\p{L}\p{Co}\d&'-]+ ){1,3}?(?<noun>${NOUN})${W}`,
	),
	...phrases(
		purposeOf,
		String.raw`(?:for|on) (?:the )?(?:${KIND} )*(?<noun>sale|sign-?up|lead|purchase|registration|order|referral)(?! ?\p{L})${W}`,
		`(?:for|on|upon|after) an? (?:${KIND} )*(?<noun>lead|consultation|sale|closed[- ]won|opportunity|meeting|appointment|demo|customer|client|sign-?up|trial|free trial|subscription|booking|registration|referral|deal)${W}`,
		`(?:for|on|of|from) (?:all |the |your |our )?(?:${KIND} )*(?<noun>sales|orders|purchases|deals|leads|demos|customers|clients|signups|sign-ups|registrations|subscriptions|bookings|payments|transactions|invoices)${W}(?! (?:price|value|revenue|fees?))`,
	),
	// What is paid.
	...phrases(
		{ reward: 'credit' },
		String.raw`\(?(?:in |as )?(?:an? )?(?:automatic )?(?:(?:account|store|platform|service|usage|bill|statement|referral|site|in-app|API|cloud|free) )?(?<!\b(?:on|of|for|per|each|every|all|buys?|purchase[sd]?|the|their) )credits?(?: toward.*)?\)?(?! ?(?:cards?|purchases?|packs?|packages?|sales?|orders?|plans?|applications?|scores?|reports?|unions?|repair))${W}|gift ?cards?${W}|vouchers?${W}|store credit${W}`,
	),
	// Qualifiers. They stand before a figure.
	...phrases(
		{ qualifier: 'up_to' },
		String.raw`(?:up ?to|capped at|limited to|as (?:much|high) as|max(?:imum|\.)?(?: commission)?(?: of|:)?|at most|no more than)(?: an?| the)?(?: additional| extra)? ?[~+]?(?=\s?(?:US|AU|CA|NZ|A|C)?[$€£¥₹\d]|\s?(?:EUR|USD|GBP|AUD|CAD)[ $]?\d)`,
		String.raw`max(?:imum)?\.?${W}|at most${W}`,
	),
	...phrases(
		{ qualifier: 'from' },
		String.raw`(?:from|start(?:s|ing)? (?:at|from|with)|at least|(?:no|not) less than|more than|over|min(?:imum|\.)?(?: commission)?(?: of|:)?|between)(?: an?)? ?(?=\s?(?:US|AU|CA|NZ|A|C)?[$€£¥₹\d]|\s?(?:EUR|USD|GBP|AUD|CAD)[ $]?\d)`,
		'or more(?! \\p{L}+s)',
	),
	...phrases(({ date }, text) => {
		const until = /before/i.test(text) ? null : dateOf(date!);
		return until ? { until } : { isCondition: true };
	}, String.raw`(?:valid |only )?(?:until|through|till|thru|before|by|ends?|expires?|valid until|bis|offer ends?)(?: on)?(?: (?:the )?end of)? (?<date>(?:\d{1,2}(?:st|nd|rd|th|\.)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\.?(?: \d{1,2}(?:st|nd|rd|th)?)?,? \d{4}|\d{4}-\d{2}-\d{2})${W}`),
];
