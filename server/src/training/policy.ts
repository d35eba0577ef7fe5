import type { PaperKind } from '@portal/contract/office/training';
import type { Right } from '@portal/contract/rights';
import type { Staff } from '../staff/actors.ts';
import { beyondClasses, may } from '../staff/policy.ts';

interface Taught {
  readonly organizationId: number;
  /** Whether the class names the staff member as an instructor. */
  readonly isTaught: boolean;
}

const mayInClass = (staff: Staff, right: Right, { organizationId, isTaught }: Taught): boolean =>
  may(isTaught ? staff : beyondClasses(staff), right, organizationId);

export const attendancePermissions = (opening: Taught, staff: Staff) => ({
  mark: mayInClass(staff, 'attendance.write', opening),
});

export const resultPermissions = (opening: Taught, staff: Staff) => ({
  write: mayInClass(staff, 'result.write', opening),
  publish: mayInClass(staff, 'result.publish', opening),
});

/** The right to read what a paper shows. */
export const rightToPaper = (paper: PaperKind): Right =>
  paper === 'scores' ? 'result.read' : 'registration.read';
