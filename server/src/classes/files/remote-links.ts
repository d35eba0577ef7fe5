const decodeCharacter = (all: string, hex?: string, decimal?: string): string => {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10_ffff ? String.fromCodePoint(code) : all;
};

/** Leaves `&amp;` and the like: no character that they stand for says where a target is. */
const decode = (value: string): string =>
  value.replace(/&#(?:x([0-9a-f]{1,8})|([0-9]{1,8}));/gi, decodeCharacter).trim();

/** A path on a drive, such as that of the author's own template. Office programs do not find it on another computer. */
const ON_A_DRIVE = /^(?:file:\/\/\/)?[a-z]:[\\/]/i;
/** A name without a scheme or a server. */
const RELATIVE = /^(?![\\/]{2})[^:]*$/;

const isElsewhere = (quoted: string): boolean => {
  const target = decode(quoted.slice(1, -1));
  return !ON_A_DRIVE.test(target) && !RELATIVE.test(target);
};

const TARGET = /\b(?:target|href)\s*=\s*("[^"]*"|'[^']*')/gi;
const RELATIONSHIP = /<(?:[\w.-]+:)?Relationship((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g;

const countRemoteTargets = (xml: string): number =>
  [...xml.matchAll(TARGET)].filter(([, target = '']) => isElsewhere(target)).length;

const isRemoteHyperlink = (attributes: string): boolean => {
  const values = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value ?? '']));
  return /\/hyperlink.$/.test(values.get('Type') ?? '') && isElsewhere(values.get('Target') ?? '""');
};

const countRemoteHyperlinks = (xml: string): number =>
  [...xml.matchAll(RELATIONSHIP)].filter(([, attributes = '']) => isRemoteHyperlink(attributes)).length;

/**
 * Whether a part of an office file makes the program load something from another computer when it opens the file: a
 * template, a picture, a document. Hyperlinks wait for a click. A part that is not plain XML counts too, because the
 * program may read it differently.
 */
export const loadsRemoteContent = (part: Buffer): boolean => {
  const xml = part.toString();
  if (/\0|<!DOCTYPE|\ufffd/i.test(xml)) return true;
  return countRemoteTargets(xml) > countRemoteHyperlinks(xml);
};
