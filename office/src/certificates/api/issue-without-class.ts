import {
  issueWithoutClass as endpoint,
  type UnclassedForm,
} from '@portal/contract/office/certificate-register';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import type * as z from 'zod/mini';
import { call } from '../../platform/call.ts';

/** Pixels of the longer side, as stored by the server. */
const LONGEST_SIDE = 2_400;

interface Issue {
  readonly fields: z.input<typeof UnclassedForm>;
  readonly file: File;
  /** The same for each attempt. */
  readonly idempotencyKey: string;
  readonly onProgress: (share: number) => void;
}

export const issueWithoutClass = async ({ fields, file, ...options }: Issue) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value) form.append(name, value);
  form.append('file', (await shrinkPicture(file, LONGEST_SIDE)) ?? file, file.name);
  return call(endpoint, { form, ...options });
};
