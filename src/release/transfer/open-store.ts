import { UserError } from '../../shared/user-error.ts';
import { folderStore } from './folder-store.ts';
import type { ReleaseStore } from './release-store.ts';
import { storePlace } from './store-place.ts';

/**
 * Opens the store at an address: the path of a folder, or `s3://bucket/prefix`.
 *
 * @throws UserError when the address is a URL of another form
 */
export async function openStore(address: string): Promise<ReleaseStore> {
	const place = storePlace(address);
	if (place === undefined) {
		throw new UserError(`${address} is not a valid store for releases. It must be a folder or s3://BUCKET/PREFIX.`);
	}
	if ('folder' in place) return folderStore(place.folder);
	// The S3 library is loaded only when it is needed, because loading it takes 0.1 s and 35 MB of memory.
	const { s3Store } = await import('./s3-store.ts');
	return s3Store(address, place.bucket, place.prefix);
}
