import { randomBytes } from 'node:crypto';
import type { Logo } from '@portal/contract/office/branding';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type IdempotencyKey, onceOnly } from '../platform/http/idempotency.ts';
import type { Services } from '../platform/services.ts';
import type { Staff } from '../staff/actors.ts';
import { drawLogo } from './draw-logo.ts';
import { logoFile, logoPath } from './logo-path.ts';
import { logos } from './tables.ts';

interface Details extends Context<Staff> {
  readonly idempotency: IdempotencyKey | null;
}

/** A repeated call stores its files twice; the sweep removes files without a row. */
export const saveLogo = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  bytes: Uint8Array,
  { actor, now, idempotency }: Details,
): Promise<Logo> => {
  const variants = await drawLogo(bytes);
  const key = randomBytes(16).toString('base64url');
  for (const [variant, picture] of variants) await files.put(logoFile(key, variant), picture);
  return onceOnly(db, idempotency, now, async (tx) => {
    const [created] = await tx.insert(logos).values({ key, createdAt: now }).returning({ id: logos.id });
    if (!created) throw new Error('the logo was not inserted');
    const event = { actor, action: 'logo.save', subject: 'logo', subjectId: created.id } as const;
    await recordEvent(tx, event, now);
    return { id: created.id, src: logoPath(key, '96') };
  });
};
