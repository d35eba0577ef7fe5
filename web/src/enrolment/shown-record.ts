import type { RegistrationRecord } from '@portal/contract/enrolment';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

type Place = Pick<RegistrationRecord, 'code' | 'group_code'>;

export const recordRowId = ({ code, group_code }: Place): string => `record-${group_code ?? ''}-${code}`;

/** The state of a navigation to the records that scrolls to this record. */
export const showRecord = (place: Place) => ({ row: recordRowId(place) });

const rowOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'row' in state && typeof state.row === 'string'
    ? state.row
    : null;

/** Scrolls to the record of the navigation once it is loaded; not after back, forward and reload, which restore the position. */
export const useScrollToRecord = (isLoaded: boolean): void => {
  const { state } = useLocation();
  const type = useNavigationType();
  const row = useRef(type === 'POP' ? null : rowOf(state));
  useEffect(() => {
    const id = row.current;
    if (!isLoaded || id === null) return;
    row.current = null;
    // A narrow table has become cards by the next frame.
    requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'nearest' }));
  }, [isLoaded]);
};
