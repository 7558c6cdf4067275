/** Loaded before a server starts. Appends the address of each loaded module to the file `MODULE_NOTES`. */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
	load(address, context, next) {
		appendFileSync(process.env.MODULE_NOTES!, `${address}\n`);
		return next(address, context);
	},
});
