import { accountRefusals } from './refusals/accounts.ts';
import { anyCallRefusals } from './refusals/any-call.ts';
import { attachmentRefusals } from './refusals/attachments.ts';
import { statusRefusals } from './refusals/by-status.ts';
import { certificateRefusals } from './refusals/certificates.ts';
import { classLifeRefusals } from './refusals/class-life.ts';
import { classRefusals } from './refusals/classes.ts';
import { documentRefusals } from './refusals/documents.ts';
import { exportRefusals } from './refusals/exports.ts';
import { groupRefusals } from './refusals/groups.ts';
import { importRefusals } from './refusals/imports.ts';
import { jobRefusals } from './refusals/jobs.ts';
import { mailboxRefusals } from './refusals/mailboxes.ts';
import { mailRefusals } from './refusals/mails.ts';
import { paymentRefusals } from './refusals/payments.ts';
import { photoRefusals } from './refusals/photos.ts';
import { pictureRefusals } from './refusals/pictures.ts';
import { privacyRefusals } from './refusals/privacy.ts';
import { reviewRefusals } from './refusals/reviews.ts';
import { settingRefusals } from './refusals/settings.ts';
import { staffRefusals } from './refusals/staff.ts';
import { statementRefusals } from './refusals/statements.ts';
import { trainingRefusals } from './refusals/training.ts';

export const refusals = {
  ...anyCallRefusals,
  ...statusRefusals,
  ...accountRefusals,
  ...photoRefusals,
  ...pictureRefusals,
  ...mailboxRefusals,
  ...mailRefusals,
  ...staffRefusals,
  ...settingRefusals,
  ...attachmentRefusals,
  ...reviewRefusals,
  ...classRefusals,
  ...classLifeRefusals,
  ...documentRefusals,
  ...exportRefusals,
  ...paymentRefusals,
  ...statementRefusals,
  ...groupRefusals,
  ...certificateRefusals,
  ...trainingRefusals,
  ...importRefusals,
  ...jobRefusals,
  ...privacyRefusals,
} as const;

export type RefusalCode = keyof typeof refusals;

export interface RefusalBody {
  /** Programs branch on this; the texts are for people. */
  readonly code: RefusalCode;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Only if several refusals were collected: their codes by field, in the order of `errors`. */
  readonly codes?: Readonly<Record<string, readonly RefusalCode[]>>;
  /** The changes since the version that a save was based on. */
  readonly newer?: unknown;
  /** People who wait before the caller, and the seconds after which to ask again, as in `Retry-After`. */
  readonly line?: { readonly ahead: number; readonly again: number };
}
