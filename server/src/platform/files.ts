import path from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Config } from './config.ts';

/** Where uploads and attachments are kept. Keys are our own, made by the program, never a path from outside. */
export interface Files {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** null where there is no such file. */
  read(key: string): Promise<Uint8Array | null>;
  stream(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
}

const s3 = (address: string) => {
  const url = new URL(address);
  const [bucket, ...prefix] = url.pathname.split('/').filter(Boolean);
  return {
    driver: new S3Driver({
      endpoint: `https://${url.host}`,
      region: url.searchParams.get('region') ?? 'us-east-1',
      bucket: bucket ?? '',
      visibility: 'private',
      forcePathStyle: true,
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
    prefix: prefix.join('/'),
  };
};

/** Files on disk below `dataDir/files`, or `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=R`. */
export const openFiles = (config: Pick<Config, 'dataDir' | 'filesUrl'>): Files => {
  const { driver, prefix } = config.filesUrl
    ? s3(config.filesUrl)
    : {
        driver: new FSDriver({ location: path.join(config.dataDir, 'files'), visibility: 'private' }),
        prefix: '',
      };
  const disk = new Disk(driver);
  const at = (key: string) => (prefix ? `${prefix}/${key}` : key);
  return {
    put: (key, bytes) => disk.put(at(key), bytes),
    read: async (key) => ((await disk.exists(at(key))) ? disk.getBytes(at(key)) : null),
    stream: async (key) => ((await disk.exists(at(key))) ? disk.getStream(at(key)) : null),
    remove: (key) => disk.delete(at(key)),
  };
};
