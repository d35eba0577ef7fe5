import { classFromClass } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';

export const copyClass = (id: number, signal: AbortSignal) =>
  call(classFromClass, { params: { id }, signal });
