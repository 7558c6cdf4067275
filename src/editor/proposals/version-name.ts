/** How commands name a version of a proposal, so that nobody decides about a version that they have not seen. */
import { UserError } from '../../shared/user-error.ts';
import type { Proposal } from '../../state/proposals/proposal.ts';

/** Returns the ID, and the version if the sender has edited the proposal: `prop_7hK2mQx9TzR4bVcW@2`. */
export function versionName({ id, version }: Pick<Proposal, 'id' | 'version'>): string {
	return version === 1 ? id : `${id}@${version}`;
}

/** Reads the name of a version. An ID alone means the first version. @throws UserError when it is none */
export function readVersionName(name: string): Pick<Proposal, 'id' | 'version'> {
	const [, id, version = '1'] = /^([^@]+)(?:@([1-9]\d{0,8}))?$/.exec(name) ?? [];
	if (id !== undefined) return { id, version: Number(version) };
	throw new UserError(`${name} must be the ID of a proposal as lists show it, such as prop_7hK2mQx9TzR4bVcW@2.`);
}
