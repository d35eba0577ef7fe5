import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** The mails that the server of `dataDir` has written to one address, in no order. */
export const mailsTo = async (dataDir: string, address: string): Promise<Email[]> => {
  const outbox = path.join(dataDir, 'outbox');
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const mails = await Promise.all(
    files.map(async (file) => PostalMime.parse(await readFile(path.join(outbox, file)))),
  );
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address));
};

/** The codes that were mailed to an address, by mails with this subject. */
export const codesTo = async (dataDir: string, email: string, subject: string): Promise<string[]> =>
  (await mailsTo(dataDir, email))
    .filter((mail) => mail.subject?.includes(subject))
    .map(({ text }) => /驗證碼：(\d{4} \d{4})/.exec(text ?? '')?.[1] ?? '');
