import { type Database, inTransaction } from '../platform/database/database.ts';
import type { ListScope } from '../platform/database/list.ts';
import type { Staff } from '../staff/actors.ts';
import { recordEvent } from './record-event.ts';

interface Export {
  readonly list: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly format: string;
  readonly rows: number;
  readonly identity: boolean;
  readonly scope: ListScope;
}

const onlyOne = (scope: ListScope): number | undefined =>
  scope !== 'everywhere' && scope.length === 1 ? scope[0] : undefined;

/** Call it before the first byte is sent. */
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
