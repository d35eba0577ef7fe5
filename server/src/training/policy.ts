import type { PaperKind } from '@portal/contract/office/training';
import type { Right } from '@portal/contract/rights';
import type { Staff } from '../staff/actors.ts';
import { may, withoutClassGrants } from '../staff/policy.ts';

interface TaughtClass {
  readonly organizationId: number;
  /** Whether the class names the staff member as an instructor. */
  readonly isTaught: boolean;
}

const mayInClass = (staff: Staff, right: Right, { organizationId, isTaught }: TaughtClass): boolean =>
  may(isTaught ? staff : withoutClassGrants(staff), right, organizationId);

export const attendancePermissions = (trainingClass: TaughtClass, staff: Staff) => ({
  mark: mayInClass(staff, 'attendance.write', trainingClass),
});

export const resultPermissions = (trainingClass: TaughtClass, staff: Staff) => ({
  write: mayInClass(staff, 'result.write', trainingClass),
  publish: mayInClass(staff, 'result.publish', trainingClass),
});

/** The right to read what a paper shows. */
export const rightToPaper = (paper: PaperKind): Right =>
  paper === 'scores' ? 'result.read' : 'registration.read';
