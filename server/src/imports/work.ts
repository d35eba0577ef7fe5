import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import type { Chunk } from './chunks.ts';

export interface ChunkOfImport {
  readonly importId: number;
  readonly chunk: Chunk;
}

/** The work of a kind of import on a chunk of rows. Each is called once for a chunk, in the transaction of its item. */
export interface ImportWork {
  /** Stores a verdict for each row that can be imported. */
  compare(tx: Tx, work: ChunkOfImport, context: Context<Staff>): Promise<void>;
  /** Stores an outcome for each row that it takes. */
  run(
    tx: Tx,
    work: ChunkOfImport & { readonly takesDoubtful: boolean },
    context: Context<Staff>,
  ): Promise<void>;
  /** Changes the outcomes `made` and `filled` into `removed` or `kept`. */
  undo(tx: Tx, work: ChunkOfImport, context: Context<Staff>): Promise<void>;
  /** Called in the last item of undoing, for what cannot be decided chunk by chunk. */
  readonly endUndo?: (tx: Tx, importId: number, context: Context<Staff>) => Promise<void>;
}
