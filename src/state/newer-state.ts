import { UserError } from '../shared/user-error.ts';

/** The error thrown when a newer version of this application has changed the tables of the state. */
export class NewerState extends UserError {
	override name = 'NewerState';
}
