/**
 * Describes why a text is not JSON, with the line and column of the fault. Returns undefined if the text is JSON.
 *
 * @returns such as `line 3, column 14: Expected ',' or '}' after property value`
 */
export function jsonFault(text: string): string | undefined {
	const fault = faultOf(text);
	if (fault === undefined) return undefined;
	const lines = text.slice(0, fault.position ?? firstFault(text)).split('\n');
	return `line ${lines.length}, column ${lines.at(-1)!.length + 1}: ${fault.reason}`;
}

interface Fault {
	readonly reason: string;
	/** Undefined if V8 names no position. */
	readonly position: number | undefined;
}

function faultOf(text: string): Fault | undefined {
	try {
		JSON.parse(text);
		return undefined;
	} catch (error) {
		const { message } = error as Error;
		const position = /\bat position (\d+)/.exec(message)?.[1];
		const reason = message.replace(/(?: in JSON)? at position .*|, (?:\.\.\.)?".*is not valid JSON$/s, '');
		return { reason, position: position === undefined ? undefined : Number(position) };
	}
}

/** Finds the end of the longest start of a text that can still become JSON. */
function firstFault(text: string): number {
	let [possible, impossible] = [0, text.length + 1];
	while (impossible - possible > 1) {
		const middle = (possible + impossible) >> 1;
		if (canContinue(text.slice(0, middle))) possible = middle;
		else impossible = middle;
	}
	return possible;
}

function canContinue(start: string): boolean {
	const fault = faultOf(start);
	return fault === undefined || /^Unexpected end|^Unterminated/.test(fault.reason) || fault.position === start.length;
}
