import type { AnswerOf, Endpoint, Input } from '@portal/contract/endpoint';
import type { Right } from '@portal/contract/rights';
import type { Column } from '@portal/kit/ui/data-table.tsx';
import { call } from '../platform/call.ts';
import { download } from '../platform/download.ts';
import type { UndoableAct } from '../platform/undo.ts';

export interface ListColumn<Row> extends Column<Row> {
  readonly sort?: string;
  /** The sort needs this filter. */
  readonly sortNeeds?: string;
  /** Hidden until chosen. */
  readonly isExtra?: boolean;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface ShownFilter {
  readonly name: string;
  readonly label: string;
  /** The filter is hidden until it is in use or all are asked for, so that the first ones fit on one line. */
  readonly isFurther?: boolean;
}

export type FilterField =
  | (ShownFilter & { readonly kind: 'search'; readonly hint?: string })
  | (ShownFilter & { readonly kind: 'choice'; readonly useOptions: () => readonly Option[] })
  | (ShownFilter & { readonly kind: 'day' })
  /** Set by links only, and shown while it applies. */
  | { readonly kind: 'linked'; readonly name: string; readonly label: string };

export interface ListAnswer<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly previous: string | null;
  readonly total: { readonly count: number; readonly isMore: boolean };
}

/** The query in the address. */
export type Query = Readonly<Record<string, string>>;

export interface BulkResult {
  readonly id: number;
  readonly done: boolean;
  readonly why: string | null;
  /** Some acts answer it, for the call that undoes them. */
  readonly version?: number | null;
}

export interface Seen {
  readonly id: number;
  readonly version: number;
}

/** The part of a row that a decision sends back, so that the server knows which version the officer saw. */
export const seenOf = ({ id, version }: Seen) => ({
  id,
  version,
});

/** Each row has its own result. */
export interface BulkAction<Row> {
  readonly label: string;
  readonly right: Right;
  readonly question: (count: number) => string;
  readonly run: (rows: readonly Row[]) => Promise<readonly BulkResult[]>;
  /** For an act that can be undone for some seconds. Null if nothing was done. */
  readonly undoable?: (results: readonly BulkResult[], nameOf: (id: number) => string) => UndoableAct | null;
}

/** Columns for a purpose, whatever the list shows. */
export interface ExportPreset {
  readonly name: string;
  readonly columns: readonly string[];
  /** It has complete identities and birthdays. */
  readonly hasIdentity?: true;
}

export interface Export {
  readonly run: (body: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly hasIdentity: boolean;
  /** The columns that the server can export, by the keys of the list. Without them the file has columns of its own. */
  readonly columns?: readonly string[];
  readonly presets?: readonly ExportPreset[];
  /** The list can be exported as PDF too. */
  readonly hasPaper?: true;
}

/** A view is shown as a tab above the list. */
export interface View {
  readonly name: string;
  readonly query: Query;
}

export interface List<Row> {
  /** Used in query keys and in the stored choice of columns. */
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  readonly empty: string;
  readonly columns: readonly ListColumn<Row>[];
  readonly filters: readonly FilterField[];
  /** The first one is shown while the address names no filter and no sort. People add their own. */
  readonly views?: readonly [View, ...View[]];
  /** Only views set these filters. */
  readonly viewFilters?: readonly string[];
  /** The default. */
  readonly sort: string;
  readonly rowKey: (row: Row) => string | number;
  /** Names a row where the table is not visible. */
  readonly rowName?: (row: Row) => string;
  readonly bulk?: readonly BulkAction<Row>[];
  readonly exported?: Export;
  readonly load: (query: Query, signal: AbortSignal) => Promise<ListAnswer<Row>>;
}

/** The server checks the query. */
export const loadList =
  <const E extends Endpoint & { readonly method: 'GET' }>(endpoint: E) =>
  (query: Query, signal: AbortSignal): Promise<AnswerOf<E>> => {
    const options = { query: query as Input<E['query']>, signal };
    return call<Endpoint>(endpoint, options as never) as Promise<AnswerOf<E>>;
  };

export const runExport =
  <const E extends Endpoint & { readonly method: 'POST' }>(endpoint: E) =>
  (body: Readonly<Record<string, unknown>>): Promise<void> =>
    download<Endpoint>(endpoint, { body } as never);

export const listKey = (name: string) => ['list', name] as const;
