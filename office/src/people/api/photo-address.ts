import { personPhoto } from '@portal/contract/office/people';
import { addressOf } from '@portal/kit/browser/request.ts';

export const photoAddress = (id: number): string => addressOf(personPhoto, { params: { id } });
