/** Requests to the endpoints about the account of the key. */
import type { z } from 'zod';
import type { Plan } from '../../config/plan.ts';
import type { Scope } from '../../state/keys/scope.ts';
import type { Stores } from '../../state/state.ts';
import type { SecretBox } from '../../state/webhooks/sealed-secret.ts';
import type { Directory } from '../directory.ts';
import type { Parameters, ParameterValues } from '../parameters.ts';
import type { QueryPair } from '../target.ts';

/** What the endpoints about accounts read and write. */
export type AccountStores = Stores;

/** A request with a valid key that has the endpoint's scope. */
export interface AccountRequest {
	readonly account: { readonly id: string; readonly plan: Plan };
	readonly scopes: readonly Scope[];
	/** The path below the base address, such as `/proposals`, and its decoded segments. */
	readonly path: string;
	readonly segments: readonly string[];
	readonly query: readonly QueryPair[];
	/**
	 * Reads the query. Call it after looking for the record that the path names, because a 404 comes before a 400.
	 *
	 * @throws ApiError INVALID_PARAMETER
	 */
	parameters<P extends Parameters>(parameters: P): ParameterValues<P>;
	/**
	 * Reads the body. Call it after `parameters`.
	 *
	 * @throws ApiError UNSUPPORTED_MEDIA_TYPE or INVALID_BODY
	 */
	body<S extends z.ZodType>(schema: S): z.output<S>;
	/** Returns the value of a header, given its lower-case name. */
	header(name: string): string | undefined;
	/** The current release. */
	readonly directory: Directory;
	readonly stores: AccountStores;
	/** Encrypts the secrets of webhooks. Undefined if the operator has not set AUTH_SECRET. */
	readonly webhookSecrets: SecretBox | undefined;
	/** Returns the IP address of the client. */
	address(): string;
	/** The site's public origin. */
	readonly siteUrl: string;
	/** The time of the request. */
	readonly now: Date;
}

export interface AccountReply {
	/** The body, to be sent as JSON. */
	readonly body: object;
	/** More headers: names and values, alternating. */
	readonly headers?: readonly string[];
}

/** Answers a request. @throws ApiError */
export type AccountHandler = (request: AccountRequest) => Promise<AccountReply>;
