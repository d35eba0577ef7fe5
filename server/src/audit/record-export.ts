import { type Database, inTransaction, type Tx } from '../platform/database/database.ts';
import type { ListScope } from '../platform/database/list.ts';
import type { Staff } from '../staff/actors.ts';
import { recordHandout } from './record-event.ts';

interface Export {
  readonly list: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly format: string;
  readonly rows: number;
  readonly identity: boolean;
  readonly scope: ListScope;
  readonly columns?: string;
}

const onlyOne = (scope: ListScope): number | undefined =>
  scope !== 'everywhere' && scope.length === 1 ? scope[0] : undefined;

interface ExportContext {
  readonly actor: Staff;
  readonly now: Date;
}

export const recordExportIn = (
  tx: Tx,
  { scope, ...after }: Export,
  { actor, now }: ExportContext,
): Promise<number> => {
  const event = { actor, action: 'list.export', subject: 'list', organizationId: onlyOne(scope) } as const;
  return recordHandout(tx, { ...event, after }, now);
};

/** Call it before the first byte is sent. Returns the id of the event. */
export const recordExport = (db: Database, exported: Export, by: ExportContext): Promise<number> =>
  inTransaction(db, (tx) => recordExportIn(tx, exported, by));
