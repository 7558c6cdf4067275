/** The processor time of this thread for some work, in milliseconds. Other processes do not count, unlike in elapsed time. */
async function milliseconds(work: () => unknown): Promise<number> {
	const start = process.threadCpuUsage();
	await work();
	const { user, system } = process.threadCpuUsage(start);
	return (user + system) / 1000;
}

/** The number of short texts that are together as long as the long text. */
const PARTS = 8;
/** The processor time after which no more attempts are made, in milliseconds. */
const MOST_TIME = 5000;
/** A growth that is no more than the inaccuracy of the measurement. */
export const LINEAR = 3;

/**
 * The time to read a long text divided by the time to read eight texts of an eighth of its length: 1 if the time grows
 * linearly with the length, 8 if quadratically.
 *
 * @param make returns a text of about this length
 */
export async function growth(
	read: (text: string) => unknown,
	make: (length: number) => string,
	length = 40_000,
): Promise<number> {
	const [longText, shortText] = [make(length), make(length / PARTS)];
	// The machine can only make a measurement slower, so the fastest ones count.
	let [timeOfLong, timeOfShort] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	// The clock has steps of up to 4 ms.
	const ratio = () => timeOfLong / Math.max(timeOfShort, 10);
	let spent = 0;
	for (let attempt = 0; attempt < 20 && spent < MOST_TIME && !(ratio() < LINEAR); attempt++) {
		const long = await milliseconds(() => read(longText));
		const short = await milliseconds(async () => {
			for (let part = 0; part < PARTS; part++) await read(shortText);
		});
		timeOfLong = Math.min(timeOfLong, long);
		timeOfShort = Math.min(timeOfShort, short);
		spent += long + short;
	}
	return ratio();
}
