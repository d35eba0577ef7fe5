import { endOwnSession as endpoint } from '@portal/contract/office/staff';
import { failureKind } from '@portal/kit/browser/call.ts';
import { call } from '../../platform/call.ts';

/** An ended session is no failure. */
export const endOwnSession = async (id: number): Promise<void> => {
  try {
    await call(endpoint, { params: { id } });
  } catch (error) {
    if (failureKind(error) !== 'missing') throw error;
  }
};
