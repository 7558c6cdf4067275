/** Loaded before a server starts. Sets the server's clock ahead by the number of milliseconds in CLOCK_AHEAD. */
const { now } = Date;
const shifted = () => now() + Number(process.env.CLOCK_AHEAD);

globalThis.Date = new Proxy(Date, {
	get: (date, name) => (name === 'now' ? shifted : Reflect.get(date, name)),
	construct: (date, values, target) => Reflect.construct(date, values.length === 0 ? [shifted()] : values, target),
});
