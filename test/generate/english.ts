import { splitWords } from '../../src/shared/text.ts';

/**
 * The most frequent words of generated text, most frequent first. General English words come before words that are
 * typical of affiliate programs.
 */
export const ENGLISH: readonly string[] = [
	...splitWords(`
		the and to of a for your you with in is on our we that from it are as every per by or this can at their be all
		an more have not they get when up so one new but was out who if its than no them just only into after over also
	`),
	...splitWords(`
		commission affiliate sales program partners customers earn recurring marketing business sign payout cookie days
		software team online platform tools email monthly brand products content free support best easy traffic audience
		revenue referral plan share link start grow simple pay paid rate first month year lifetime signup dashboard
		campaign creators store shop subscription service website blog agency premium high fast trial conversion offer
		bonus approval tracking reports real time lead leads sell seller data cloud hosting security design video social
		media ads analytics automation builder template course coaching travel fitness health beauty fashion home garden
		food pets finance crypto insurance gaming education learning language music photo print gift book booking hotel
		mobile app apps web page landing funnel checkout payment invoice accounting payroll startup founder freelancer
		developer designer writer editor manager influencer publisher newsletter podcast channel community forum network
		global local small large growing trusted award winning quality organic handmade natural sustainable modern smart
		secure private reliable flexible powerful friendly dedicated generous competitive exclusive instant weekly
		quarterly annual minimum maximum average order value basket repeat retention churn upgrade discount coupon code
		banner creative asset promo seasonal launch deal price pricing tier level reward cash credit transfer bank wire
		account profile login password browser plugin extension integration workflow project task calendar meeting chat
		message inbox contact form survey review rating feedback search engine ranking keyword backlink domain server
		backup storage file document signature contract legal tax compliance policy terms condition region country
		shipping delivery returns stock warehouse supplier wholesale retail market marketplace auction buyer visitor
		click view impression session device desktop tablet phone call voice sms push notification alert report chart
		goal target growth profit margin cost budget saving loan mortgage card wallet exchange trading invest fund
		great good better helpful slow late clear honest reply asked waited works worked love like recommend problem
	`),
];
