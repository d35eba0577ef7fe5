export interface RefusalMeaning {
  readonly status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly field?: string;
  /** The server fills in `{n}`, `{name}` … */
  readonly text: string;
}
