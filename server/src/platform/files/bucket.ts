import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Files } from './files.ts';

/** In milliseconds. A failed call is retried once. */
const s3Timeouts = {
  connectionTimeout: 3_000,
  requestTimeout: 10_000,
  socketTimeout: 10_000,
  throwOnRequestTimeout: true,
};

export type S3Timeouts = typeof s3Timeouts;

/** `address` is `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=R`. */
export const openBucket = (address: string, timeouts: S3Timeouts = s3Timeouts): Files => {
  const url = new URL(address);
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean);
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const disk = new Disk(
    new S3Driver({
      endpoint: `${url.searchParams.get('tls') === 'off' ? 'http' : 'https'}://${url.host}`,
      region: url.searchParams.get('region') ?? 'us-east-1',
      bucket,
      visibility: 'private',
      forcePathStyle: true,
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
      maxAttempts: 2,
      requestHandler: timeouts,
    }),
  );
  const ifExists = async <T>(key: string, work: (key: string) => Promise<T>): Promise<T | null> =>
    (await disk.exists(prefix + key)) ? work(prefix + key) : null;
  return {
    put: (key, bytes) => disk.put(prefix + key, bytes),
    read: (key) => ifExists(key, (found) => disk.getBytes(found)),
    stream: (key) => ifExists(key, (found) => disk.getStream(found)),
    remove: (key) => disk.delete(prefix + key),
    list: async function* (folder) {
      let paginationToken: string | undefined;
      do {
        const page = await disk.listAll(prefix + folder, paginationToken ? { paginationToken } : {});
        yield [...page.objects].flatMap((each) => (each.isFile ? each.key.slice(prefix.length) : []));
        paginationToken = page.paginationToken;
      } while (paginationToken);
    },
    modifiedAt: (key) => ifExists(key, async (found) => (await disk.getMetaData(found)).lastModified),
  };
};
