import { type ErasureState, mayStep } from './states.ts';

/** `state` is null before the first request. Only one request waits at a time. */
export const erasurePermissions = (state: ErasureState | null) => ({
  can_request: state !== 'requested',
  can_withdraw: state !== null && mayStep('withdraw', state),
});
