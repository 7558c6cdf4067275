import { ERRORS, type ErrorCode } from '../../src/api/error.ts';
import { ERROR_EXAMPLES } from '../../src/api/openapi/responses.ts';

/** Returns the sections of `src/docs/errors.md`, one for each error code. */
export function errorSections(): string {
	return Object.entries(ERRORS)
		.map(([code, { status, meaning, remedy }]) => {
			const example = JSON.stringify(ERROR_EXAMPLES[code as ErrorCode], undefined, 2);
			return `### ${code}\n\n**Status ${status}.** ${meaning}.\n\n${remedy}.\n\n\`\`\`json\n${example}\n\`\`\`\n`;
		})
		.join('\n');
}
