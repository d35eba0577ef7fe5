/** `other` also stands for a browser that cannot use cameras. */
export type CameraFault = 'insecure' | 'denied' | 'missing' | 'busy' | 'other';

const faults: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Browsers hide cameras from pages without https. */
export const cameraFault = (error: unknown, isSecure: boolean): CameraFault => {
  if (!isSecure) return 'insecure';
  return (error instanceof Error && faults[error.name]) || 'other';
};
