import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** Mails do not change, and there are hundreds: each is read once. */
const contents = new Map<string, Promise<Buffer>>();

const contentOf = (file: string): Promise<Buffer> => {
  const known = contents.get(file) ?? readFile(file);
  contents.set(file, known);
  return known;
};

/** The mails that the server of `dataDir` has written to one address, in no order. */
export const mailsTo = async (dataDir: string, address: string): Promise<Email[]> => {
  const outbox = path.join(dataDir, 'outbox');
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const written = await Promise.all(files.map((file) => contentOf(path.join(outbox, file))));
  const naming = written.filter((content) => content.includes(address));
  const mails = await Promise.all(naming.map((content) => PostalMime.parse(content)));
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address));
};

/** The codes that were mailed to an address, by mails with this subject. */
export const codesTo = async (dataDir: string, email: string, subject: string): Promise<string[]> =>
  (await mailsTo(dataDir, email))
    .filter((mail) => mail.subject?.includes(subject))
    .map(({ text }) => /驗證碼：(\d{4} \d{4})/.exec(text ?? '')?.[1] ?? '');
