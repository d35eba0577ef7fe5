/* What the oldest browsers that the portal is for do not have: whoever uses it finds out here. */

const younger: readonly [owner: object, name: string][] = [
  [URL, 'parse'],
  [URLSearchParams.prototype, 'size'],
  [String.prototype, 'isWellFormed'],
];
for (const [owner, name] of younger) Reflect.deleteProperty(owner, name);
