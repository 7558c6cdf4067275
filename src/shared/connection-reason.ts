import { getSystemErrorName } from 'node:util';

/** Why a connection failed, by the code of the error. Each completes a sentence that begins with the server. */
const REASONS: { readonly [code: string]: string } = {
	ENOTFOUND: 'has a host that does not exist',
	EAI_NONAME: 'has a host that does not exist',
	EAI_AGAIN: 'has a host whose address cannot be looked up at the moment',
	ECONNREFUSED: 'refused the connection',
	ECONNRESET: 'closed the connection',
	EPIPE: 'closed the connection',
	ETIMEDOUT: 'did not answer in time',
	EHOSTUNREACH: 'cannot be reached from here',
	ENETUNREACH: 'cannot be reached from here',
	CERT_HAS_EXPIRED: 'has an expired certificate',
	ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another host',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'has a self-signed certificate',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that cannot be verified',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a certificate that cannot be verified',
};

/**
 * Says in words why a connection failed, to complete a sentence that begins with the server: `refused the connection`.
 * Undefined for errors of another kind.
 */
export function connectionReason({ code, errno }: Pick<NodeJS.ErrnoException, 'code' | 'errno'>): string | undefined {
	// Libraries replace the code with their own, but leave the number.
	const name = errno === undefined ? code : getSystemErrorName(errno);
	return name === undefined ? undefined : REASONS[name];
}
