/** One refusal the server may give: the HTTP status, where its text stands in `errors`, and the text (zh-TW). */
export interface RefusalMeaning {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  /** The key under `errors`; absent when the answer has a `message` alone. */
  readonly field?: string;
  /** `{n}`, `{name}` … are put in by the server. */
  readonly text: string;
}
