import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/** An answer ready to be sent: the same bytes for everybody, for a short time. */
export class Prepared {
  readonly json: Buffer;
  readonly brotli: Buffer;
  readonly etag: string;
  readonly maxAge: number;

  constructor(json: Buffer, brotli: Buffer, maxAge: number) {
    this.json = json;
    this.brotli = brotli;
    this.maxAge = maxAge;
    this.etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
  }
}

const prepare = async (answer: unknown, maxAge: number): Promise<Prepared> => {
  const json = Buffer.from(JSON.stringify(answer));
  const brotli = await compress(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return new Prepared(json, brotli, maxAge);
};

interface Entry {
  until: number;
  answer: Promise<Prepared>;
}

/**
 * Keeps public answers for `seconds`: callers that come at once share one query, and what is shown is never older
 * than that. A failure is not kept. At most `most` different answers; the oldest goes first.
 */
export const preparedAnswers = (seconds: number, most = 500) => {
  const entries = new Map<string, Entry>();
  return (key: string, now: Date, make: () => Promise<unknown>): Promise<Prepared> => {
    const entry = entries.get(key);
    if (entry && entry.until > now.getTime() && entry.until <= now.getTime() + seconds * 1000)
      return entry.answer;
    const answer = make().then((value) => prepare(value, seconds));
    entries.delete(key);
    entries.set(key, { until: now.getTime() + seconds * 1000, answer });
    answer.catch(() => entries.delete(key));
    const [oldest] = entries.keys();
    if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    return answer;
  };
};
