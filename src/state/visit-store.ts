import { allWith, runWith, Store, type Work } from './database.ts';

/** The views of a program's page and the clicks on its link to apply, on one day, of visitors who came from one site. */
export interface VisitCount {
	/** The day in UTC, such as `2026-05-01`. */
	readonly day: string;
	/** The slug that the program had on that day. */
	readonly program: string;
	/** The host that the visitors came from, `''` if it is unknown, or `OTHER_SITES`. */
	readonly site: string;
	readonly views: number;
	readonly clicks: number;
}

/** The days of a period, both included, such as `2026-05-01`. */
export interface DateRange {
	readonly from: string;
	readonly to: string;
}

/** How long counts are kept, in days. */
export const VISITS_KEPT = 400;
/** The maximum number of sites that are kept for each program and day. All others are counted as `OTHER_SITES`. */
export const MOST_SITES = 20;
/** Stands for the sites beyond `MOST_SITES`. */
export const OTHER_SITES = '*';

/** Stands for the program in a count of 0 views, which says that visits were counted on a day. */
export const NO_PROGRAM = '';

const PROGRAM_DAYS = { day: 'TEXT', program: 'TEXT' } as const;
const COUNTS = { ...PROGRAM_DAYS, site: 'TEXT', views: 'INTEGER', clicks: 'INTEGER' } as const;
const SLUGS = { slug: 'TEXT' } as const;

const NAMED = `SELECT p.day, p.program, p.site FROM program_views p
	JOIN given ON p.day = given.day AND p.program = given.program WHERE p.site NOT IN ('', '${OTHER_SITES}')`;
// Several servers write at the same time. All of them lock rows in the same order, so they cannot deadlock.
const ADD = `INSERT INTO program_views (program, day, site, views, clicks)
	SELECT program, day, site, CAST(sum(views) AS BIGINT), CAST(sum(clicks) AS BIGINT) FROM given
	WHERE TRUE GROUP BY program, day, site ORDER BY program, day, site
	ON CONFLICT (program, day, site) DO UPDATE SET
		views = program_views.views + excluded.views, clicks = program_views.clicks + excluded.clicks`;

const SUMS = 'CAST(sum(views) AS BIGINT) AS views, CAST(sum(clicks) AS BIGINT) AS clicks';
const IN_PERIOD = 'day BETWEEN @from AND @to';

/** Stores how often the pages of programs were viewed, and how often the links to apply were clicked, by day. */
export class VisitStore extends Store {
	/**
	 * Adds counts in one write. The call does not wait until the data is on the disk, so the write survives a crash of
	 * this process, but not always a power cut. If several servers write at the same moment, a program can get a few more
	 * sites than `MOST_SITES`.
	 */
	async add(counts: readonly VisitCount[]): Promise<void> {
		const write = function* () {
			const rows = yield* withFewSites(counts);
			yield* runWith(ADD, { columns: COUNTS, rows });
		};
		await this.db.transaction(write, { isRelaxed: true });
	}

	/** Returns the views of each program in a period, by slug. */
	async totals(period: DateRange): Promise<Map<string, number>> {
		const rows = await this.db.all<{ program: string; views: number }>(
			`SELECT program, ${SUMS} FROM program_views WHERE ${IN_PERIOD} AND program <> '${NO_PROGRAM}' GROUP BY program`,
			{ ...period },
		);
		return new Map(rows.map(({ program, views }) => [program, views]));
	}

	/** Returns the days of a period on which visits were counted. */
	async countedDays(period: DateRange): Promise<Set<string>> {
		const rows = await this.db.all<{ day: string }>(
			`SELECT day FROM program_views WHERE program = '${NO_PROGRAM}' AND ${IN_PERIOD}`,
			{ ...period },
		);
		return new Set(rows.map(({ day }) => day));
	}

	/** Returns the counts of some programs in a period, by day. Days without a count are missing. */
	async byDay(programs: readonly string[], period: DateRange): Promise<Pick<VisitCount, 'day' | 'views' | 'clicks'>[]> {
		return this.#ofPrograms(programs, `SELECT day, ${SUMS}`, 'GROUP BY day ORDER BY day', period);
	}

	/** Returns the counts of some programs in a period, by site. Sites with the most views come first. */
	async bySite(
		programs: readonly string[],
		period: DateRange,
	): Promise<Pick<VisitCount, 'site' | 'views' | 'clicks'>[]> {
		const order = 'GROUP BY site ORDER BY sum(views) DESC, sum(clicks) DESC, site LIMIT 100';
		return this.#ofPrograms(programs, `SELECT site, ${SUMS}`, order, period);
	}

	/** Returns the counts of some programs in a period, by program. Programs without a count are missing. */
	async byProgram(
		programs: readonly string[],
		period: DateRange,
	): Promise<Pick<VisitCount, 'program' | 'views' | 'clicks'>[]> {
		const order = 'GROUP BY program ORDER BY sum(views) DESC, sum(clicks) DESC, program';
		return this.#ofPrograms(programs, `SELECT program, ${SUMS}`, order, period);
	}

	async #ofPrograms<R>(programs: readonly string[], select: string, order: string, period: DateRange): Promise<R[]> {
		const given = { columns: SLUGS, rows: programs.map((slug) => ({ slug })), values: { ...period } };
		const sql = `${select} FROM program_views JOIN given ON program = slug WHERE ${IN_PERIOD} ${order}`;
		return this.db.snapshot(() => allWith<R, typeof SLUGS>(sql, given));
	}
}

/** Replaces the sites that a program would have beyond `MOST_SITES` on a day. */
function* withFewSites(counts: readonly VisitCount[]): Work<VisitCount[]> {
	const places = [...new Map(counts.map(({ day, program }) => [`${day} ${program}`, { day, program }])).values()];
	const known = yield* allWith<Pick<VisitCount, 'day' | 'program' | 'site'>, typeof PROGRAM_DAYS>(NAMED, {
		columns: PROGRAM_DAYS,
		rows: places,
	});
	const sites = new Map(places.map(({ day, program }) => [`${day} ${program}`, new Set<string>()]));
	for (const { day, program, site } of known) sites.get(`${day} ${program}`)!.add(site);
	return counts.map((count) => {
		const named = sites.get(`${count.day} ${count.program}`)!;
		if (count.site === '' || named.has(count.site)) return count;
		if (named.size >= MOST_SITES) return { ...count, site: OTHER_SITES };
		named.add(count.site);
		return count;
	});
}
