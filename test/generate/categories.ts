import type { Category } from '../../src/catalog/category.ts';
import { toSlug } from '../../src/catalog/fields.ts';
import { sentence } from './prose.ts';
import type { Random } from './random.ts';

/** The names and icons of categories, largest category first. */
const CATEGORIES: readonly (readonly [name: string, icon: string])[] = [
	['SaaS', 'app-window'],
	['Marketing', 'megaphone'],
	['E-commerce', 'shopping-cart'],
	['Finance', 'wallet'],
	['Education', 'graduation-cap'],
	['Health & Wellness', 'heart-pulse'],
	['Fashion', 'shirt'],
	['Travel', 'plane'],
	['AI Tools', 'bot'],
	['Web Hosting', 'server'],
	['Home & Garden', 'house'],
	['Food & Drink', 'utensils'],
	['Games', 'gamepad-2'],
	['Security & VPN', 'shield-check'],
	['Analytics', 'chart-column'],
	['Email Marketing', 'mail'],
	['Design', 'pen-tool'],
	['Business Services', 'briefcase'],
	['Human Resources', 'users'],
	['Video', 'video'],
	['Music & Audio', 'music'],
	['Photography', 'camera'],
	['Books', 'book-open'],
	['Pets', 'paw-print'],
	['Baby & Kids', 'baby'],
	['Automotive', 'car'],
	['Sports & Fitness', 'dumbbell'],
	['Beauty', 'sparkles'],
	['Green Living', 'leaf'],
	['Crypto', 'bitcoin'],
	['Banking', 'landmark'],
	['Insurance', 'umbrella'],
	['DIY & Tools', 'hammer'],
	['Furniture', 'sofa'],
	['Gifts', 'gift'],
	['Events & Tickets', 'ticket'],
	['Mobile Apps', 'smartphone'],
	['Electronics', 'cpu'],
	['Domains', 'globe'],
	['Password Managers', 'key'],
	['Developer Tools', 'code'],
	['Databases', 'database'],
	['Cloud Storage', 'cloud'],
	['Telephony', 'phone'],
	['Live Chat', 'message-circle'],
	['Scheduling', 'calendar'],
	['Legal', 'scale'],
	['Language Learning', 'languages'],
	['Podcasting', 'mic'],
	['Print on Demand', 'printer'],
	['Logistics', 'truck'],
	['Dropshipping', 'package'],
	['Marketplaces', 'store'],
	['Coupons & Cashback', 'percent'],
	['Medical', 'stethoscope'],
	['Sleep', 'bed'],
	['Cycling', 'bike'],
	['Outdoor & Camping', 'tent'],
	['Wine & Spirits', 'wine'],
	['Jewellery & Watches', 'watch'],
];

/**
 * Makes the categories of a directory. A directory without programs gets 12. The number grows slowly with the number of
 * programs, up to 60.
 */
export function* generateCategories(programs: number, random: Random): Generator<Category> {
	const count = 12 + Math.floor(2 * Math.sqrt(Math.sqrt(programs)));
	for (const [name, icon] of CATEGORIES.slice(0, count)) {
		const description = random.chance(0.15) ? null : sentence(random, random.between(60, 160));
		yield { slug: toSlug(name), name, description, icon };
	}
}
