export type SheetFault = 'old_excel' | 'web_page' | 'protected' | 'unreadable' | 'too_many_rows';

export class Unreadable extends Error {
  readonly fault: SheetFault;

  constructor(fault: SheetFault) {
    super(fault);
    this.fault = fault;
  }
}
