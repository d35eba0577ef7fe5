import { changeIdentity as endpoint, type IdentityChangeForm } from '@portal/contract/office/people';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import type * as z from 'zod/mini';
import { call } from '../../platform/call.ts';

/** Pixels of the longer side, as stored by the server. */
const LONGEST_SIDE = 2_400;

interface Change {
  readonly id: number;
  readonly fields: z.input<typeof IdentityChangeForm>;
  readonly file: File;
  /** The same for each attempt. */
  readonly idempotencyKey: string;
}

export const changeIdentity = async ({ id, fields, file, idempotencyKey }: Change) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== undefined && value !== '') form.append(name, `${value}`);
  form.append('file', (await shrinkPicture(file, LONGEST_SIDE)) ?? file, file.name);
  return call(endpoint, { params: { id }, form, idempotencyKey });
};
