/** Where the releases of a store are: in a folder, or in a bucket. */
type StorePlace = { readonly folder: string } | { readonly bucket: string; readonly prefix: string };

/**
 * Reads the address of a store: the path of a folder, or `s3://bucket/prefix`. Returns undefined for other URLs, and for
 * incomplete addresses of buckets, such as `s3:`.
 */
export function storePlace(address: string): StorePlace | undefined {
	if (!/^(?:s3:|[a-z][a-z0-9+.-]+:\/\/)/i.test(address)) return { folder: address };
	const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/.exec(address) ?? [];
	return bucket === undefined ? undefined : { bucket, prefix };
}
