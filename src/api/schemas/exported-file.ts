import { z } from 'zod';
import * as field from '../../catalog/fields.ts';
import { EXPORT_ENCODINGS, EXPORTED_FILES } from '../exported-file.ts';
import { component } from './component.ts';

/** The content of a file that is not JSON. */
export const bytes = z.string().meta({ format: 'binary', description: 'The bytes of the file' });

const exportedForm = component(
	'ExportedForm',
	'The size and the checksum of an exported file in one encoding',
	z.strictObject({
		encoding: z.enum(EXPORT_ENCODINGS).meta({ description: 'The encoding, as in `Accept-Encoding`' }),
		bytes: field.count.meta({ description: 'The size in bytes' }),
		sha256: z
			.string()
			.regex(/^[0-9a-f]{64}$/)
			.meta({ description: 'The SHA-256 of the bytes, in hex' }),
	}),
);

const LINK = {
	name: z.string().meta({ description: 'The name' }),
	url: z.url().meta({ description: 'The address' }),
};
const license = component('License', 'A license', z.strictObject(LINK));
const credit = component(
	'Credit',
	'A source that wants to be named',
	z.strictObject({ ...LINK, license: license.optional().meta({ description: 'The license of its data' }) }),
);
const count = (records: string) => field.count.meta({ description: `The number of ${records}` });

export const aboutExport = component(
	'AboutExport',
	'What the exported files are',
	z.strictObject({
		snapshot: z.string().meta({ description: 'The ID of the data version' }),
		name: z.string().meta({ description: 'The name of the directory' }),
		url: z.url().meta({ description: 'The address of the directory' }),
		license: license.nullable().meta({ description: 'The license of the data. Null if the directory names none' }),
		credits: z.array(credit).meta({ description: 'The sources that want to be named' }),
		organizations: count('organizations'),
		categories: count('categories'),
		programs: count('published programs'),
		reviews: count('published reviews'),
	}),
);

export const exportedFile = component(
	'ExportedFile',
	'A file with all published records of one kind or of all kinds, or the file that says what the others are',
	z.strictObject({
		name: z.enum(EXPORTED_FILES).meta({ description: 'The file name, which is the last segment of the address' }),
		url: z.url().meta({ description: 'The address' }),
		records: field.count.meta({ description: 'The number of records' }),
		snapshot: z.string().meta({ description: 'The ID of the data version' }),
		encodings: z.array(exportedForm).meta({ description: 'The encodings; empty until the server has made the file' }),
	}),
);
