import { readable } from '@portal/contract/dates';
import type { OfficeClass } from '@portal/contract/office/classes';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { classesText as text } from '../../text/zh-TW/classes.ts';
import { useOpening } from '../use-opening.ts';

const rowsOf = ({ code, organization, startTime, place, number, limitNumber }: OfficeClass) => [
  { term: text.code, value: code },
  { term: text.organization, value: organization.name },
  { term: text.start, value: readable(startTime) },
  { term: text.place, value: place },
  { term: text.seats, value: text.filled(number, limitNumber) },
];

/** 內容. */
export const ContentTab = () => <Rows className="max-w-3xl" rows={rowsOf(useOpening())} />;
