import { type ImportKind, isOfGroup } from '@portal/contract/office/imports';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';

export const mayImportAll = (actor: Staff): boolean => may(actor, 'import.run', null);

/** `organizationId` is that of the group for a kind that belongs to one; null: the whole association looks after it. */
export const mayImport = (
  actor: Staff,
  { kind, organizationId }: { readonly kind: ImportKind; readonly organizationId: number | null },
): boolean => mayImportAll(actor) || (isOfGroup(kind) && may(actor, 'group.manage', organizationId));
