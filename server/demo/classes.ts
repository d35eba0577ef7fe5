import type { CourseCode, OrganizationCode } from './content.ts';

export interface DemoClass {
  readonly code: string;
  readonly organization: OrganizationCode;
  readonly train: CourseCode;
  /** Days after the day of loading; before it where negative. */
  readonly startsIn: number;
  readonly limit: number;
  /** Seats that generated trainees take. */
  readonly filled: number;
  readonly personal: boolean;
  readonly group: boolean;
  /** In whole New Taiwan dollars. */
  readonly fee: number;
  /** Days after the day of loading when the window opens. */
  readonly opensIn?: number;
  /** Reserved to 藍海救生隊. */
  readonly reserved?: boolean;
  readonly attachments?: boolean;
  /** Whether it is for people who passed the course before. */
  readonly refresher?: boolean;
}

const fixed = (
  code: string,
  startsIn: number,
  limit: number,
  filled: number,
  personal: boolean,
  group: boolean,
  more: Partial<DemoClass> = {},
): DemoClass => {
  const [organization, train] = code.split('-') as [OrganizationCode, CourseCode];
  return { code, organization, train, startsIn, limit, filled, personal, group, fee: 1500, ...more };
};

/** The classes that the README and the tests know, newest published first. */
export const fixedClasses: readonly DemoClass[] = [
  fixed('TPE-FA1-001', 30, 30, 12, true, true, { attachments: true }),
  fixed('TPE-FA1-002', 31, 6, 6, true, true),
  fixed('TPE-FA1-003', 32, 20, 0, false, false),
  fixed('NTP-CPR-001', 20, 10, 9, true, true, { fee: 600 }),
  fixed('TYN-CPR-001', 25, 20, 3, true, false, { fee: 600 }),
  fixed('KHH-LG1-001', 40, 20, 0, false, true, { fee: 4800, reserved: true }),
  fixed('TPE-LG1-001', 45, 40, 0, false, true, { fee: 4800 }),
  fixed('TXG-FA1-001', 60, 20, 0, true, true, { opensIn: 10 }),
  fixed('HUN-CPR-001', 15, 15, 2, true, true, { fee: 0 }),
  fixed('TPE-CPR-011', 21, 20, 1, true, true, { fee: 600 }),
  fixed('TPE-CPR-012', 22, 20, 2, true, true, { fee: 600 }),
  fixed('TPE-CPR-013', 23, 20, 0, true, true, { fee: 600 }),
  fixed('TPE-CPR-014', 24, 20, 1, true, true, { fee: 600, refresher: true }),
  fixed('TPE-CPR-015', 26, 20, 3, true, true, { fee: 600 }),
];

/** Started yesterday: not listed, its detail works, nobody can enrol. */
export const startedClass: DemoClass = fixed('TNN-FA1-001', -1, 20, 4, true, true);

const organizations: readonly OrganizationCode[] = ['HQ', 'TPE', 'NTP', 'TYN', 'TXG', 'TNN', 'KHH', 'HUN'];

/** The usual fee of each course. */
export const fees: Record<CourseCode, number> = {
  CPR: 600,
  FA1: 1500,
  FA2: 3600,
  FAI: 5200,
  WS1: 1200,
  LG1: 4800,
  LG2: 3600,
  LGI: 6000,
  SWC: 4500,
  SWB: 5500,
  SWA: 6500,
  DP1: 800,
  DPI: 4200,
};

const trains = Object.keys(fees) as CourseCode[];

const generated = (n: number): DemoClass => {
  const organization = organizations[n % organizations.length] ?? 'HQ';
  const train = trains[(n * 4) % trains.length] ?? 'CPR';
  return {
    code: `${organization}-${train}-${String(101 + n)}`,
    organization,
    train,
    startsIn: 18 + ((n * 7) % 75),
    limit: 16 + (n % 4) * 4,
    filled: (n * 5) % 13,
    personal: true,
    group: n % 5 !== 3,
    fee: fees[train],
  };
};

/** Together with the fixed ones, 47 classes are listed: five pages, of all organisations and courses. */
export const generatedClasses: readonly DemoClass[] = Array.from({ length: 33 }, (_, n) => generated(n));

/** 林怡君's past classes, oldest first: lifeguard and first-aider, then coach. */
export const pastClasses: readonly DemoClass[] = [
  fixed('TPE-CPR-061', -2700, 24, 0, true, true, { fee: 600 }),
  fixed('TPE-LG1-062', -2640, 24, 0, false, true, { fee: 4800 }),
  fixed('HQ-LGI-063', -2570, 16, 0, true, true, { fee: 6000 }),
  fixed('HQ-LGI-064', -2530, 16, 0, true, true, { fee: 6000 }),
  fixed('TYN-SWC-065', -1420, 20, 0, true, true, { fee: 4500 }),
  fixed('TPE-FA1-066', -1150, 30, 0, true, true),
  fixed('NTP-FA2-067', -1090, 20, 0, true, true, { fee: 3600 }),
  fixed('NTP-FA2-068', -1060, 20, 0, true, true, { fee: 3600 }),
  fixed('TXG-FAI-069', -1030, 16, 0, true, true, { fee: 5200 }),
  fixed('KHH-DP1-070', -1015, 40, 0, true, true, { fee: 800 }),
  fixed('HUN-CPR-071', -200, 24, 0, true, true, { fee: 600 }),
  fixed('TNN-LG2-072', -3, 20, 0, true, true, { fee: 3600 }),
];

/** Taught by coach@tpe.example: one is over and has no results yet, one is held today. */
export const taughtClasses: readonly DemoClass[] = [
  fixed('TPE-FA1-073', -6, 16, 9, true, true),
  fixed('TPE-FA1-074', -1, 16, 8, true, true),
];
