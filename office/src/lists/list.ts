import type { AnswerOf, Endpoint, Input } from '@portal/contract/endpoint';
import type { Right } from '@portal/contract/rights';
import type { Column } from '@portal/kit/ui/data-table.tsx';
import { call } from '../platform/call.ts';
import { download } from '../platform/download.ts';

/* A list is described in one small file and shown by ListPage. */

export interface ListColumn<Row> extends Column<Row> {
  /** The sort of the contract that this column's head switches. */
  readonly sort?: string;
  /** The filter without which the sort is not offered. */
  readonly sortNeeds?: string;
  /** Not shown until somebody chooses it. */
  readonly isExtra?: boolean;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export type FilterField =
  | { readonly kind: 'search'; readonly name: string; readonly label: string; readonly hint?: string }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: string;
      readonly useOptions: () => readonly Option[];
    }
  | { readonly kind: 'day'; readonly name: string; readonly label: string }
  /** Set by a link alone, and shown while it holds. */
  | { readonly kind: 'linked'; readonly name: string; readonly label: string };

export interface ListAnswer<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly previous: string | null;
  readonly total: { readonly count: number; readonly isMore: boolean };
}

/** As it is in the address. */
export type Query = Readonly<Record<string, string>>;

/** The result for one of several rows. */
export interface BulkResult {
  readonly id: number;
  readonly done: boolean;
  readonly why: string | null;
}

/** Something that is done with several ticked rows; each row is answered for itself. */
export interface BulkAction {
  readonly label: string;
  readonly right: Right;
  readonly question: (count: number) => string;
  readonly run: (keys: readonly (string | number)[]) => Promise<readonly BulkResult[]>;
}

export interface Export {
  readonly run: (body: Readonly<Record<string, unknown>>) => Promise<void>;
  /** The list holds identity numbers. */
  readonly hasIdentity: boolean;
}

export interface List<Row> {
  /** Names the list in query keys and in the choice of columns. */
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  readonly empty: string;
  readonly columns: readonly ListColumn<Row>[];
  readonly filters: readonly FilterField[];
  /** The sort without one in the address. */
  readonly sort: string;
  readonly rowKey: (row: Row) => string | number;
  /** Names a row where its table is not visible. */
  readonly rowName?: (row: Row) => string;
  readonly bulk?: readonly BulkAction[];
  /** 匯出, for those with the right to it. */
  readonly exported?: Export;
  readonly load: (query: Query, signal: AbortSignal) => Promise<ListAnswer<Row>>;
}

/** Loads a list of the contract. The server checks the query: an address may hold anything. */
export const loadList =
  <const E extends Endpoint & { readonly method: 'GET' }>(endpoint: E) =>
  (query: Query, signal: AbortSignal): Promise<AnswerOf<E>> => {
    const options = { query: query as Input<E['query']>, signal };
    return call<Endpoint>(endpoint, options as never) as Promise<AnswerOf<E>>;
  };

/** Saves a list of the contract as a file. */
export const runExport =
  <const E extends Endpoint & { readonly method: 'POST' }>(endpoint: E) =>
  (body: Readonly<Record<string, unknown>>): Promise<void> =>
    download<Endpoint>(endpoint, body as never);

export const listKey = (name: string) => ['list', name] as const;
