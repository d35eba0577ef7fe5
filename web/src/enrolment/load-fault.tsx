import type { ReactNode } from 'react';
import { Offline } from '../platform/transport.ts';
import { ErrorState } from '../ui/error-state.tsx';

interface LoadFaultProps {
  error: Error | null;
  onRetry: () => unknown;
  children: ReactNode;
}

/** The page's content, or what went wrong and a way to try again. */
export const LoadFault = ({ error, onRetry, children }: LoadFaultProps) =>
  error ? <ErrorState kind={error instanceof Offline ? 'offline' : 'failed'} onRetry={onRetry} /> : children;
