import { personPhoto } from '@portal/contract/office/people';
import { addressOf } from '@portal/kit/browser/request.ts';

/** `photo` is the tag of the photo, which the facts of the person hold. */
export const photoAddress = (id: number, photo: string): string =>
  addressOf(personPhoto, { params: { id }, query: { photo } });
