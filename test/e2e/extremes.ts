/** A directory with extreme values, for pages of every kind. */
import type { Category } from '../../src/catalog/category.ts';
import { LIMITS } from '../../src/catalog/fields.ts';
import type { Organization } from '../../src/catalog/organization.ts';
import type { Program } from '../../src/catalog/program.ts';
import type { Review } from '../../src/catalog/review.ts';

type Row<T> = { readonly [field in keyof T]?: T[field] | null };

const WORD = 'Wortungetüm'.repeat(1819);
/** The longest name, line and text that are allowed. */
export const LONG_NAME = WORD.slice(0, 200);
const LONG_LINE = WORD.slice(0, 1000);
const LONG_TEXT = WORD.slice(0, 20_000);
/** The longest keyword that is allowed. */
export const LONG_KEYWORD = 'network'.repeat(29).slice(0, 200);
export const GERMAN = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
export const ARABIC = 'شركة الأمل للتسويق بالعمولة والبرمجيات';
export const JAPANESE = '株式会社とても長い名前の協賛広告研究所';
export const EMOJI = '👩‍👩‍👧‍👦🏳️‍🌈👍🏽';
/** Changes the direction of the following text, and never changes it back. Names must not contain such characters. */
const TURNED = '\u202eبرنامج\u202e abc \u2067def';
/** Markup that would set `window.broken`. */
export const SCRIPT =
	'</title></style></textarea><script>window.broken = 1</script><img src="/nope" onerror="window.broken = 1">';

/** Links that must not work, in every notation of Markdown. */
const MARKDOWN = `# Title

[one](javascript:window.broken=1) [two](JaVaScRiPt:window.broken=1) [three]( javascript:window.broken=1 "title")
[four](java&#10;script:window.broken=1) [five](&#106;avascript:window.broken=1) [six][reference] <javascript:window.broken=1>
[seven](data:text/html,<script>window.broken=1</script>) [eight](vbscript:broken) [nine](//example.net/) [ten](/programs/)
![image](https://example.net/pixel.png) ![image](javascript:window.broken=1) [good](https://example.net/?a=1&b="2")

[reference]: javascript:window.broken=1

<a href="javascript:window.broken=1">raw</a> <img src="https://example.net/pixel.png" onerror="window.broken=1">
<script>window.broken = 1</script> <style>body { display: none }</style> <iframe src="https://example.net/"></iframe>

\`\`\`html"><script>window.broken=1</script>
</code></pre><script>window.broken = 1</script> ${LONG_LINE}
\`\`\`

| ${'column | '.repeat(40)}
| ${'--- | '.repeat(40)}
| ${'cell | '.repeat(40)}

- [ ] ${LONG_LINE}

> ${'> '.repeat(50)}${GERMAN} \`${LONG_LINE}\`
`;

export const LONG_REVIEW = 'Every month I looked, and every month there was a little more to look at. '.repeat(270);

const ORGANIZATIONS: Row<Organization>[] = [
	{
		slug: 'word',
		name: LONG_NAME,
		description: LONG_TEXT,
		website_url: `https://${'long.'.repeat(40)}example/${LONG_LINE}`,
	},
	{ slug: 'script', name: SCRIPT, description: SCRIPT },
	{ slug: 'german', name: `${GERMAN} & Co. KG`, description: GERMAN },
	{ slug: 'arabic', name: ARABIC, description: ARABIC },
	{ slug: 'japanese', name: JAPANESE, description: JAPANESE },
	{ slug: 'emoji', name: EMOJI, description: EMOJI },
	{ slug: 'turned', name: TURNED.replace(/[\u202e\u2067]/g, ''), description: TURNED },
];

/** The names of the extremes. */
export const SLUGS = ORGANIZATIONS.map(({ slug }) => slug!);

const CATEGORIES: Row<Category>[] = ORGANIZATIONS.map(
	({ slug, name, description }) => ({ slug, name, description }) as Row<Category>,
);

/** A program of each organization, in every category, with the same extreme in all of its text fields. */
const PROGRAMS: Row<Program>[] = ORGANIZATIONS.map(({ slug, name, description }) => ({
	slug: `${slug}-program`,
	name: name!,
	description: description!.slice(0, 1000),
	long_description: slug === 'script' ? MARKDOWN : description!,
	organization: slug!,
	categories: CATEGORIES.map((category) => category.slug!),
	commission_type: 'tiered',
	commission_rate: slug === 'word' ? 987.125 : 12.5,
	commission_text: description!.slice(0, 1000),
	commission_amount: LIMITS.amount[1],
	commission_duration: description!.slice(0, 1000),
	cookie_days: slug === 'word' ? LIMITS.days[1] : null,
	tracking_platform: slug === 'word' ? LONG_KEYWORD : null,
	payout_minimum: LIMITS.amount[1],
	payout_frequency: slug === 'word' ? 'now-and-then-'.repeat(15).slice(0, -1) : null,
	currency: 'IDR',
	website_url: `https://${'long.'.repeat(40)}example/${slug}`,
	signup_url:
		slug === 'japanese'
			? `https://${'long.'.repeat(40)}example/?ref=directory`
			: 'https://example.net/?a="><script>window.broken=1</script>',
	verified: true,
	availability: slug === 'emoji' ? 'closed' : null,
	created_at: '2025-06-07T08:09:10Z',
}));

const REVIEWS: Row<Review>[] = [
	...PROGRAMS.map(({ slug, name, description }) =>
		review(`${slug}-texts`, slug!, {
			title: name!,
			body: `${description}\n\n${description}`,
			author_display_name: name!,
		}),
	),
	review('long', 'german-program', { body: LONG_REVIEW }),
	...Array.from({ length: 45 }, (_, index) => review(`many-${index}`, 'emoji-program', { title: `Review ${index}` })),
];

function review(id: string, program: string, texts: Row<Review>): Row<Review> {
	const fixed = { id: `rev_${id}`, program, author_username: id, rating: 3.5, created_at: '2026-01-02T03:04:05Z' };
	const [[, months], [, days], [, upvotes]] = [LIMITS.months, LIMITS.days, LIMITS.count];
	const facts: Row<Review> = { months_in_program: months, paid_on_time: 'sometimes', approval_days: days };
	return { ...fixed, ...facts, upvotes, ...texts };
}

/** The directory as files to import. */
export const FILES = {
	'organizations.csv': ORGANIZATIONS,
	'categories.csv': CATEGORIES,
	'programs.csv': PROGRAMS,
	'reviews.csv': REVIEWS,
};
