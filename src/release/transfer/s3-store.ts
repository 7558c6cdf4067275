import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
	DeleteObjectCommand,
	GetObjectCommand,
	NoSuchKey,
	PutObjectCommand,
	paginateListObjectsV2,
	S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { compareText } from '../../shared/compare-text.ts';
import { isDiskFull } from '../../shared/disk-full.ts';
import { UserError } from '../../shared/user-error.ts';
import { atMost } from './at-most.ts';
import { oversizedObject } from './damaged-object.ts';
import type { ReleaseStore, StoredObject } from './release-store.ts';

/** The size of each part of an upload, in bytes. S3 accepts at most 10,000 parts per upload and 5 GB per request. */
const PART_SIZE = 16 * 2 ** 20;
/** How long to wait for a connection to open, in milliseconds. */
const CONNECTION_TIMEOUT = 10_000;
/** How long to wait for a silent server to send data, in milliseconds. */
const SILENCE_TIMEOUT = 60_000;

type Chunks = ReturnType<typeof atMost>;

/**
 * Opens a store in a bucket of Amazon S3 or an S3-compatible service. Takes the credentials, region and endpoint from
 * the environment.
 */
export function s3Store(address: string, bucket: string, prefix: string): ReleaseStore {
	const { AWS_REGION, AWS_DEFAULT_REGION, AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_S3 } = process.env;
	const client = new S3Client({
		region: AWS_REGION ?? AWS_DEFAULT_REGION ?? 'us-east-1',
		// Most S3-compatible services do not give each bucket its own host name.
		forcePathStyle: Boolean(AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL),
		// Many S3-compatible services do not support the newer checksums. They are not needed, because the SHA-256 of
		// every file is checked.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		requestHandler: { connectionTimeout: CONNECTION_TIMEOUT, socketTimeout: SILENCE_TIMEOUT },
	});
	const start = prefix === '' ? '' : `${prefix}/`;
	const at = (name: string) => ({ Bucket: bucket, Key: start + name });

	/**
	 * Runs a request. If it fails, throws an error with a clear message. Errors for a full disk, and errors whose message
	 * is clear already, are thrown unchanged.
	 */
	async function reach<T>(work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (error) {
			throw isDiskFull(error) || error instanceof UserError ? error : explained(error, address);
		}
	}

	/**
	 * Reads the chunks of an object's body, or resolves to undefined if the object does not exist. Ends the request when
	 * the body turns out to be longer than `most` bytes.
	 */
	async function get<T>(name: string, most: number, read: (chunks: Chunks) => Promise<T>): Promise<T | undefined> {
		return reach(async () => {
			try {
				const { Body } = await client.send(new GetObjectCommand(at(name)));
				return await read(atMost(Body as Readable, most, () => oversizedObject(address, name, most)));
			} catch (error) {
				if (error instanceof NoSuchKey) return undefined;
				throw error;
			}
		});
	}

	return {
		address,
		list: (folder) =>
			reach(async () => {
				const found: StoredObject[] = [];
				const query = { Bucket: bucket, Prefix: `${start}${folder}/` };
				for await (const { Contents = [] } of paginateListObjectsV2({ client }, query)) {
					for (const { Key, Size, LastModified } of Contents) {
						found.push({ name: Key!.slice(start.length), size: Size!, modified: LastModified!.getTime() });
					}
				}
				return found.sort((a, b) => compareText(a.name, b.name));
			}),
		read: (name, most) => get(name, most, async (chunks) => Buffer.concat(await Array.fromAsync(chunks))),
		async download(name, file, most) {
			const write = (chunks: Chunks) => pipeline(chunks, createWriteStream(file)).then(() => true);
			return (await get(name, most, write)) ?? false;
		},
		async write(name, content) {
			await reach(() => client.send(new PutObjectCommand({ ...at(name), Body: content })));
		},
		async upload(name, file) {
			const params = { ...at(name), Body: createReadStream(file) };
			await reach(() => new Upload({ client, params, partSize: PART_SIZE }).done());
		},
		async remove(name) {
			await reach(() => client.send(new DeleteObjectCommand(at(name))));
		},
	};
}

function explained(error: unknown, address: string): UserError {
	const { name, message } = error as Error;
	const cause = { cause: error };
	if (name === 'CredentialsProviderError') {
		return new UserError(
			`${address} cannot be reached: there are no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
			cause,
		);
	}
	if (name === 'NoSuchBucket') return new UserError(`${address} cannot be reached: the bucket does not exist.`, cause);
	return new UserError(`${address} cannot be reached: ${message || name}`, cause);
}
