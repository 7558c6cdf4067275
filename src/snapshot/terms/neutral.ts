/** Words that add nothing to an offer, and words that say what a percentage is of. */

const NEUTRAL_WORDS = [
	'earns?|earning|earn up|gets?|receives?|receiving|pays?|paying|offers?|offering|makes?|making|provides?|enjoy|collect|gives?|rewards?|rewarded|paid|payable|unlock|grab|take|start|join(?:ing)?|become',
	"comm?iss?ions?|comm|revenue[- ]shar(?:e|ing)|rev[- ]?shar(?:e|ing)|profit[- ]shar(?:e|ing)|shar(?:e|ing)|payouts?|bount(?:y|ies)|referral (?:fees?|bonus|commissions?|rewards?|programs?)|fees?|rates?|cash|flat|fixed|base|default|standard|reward|finder'?s fee|kickback|cut|pay",
	'a|an|the|of|on|in|for|from|to|with|by|at|as|per|every|each|all|any|is|are|be|has|have|that|this|these|those|which|who|whom|it|its|also|just|only|up|out|via|into|through|will|can|when|if|upon|about|approx(?:imately)?|ca|around|roughly|nearly|so',
	"you|your|yours|you'll|you're|we|we'll|our|us|they|their|them|one|someone|anyone|everyone|partners?'?s?|affiliates?'?s?|publishers?|creators?|influencers?|promoters?|ambassadors? earn",
	'new|net-new|successful(?:ly)?|qualifying|qualified|eligible|closed|won|valid|validated sales?|referred|converted|confirmed|completed|unique|active|additional|single|individual|generous|competitive|attractive|industry-leading|great|good|big|massive|huge|exclusive|whopping|simple|easy|full|total|gross|instant(?:ly)?|upfront|guaranteed|automatic(?:ally)?|real',
	"customers?'?s?|clients?'?s?|users?'?s?|buyers?|merchants?|subscribers?|compan(?:y|ies)|business(?:es)?|accounts?|members?|visitors?|referrals?'?s?|refer|refers|referring|leads?|friends?|people|person",
	'sales?|orders?|purchases?|deals?|transactions?|payments?|invoices?|subscriptions?|subscription (?:revenue|fees?|payments?|value)|revenues?|spend|bookings?|plans?|memberships?|products?|services?|prices?|value|amounts?|order values?|licen[cs]es?|signups?|sign-ups?|bill|billing',
	'affiliate|partner|partnership|referral|program|programme|programs|marketing|link|links|network|platform|website|site|brand',
	'sign(?:s|ed)? up|signing up|signs?|bring(?:s|ing)?|brought|sends?|sent|introduce\\p{L}*|close[sd]?|generate[sd]?|drive[sn]?|made|create[sd]?|buys?|subscribe[sd]?|convert\\p{L}*|upgrade[sd]?|becomes?|come[s]?',
	'monthly|annually|online|now|today|here|there|more|month|tracked|tracking|details|see|terms|apply|info|hi|hey|yes|recurring',
	'ones?|either|tiered|structures?|takes? place|claims?|discover|welcome|attribution windows?|windows?|which means|i\\.e\\.?|e\\.g\\.?|back|simply|do|did|does|help|helps|while|than|other|others|once|lead|net',
].join('|');
/** Matches such words, and not the country US. */
export const NEUTRAL = new RegExp(`(?!(?-i:US))(?:${NEUTRAL_WORDS})(?![\\p{L}\\p{N}'-])`, 'iuy');

/** What a percentage can be of if it is the customer's payment. */
const PAYMENT_WORDS =
	/^(?:of|on|from)(?: (?:the|their|your|our|his|its|all|each|every|any|a|an|total|gross|first|full|paid|new|customer|customers?'?s?|client|clients?'?s?|user|users?'?s?|referral|referrals?'?s?|referred|subscription|subscriptions|plan|plans?|sale|sales|revenue|revenues|price|value|payment|payments|invoice|invoices|purchase|purchases|order|orders|spend|amount|fees?|subscriber'?s?|subscribers|product|products|membership|deal|deals|billing|bill|transaction|transactions|company|companies|business|businesses|month|monthly|net-new|merchant|merchants|deal'?s|generated|they|you|refer|pay|made|by|qualifying|eligible|successful|annual|yearly|order's|converted|every|service|services|in|that|comes?))*$/iu;
const OF_NOUN =
	'(?:contract values?|ACV|ARR|TCV|MRR|net (?:revenue|sales|profit|income|transaction fees|fees|payments?|value|spend|billings?)|(?:gross )?profits?(?: margin)?|margins?|commissionable revenue|commissions?|earnings|income|interest|transaction fees|processing fees|platform fees?|(?:service|management) fees?|tips|GMV|ad ?spend|media spend|advertising spend|donations?|payroll|tuition|(?:subscription|order|deal|sale|customer|lifetime|account|contract) values?|turnover|gaming revenue|losses|deposits?|bets?|winnings)';
/** Matches what a percentage is of. */
export const OF = new RegExp(
	String.raw`(?:of|on|from)(?: (?!and\b|or\b|plus\b|for\b|then\b|up\b|with\b|in\b)[\p{L}'-]+(?<!,)){0,6}? ${OF_NOUN}(?: of (?:all |the |your |their )?(?:referred |new )?[\p{L}]+)?(?![\p{L}\p{N}])|of (?:our|the platform's|the company's) (?:own )?(?:\d{1,3}\s?%(?: fee)?)`,
	'iuy',
);

/** Returns what a percentage is of, or nothing if it is the customer's payment. */
export function readOf(words: string): { readonly of?: string } {
	if (PAYMENT_WORDS.test(words)) return {};
	return { of: words.replace(/^(?:of|on|from) (?:the |all |a |an |your |their )?/iu, '') };
}
