import { type Database, inTransaction } from '../platform/database.ts';
import type { ListScope } from '../platform/list.ts';
import type { Staff } from '../staff/actors.ts';
import { recordEvent } from './record-event.ts';

interface Export {
  readonly list: string;
  /** The filters of the exported list. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly format: string;
  readonly rows: number;
  /** With whole identity numbers. */
  readonly identity: boolean;
  /** The organisations whose rows are in it. */
  readonly scope: ListScope;
}

const onlyOne = (scope: ListScope): number | undefined =>
  scope !== 'everywhere' && scope.length === 1 ? scope[0] : undefined;

/** Writes the event of an export, before its first byte leaves: a file that breaks off has been sent in part. */
export const recordExport = (
  db: Database,
  { scope, ...after }: Export,
  { actor, now }: { actor: Staff; now: Date },
): Promise<void> =>
  inTransaction(db, (tx) =>
    recordEvent(
      tx,
      { actor, action: 'list.export', subject: 'list', organizationId: onlyOne(scope), after },
      now,
    ),
  );
