import { CallRefused } from '@portal/kit/browser/call.ts';
import { useEffect, useRef, useState } from 'react';

/** A crowd in which the person waits. */
export interface Crowd {
  /** People before this one; null if the server does not say. */
  readonly ahead: number | null;
}

/** In seconds. Used if the server does not say how long to wait. */
const DEFAULT_PAUSE_SECONDS = 2;

/** Waits for a random time near `seconds`, so that people refused together do not ask again together. */
const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, seconds * 1000 * (0.75 + Math.random() / 2));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

interface Turn {
  onCrowd: (crowd: Crowd) => void;
  signal: AbortSignal;
}

/** Sends again for as long as the server refuses because of a crowd. The call must be safe to repeat. */
export const sendInTurn = async <Answer>(
  send: () => Promise<Answer>,
  { onCrowd, signal }: Turn,
): Promise<Answer> => {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof CallRefused && error.code === 'crowded')) throw error;
      onCrowd({ ahead: error.line?.ahead ?? null });
      await pause(error.line?.again ?? DEFAULT_PAUSE_SECONDS, signal);
    }
  }
};

/** `leave` ends the waiting: the call is not sent again, and fails with an error named `AbortError`. */
export const useTurn = () => {
  const [crowd, setCrowd] = useState<Crowd | null>(null);
  const waiting = useRef<AbortController>(null);
  useEffect(() => () => waiting.current?.abort(), []);
  const send = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    const turn = new AbortController();
    waiting.current = turn;
    try {
      return await sendInTurn(call, { onCrowd: setCrowd, signal: turn.signal });
    } finally {
      setCrowd(null);
    }
  };
  return { crowd, send, leave: () => waiting.current?.abort() };
};

export const hasLeft = (error: Error): boolean => error.name === 'AbortError';
