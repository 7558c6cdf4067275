/** Recognizes offers for the later payments of a customer, as in "10% thereafter". */
import { words } from './words.ts';

const SALES = '(?:purchases?|orders?|sales?|transactions?)';
const PAYMENTS = '(?:years?|months?|payments?|invoices?|terms?|renewals?)';
const NUMBER = String.raw`(?:\d{1,3}|one|two|three|four|six|nine|twelve|eighteen)`;

/**
 * Matches words about later payments. "After the first 10 sales" is about a number of sales, and "paid after 2 months"
 * about the partner's own money.
 */
export const LATER = words(
	`(?:second|third|fourth|2nd|3rd|4th|following|subsequent|remaining) (?:${PAYMENTS}|${SALES})`,
	String.raw`(?<!\b(?:until|through|to) )(?:years?[ -][2-9]|(?:months?|payments?) (?:[2-9]|[12]\d)(?!\d))(?: ?[-–+] ?\d*)?`,
	'thereafter|after that|afterwards|from then on',
	`(?:after|beyond) (?:the |their )?(?:first|initial|1st)[ -](?:(?:${NUMBER} )?${PAYMENTS}|${SALES})`,
	String.raw`(?<!\bpaid (?:out )?)(?:after|beyond) (?:the |an? )?(?:${NUMBER}[ -])?(?:months?|years?)(?! (?:free )?trial)`,
	String.raw`(?:on|for|of) (?:(?:all|any|each|every) )?(?:\w{1,12} )?renewals?|repeat ${SALES}|re-?orders?`,
);
