export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: FormData | string | null;
  readonly signal: AbortSignal | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

export class Offline extends Error {
  override readonly name = 'Offline';
}

const sendByFetch = async ({ url, signal, ...request }: RawRequest): Promise<RawAnswer> => {
  try {
    const answer = await fetch(url, { ...request, signal: signal ?? null });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Offline('Network Error');
  }
};

/** Early answers stand before it (early-answers.ts). */
export const transport = { send: sendByFetch };
